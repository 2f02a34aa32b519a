// What the guard is told of the machine. It looks at nothing itself, so that the same call gets the same answer everywhere.

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** Patterns of one layer, as the configuration writes them (rules/pattern.ts). */
export interface Rules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** Who wrote a rule: the repository, the person at this machine, or whoever started this run. */
export const LAYERS = ['project', 'local', 'run'] as const;
export type Layer = (typeof LAYERS)[number];

/** All paths are absolute and hold no `.` or `..`. */
export interface Surroundings {
  readonly root: string;
  readonly home: string;
  /** Where the link of this name leads, as it is written in it; undefined when there is none, null when nobody may look. */
  readonly link: (path: string) => string | null | undefined;
  /** What stands there, the last link not followed. */
  readonly entryKind: (path: string) => EntryKind | null;
  /** Whether the base commit has this file, and it holds the same bytes now. */
  readonly isBaseBlob: (path: string) => boolean;
  /**
   * The paths of everything below a folder, relative to it, links not followed. Null where there is too much, or nobody may look; without
   * the function nothing is known of what lies below.
   */
  readonly below?: ((folder: string) => readonly string[] | null) | undefined;
  readonly rules: Readonly<Partial<Record<Layer, Rules>>>;
  /** Commands that the Verifier found by itself; each is an allow rule for exactly these words. */
  readonly detected?: readonly string[] | undefined;
  /** Hosts that `Fetch` may reach (`sandbox.hosts`). */
  readonly hosts?: readonly string[] | undefined;
  /** Files and folders that only crew writes, such as its configuration. */
  readonly own?: readonly string[] | undefined;
  /** Whether workflow files may be changed (`fix.workflow-files`): they are then asked about, and no longer denied. */
  readonly workflowFiles?: boolean | undefined;
}

/** A layer that says nothing. */
export const noRules: Rules = { allow: [], ask: [], deny: [] };
