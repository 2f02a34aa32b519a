// READ FIRST. Everything crew needs from outside, by need. Each port is small, and has a user today.

import type { Field, Ref } from './field.js';
import type { Observation } from './observation.js';

/** A repository by owner and name, everywhere written `owner/name`. */
export type Repo = string;

export type Permission = 'admin' | 'write' | 'read' | 'none';

/** Who acts. An id is what cannot be renamed; a login is only what people read. */
export interface Identity {
  readonly login: string;
  readonly id: number;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: Identity;
  readonly url: string;
}

/** What a reaction stands on. */
export type Subject = { readonly issue: number } | { readonly comment: number };

export type Reaction = '+1' | 'eyes' | 'confused' | 'rocket';

/** Talking in a thread. `post` is sent once: whoever calls it looks first (see core/apply). */
export interface Thread {
  /** Every comment, oldest first. */
  read(issue: number): Promise<readonly Comment[]>;
  /** Every comment of the repository whose body names crew's marker, for cleaning up. */
  marked(): Promise<readonly Comment[]>;
  post(issue: number, body: string): Promise<Comment>;
  edit(id: number, body: string): Promise<Comment>;
  remove(id: number): Promise<void>;
  labels(issue: number): Promise<readonly string[]>;
  /** Both may be repeated; a label that the repository does not know yet comes into being. */
  label(issue: number, name: string): Promise<void>;
  unlabel(issue: number, name: string): Promise<void>;
  /** GitHub keeps one reaction of a kind per person, so this may be repeated. */
  react(subject: Subject, reaction: Reaction): Promise<void>;
}

export interface People {
  /** The identity that this token writes as. */
  me(): Promise<Identity>;
  permission(login: string): Promise<Permission>;
}

/** A ref that holds files, for journals and leases. `at` is the commit that was read. */
export interface Refs {
  list(prefix: string): Promise<readonly string[]>;
  /** The file as it is at the ref, or as it was at a commit. */
  read(ref: string, file: string, at?: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Refuses (Conflict) when the ref is no longer at `at`; null means it must not exist yet. */
  write(ref: string, change: { file: string; text: string; at: string | null; message: string }): Promise<string>;
  remove(ref: string): Promise<void>;
}

/** Starting a workflow file of the repository; the nonce stands in the run's name, so that it can be found. */
export interface Dispatch {
  find(workflow: string, nonce: string): Promise<number | null>;
  start(workflow: string, ask: { nonce: string; inputs: Readonly<Record<string, string>> }): Promise<number | null>;
}

/** What can be learned of a repository before anything is asked of it. */
export interface Repository {
  defaultBranch(): Promise<string>;
  /** A file of the default branch, or null. */
  file(path: string): Promise<string | null>;
  /** The files of a name, one folder below another, on the default branch. */
  files(folder: string, name: string): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** Files for the default branch, as a pull request. */
export interface Proposal {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface Pulls {
  /** Opens it, or gives the one that is open already. Never forced over somebody's branch. */
  propose(proposal: Proposal): Promise<{ readonly url: string; readonly did: 'opened' | 'there' }>;
}

/** What is to be looked at: a board, or a repository, or of either what has a label. */
export interface Look {
  readonly repo: Repo;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** Branches beside the default one on which work counts as done. */
  readonly doneBranches?: readonly string[] | undefined;
  /** The last look; then only what changed is read. */
  readonly previous?: Observation | undefined;
  /** The folder of a clone. */
  readonly clone?: string | undefined;
  readonly now: string;
}

export interface Looked {
  readonly field: Field;
  /** Issues that there are; fewer of them were seen where `field.missing` says so. */
  readonly total: number;
  /** Issues of the field that are not looked at themselves: others wait for them, or speak of them. */
  readonly outside: readonly Ref[];
}

/** Reads the whole field at once. What cannot be read is said in it; only without the repository there is nothing to say. */
export interface FieldReader {
  look(ask: Look): Promise<Looked>;
}

/** The last look, kept for the next one. */
export interface Observations {
  /** `why` it is none, where there is one that cannot be used; `at` is what the next one is written onto. */
  read(): Promise<{
    readonly observation: Observation | null;
    readonly at: string | null;
    readonly why: string | null;
  }>;
  write(observation: Observation, at: string | null): Promise<string>;
}

export interface GitHub {
  readonly thread: Thread;
  readonly people: People;
  readonly refs: Refs;
  readonly dispatch: Dispatch;
  readonly repository: Repository;
  readonly pulls: Pulls;
  /** What was spent since the start. */
  spent(): Spent;
}

export interface Spent {
  readonly requests: number;
  readonly graphqlPoints: number;
}

/** Append-only logs of lines. The one primitive is "append if nothing came between": journals and leases stand on it. */
export interface Store {
  list(prefix: string): Promise<readonly string[]>;
  read(log: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Durable when it returns. Refuses (Conflict) when the log is no longer at `at`; null means it must not exist yet. */
  append(log: string, lines: string, at: string | null): Promise<string>;
  remove(log: string): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Returns early, and quietly, when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** For operators, never for the thread. */
export type Log = (line: string, fields?: Readonly<Record<string, string | number>>) => void;
