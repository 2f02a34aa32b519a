// The interface of the guard. Types only.

export type Verdict = 'allow' | 'ask' | 'deny';

/** The permission phases of specs parent-session, in order; `rules` are rules of the configuration. */
export const PHASES = ['S0', '1', '1.5', '2', '3', '4', '5', '6', '7A', '7B', '7B2', '7C', '7D', 'rules'] as const;
export type Phase = (typeof PHASES)[number];

/** A tool call: a command line, or the path that a file tool reads or writes. */
export interface Request {
  readonly tool: string;
  readonly command: string;
  /** Absolute; by default the root of the tree. */
  readonly cwd?: string | undefined;
}

/** `why` is one sentence for people. */
export interface Decision {
  readonly verdict: Verdict;
  readonly phase: Phase;
  readonly why: string;
}

/** Decides a tool call. Every tool call of an agent is decided before it runs. */
export type Guard = (request: Request) => Decision;
