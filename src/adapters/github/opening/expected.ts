/** What of a repository will be wanted. */
export interface Expected {
  /** A file of the default branch. */
  readonly file: string;
  /** A folder of it, whose folders hold files of a name. */
  readonly folder?: string | undefined;
  /** A ref that holds a file, without `refs/`. */
  readonly kept: { readonly ref: string; readonly file: string };
  /** Files of a commit. */
  readonly commit?: { readonly sha: string; readonly paths: readonly string[] } | undefined;
  /** Somebody who may push, or may not. */
  readonly login?: string | undefined;
  /** An issue or a pull request whose thread is read. */
  readonly thread?: number | undefined;
}
