// The interface of a sandbox level, which bubblewrap.ts and unprivileged-user.ts implement. The pool and index.ts of adapters/sandbox use
// it. Types only.

import type { Egress } from '../egress.js';
import type { SandboxFolders, SharedFolders } from '../folders.js';
import type { Mark } from '../marked-processes.js';
import type { Mount } from '../mounts/mount.js';

/** What a level needs to start an isolation. */
export interface LevelOptions {
  /** The root of the working tree, which commands may change. */
  readonly root: string;
  /** For finding programs of the system. */
  readonly PATH: string;
  readonly folders: SandboxFolders;
  readonly shared: SharedFolders;
  readonly mounts: readonly Mount[];
  readonly egress: Egress;
}

export interface CommandToRun {
  /** The command line, for bash. */
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: Mark;
}

/** Running namespaces, in which commands can be started. They serve the sandboxes of one tree, one after another. */
export interface Isolation {
  /** For `crew doctor` and the page of the run, such as "bubblewrap 0.8.0". */
  readonly name: string;
  /** The program and arguments that run a line inside. */
  enter(command: CommandToRun): ProgramCall;
  /** The same isolation with the mounts of another sandbox. Missing if the level supports only one sandbox. */
  withMounts?(mounts: readonly Mount[]): Pick<Isolation, 'enter'>;
  /** False if the process that holds the namespaces was ended. */
  isAlive(): boolean;
  /** Called at the end of each sandbox, when nothing runs in the tree any more. */
  leave(): Promise<void>;
  /** Ends the namespaces, after the last sandbox. */
  close(): Promise<void>;
}

export interface ProgramCall {
  readonly file: string;
  readonly args: readonly string[];
}

/** A level of isolation. `open` throws `LevelUnavailable` with the system's message if it does not work. */
export interface SandboxLevel {
  readonly name: string;
  open(options: LevelOptions): Promise<Isolation>;
}
