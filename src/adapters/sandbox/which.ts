import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { isIn } from './mounts/tools.js';

/** The path of a program that crew itself starts. Programs in the tree are never used, whatever PATH says. */
export function which(name: string, { root, PATH }: { readonly root: string; readonly PATH: string }): string | null {
  const folders = [...PATH.split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/bin', '/bin'];
  const files = folders
    .filter((folder) => path.isAbsolute(folder) && !isIn(root, folder))
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
