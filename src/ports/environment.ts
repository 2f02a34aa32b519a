// The services of the work phase and the Verifier in addition to the files of a tree: network, sandbox, model, artifacts, MCP tools. Types
// only.

import type { Model } from './model.js';
import type { Guard, Sandbox } from './sandbox.js';
import type { BaseCommit, Diff, RunRepository, TreeCopy, Workspace } from './tree.js';

/** Fetches from other hosts. The caller must check `hosts` first. */
export interface Web {
  get(
    url: string,
    how: {
      readonly redirect: 'manual';
      readonly signal: AbortSignal;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<Response>;
  /** The allowed hosts: exact names in lower case. */
  readonly hosts: readonly string[];
}

/** Stores an output that is too long to show. */
export interface OutputFile {
  add(chunk: Uint8Array): void;
  /** Returns the path of the stored output, or deletes it if it is not wanted. */
  close(wanted: boolean): Promise<string | null>;
}

/** Stores the evidence of verifications: one folder for each, outside the tree. Only the Verifier writes there. */
export interface Artifacts {
  /** Creates a folder whose name is a time and a random part. */
  open(stamp: string): Promise<Folder>;
}

/** The folder of one verification. */
export interface Folder {
  /** The id of the verification, which is also the folder's name. */
  readonly id: string;
  readonly path: string;
  log(name: string): LogFile;
  /** Writes the manifest atomically, last. A folder without a manifest is incomplete and is not read. */
  finish(manifest: unknown): Promise<void>;
}

/** The log file of one step. */
export interface LogFile {
  /** Relative to the folder. */
  readonly name: string;
  /** Writes synchronously, so that no output piles up in memory. Never throws; `close` reports whether the log is complete. */
  write(chunk: Uint8Array): void;
  /** The digest of the file; `full`: the log is incomplete, because the disk was full or could not be written to. */
  close(): { readonly sha256: string; readonly bytes: number; readonly full: boolean };
  /** The last bytes as text. */
  tail(bytes: number): string;
}

/** What the Verifier needs besides a tree. */
export interface VerifierEnvironment {
  /** Opens a new sandbox for a tree, without files or processes of an earlier command. */
  sandbox(root: string): Promise<Sandbox>;
  /** For setup steps, which run outside the sandbox. */
  unsandboxed(): Promise<Sandbox>;
  /** Setup steps also run in the sandbox. Set for code of outsiders, which decides what they install. */
  readonly setupInSandbox?: boolean | undefined;
  readonly artifacts: Artifacts;
  /** The stored evidence, read-only: one folder for each verification. */
  evidence(): Promise<Workspace>;
  /** Excludes this evidence from removal by age. */
  keepEvidence(run: string): Promise<void>;
}

/** Computes a value when a run starts and returns the recorded value when the run is continued. */
export type ComputeOnce = (find: () => Promise<string>) => Promise<string>;

/** A tool of a configured MCP server. */
export interface RemoteTool {
  /** `mcp__SERVER__TOOL`, as guard rules name it. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, from the server. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Never rejects: with `failed`, the text is the error. */
  call(args: Readonly<Record<string, unknown>>): Promise<{ readonly text: string; readonly failed: boolean }>;
}

/** The tools of all configured MCP servers. */
export interface RemoteTools {
  readonly tools: readonly RemoteTool[];
  /** Servers that did not answer. */
  readonly silent: readonly string[];
}

/** The machine that commands run on. */
export interface MachineFacts {
  /** `Debian GNU/Linux 12 (bookworm), x86_64` */
  readonly system: string;
  /** By the names of the installed runtimes. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The environment of a tree for agents and the Verifier. Opened by services/environment.ts. */
export interface WorkEnvironment {
  readonly workspace: Workspace;
  readonly guard: Guard;
  /** The guard for another tree of this repository. */
  readonly guardFor: (tree: Workspace) => Guard;
  readonly sandbox: Sandbox;
  /** Throws at the first use if its key is missing. */
  readonly model: Model;
  readonly web: Web;
  readonly machine: () => Promise<MachineFacts>;
  /** Tools of the configured MCP servers. Connects at the first call. */
  readonly remote: () => Promise<RemoteTools>;
  readonly newOutputFile: () => OutputFile;
  /** The folder of the repository's own agents. */
  readonly agents: string;
  readonly baseCommit: BaseCommit;
  /** Opens a repository for a run's commits, based on a commit of this tree's repository. */
  readonly repository: (base: string) => Promise<RunRepository>;
  /** Opens a folder outside this tree, such as the run's folder. */
  readonly folder: (folder: string) => Workspace;
  readonly copy: () => TreeCopy;
  /** Applies a diff to a tree, completely or not at all, and returns the paths. Rejects if a file differs from the diff's base. */
  readonly apply: (diff: Pick<Diff, 'text' | 'sha256'>, to: Workspace) => Promise<readonly string[]>;
  readonly verifier: VerifierEnvironment;
  close(): Promise<void>;
}
