// A tree as an agent sees it: without crew's own folder (CREW_HOME). Only outputs of commands, which crew stores there, can be read.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SearchOptions, Workspace } from '../../ports/index.js';
import { escapeGlob } from './glob.js';
import { codeOf } from './paths.js';

interface CrewFolders {
  /** crew's home, inside the tree or not. */
  readonly home: string;
  /** The folder of outputs that were too long to show. */
  readonly outputs: string;
}

/** The tree without crew's own folder. `open` opens the folder of outputs when an agent reads from it. */
export function agentView<Tree extends Workspace>(
  tree: Tree,
  { home, outputs, open }: CrewFolders & { readonly open: (folder: string) => Workspace },
): Tree {
  const homePath = relative(tree.root, realPathOf(home));
  const isHomeInTree = homePath !== '' && !homePath.startsWith('..');
  const isInHome = (file: string) => isHomeInTree && (file === homePath || file.startsWith(`${homePath}/`));
  // The search itself excludes crew's folder, so that hidden matches do not count against the limit.
  const withoutHome = ({ globs = [], ...query }: SearchOptions): SearchOptions => ({
    ...query,
    globs: [...globs, `!/${escapeGlob(homePath)}/**`],
  });
  const locate = (path: string): { readonly workspace: Workspace; readonly path: string } => {
    const name = outputIn({ outputs, path: resolve(tree.root, path) });
    return name === null ? { workspace: tree, path } : { workspace: open(outputs), path: name };
  };
  return {
    ...tree,
    entryAt: async (path) => {
      const target = locate(path);
      return target.workspace.entryAt(target.path);
    },
    read: async (path, range) => {
      const target = locate(path);
      return target.workspace.read(target.path, range);
    },
    list: async (folder) =>
      (await tree.list(folder)).filter(({ name }) => !isInHome(relative(tree.root, resolve(tree.root, folder, name)))),
    files: async (query) => (await tree.files(query)).filter((file) => !isInHome(file)),
    search: (query) => tree.search(isHomeInTree ? withoutHome(query) : query),
  };
}

/** The file name of the stored output that an absolute path names, or null. */
export function outputIn({ outputs, path }: Pick<CrewFolders, 'outputs'> & { readonly path: string }): string | null {
  const name = basename(path);
  if (!isOutput(name)) return null;
  return [resolve(outputs), realPathOf(outputs)].includes(dirname(path)) ? name : null;
}

/** The real path. Parts at the end may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const parent = dirname(resolve(path));
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** The limit per output, so that a command with endless output does not fill the disk. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Whether a file name is that of a stored output. */
const isOutput = (name: string): boolean => /^output-[0-9a-f]{8}\.log$/.test(name);

/**
 * Returns a function that opens a file for the output of a command. `close(true)` keeps the file and returns its path for messages, which begins
 * with `shownAs`; `close(false)` deletes it.
 */
export function storeOutputs(folder: string, shownAs = folder) {
  return () => {
    const name = `output-${randomUUID().slice(0, 8)}.log`;
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    const fd = openSync(file, 'wx', 0o600);
    let remaining = MAX_OUTPUT_BYTES;
    return {
      // Synchronous, because queued writes would hold the output in memory.
      add(chunk: Uint8Array): void {
        if (remaining > 0) writeSync(fd, chunk, 0, Math.min(chunk.length, remaining));
        remaining -= chunk.length;
      },
      async close(mayStay: boolean): Promise<string | null> {
        closeSync(fd);
        if (!mayStay) rmSync(file, { force: true });
        return mayStay
          ? `${join(shownAs, name)}${remaining < 0 ? ` (its first ${MAX_OUTPUT_BYTES} bytes)` : ''}`
          : null;
      },
    };
  };
}
