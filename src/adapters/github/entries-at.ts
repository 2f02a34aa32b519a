// Entries of a commit's tree, many with one question: how they are asked for, and what comes back.

export interface Entry {
  /** Git's own, as a number. */
  readonly mode: number;
  readonly type: string;
  readonly oid: string;
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

export type AtCommit = { readonly tree: { readonly oid: string } } & { readonly [name: `f${number}`]: Entry | null };

export const ENTRY = 'fragment entry on TreeEntry { mode type oid object { ... on Blob { text isTruncated } } }';

/** What each path is called among the variables. */
export const namesAt = (paths: readonly string[]): string => paths.map((_, n) => `$p${n}: String!`).join(', ');

/** What is asked of a commit for them. */
export const fieldsAt = (paths: readonly string[]): string =>
  `... on Commit { tree { oid } ${paths.map((_, n) => `f${n}: file(path: $p${n}) { ...entry }`).join('\n')} }`;

/** The paths, as variables. */
export const pathsAt = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path, n) => [`p${n}`, path]));

/** GitHub calls a file that is not there an error, beside an answer that is whole. */
export const isMissing = ({ type, path }: { type?: unknown; path?: readonly unknown[] }): boolean =>
  type === 'NOT_FOUND' && path?.length === 3 && /^f\d+$/.test(String(path[2]));
