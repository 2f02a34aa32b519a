// Turns a decision into an action: run, refuse, or pause and ask a person.
import { type Decision, GUARD_PHASES, type GuardPhase } from '../ports/sandbox.js';

/** The facts besides the verdict on which the action depends. */
export interface EnforcementFacts {
  /** The sandbox has no secrets and no network except the proxy, and the tree can be restored. */
  readonly sealed: boolean;
  /** A person can be asked. */
  readonly person: boolean;
  /** Number of refused calls since the last call that ran. */
  readonly refused: number;
}

/** What happens to a call. */
export interface Enforcement {
  readonly does: 'run' | 'refuse' | 'pause';
  /** The call runs without permission by a rule or a person, so the run's page lists it. */
  readonly logged: boolean;
  /** The value of `refused` for the next call. */
  readonly refused: number;
}

/** After this many refusals in a row the agent is stuck or misled; the run pauses and asks a person. */
const MAX_REFUSALS = 3;

/** A sealed sandbox contains what phases 2 to 7D ask about. It does not contain rules, unreadable characters or unknown tools. */
const FIRST = GUARD_PHASES.indexOf('2');
const LAST = GUARD_PHASES.indexOf('7D');
const containedBySandbox = (phase: GuardPhase) =>
  GUARD_PHASES.indexOf(phase) >= FIRST && GUARD_PHASES.indexOf(phase) <= LAST;

/** Decides whether a call runs. The verdict depends on the call alone; this also depends on the sandbox and on whether a person can be asked. */
export function enforce({ verdict, phase }: Decision, { sealed, person, refused }: EnforcementFacts): Enforcement {
  if (verdict === 'allow') return { does: 'run', logged: false, refused: 0 };
  if (verdict === 'ask' && person) return { does: 'pause', logged: false, refused };
  if (verdict === 'ask' && sealed && containedBySandbox(phase)) return { does: 'run', logged: true, refused: 0 };
  const pauses = refused + 1 >= MAX_REFUSALS;
  return { does: pauses ? 'pause' : 'refuse', logged: false, refused: pauses ? 0 : refused + 1 };
}
