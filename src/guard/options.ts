// The input of the guard: rules, and functions that look up the machine's files. The guard itself reads no files, so the same call with the same
// input gets the same answer. Used by index.ts, paths/ and rules/. services/guard-context.ts makes it, with the types from index.ts.

/** What is at a path. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** Patterns of one layer, as the configuration spells them (rules/pattern.ts). */
export interface Rules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** Who wrote a rule: the repository, the user of this machine, or the person who started this run. */
export const LAYERS = ['project', 'local', 'run'] as const;
export type Layer = (typeof LAYERS)[number];

/** The options of a guard. All paths are absolute, without `.` and `..`. */
export interface GuardOptions {
  readonly root: string;
  readonly home: string;
  /** The target of a symbolic link as it is stored; undefined if the path is no link, null if it cannot be read. */
  readonly link: (path: string) => string | null | undefined;
  /** What exists at a path; the last link is not followed. */
  readonly entryKind: (path: string) => EntryKind | null;
  /** Whether the base commit has this file with the same bytes. */
  readonly isBaseBlob: (path: string) => boolean;
  /**
   * All paths below a folder, relative to it; links are not followed. Null if there are too many or they cannot be read. If the function
   * is absent, the guard treats every folder as unreadable.
   */
  readonly filesBelow?: ((folder: string) => readonly string[] | null) | undefined;
  readonly rules: Readonly<Partial<Record<Layer, Rules>>>;
  /** Commands that the Verifier detected. Each becomes an allow rule for exactly these words. */
  readonly detected?: readonly string[] | undefined;
  /** Hosts that `Fetch` may reach (`sandbox.hosts`). */
  readonly hosts?: readonly string[] | undefined;
  /** Files and folders that only crew writes, such as its configuration. */
  readonly crewPaths?: readonly string[] | undefined;
  /** `fix.workflow-files`: writing workflow files is then asked about instead of denied. */
  readonly workflowFiles?: boolean | undefined;
}

/** A layer without rules. */
export const noRules: Rules = { allow: [], ask: [], deny: [] };
