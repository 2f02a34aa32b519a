// Which packages a change touches: those that own a changed file, and all that use them, however far.
import { folderOf } from './folders.js';
import type { Package } from './step.js';

/** Files at a package's root that others build on: with one of them changed, everything is. */
const SHARED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|uv\.lock|poetry\.lock|go\.work(?:\.sum)?|Cargo\.lock|package\.json|pnpm-workspace\.yaml|pyproject\.toml|Cargo\.toml|tsconfig[\w.-]*\.json|turbo\.json|nx\.json)$/;

/** The packages that changed files reach. Files that belong to nobody reach the packages of the root alone. */
export function affected(packages: readonly Package[], changed: readonly string[]): readonly Package[] {
  const inner = packages.filter(({ folder }) => folder !== '.');
  const touched = new Set<Package>();
  for (const file of changed) {
    const owners = ownersOf(file, inner);
    const all = owners.length === 0 && folderOf(file) === '.' && SHARED.test(file);
    for (const each of all ? packages : owners.length > 0 ? owners : packages.filter(({ folder }) => folder === '.'))
      touched.add(each);
  }
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const each of packages) if (usesOne(each, touched)) touched.add(each);
  }
  return packages.filter((each) => touched.has(each));
}

/** The innermost packages around a file; several ecosystems may share a folder. */
function ownersOf(file: string, packages: readonly Package[]): readonly Package[] {
  const around = packages.filter(({ folder }) => file.startsWith(`${folder}/`));
  const deepest = Math.max(0, ...around.map(({ folder }) => folder.length));
  return around.filter(({ folder }) => folder.length === deepest);
}

function usesOne({ ecosystem, uses }: Package, touched: ReadonlySet<Package>): boolean {
  return [...touched].some((each) => each.ecosystem === ecosystem && uses.includes(each.name));
}
