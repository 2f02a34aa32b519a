// The guard, which decides about tool calls, and the sandbox, which runs commands. Used by src/guard, src/agent, environment.ts and
// src/workflows/fix/rules/scope.ts; src/adapters/sandbox, src/verify and others take them from index.ts. Types only, except GUARD_PHASES.

export type Verdict = 'allow' | 'ask' | 'deny';

/** The permission phases of specs parent-session, in their order. `rules` stands for the section `guard` of the configuration. */
export const GUARD_PHASES = [
  'S0',
  '1',
  '1.5',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7A',
  '7B',
  '7B2',
  '7C',
  '7D',
  'rules',
] as const;
export type GuardPhase = (typeof GUARD_PHASES)[number];

/** A tool call, as rules and `crew guard` describe it. */
export interface ToolRequest {
  readonly tool: string;
  /** The command line; for another tool the path, pattern or URL that it uses. */
  readonly command: string;
  /** Absolute; by default the root of the tree. */
  readonly cwd?: string | undefined;
}

/** The guard's decision, and the phase that made it. `why` is one sentence for people. */
export interface Decision {
  readonly verdict: Verdict;
  readonly phase: GuardPhase;
  readonly why: string;
}

/** Decides whether a tool call is allowed, asked about or denied. It is called before every tool call of an agent. */
export type Guard = (request: ToolRequest) => Decision;

/** A command line for bash, from the repository or from an agent. */
export interface Command {
  readonly line: string;
  /** Absolute, inside the tree. */
  readonly cwd: string;
  /** Added to the variables of the sandbox. crew's own environment is never passed on. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives output as it is written. The sandbox buffers none of it, so large logs need no memory. */
  readonly onOutput: (chunk: Uint8Array, from: 'out' | 'err') => void;
}

/** The result of a command. `exit` is null if it did not end by itself. `started` is false if no shell could be started. */
export interface CommandResult {
  readonly started: boolean;
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal' | 'full disk';
  readonly signal?: string | undefined;
  readonly ms: number;
  /** Hosts that the proxy refused, each with the setting that would allow it. */
  readonly refused: readonly { readonly host: string; readonly remedy: string }[];
}

/** Which files to take that commands wrote, such as the reports of test runners. */
export interface TakeOptions {
  /** A name without a path. A missing folder counts as empty; files whose names begin with a dot are skipped. */
  readonly folder: string;
  /** The limit for all files together, in bytes. A folder with thousands of files is also too large. */
  readonly maxBytes: number;
  /** Called at the start of each file; returns the function that receives its bytes. */
  readonly open: (bytes: number, name: string) => (chunk: Uint8Array) => void;
}

/** `no files`: an entry is not a regular file but a link or a folder. It and the entries after it are not taken. The word is also stored in artifacts. */
export type TakeResult = 'taken' | 'too large' | 'no files';

/** Runs commands. When a command ends, all of its processes are ended. */
export interface Sandbox {
  /** `sealed`: no network except the proxy, no secrets, no writes outside the tree. */
  readonly strength: 'sealed' | 'open';
  /** Shown by `crew doctor` and on the run page, such as "bubblewrap 0.8.0". */
  readonly name: string;
  /** The value of `HOME` for its commands: a folder outside the tree. */
  readonly home: string;
  run(command: Command): Promise<CommandResult>;
  /** Reads the files of a folder in `home`, sorted by name, and deletes the folder. Call it only while no command runs. */
  takeFiles(options: TakeOptions): Promise<TakeResult>;
  /** Stops the proxy and removes the mounts. */
  close(): Promise<void>;
}
