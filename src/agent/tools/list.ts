// The tool `list`: lists the entries of a folder. glob.ts uses its line about omitted entries.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import * as schemas from './input-schemas.js';
import { pathOnOneLine } from './visible-text.js';

const input = z.strictObject({ path: schemas.path.optional().describe('the folder; the root of the tree by default') });

const MARKS = { file: '', folder: '/', link: ' (link)', other: ' (device, pipe or socket)' } as const;
const MAX_ENTRIES = 500;

/** Lists the entries of a folder. */
export const list: GuardedTool<z.infer<typeof input>> = {
  name: 'list',
  description:
    'Lists the entries of one folder by name; folders end with a slash. To find files by a pattern, use glob.',
  input,
  isReadOnly: true,
  touches: ({ path = '.' }) => [{ tool: 'Read', command: path }],
  async run({ path = '.' }, { workspace }) {
    const entries = (await workspace.list(path)).filter(({ name }) => name !== '.git');
    if (entries.length === 0) return { text: `${pathOnOneLine(path)} is empty.` };
    const lines = entries.slice(0, MAX_ENTRIES).map(({ name, kind }) => pathOnOneLine(name) + MARKS[kind]);
    return { text: [...lines, ...omittedLine(entries.length - MAX_ENTRIES)].join('\n') };
  },
};

/** A line with the number of entries that were left out. */
export const omittedLine = (left: number): readonly string[] => (left > 0 ? [`${left.toLocaleString('en')} more`] : []);
