// Reads many files of a commit with one GraphQL query.

export interface Entry {
  /** The file mode as a number. */
  readonly mode: number;
  readonly type: string;
  readonly oid: string;
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

export type AtCommit = { readonly tree: { readonly oid: string } } & { readonly [name: `f${number}`]: Entry | null };

export const ENTRY = 'fragment entry on TreeEntry { mode type oid object { ... on Blob { text isTruncated } } }';

/** Declares a variable for each path. */
export const namesAt = (paths: readonly string[]): string => paths.map((_, n) => `$p${n}: String!`).join(', ');

/** The selection on a commit. */
export const fieldsAt = (paths: readonly string[]): string =>
  `... on Commit { tree { oid } ${paths.map((_, n) => `f${n}: file(path: $p${n}) { ...entry }`).join('\n')} }`;

/** The values of the variables. */
export const pathsAt = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path, n) => [`p${n}`, path]));

/** GitHub reports a missing file as an error beside complete data. */
export const isMissing = ({ type, path }: { type?: unknown; path?: readonly unknown[] }): boolean =>
  type === 'NOT_FOUND' && path?.length === 3 && /^f\d+$/.test(String(path[2]));

/** The GraphQL selection for it. */
export const FILES = `... on Tree {
    entries { name object { ... on Tree { entries { name object { ... on Blob { text } } } } } }
  }`;

export interface Tree {
  readonly entries?: readonly { readonly name: string; readonly object: Folder | null }[];
}

interface Folder {
  readonly entries?: readonly { readonly name: string; readonly object: { readonly text?: string | null } | null }[];
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The files with their paths; empty if the folder does not exist. */
export function filesIn(tree: Tree | null | undefined, folder: string, name: string): readonly FileText[] {
  return (tree?.entries ?? []).flatMap((entry) =>
    (entry.object?.entries ?? [])
      .filter((file) => file.name === name)
      .map(({ object }) => ({ path: `${folder}/${entry.name}/${name}`, text: object?.text ?? '' })),
  );
}
