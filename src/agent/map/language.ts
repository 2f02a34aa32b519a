// The description of a programming language for the repository map: patterns for lines and names. The map uses no parser, so it is fast and
// reads invalid files too.

/** How the map reads files of one language. */
export interface Language {
  readonly name: string;
  /** File name extensions, with the dot. */
  readonly endings: readonly string[];
  /** Matches the paths of its tests. */
  readonly tests: RegExp;
  /** Match lines that export names; the first group is one name or several, separated by commas. */
  readonly exports: readonly RegExp[];
  /** Match lines that import another file; the groups are passed to `possibleFiles`. */
  readonly imports: readonly RegExp[];
  /**
   * The possible files of an import, the likeliest first. A path is relative to the root; with a leading slash it matches any path with
   * this end; with a trailing slash it means all files of the folder.
   */
  readonly possibleFiles: (groups: readonly string[], from: string) => readonly string[];
  /** Matches the paths of entry points. */
  readonly entryPoints: RegExp;
}

/** Matches test folders, which have the same names in all languages, or `name`. */
export const testsNamed = (name: string): RegExp =>
  new RegExp(`(?:^|/)(?:[Tt]ests?|[Ss]pecs?|__tests__|testing|e2e)/|${name}`);

/** Resolves a relative path; null if it leads outside the tree. */
export function resolvePath(from: string, relative: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The path in a list; an empty list for null. */
export const asList = (path: string | null): readonly string[] => (path === null ? [] : [path]);
