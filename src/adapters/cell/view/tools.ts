import { existsSync, readdirSync, realpathSync } from 'node:fs';
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
  'installs',
  'tools',
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

/**
 * Runtimes and tools that were installed beside the system's: every folder of the PATH, what its programs link to (version managers put
 * links or shims there), virtual environments wherever they are, and the folders in which version managers keep what their shims start.
 */
export function toolView({ root, PATH, home }: ToolsAsk): readonly Mount[] {
  const seen = [...SYSTEM, root];
  const folders = [path.dirname(process.execPath), ...PATH.split(path.delimiter)]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.resolve(folder))
    .filter((folder) => !seen.some((top) => isIn(top, folder)));
  const linked = folders.flatMap(linksIn).filter((folder) => !seen.some((top) => isIn(top, folder)));
  const shown = [
    ...[...folders, ...folders.flatMap(realFolder), ...linked].flatMap(needsOf),
    ...managed(home).map(({ folder }) => folder),
    ...rustup(PATH),
  ].filter((folder) => !isIn(folder, home) && !isIn(folder, root));
  const there = [...new Set(shown)].filter(existsSync);
  return there.filter((folder) => !there.some((other) => other !== folder && isIn(other, folder))).map(read);
}

/** What stands beside a folder of programs; of a virtual environment all, since Python looks for its configuration there. */
function needsOf(folder: string): readonly string[] {
  const above = path.dirname(folder);
  if (!PROGRAMS.test(path.basename(folder))) return [folder];
  return existsSync(path.join(above, 'pyvenv.cfg')) ? [above] : beside(above);
}

/** A folder may be a link itself, as those of fnm are. */
function realFolder(folder: string): readonly string[] {
  try {
    const real = realpathSync(folder);
    return real === folder ? [] : [real];
  } catch {
    return [];
  }
}

/** More programs than these no folder of a version manager has; `/usr/bin` is not looked at. */
const MOST_PROGRAMS = 2000;

/** What the links of a folder lead to: the folder of programs that it stands in, else that file alone. */
function linksIn(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).slice(0, MOST_PROGRAMS);
    const targets = links.flatMap((entry) =>
      entry.isSymbolicLink()
        ? realFolder(path.join(folder, entry.name)).map((real) =>
            PROGRAMS.test(path.basename(path.dirname(real))) ? path.dirname(real) : real,
          )
        : [],
    );
    return [...new Set(targets)];
  } catch {
    return [];
  }
}

interface Managed {
  /** Below the person's home. */
  readonly at: string;
  /** Which variable tells its programs where it is, since the home is another one inside. */
  readonly variable: string;
}

/** Where version and package managers keep what they installed, by their own defaults. */
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

const managed = (home: string): readonly { readonly folder: string; readonly variable: string }[] =>
  MANAGED.map(({ at, variable }) => ({ folder: path.join(home, at), variable })).filter(({ folder }) =>
    existsSync(folder),
  );

/** Where version managers' own programs look for what they start, and Python for what a person installed for themselves. */
export function toolVariables(PATH: string, home: string): Readonly<Record<string, string>> {
  const [toolchains] = rustup(PATH);
  const user = path.join(home, '.local');
  const hasOwn =
    existsSync(path.join(user, 'lib')) && readdirSync(path.join(user, 'lib')).some((name) => /^python3/.test(name));
  return {
    ...Object.fromEntries(managed(home).map(({ folder, variable }) => [variable, folder])),
    ...(toolchains === undefined ? {} : { RUSTUP_HOME: toolchains }),
    ...(hasOwn ? { PYTHONUSERBASE: user } : {}),
  };
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
