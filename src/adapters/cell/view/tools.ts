import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Mount, read } from './mount.js';
import { SYSTEM } from './system.js';

/** Beside a folder of programs lies what they need. What else lies there (`~/.local/share`, `~/.cargo`) may hold secrets. */
const BESIDE = [
  'bin',
  'sbin',
  'shims',
  'lib',
  'lib64',
  'libexec',
  'include',
  'versions',
  'plugins',
  'toolchains',
  'version',
];
const PROGRAMS = /^(?:bin|sbin|shims)$/;

export interface ToolsAsk {
  readonly root: string;
  readonly PATH: string;
  /** The person's, of which nothing else is shown. */
  readonly home: string;
}

/** Runtimes that were installed beside the system's, found by the PATH: a version manager's folder in the home, a runner's tool cache. */
export function toolView({ root, PATH, home }: ToolsAsk): readonly Mount[] {
  const seen = [...SYSTEM, root];
  const folders = [path.dirname(process.execPath), ...PATH.split(path.delimiter)]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.resolve(folder))
    .filter((folder) => !seen.some((top) => isIn(top, folder)))
    .flatMap((folder) => (PROGRAMS.test(path.basename(folder)) ? beside(path.dirname(folder)) : [folder]));
  const shown = [...folders, ...rustup(PATH)].filter((folder) => !isIn(folder, home) && !isIn(folder, root));
  const there = [...new Set(shown)].filter(existsSync);
  return there.filter((folder) => !there.some((other) => other !== folder && isIn(other, folder))).map(read);
}

/** Where rustup's own programs look for the toolchains, since the home is another one. */
export function toolVariables(PATH: string): Readonly<Record<string, string>> {
  const [home] = rustup(PATH);
  return home === undefined ? {} : { RUSTUP_HOME: home };
}

const beside = (folder: string) => BESIDE.map((name) => path.join(folder, name));

function rustup(PATH: string): readonly string[] {
  return PATH.split(path.delimiter)
    .filter((folder) => folder.endsWith('/.cargo/bin'))
    .map((folder) => path.resolve(folder, '../../.rustup'))
    .filter(existsSync);
}

/** Whether a path is a folder, or lies below it. */
export const isIn = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
