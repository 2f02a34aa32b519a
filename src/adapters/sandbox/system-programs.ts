// What all files of the sandbox need: finding programs of the system (never those of the tree), listing the entries of a tree, and the error of a
// level that does not work.

import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** The path of a program that crew itself starts; null if it is not installed. Programs in the tree (`root`) are never used, whatever PATH says. */
export function which(name: string, { root, PATH }: { readonly root: string; readonly PATH: string }): string | null {
  const folders = [...PATH.split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/bin', '/bin'];
  const files = folders
    .filter((folder) => path.isAbsolute(folder) && !contains(root, folder))
    .map((folder) => path.join(folder, name));
  return files.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** PATH for system tools that crew starts as another user. */
export const SAFE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether a path is a folder or lies below it. */
export const contains = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** The reason why a level does not work on this machine. */
export class LevelUnavailable extends Error {
  /** What the system reported. */
  readonly found: string;
  readonly remedy: string;

  constructor({ found, remedy }: { readonly found: string; readonly remedy: string }) {
    super(found);
    this.name = 'LevelUnavailable';
    this.found = found;
    this.remedy = remedy;
  }
}

/** An entry of a tree, as `find` reports it. */
export interface FoundEntry {
  /** Absolute path. */
  readonly at: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const KINDS: Readonly<Record<string, FoundEntry['kind']>> = { f: 'file', d: 'folder', l: 'link' };

/**
 * All entries of a folder that match `tests` (arguments of `find`), parents before children, links not followed. Uses `find`, since a
 * tree with packages has a hundred thousand entries and Node would take as long as opening the sandbox.
 */
export function findEntries(root: string, tests: readonly string[]): Promise<readonly FoundEntry[]> {
  const args = [root, '-mindepth', '1', ...tests, '-printf', '%y%p\\0'];
  return new Promise((resolve, reject) => {
    execFile('find', args, { cwd: '/', env: { PATH: SAFE_PATH }, maxBuffer: 1 << 28 }, (error, stdout) => {
      // Exit code 1 means that a folder is unreadable. A command in the sandbox has no more rights, so it cannot read it either.
      if (error && error.code !== 1)
        reject(new LevelUnavailable({ found: `find: ${error.message}`, remedy: 'Install findutils.' }));
      else resolve(stdout.split('\0').filter(Boolean).map(entryOf));
    });
  });
}

const entryOf = (line: string): FoundEntry => ({ at: line.slice(1), kind: KINDS[line.slice(0, 1)] ?? 'other' });
