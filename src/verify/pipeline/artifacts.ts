// Where a verification leaves what it saw: a folder a run, outside the tree. Only the Verifier writes there.

export interface Artifacts {
  /** A new folder, named by a time and something that nobody can guess. */
  open(stamp: string): Promise<Folder>;
}

export interface Folder {
  /** The run's name, and the folder's. */
  readonly id: string;
  readonly path: string;
  log(name: string): LogFile;
  /** Written last, whole or not at all: a folder without it is half a run, and nothing is read from it. */
  finish(manifest: unknown): Promise<void>;
}

export interface LogFile {
  /** Below the run's folder. */
  readonly name: string;
  /** On the disk when it returns, so that nothing piles up. Never throws: what could not be written is said at the end. */
  write(chunk: Uint8Array): void;
  /** The digest of what is on the disk, and whether that is all. */
  close(): { readonly sha256: string; readonly bytes: number; readonly full: boolean };
  /** The last bytes as text. */
  tail(bytes: number): string;
}
