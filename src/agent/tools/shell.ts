// The tool `shell`: runs a command line in the sandbox.

import * as z from 'zod';
import type { CommandResult, OutputFile } from '../../ports/index.js';
import type { GuardedTool } from '../guarded-tool.js';
import { excerptOf } from './excerpt.js';
import * as schemas from './input-schemas.js';

const input = z.strictObject({
  command: schemas
    .phrase(20_000)
    .refine((line) => !line.includes('\0'), 'a command holds no NUL')
    .describe('the command line, for bash'),
  folder: schemas.path.optional().describe('the working directory; the root of the tree by default'),
  seconds: schemas.count(1_800).optional().describe('the time limit; 120 by default'),
});

/** The most characters of the output that are shown. */
const MAX_OUTPUT_CHARACTERS = 9_000;

/** Runs a command line in the sandbox. `storeOutput` stores outputs that are too long to show. */
export const shell = (storeOutput?: () => OutputFile): GuardedTool<z.infer<typeof input>> => ({
  name: 'shell',
  description:
    'Runs a command line with bash. Each call gets a new shell without standard input. Returns the exit code and the output of both streams in order; a long output is cut in the middle. Processes that are still running when the command ends are killed.',
  input,
  isReadOnly: false,
  touches: ({ command, folder }) => [
    { tool: 'Bash', command, cwd: folder },
    ...(folder === undefined ? [] : [{ tool: 'Read', command: folder }]),
  ],
  async run({ command, folder = '.', seconds = 120 }, { workspace, sandbox, signal }) {
    const entry = await workspace.entryAt(folder);
    if (entry?.kind !== 'folder') return { text: `There is no folder ${folder}. Nothing was run.`, failed: true };
    const excerpt = excerptOf(MAX_OUTPUT_CHARACTERS);
    const outputFile = storeOutput?.();
    const result = await sandbox.run({
      line: command,
      cwd: absolutePath(workspace.root, folder),
      timeoutMs: seconds * 1_000,
      signal,
      onOutput: (chunk, from) => {
        excerpt.add(chunk, from);
        outputFile?.add(chunk);
      },
    });
    const { text, left } = excerpt.text();
    const storedAs = await outputFile?.close(left > 0);
    const storedNote =
      left > 0
        ? [storedAs ? `All of it: ${storedAs} (for the tool read; no command sees it)` : 'The rest was not kept.']
        : [];
    const lines = [endOf(result, seconds), ...refusalsIn(result), ...storedNote, text.trimEnd() || '(no output)'];
    return { text: lines.join('\n'), failed: !result.started || result.ended !== 'itself' };
  },
});

/** The absolute path of a folder of the tree. */
const absolutePath = (root: string, folder: string): string => (folder.startsWith('/') ? folder : `${root}/${folder}`);

function endOf({ started, exit, ended, signal, ms }: CommandResult, seconds: number): string {
  if (!started) return 'No shell could be started.';
  const after = `after ${(ms / 1_000).toFixed(1)} s`;
  if (ended === 'time-out') return `Killed ${after}: it ran longer than ${seconds} s. What it did before stays.`;
  if (ended === 'cancelled') return `Cancelled ${after}.`;
  if (ended === 'full disk') return `Killed ${after}: the disk is nearly full. Free some space first.`;
  if (ended === 'signal') return `Killed by ${signal ?? 'a signal'} ${after}.`;
  return `exit ${exit} ${after}`;
}

const refusalsIn = ({ refused }: CommandResult): readonly string[] =>
  refused.map(({ host, remedy }) => `The host ${host} was refused. ${remedy}`);
