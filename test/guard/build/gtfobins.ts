// GTFOBins lists what ordinary programs can be made to do. It is somebody else's, so its folder is given and nothing of it is kept here.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { Gate } from '../../../src/guard/index.js';

const snippet = z.object({
  code: z.string().optional(),
  contexts: z.record(z.string(), z.object({ code: z.string().optional() }).nullish()).nullish(),
});
const page = z.object({ functions: z.record(z.string(), z.array(snippet).nullish()).nullish() });

export interface Snippet {
  readonly program: string;
  readonly of: string;
  readonly code: string;
}

/** Every snippet of a checkout of GTFOBins. */
export function readSnippets(folder: string): readonly Snippet[] {
  const pages = path.join(folder, '_gtfobins');
  return readdirSync(pages).flatMap((file) => {
    const { functions } = page.parse(
      parse(readFileSync(path.join(pages, file), 'utf8').replace(/\n\.\.\.\s*$/, '\n')) ?? {},
    );
    return Object.entries(functions ?? {}).flatMap(([of, snippets]) =>
      (snippets ?? []).flatMap(({ code, contexts }) =>
        [code, ...Object.values(contexts ?? {}).map((context) => context?.code)]
          .filter((each) => each !== undefined)
          .map((each) => ({ program: file.replace(/\.md$/, ''), of, code: each.trim() })),
      ),
    );
  });
}

/** With the sample's absolute paths, and with its files and programs named from the folder. */
const spellings = (code: string) => [
  code,
  code.replaceAll(/\/path\/to\//g, ''),
  code.replaceAll(/\/path\/to\//g, 'src/').replaceAll('/bin/sh', 'sh'),
  code
    .replaceAll(/\/path\/to\//g, './')
    .replaceAll('/dev/tcp/', 'dev/tcp/')
    .replaceAll('/tmp/', ''),
];

/**
 * What of it is allowed. Reading is left out: a file of the project may be read. Of a snippet of several lines, some may be harmless
 * on their own; it is stopped when one of them is.
 */
export function allowedOf(
  snippets: readonly Snippet[],
  gate: Gate,
): { readonly tried: number; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  let tried = 0;
  for (const { program, of, code } of snippets.filter((each) => each.of !== 'file-read')) {
    for (const spelling of new Set(spellings(code))) {
      tried += 1;
      const lines = spelling.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
      const allows = (command: string) => gate({ tool: 'Bash', command }).verdict === 'allow';
      if (allows(spelling) || lines.every(allows)) wrong.push(`${program} (${of}): ${JSON.stringify(spelling)}`);
    }
  }
  return { tried, wrong };
}
