import * as z from 'zod';
import type { GuardedTool } from '../gate.js';
import * as kinds from './kinds.js';
import { named } from './shown.js';

const input = z.strictObject({ path: kinds.path.optional().describe('the folder; the root of the tree by default') });

const MARKS = { file: '', folder: '/', link: ' (link)', other: ' (device, pipe or socket)' } as const;
const MOST = 500;

/** Lists the entries of a folder. */
export const list: GuardedTool<z.infer<typeof input>> = {
  name: 'list',
  description:
    'Lists the entries of one folder by name; folders end with a slash. To find files by a pattern, use glob.',
  input,
  reads: true,
  touches: ({ path = '.' }) => [{ tool: 'Read', command: path }],
  async act({ path = '.' }, { workspace }) {
    const entries = (await workspace.list(path)).filter(({ name }) => name !== '.git');
    if (entries.length === 0) return { text: `${named(path)} is empty.` };
    const lines = entries.slice(0, MOST).map(({ name, kind }) => named(name) + MARKS[kind]);
    return { text: [...lines, ...more(entries.length - MOST)].join('\n') };
  },
};

/** A line with the number of entries that were left out. */
export const more = (left: number): readonly string[] => (left > 0 ? [`${left.toLocaleString('en')} more`] : []);
