// Tools for the work folder of a build: every agent may read its files, and each may write its own outputs only. Given to agents by
// run-role.ts.
import * as z from 'zod';
import type { Tool } from '../../../agent/tool.js';
import { UserError } from '../../../ports/errors.js';
import type { Workspace } from '../../../ports/index.js';

/** In characters. */
const MAX_READ = 100_000;
const path = z.string().min(1).max(1000).describe('Path that begins with `work/cmd_NNN/`.');

/** What an agent of a build may read and write. */
export interface WorkFiles {
  /** The work folder. It refuses paths outside of it. */
  readonly workspace: Workspace;
  /** The path that agents use: `work/cmd_007/`. */
  readonly name: string;
  /** Files that this agent may write, and folders (ending in `/`) below which it may. */
  readonly outputs: readonly string[];
}

/** `work-read`, `work-list` and `work-write`. */
export function workTools({ workspace, name, outputs }: WorkFiles): readonly Tool[] {
  const pathInFolder = (given: string): string => {
    const plain = given.replace(/^\.\//, '');
    if (!plain.startsWith(name)) throw notReadable(given, name);
    return plain.slice(name.length);
  };
  return [
    {
      name: 'work-read',
      description: 'Reads a file of this run: the request, the plan, a task, a result.',
      input: z.strictObject({ path }),
      isReadOnly: true,
      run: (input) =>
        asToolResult(async () => {
          const bytes = await workspace.read(pathInFolder(String(field(input, 'path'))));
          if (bytes === null) return { text: 'There is no such file.', failed: true };
          const text = Buffer.from(bytes).toString('utf8');
          return { text: text.length > MAX_READ ? `${text.slice(0, MAX_READ)}\n[cut]` : text };
        }),
    },
    {
      name: 'work-list',
      description: 'Lists a folder of this run.',
      input: z.strictObject({ path }),
      isReadOnly: true,
      run: (input) =>
        asToolResult(async () => {
          const folder = pathInFolder(`${String(field(input, 'path')).replace(/\/$/, '')}/`).replace(/\/$/, '');
          const entries = await workspace.list(folder === '' ? '.' : folder);
          return { text: entries.map((each) => `${each.name}${each.kind === 'folder' ? '/' : ''}`).join('\n') };
        }),
    },
    {
      name: 'work-write',
      description: `Writes a whole file of this run. You may write: ${outputs.map((file) => name + file).join(', ')}.`,
      input: z.strictObject({ path, content: z.string().max(2_000_000) }),
      isReadOnly: false,
      run: (input) =>
        asToolResult(async () => {
          const file = pathInFolder(String(field(input, 'path')));
          const isOutput = outputs.some((each) => (each.endsWith('/') ? file.startsWith(each) : file === each));
          if (!isOutput) return { text: `Refused: ${name}${file} is not one of your output files.`, failed: true };
          await workspace.write(file, Buffer.from(String(field(input, 'content'))));
          return { text: 'Written.' };
        }),
    },
  ];
}

const field = (input: unknown, key: string): unknown => (input as Readonly<Record<string, unknown>>)[key];

/** A refused path becomes a result that the agent sees. Other errors are thrown. */
async function asToolResult(work: () => Promise<{ text: string; failed?: boolean }>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) return { text: error.message, failed: true };
    throw error;
  }
}

const notReadable = (found: string, name: string): UserError =>
  new UserError({
    expected: `a path that begins with ${name}`,
    found,
    remedy: 'For files of the repository use the other tools.',
  });
