// Shares installed packages between two trees that need the same ones.
import { constants, copyFile, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../git/index.js';

/** The parts of a manifest that decide what is installed. */
const NEEDS = [
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
 * Whether two trees without a lock file declare the same dependencies. Then the installed packages fit both, better than newer ones from
 * the registry. `folders` contain installed packages; the manifests beside them are compared.
 */
async function asksForTheSame(input: {
  readonly from: string;
  readonly to: string;
  readonly folders: readonly string[];
}): Promise<boolean> {
  const packages = ['.', ...input.folders.map((folder) => path.dirname(folder))];
  const needs = async (root: string) =>
    JSON.stringify(await Promise.all([...new Set(packages)].map((each) => needsIn(path.join(root, each)))));
  const [one, other] = await Promise.all([needs(input.from), needs(input.to)]);
  return one === other && one !== JSON.stringify([null]);
}

/** Null if the manifest is missing or invalid. */
async function needsIn(folder: string): Promise<unknown> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => 'null');
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null) return null;
    const all = Object.entries(manifest).filter(([key]) => NEEDS.some((each) => each === key));
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

interface ToCopy {
  readonly from: string;
  readonly to: string;
  /** Absolute links into the one tree are rewritten to the other. */
  readonly roots: { readonly from: string; readonly to: string };
}

/** Cache folders of tools, which must not be shared between trees. */
const OWN = new Set(['.cache', '.vite', '.vitest', '.turbo', '.parcel-cache']);

/** Copies a folder; later writes to one copy do not affect the other. */
async function copyTree({ from, to, roots }: ToCopy): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => copy(path.join(from, name), path.join(to, name))));
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(leads(await readlink(source), roots), target);
    else if (entry.isDirectory() && !OWN.has(entry.name)) await copyTree({ from: source, to: target, roots });
  }
}

function leads(target: string, { from, to }: ToCopy['roots']): string {
  return target === from || target.startsWith(from + path.sep) ? to + target.slice(from.length) : target;
}

/** A reflink where the file system supports it. Never a hard link: a command that writes into a package would change the other tree. */
const copy = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];
/** Besides the lock file, these decide what is installed. */
const SETTINGS = ['.npmrc', '.yarnrc.yml', '.pnpmfile.cjs', 'pnpm-workspace.yaml'];
/** The output of these scripts would be missing in a tree that does not install. */
const BUILDS = ['preinstall', 'install', 'postinstall', 'prepare'];
/** Maximum depth of packages in a monorepo. */
const DEEP = 4;

export interface Shared {
  /** The shared folders, relative to the root; if empty, the tree installs its own packages. */
  readonly folders: readonly string[];
  readonly why: string;
}

/**
 * Copies `node_modules` to another tree. A link would not do: relative links of monorepo packages would lead to the wrong tree. Packages
 * that are tracked by git are part of the change, maybe written by its author, and are not shared.
 */
export async function shareInstalls({ from, to }: { from: string; to: string }): Promise<Shared> {
  // A lock file that only the working tree has (ignored or new) says nothing about the other tree.
  const locks = (await Promise.all(LOCKS.map((file) => isSame({ from, to }, file)))).filter((each) => each !== 'new');
  const settings = await Promise.all(SETTINGS.map((file) => isSame({ from, to }, file)));
  if ([...locks, ...settings].some((each) => each === 'differs' || each === 'new'))
    return { folders: [], why: 'what is to be installed differs' };
  if (await buildsAtInstall(to)) return { folders: [], why: 'it builds while it installs' };
  const folders = await installedIn(from);
  if (folders.length === 0) return { folders, why: 'nothing is installed' };
  if (await tracks(from, folders)) return { folders: [], why: 'what is installed there is a part of the commit' };
  if (!locks.includes('same') && !(await asksForTheSame({ from, to, folders })))
    return { folders: [], why: 'without a lock file, what they ask for differs' };
  for (const folder of folders)
    await copyTree({ from: path.join(from, folder), to: path.join(to, folder), roots: { from, to } });
  return { folders, why: 'both ask for the very same' };
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
    return BUILDS.some((name) => typeof scripts[name] === 'string');
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
    else if (depth < DEEP) found.push(...(await installedIn(root, folder, depth + 1)));
  }
  return found;
}

/** Whether git tracks anything in these folders; false outside a clone. */
async function tracks(root: string, folders: readonly string[]): Promise<boolean> {
  let known = false;
  const each = (): false => {
    known = true;
    return false;
  };
  // Checks the commit and the index. `:(literal)` avoids pathspec patterns.
  await runGit(root, { args: ['ls-tree', '--name-only', '-z', 'HEAD', '--', ...folders], separator: '\0', each });
  const literal = folders.map((folder) => `:(literal)${folder}`);
  await runGit(root, { args: ['ls-files', '-z', '--', ...literal], separator: '\0', each });
  return known;
}
