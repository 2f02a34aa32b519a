// What the guard is asked, and what it answers.

export type Verdict = 'allow' | 'ask' | 'deny';

/** The permission phases of specs parent-session, in order; `rules` are rules of the configuration. */
export const PHASES = ['S0', '1', '1.5', '2', '3', '4', '5', '6', '7A', '7B', '7B2', '7C', '7D', 'rules'] as const;
export type Phase = (typeof PHASES)[number];

/** One call of a tool: a command line, or the path that a file tool is to touch. */
export interface Request {
  readonly tool: string;
  readonly command: string;
  /** Absolute; the root when it is not said. */
  readonly cwd?: string | undefined;
}

/** `why` is one sentence, and true. */
export interface Decision {
  readonly verdict: Verdict;
  readonly phase: Phase;
  readonly why: string;
}

/** Everything that an agent does passes it. */
export type Guard = (request: Request) => Decision;
