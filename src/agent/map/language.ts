// A language as the map needs it: by line and by name, without a parser, so that a file costs microseconds and none can fail.

export interface Language {
  readonly name: string;
  readonly endings: readonly string[];
  /** Which of its files are tests, by path. */
  readonly tests: RegExp;
  /** Lines that name what others can use; the first group is a name, or several with commas between. */
  readonly names: readonly RegExp[];
  /** Lines that need another file; the groups are what they call it. */
  readonly needs: readonly RegExp[];
  /**
   * Where that may be, the likeliest first: a path from the root; with a slash before it any path that ends so; with a slash at
   * its end all files of the folder.
   */
  readonly places: (needed: readonly string[], from: string) => readonly string[];
  /** Which of its files programs begin with, by path. */
  readonly begins: RegExp;
}

/** Folders of tests have the same names everywhere. */
export const testsNamed = (name: string): RegExp =>
  new RegExp(`(?:^|/)(?:[Tt]ests?|[Ss]pecs?|__tests__|testing|e2e)/|${name}`);

/** A path beside another, dots resolved; null when it leads out. */
export function beside(from: string, relative: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Nothing, or the one thing. */
export const some = (path: string | null): readonly string[] => (path === null ? [] : [path]);
