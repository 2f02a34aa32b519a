/** What will be read of a repository. */
export interface Expected {
  /** A file of the default branch. */
  readonly file: string;
  /** A folder whose subfolders contain files of one name. */
  readonly folder?: string | undefined;
  /** A ref with a file, without `refs/`. */
  readonly refFile: { readonly ref: string; readonly file: string };
  /** Files of a commit. */
  readonly commit?: { readonly sha: string; readonly paths: readonly string[] } | undefined;
  /** A person whose permission is needed. */
  readonly login?: string | undefined;
  /** An issue or pull request whose comments are read. */
  readonly thread?: number | undefined;
}
