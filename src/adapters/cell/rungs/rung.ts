import type { Mark } from '../marked.js';
import type { Shared, State } from '../state.js';
import type { Mount } from '../view/mount.js';
import type { WayOut } from '../way-out.js';

/** What a rung makes walls around. */
export interface Site {
  readonly root: string;
  readonly PATH: string;
  readonly state: State;
  readonly shared: Shared;
  readonly mounts: readonly Mount[];
  readonly wayOut: WayOut;
}

export interface Entry {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: Mark;
}

/** Walls that stand. */
export interface Room {
  /** For `crew doctor` and the run's page: "bubblewrap 0.8.0". */
  readonly name: string;
  /** The program and its arguments that run a line inside. */
  enter(entry: Entry): Entered;
  /** The same walls around what another cell shows, which finds nothing of an earlier one; missing where they are for one cell alone. */
  around?(mounts: readonly Mount[]): Pick<Room, 'enter'>;
  /** Not any more, where what keeps them was ended: by somebody, or for want of memory. */
  stands(): boolean;
  /** When nothing runs in the tree any more, at the end of each cell. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export interface Entered {
  readonly file: string;
  readonly args: readonly string[];
}

/** A step of the ladder. It opens, or throws `NotHere` with the machine's own words. */
export interface Rung {
  readonly name: string;
  open(site: Site): Promise<Room>;
}

/** Why a rung does not bear on this machine. */
export class NotHere extends Error {
  readonly found: string;
  readonly remedy: string;

  constructor({ found, remedy }: { readonly found: string; readonly remedy: string }) {
    super(found);
    this.name = 'NotHere';
    this.found = found;
    this.remedy = remedy;
  }
}
