import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** All of a manifest that decides what is installed; its name, its version, its scripts do not. */
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
 * Whether two trees without a lock file ask for the same packages: then what is installed for the one is as right for the other, and
 * better than what the registry has by now. `folders` are those with installed packages; the manifest beside each counts.
 */
export async function asksForTheSame(of: {
  readonly from: string;
  readonly to: string;
  readonly folders: readonly string[];
}): Promise<boolean> {
  const packages = ['.', ...of.folders.map((folder) => path.dirname(folder))];
  const needs = async (root: string) =>
    JSON.stringify(await Promise.all([...new Set(packages)].map((each) => needsIn(path.join(root, each)))));
  const [one, other] = await Promise.all([needs(of.from), needs(of.to)]);
  return one === other && one !== JSON.stringify([null]);
}

/** Null where there is no manifest, or none that can be read. */
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

/** In whichever order it was written. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
