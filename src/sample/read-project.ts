import { readdirSync, readFileSync } from 'node:fs';
import { ownFile } from '../own-file.js';

/** The files of the sample project, by their path in it. They are real files, so that one can work on them as on any. */
export function readProject(): { readonly [path: string]: string } {
  const folder = ownFile('src/sample/project');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]));
}
