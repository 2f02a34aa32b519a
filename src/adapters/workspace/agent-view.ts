// A tree as an agent sees it: without crew's own folder, except for stored outputs.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SearchOptions, Workspace } from '../../ports/index.js';
import { codeOf } from './paths.js';

interface CrewFolders {
  /** crew's home, inside the tree or not. */
  readonly home: string;
  /** The folder of outputs that were too long to show. */
  readonly outputs: string;
}

/** The tree without crew's own folder. `open` opens the folder of outputs when it is first needed. */
export function agentView<Tree extends Workspace>(
  tree: Tree,
  { home, outputs, open }: CrewFolders & { readonly open: (folder: string) => Workspace },
): Tree {
  const at = relative(tree.root, realOf(home));
  const isBelow = at !== '' && !at.startsWith('..');
  const lies = (file: string) => isBelow && (file === at || file.startsWith(`${at}/`));
  // Excluded in the search itself, so that hidden matches do not count against the limit.
  const seen = ({ globs = [], ...ask }: SearchOptions): SearchOptions => ({
    ...ask,
    globs: [...globs, `!/${literal(at)}/**`],
  });
  const place = (path: string): { readonly in: Workspace; readonly path: string } => {
    const name = outputIn({ outputs, path: resolve(tree.root, path) });
    return name === null ? { in: tree, path } : { in: open(outputs), path: name };
  };
  return {
    ...tree,
    entryAt: async (path) => {
      const there = place(path);
      return there.in.entryAt(there.path);
    },
    read: async (path, range) => {
      const there = place(path);
      return there.in.read(there.path, range);
    },
    list: async (folder) =>
      (await tree.list(folder)).filter(({ name }) => !lies(relative(tree.root, resolve(tree.root, folder, name)))),
    files: async (ask) => (await tree.files(ask)).filter((file) => !lies(file)),
    search: (ask) => tree.search(isBelow ? seen(ask) : ask),
  };
}

/** The file name of the stored output that an absolute path names, or null. */
export function outputIn({ outputs, path }: Pick<CrewFolders, 'outputs'> & { readonly path: string }): string | null {
  const name = basename(path);
  if (!isOutput(name)) return null;
  return [resolve(outputs), realOf(outputs)].includes(dirname(path)) ? name : null;
}

const literal = (path: string): string => path.replace(/[\\*?[\]{}!]/g, '\\$&');

/** The real path, also of a path that does not exist yet. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const above = dirname(resolve(path));
    return above === path ? path : join(realOf(above), basename(path));
  }
}

/** The limit per output, so that a command with endless output does not fill the disk. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Whether a file name is that of a stored output. */
const isOutput = (name: string): boolean => /^output-[0-9a-f]{8}\.log$/.test(name);

/** Stores outputs as files in a folder. `shownAs` is the folder's name in messages. */
export function storeOutputs(folder: string, shownAs = folder) {
  return () => {
    const name = `output-${randomUUID().slice(0, 8)}.log`;
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    const fd = openSync(file, 'wx', 0o600);
    let room = MAX_OUTPUT_BYTES;
    return {
      // Synchronous, because queued writes would hold the output in memory.
      add(chunk: Uint8Array): void {
        if (room > 0) writeSync(fd, chunk, 0, Math.min(chunk.length, room));
        room -= chunk.length;
      },
      async close(wanted: boolean): Promise<string | null> {
        closeSync(fd);
        if (!wanted) rmSync(file, { force: true });
        return wanted ? `${join(shownAs, name)}${room < 0 ? ` (its first ${MAX_OUTPUT_BYTES} bytes)` : ''}` : null;
      },
    };
  };
}
