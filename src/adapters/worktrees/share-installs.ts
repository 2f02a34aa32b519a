// Copies installed npm packages to another tree that declares the same dependencies, so that it need not install them. Used by
// run-repository, and by base-commit through index.ts.
import { constants, copyFile, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../git/index.js';

/** The parts of a manifest that decide what is installed. */
const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'bundleDependencies',
  'bundledDependencies',
  'overrides',
  'resolutions',
  'workspaces',
  'packageManager',
  'pnpm',
] as const;

/**
 * Whether two trees without a lock file declare the same dependencies. Then the installed packages of the first fit the second too; an
 * installation could choose newer versions. `folders` are the `node_modules` folders; the manifests beside them are compared.
 */
async function declareSameDependencies(input: {
  readonly from: string;
  readonly to: string;
  readonly folders: readonly string[];
}): Promise<boolean> {
  const packages = ['.', ...input.folders.map((folder) => path.dirname(folder))];
  const dependenciesOf = async (root: string) =>
    JSON.stringify(await Promise.all([...new Set(packages)].map((each) => dependenciesIn(path.join(root, each)))));
  const [one, other] = await Promise.all([dependenciesOf(input.from), dependenciesOf(input.to)]);
  return one === other && one !== JSON.stringify([null]);
}

/** The dependency fields of a folder's package.json; null if it is missing or invalid. */
async function dependenciesIn(folder: string): Promise<unknown> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => 'null');
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null) return null;
    const all = Object.entries(manifest).filter(([key]) => DEPENDENCY_FIELDS.some((each) => each === key));
    return sorted(Object.fromEntries(all));
  } catch {
    return null;
  }
}

/** Sorts keys, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface TreeCopy {
  readonly from: string;
  readonly to: string;
  /** Absolute links into the first tree are rewritten to the second. */
  readonly roots: { readonly from: string; readonly to: string };
}

/** Cache folders of tools, which must not be shared between trees. */
const TOOL_CACHES = new Set(['.cache', '.vite', '.vitest', '.turbo', '.parcel-cache']);

/** Copies a folder without the caches of tools. */
async function copyTree({ from, to, roots }: TreeCopy): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => copyOneFile(path.join(from, name), path.join(to, name))));
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(retarget(await readlink(source), roots), target);
    else if (entry.isDirectory() && !TOOL_CACHES.has(entry.name)) await copyTree({ from: source, to: target, roots });
  }
}

function retarget(target: string, { from, to }: TreeCopy['roots']): string {
  return target === from || target.startsWith(from + path.sep) ? to + target.slice(from.length) : target;
}

/** Copies a file as a reflink where the file system supports it. Never a hard link: a command that writes into a package would change the other tree. */
const copyOneFile = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);

const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];
/** Besides the lock file, these decide what is installed. */
const SETTINGS = ['.npmrc', '.yarnrc.yml', '.pnpmfile.cjs', 'pnpm-workspace.yaml'];
/** The output of these scripts would be missing in a tree that does not install. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];
/** Maximum depth of packages in a monorepo. */
const MAX_DEPTH = 4;

export interface SharedInstalls {
  /** The shared folders, relative to the root; if empty, the tree installs its own packages. */
  readonly folders: readonly string[];
  /** The reason, for the log. */
  readonly why: string;
}

/**
 * Copies `node_modules` to another tree. A link would not do: relative links of monorepo packages would lead to the wrong tree. Packages
 * that git tracks are not copied: they are part of the change.
 */
export async function shareInstalls({ from, to }: { from: string; to: string }): Promise<SharedInstalls> {
  // A lock file that only the working tree has (ignored or new) says nothing about the other tree.
  const locks = (await Promise.all(LOCK_FILES.map((file) => isSame({ from, to }, file)))).filter(
    (each) => each !== 'new',
  );
  const settings = await Promise.all(SETTINGS.map((file) => isSame({ from, to }, file)));
  if ([...locks, ...settings].some((each) => each === 'differs' || each === 'new'))
    return { folders: [], why: 'the lock files or settings differ' };
  if (await buildsAtInstall(to)) return { folders: [], why: 'an install script builds in the tree' };
  const folders = await installedIn(from);
  if (folders.length === 0) return { folders, why: 'nothing is installed' };
  if (await isTracked(from, folders)) return { folders: [], why: 'git tracks installed packages' };
  if (!locks.includes('same') && !(await declareSameDependencies({ from, to, folders })))
    return { folders: [], why: 'there is no lock file, and the declared dependencies differ' };
  for (const folder of folders)
    await copyTree({ from: path.join(from, folder), to: path.join(to, folder), roots: { from, to } });
  return { folders, why: 'both declare the same dependencies' };
}

async function isSame(
  { from, to }: { from: string; to: string },
  file: string,
): Promise<'same' | 'differs' | 'new' | 'none'> {
  const [a, b] = await Promise.all([from, to].map((root) => readFile(path.join(root, file)).catch(() => null)));
  if (!b) return a ? 'new' : 'none';
  return a?.equals(b) ? 'same' : 'differs';
}

async function buildsAtInstall(root: string): Promise<boolean> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8').catch(() => '{}');
  try {
    const { scripts = {} } = JSON.parse(text) as { scripts?: Readonly<Record<string, unknown>> };
    return INSTALL_SCRIPTS.some((name) => typeof scripts[name] === 'string');
  } catch {
    return true;
  }
}

async function installedIn(root: string, below = '', depth = 0): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const folder = path.join(below, entry.name);
    if (!entry.isDirectory() || entry.name === '.git') continue;
    if (entry.name === 'node_modules') found.push(folder);
    else if (depth < MAX_DEPTH) found.push(...(await installedIn(root, folder, depth + 1)));
  }
  return found;
}

/** Whether git tracks anything in these folders; false outside a clone. */
async function isTracked(root: string, folders: readonly string[]): Promise<boolean> {
  let isFound = false;
  const each = (): false => {
    isFound = true;
    return false;
  };
  // Checks the commit and the index. `:(literal)` avoids pathspec patterns.
  await runGit(root, { args: ['ls-tree', '--name-only', '-z', 'HEAD', '--', ...folders], separator: '\0', each });
  const literal = folders.map((folder) => `:(literal)${folder}`);
  await runGit(root, { args: ['ls-files', '-z', '--', ...literal], separator: '\0', each });
  return isFound;
}
