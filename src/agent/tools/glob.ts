import * as z from 'zod';
import type { GuardedTool } from '../gate.js';
import * as kinds from './kinds.js';
import { more } from './list.js';
import { named } from './shown.js';

const input = z.strictObject({
  pattern: kinds
    .phrase(500)
    .describe('such as *.ts or src/**/*.{ts,js}; a pattern without a slash matches names in every folder'),
  under: kinds.path.optional().describe('the folder to search in'),
});

const MOST = 300;

/** Finds files by their names. */
export const glob: GuardedTool<z.infer<typeof input>> = {
  name: 'glob',
  description: 'Finds files by name and returns their sorted paths. Skips files ignored by .gitignore.',
  input,
  reads: true,
  touches: ({ pattern, under }) => [
    { tool: 'Glob', command: pattern },
    ...(under === undefined ? [] : [{ tool: 'Glob', command: under }]),
  ],
  async act({ pattern, under }, { workspace }) {
    const files = await workspace.files({ under, globs: [pattern] });
    if (files.length === 0) return { text: `No file matches ${named(pattern)}.` };
    return { text: [...files.slice(0, MOST).map(named), ...more(files.length - MOST)].join('\n') };
  },
};
