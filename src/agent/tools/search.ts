// The tool `search`: finds lines in files.

import * as z from 'zod';
import type { SearchMatch } from '../../ports/index.js';
import type { Guard } from '../../ports/sandbox.js';
import type { GuardedTool } from '../guarded-tool.js';
import * as schemas from './input-schemas.js';
import { escapeInvisible, MAX_RESULT_CHARACTERS, pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  pattern: schemas.phrase(2_000).describe('a regular expression, matched line by line'),
  literal: z.boolean().optional().describe('search for the pattern as plain text'),
  ignoreCase: z.boolean().optional(),
  under: schemas.path.optional().describe('the folder or file to search in'),
  globs: z
    .array(schemas.phrase(500))
    .max(20)
    .optional()
    .describe('search only matching files, such as *.ts; !*.test.ts excludes files'),
  context: z.int().min(0).max(10).optional().describe('the number of lines to show before and after each match'),
  most: schemas.count(500).optional().describe('the most matches to return; 100 by default'),
});

/** Searches lines in files. */
export const search: GuardedTool<z.infer<typeof input>> = {
  name: 'search',
  description:
    'Searches text files and returns matching lines by file and line number. Skips binary files and files ignored by .gitignore. Says when there are more matches.',
  input,
  isReadOnly: true,
  touches: ({ under = '.' }) => [{ tool: 'Grep', command: under }],
  async run({ most = 100, ...query }, { workspace, guard, signal }) {
    const { found, more } = await workspace.search({ ...query, limit: most, signal });
    const mayRead = readCheck({ guard, cwd: workspace.root });
    const readable = found.filter(({ file }) => mayRead(file));
    const withheldNotes = withheldNote(
      new Set(found.map(({ file }) => file)).size - new Set(readable.map(({ file }) => file)).size,
    );
    if (readable.length === 0)
      return { text: [`No line matches ${pathOnOneLine(query.pattern)}.`, ...withheldNotes].join('\n') };
    const { lines, shown } = linesByFile(readable);
    const all = readable.filter(({ matched }) => matched).length;
    const left = more ? `More than these ${shown} lines match; narrow the search.` : `${all - shown} more lines match.`;
    const rest = [...(more || shown < all ? [left] : []), ...withheldNotes];
    return { text: [...lines, ...(rest.length > 0 ? ['', ...rest] : [])].join('\n') };
  },
};

/** Whether the guard allows reading a file. Permission to search a folder does not include its protected files. */
function readCheck({ guard, cwd }: { guard: Guard; cwd: string }): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const isAllowed = known.get(file) ?? guard({ tool: 'Read', command: file, cwd }).verdict === 'allow';
    known.set(file, isAllowed);
    return isAllowed;
  };
}

/** A note about files with matches that the guard does not allow to read. */
function withheldNote(files: number): readonly string[] {
  if (files === 0) return [];
  if (files === 1) return ['1 file with matches is left out because you may not read it.'];
  return [`${files} files with matches are left out because you may not read them.`];
}

/** The most characters of matches; the rest is for the notes at the end. */
const MAX_MATCH_CHARACTERS = MAX_RESULT_CHARACTERS - 1_000;

/** The lines of each file below its name: `12:` for a match, `12-` for a context line. */
function linesByFile(found: readonly SearchMatch[]): { lines: readonly string[]; shown: number } {
  const lines: string[] = [];
  let remaining = MAX_MATCH_CHARACTERS;
  let shown = 0;
  let previous: SearchMatch | undefined;
  for (const hit of found) {
    const head = hit.file === previous?.file ? [] : [...(previous ? [''] : []), pathOnOneLine(hit.file)];
    const gap = hit.file === previous?.file && !hit.matched && hit.line > previous.line + 1 ? ['…'] : [];
    const all = [...head, ...gap, `${hit.line}${hit.matched ? ':' : '-'} ${escapeInvisible(hit.text)}`];
    remaining -= all.reduce((sum, line) => sum + line.length + 1, 0);
    if (remaining < 0) break;
    lines.push(...all);
    shown += hit.matched ? 1 : 0;
    previous = hit;
  }
  return { lines, shown };
}
