// A tree of files on disk, as services, adapters, the Action and the command line open it. A path is checked as text, then with links
// resolved (paths.ts). Then the file is opened and checked again (read.ts), or reached folder by folder without following links
// (open-folder.ts, write.ts).
import { realpathSync } from 'node:fs';
import { UserError } from '../../ports/errors.js';
import type { Workspace } from '../../ports/index.js';
import { filesOf } from './files.js';
import { codeOf, shownPath } from './paths.js';
import { entryAt, listFolder, readBytes } from './read.js';
import { searchIn } from './search.js';
import { removeFile, writeBytes } from './write.js';

export { agentView, outputIn, storeOutputs } from './agent-view.js';
export { copyOf } from './copy.js';
export { applyDiff } from './diff/apply.js';

/** The tree in a folder. */
export function openWorkspace(folder: string): Workspace {
  const root = rootAt(folder);
  return {
    root,
    entryAt: async (path) => entryAt(root, path),
    read: async (path, range) => readBytes(root, path, range),
    write: async (path, bytes, mode) => writeBytes(root, { path, bytes, mode }),
    remove: async (path) => removeFile(root, path),
    list: async (path) => listFolder(root, path),
    files: (query) => filesOf(root, query),
    search: (query) => searchIn(root, query),
  };
}

function rootAt(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    throw new UserError(
      { expected: 'a folder', found: `${codeOf(error)} at ${shownPath(folder)}`, remedy: 'Name an existing folder.' },
      { cause: error },
    );
  }
}
