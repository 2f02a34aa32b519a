// Mounts for runtimes and tools that are installed outside the system folders, such as version managers and virtual environments. Used by
// the pool.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { contains } from '../system-programs.js';
import { type Mount, mountReadOnly } from './mount.js';
import { SYSTEM_FOLDERS } from './system.js';

/** Folders beside a `bin` folder that its programs need. Other folders there (`~/.local/share`, `~/.cargo`) may hold secrets. */
const SIBLING_FOLDERS = [
  'bin',
  'sbin',
  'shims',
  'lib',
  'lib64',
  'libexec',
  'include',
  'versions',
  'plugins',
  'installs',
  'tools',
  'toolchains',
  'version',
];
const PROGRAM_FOLDERS = /^(?:bin|sbin|shims)$/;

export interface ToolsOptions {
  readonly root: string;
  readonly PATH: string;
  /** The user's home. Only the folders of version managers in it are mounted. */
  readonly home: string;
}

/**
 * Mounts of runtimes and tools outside the system folders: every folder of PATH, the targets of links in it (version managers use links
 * or shims), virtual environments, and the folders where version managers install programs.
 */
export function toolView({ root, PATH, home }: ToolsOptions): readonly Mount[] {
  const alreadyMounted = [...SYSTEM_FOLDERS, root];
  const folders = [path.dirname(process.execPath), ...PATH.split(path.delimiter)]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.resolve(folder))
    .filter((folder) => !alreadyMounted.some((top) => contains(top, folder)));
  const linked = folders.flatMap(linksIn).filter((folder) => !alreadyMounted.some((top) => contains(top, folder)));
  const shown = [
    ...[...folders, ...folders.flatMap(realFolder), ...linked].flatMap(neededFolders),
    ...managedFolders(home).map(({ folder }) => folder),
    ...rustupFolders(PATH),
  ].filter((folder) => !contains(folder, home) && !contains(folder, root));
  const existing = [...new Set(shown)].filter(existsSync);
  return existing
    .filter((folder) => !existing.some((other) => other !== folder && contains(other, folder)))
    .map(mountReadOnly);
}

/** The folders beside a folder of programs. A virtual environment is mounted whole, because Python reads its configuration there. */
function neededFolders(folder: string): readonly string[] {
  const above = path.dirname(folder);
  if (!PROGRAM_FOLDERS.test(path.basename(folder))) return [folder];
  return existsSync(path.join(above, 'pyvenv.cfg')) ? [above] : siblingFolders(above);
}

/** A PATH entry may be a link itself, as with fnm. */
function realFolder(folder: string): readonly string[] {
  try {
    const real = realpathSync(folder);
    return real === folder ? [] : [real];
  } catch {
    return [];
  }
}

/** Limit of links examined per folder; `/usr/bin` is not examined. */
const MAX_PROGRAMS = 2000;

/** The targets of a folder's links: their `node_modules` folder, their `bin` folder, or else the single file. */
function linksIn(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).slice(0, MAX_PROGRAMS);
    const targets = links.flatMap((entry) =>
      entry.isSymbolicLink() ? realFolder(path.join(folder, entry.name)).map(targetOf) : [],
    );
    return [...new Set(targets)];
  } catch {
    return [];
  }
}

/** A package's program loads other files of the package, and the packages beside it. */
function targetOf(real: string): string {
  const [, packages] = /^(.*?\/node_modules)\//.exec(real) ?? [];
  if (packages !== undefined) return packages;
  return PROGRAM_FOLDERS.test(path.basename(path.dirname(real))) ? path.dirname(real) : real;
}

interface Managed {
  /** Relative to the user's home. */
  readonly at: string;
  /** The variable that names the folder, since HOME is another one in the sandbox. */
  readonly variable: string;
}

/** Default folders of version and package managers. */
const MANAGED: readonly Managed[] = [
  { at: '.volta', variable: 'VOLTA_HOME' },
  { at: '.asdf', variable: 'ASDF_DATA_DIR' },
  { at: '.local/share/mise', variable: 'MISE_DATA_DIR' },
  { at: '.pyenv', variable: 'PYENV_ROOT' },
  { at: '.rbenv', variable: 'RBENV_ROOT' },
  { at: '.nodenv', variable: 'NODENV_ROOT' },
  { at: '.cache/node/corepack', variable: 'COREPACK_HOME' },
  { at: '.cache/ms-playwright', variable: 'PLAYWRIGHT_BROWSERS_PATH' },
  { at: '.cache/puppeteer', variable: 'PUPPETEER_CACHE_DIR' },
  { at: '.cache/pypoetry/virtualenvs', variable: 'POETRY_VIRTUALENVS_PATH' },
  { at: '.local/share/virtualenvs', variable: 'WORKON_HOME' },
  { at: '.local/share/uv/python', variable: 'UV_PYTHON_INSTALL_DIR' },
];

const managedFolders = (home: string): readonly { readonly folder: string; readonly variable: string }[] =>
  MANAGED.map(({ at, variable }) => ({ folder: path.join(home, at), variable })).filter(({ folder }) =>
    existsSync(folder),
  );

/** Variables that tell version managers and Python where their folders are. */
export function toolVariables(PATH: string, home: string): Readonly<Record<string, string>> {
  const [toolchains] = rustupFolders(PATH);
  const userBase = path.join(home, '.local');
  const hasUserPackages =
    existsSync(path.join(userBase, 'lib')) &&
    readdirSync(path.join(userBase, 'lib')).some((name) => /^python3/.test(name));
  return {
    ...Object.fromEntries(managedFolders(home).map(({ folder, variable }) => [variable, folder])),
    ...(toolchains === undefined ? {} : { RUSTUP_HOME: toolchains }),
    ...(hasUserPackages ? { PYTHONUSERBASE: userBase } : {}),
  };
}

const siblingFolders = (folder: string) => SIBLING_FOLDERS.map((name) => path.join(folder, name));

/** rustup's folder, which holds the toolchains, for each `.cargo/bin` in PATH. */
function rustupFolders(PATH: string): readonly string[] {
  return PATH.split(path.delimiter)
    .filter((folder) => folder.endsWith('/.cargo/bin'))
    .map((folder) => path.resolve(folder, '../../.rustup'))
    .filter(existsSync);
}
