// The interface of a sandbox level: what it isolates and how a command is started in it. Types only.

import type { Egress } from '../egress.js';
import type { SandboxFolders, SharedFolders } from '../folders.js';
import type { Mark } from '../marked-processes.js';
import type { Mount } from '../mounts/mount.js';

/** What a level isolates. */
export interface LevelOptions {
  readonly root: string;
  readonly PATH: string;
  readonly folders: SandboxFolders;
  readonly shared: SharedFolders;
  readonly mounts: readonly Mount[];
  readonly egress: Egress;
}

export interface CommandToRun {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: Mark;
}

/** A running isolation. */
export interface Isolation {
  /** For `crew doctor` and the page of the run, such as "bubblewrap 0.8.0". */
  readonly name: string;
  /** The program and arguments that run a line inside. */
  enter(entry: CommandToRun): ProgramCall;
  /** The same isolation with the mounts of another sandbox. Missing if the level supports only one sandbox. */
  withMounts?(mounts: readonly Mount[]): Pick<Isolation, 'enter'>;
  /** False if the process that holds the namespaces was ended. */
  isAlive(): boolean;
  /** Called at the end of each sandbox, when nothing runs in the tree any more. */
  leave(): Promise<void>;
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
