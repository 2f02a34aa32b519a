// The tool `glob`: finds files by their names.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import * as schemas from './input-schemas.js';
import { omittedLine } from './list.js';
import { pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  pattern: schemas
    .phrase(500)
    .describe('such as *.ts or src/**/*.{ts,js}; a pattern without a slash matches names in every folder'),
  under: schemas.path.optional().describe('the folder to search in'),
});

const MAX_PATHS = 300;

/** Finds files by their names. */
export const glob: GuardedTool<z.infer<typeof input>> = {
  name: 'glob',
  description: 'Finds files by name and returns their sorted paths. Skips files ignored by .gitignore.',
  input,
  isReadOnly: true,
  touches: ({ pattern, under }) => [
    { tool: 'Glob', command: pattern },
    ...(under === undefined ? [] : [{ tool: 'Glob', command: under }]),
  ],
  async run({ pattern, under }, { workspace }) {
    const files = await workspace.files({ under, globs: [pattern] });
    if (files.length === 0) return { text: `No file matches ${pathOnOneLine(pattern)}.` };
    return {
      text: [...files.slice(0, MAX_PATHS).map(pathOnOneLine), ...omittedLine(files.length - MAX_PATHS)].join('\n'),
    };
  },
};
