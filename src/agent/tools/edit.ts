// The tool `edit`: replaces pieces of a file. The search and the error texts are in editing/.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import { explain } from './editing/explain.js';
import { type Range, replace } from './editing/replace.js';
import { missingFile, shortDigest } from './file-facts.js';
import * as schemas from './input-schemas.js';
import { escapeInvisible, pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  path: schemas.path,
  edits: z
    .array(
      z.strictObject({
        old: schemas.content
          .min(1)
          .describe(
            'the exact text in the file, with its white space; it must occur exactly once, unless `all` is true',
          ),
        new: schemas.content.describe('the text that replaces it'),
        all: z.boolean().optional().describe('replace every occurrence'),
      }),
    )
    .min(1)
    .max(100),
});

/** Replaces pieces of a file. */
export const edit: GuardedTool<z.infer<typeof input>> = {
  name: 'edit',
  description:
    'Replaces exact texts in one file: all of them, or none if one does not match. Each old text must occur exactly once in the current file, unless its edit sets `all`. Do not include line numbers. Line endings and a byte order mark are kept.',
  input,
  isReadOnly: false,
  touches: ({ path }) => [{ tool: 'Edit', command: path }],
  async run({ path, edits }, { workspace }) {
    const unchanged = edits.findIndex((one) => one.old === one.new);
    if (unchanged >= 0)
      return {
        text: `Edit ${unchanged + 1} changes nothing: old and new are the same. ${NOTHING_CHANGED}`,
        failed: true,
      };
    const bytes = await workspace.read(path);
    if (bytes === null) return missingFile(workspace, path);
    const result = replace(bytes, edits);
    // The errors show the text that was searched, with LF line ends.
    if (!result.isDone) return { text: `${explain(result.failure, result.flat)}\n${NOTHING_CHANGED}`, failed: true };
    await workspace.write(path, result.bytes);
    const count = `${result.ranges.length} replacement${result.ranges.length === 1 ? '' : 's'}`;
    const head = `${pathOnOneLine(path)}: ${count} · digest ${shortDigest(result.bytes)}`;
    return { text: [head, ...linesAround(result.bytes, result.ranges)].join('\n') };
  },
};

const NOTHING_CHANGED = 'Nothing was changed.';
const MAX_SHOWN_LINES = 60;
const MAX_LINE_CHARACTERS = 300;

/** The new lines with one line before and after, so that the model need not read the file again. */
function linesAround(bytes: Uint8Array, ranges: readonly Range[]): readonly string[] {
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/);
  const wanted = new Set<number>();
  for (const { from, to } of ranges) {
    for (let n = Math.max(1, from - 1); n <= Math.min(lines.length, to + 1) && wanted.size < MAX_SHOWN_LINES; n += 1)
      wanted.add(n);
    if (wanted.size >= MAX_SHOWN_LINES) break;
  }
  let last = 0;
  return [...wanted].flatMap((n) => {
    const gap = last > 0 && n > last + 1 ? ['…'] : [];
    last = n;
    return [...gap, `${n}\t${escapeInvisible(lines[n - 1] ?? '').slice(0, MAX_LINE_CHARACTERS)}`];
  });
}
