// What agents and the Verifier use besides the files of a tree: network, sandbox, model, artifacts, MCP tools. Used by workflow.ts and by
// the work phases of `ask`, `fix` and `review`; the other folders (src/services, src/agent, src/verify) take it from index.ts. Types only.

import type { Model } from './model.js';
import type { Guard, Sandbox } from './sandbox.js';
import type { BaseCommit, Diff, RunRepository, TreeCopy, Workspace } from './tree.js';

/** HTTP requests to hosts outside GitHub. The caller must check `hosts` first. */
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

/** A file for a command's output that is too long for an agent's prompt. */
export interface OutputFile {
  add(chunk: Uint8Array): void;
  /** Returns the path of the file; with `keep: false`, deletes the file and returns null. */
  close(keep: boolean): Promise<string | null>;
}

/** The artifacts of verifications (logs, reports, manifest): one folder for each, outside the tree. Only the Verifier writes there. */
export interface Artifacts {
  /** Creates a folder whose name is this ISO time and a random part. */
  create(time: string): Promise<ArtifactFolder>;
}

/** The artifacts of one verification. */
export interface ArtifactFolder {
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
  /** `sha256` and `bytes` are those of the file. `isIncomplete`: some output could not be written, such as on a full disk. */
  close(): { readonly sha256: string; readonly bytes: number; readonly isIncomplete: boolean };
  /** The last bytes as text. */
  tail(bytes: number): string;
}

/** What the Verifier uses besides a tree. */
export interface VerifierEnvironment {
  /** Opens a new sandbox for a tree, without files or processes of an earlier command. */
  sandbox(root: string): Promise<Sandbox>;
  /** Opens a `Sandbox` without any restriction, for setup steps. */
  unsandboxed(): Promise<Sandbox>;
  /** Setup steps run in the sandbox too. Set for code of outsiders, because that code decides what setup steps install. */
  readonly setupInSandbox?: boolean | undefined;
  readonly artifacts: Artifacts;
  /** The artifacts of earlier verifications, read-only. */
  storedArtifacts(): Promise<Workspace>;
  /** Excludes the artifacts of a verification from removal by age. */
  keepArtifacts(run: string): Promise<void>;
}

/** Computes a value when a run starts, and returns the recorded value when the run is continued. */
export type ComputeOnce = (compute: () => Promise<string>) => Promise<string>;

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
  /** The names of servers that did not answer. */
  readonly unavailableServers: readonly string[];
}

/** The machine that commands run on. */
export interface MachineFacts {
  /** Such as `Debian GNU/Linux 12 (bookworm), x86_64`. */
  readonly system: string;
  /** Versions of the installed runtimes, by name: `node`, `python`. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The environment of a tree for agents and the Verifier. Opened by src/services/environment.ts. */
export interface WorkEnvironment {
  readonly workspace: Workspace;
  readonly guard: Guard;
  /** The guard for another tree of this repository. */
  readonly guardFor: (tree: Workspace) => Guard;
  readonly sandbox: Sandbox;
  /** Its first use throws if the model's key is missing. */
  readonly model: Model;
  readonly web: Web;
  readonly machine: () => Promise<MachineFacts>;
  /** Tools of the configured MCP servers. Connects at the first call. */
  readonly remote: () => Promise<RemoteTools>;
  readonly newOutputFile: () => OutputFile;
  /** The path of the folder in which the repository defines agents. */
  readonly agentsFolder: string;
  readonly baseCommit: BaseCommit;
  /** Opens a repository for a run's commits, based on a commit of this tree's repository. */
  readonly openRunRepository: (base: string) => Promise<RunRepository>;
  /** Opens a folder outside this tree, such as the run's folder. */
  readonly openFolder: (folder: string) => Workspace;
  /** Opens a copy-on-write view of this tree. */
  readonly copy: () => TreeCopy;
  /** Applies a diff to a tree, completely or not at all, and returns the paths. Rejects if a file differs from the diff's base. */
  readonly apply: (diff: Pick<Diff, 'text' | 'sha256'>, to: Workspace) => Promise<readonly string[]>;
  readonly verifier: VerifierEnvironment;
  close(): Promise<void>;
}
