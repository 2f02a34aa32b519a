import { readdirSync, readFileSync } from 'node:fs';
import type * as z from 'zod';
import { ownFile } from '../../own-file.js';
import { parseFile } from './parse-file.js';

/** Every file of a folder with the number that its name begins with, in the order of these. */
export function readFolder<Told extends object>(
  name: string,
  schema: z.ZodType<Told>,
): (Told & { readonly number: number })[] {
  const folder = ownFile(`src/sample/${name}`);
  const read = readdirSync(folder).map((file) => ({
    ...parseFile(schema, `${name}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')),
    number: Number.parseInt(file, 10),
  }));
  return read.sort((a, b) => a.number - b.number);
}
