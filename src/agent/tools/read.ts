// The tool `read`: shows a file or a range of its lines. The tool `log` of `fix` uses it too.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import type { ToolResult } from '../tool.js';
import { kindOfBytes, missingFile } from './file-facts.js';
import * as schemas from './input-schemas.js';
import { type Scanned, scan } from './scan.js';
import { escapeInvisible, MAX_RESULT_CHARACTERS, pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  path: schemas.path,
  from: schemas.count(1_000_000_000).optional().describe('the number of the first line; lines count from 1'),
  lines: schemas.count(2_000).optional().describe('the number of lines; 1000 by default'),
});

/** Shows a file. */
export const read: GuardedTool<z.infer<typeof input>> = {
  name: 'read',
  description:
    'Reads a text file. Each line is shown after its number and a tab. The first line of the result says which lines are shown, how many the file has, and the digest that write needs. Read long files in ranges. Invisible characters are shown as \\u{…}.',
  input,
  isReadOnly: true,
  touches: ({ path }) => [{ tool: 'Read', command: path }],
  async run({ path, from = 1, lines: count = 1_000 }, { workspace }) {
    const head = await workspace.read(path, { from: 0, to: 8_000 });
    if (head === null) return missingFile(workspace, path);
    if (head.length === 0) return { text: `${pathOnOneLine(path)} is empty.` };
    const binaryKind = kindOfBytes(head);
    if (binaryKind === null) return answerOf({ path, from, scanned: await scan(workspace, { path, from, count }) });
    const entry = await workspace.entryAt(path);
    const size = entry?.kind === 'file' ? ` of ${entry.size.toLocaleString('en')} bytes` : '';
    return { text: `${pathOnOneLine(path)} is ${binaryKind}${size}; it is not shown.` };
  },
};

function answerOf({ path, from, scanned }: { path: string; from: number; scanned: Scanned }): ToolResult {
  const { total, digest, crlf } = scanned;
  if (from > total)
    return { text: `${pathOnOneLine(path)} has ${total} lines; there is no line ${from}.`, failed: true };
  const lines = numbered(scanned, from);
  const to = from + lines.length - 1;
  const facts = [
    // No digest: the file is too long to be read to its end.
    `${pathOnOneLine(path)}: lines ${from}–${to} of ${total}${digest === null ? ' or more' : ''}`,
    ...(digest === null ? [] : [`digest ${digest}`]),
    ...LINE_END_NOTES[crlf],
    ...(to < total ? [`go on with from: ${to + 1}`] : []),
  ];
  return { text: [facts.join(' · '), ...lines].join('\n') };
}

const LINE_END_NOTES = { all: ['lines end in CRLF'], some: ['some lines end in CRLF, shown as ␍'], none: [] } as const;

const MAX_LINE_CHARACTERS = 2_000;
/** Reserved for the first line of the result. */
const FIRST_LINE_CHARACTERS = 5_000;

/** As many numbered lines as fit. */
function numbered({ lines, crlf }: Scanned, from: number): readonly string[] {
  const all: string[] = [];
  let remaining = MAX_RESULT_CHARACTERS - FIRST_LINE_CHARACTERS;
  for (const [n, line] of lines.entries()) {
    const text = `${from + n}\t${clipped(escapeInvisible(withLineEnd(line, crlf)))}`;
    remaining -= text.length + 1;
    if (remaining < 0 && n > 0) break;
    all.push(text);
  }
  return all;
}

/** The line without its carriage return; shown as ␍ if only some lines have one. */
function withLineEnd(line: string, crlf: Scanned['crlf']): string {
  if (crlf === 'none' || !line.endsWith('\r')) return line;
  return line.slice(0, -1) + (crlf === 'some' ? '␍' : '');
}

const clipped = (line: string): string =>
  line.length <= MAX_LINE_CHARACTERS
    ? line
    : `${line.slice(0, MAX_LINE_CHARACTERS)}… (${line.length - MAX_LINE_CHARACTERS} characters more)`;
