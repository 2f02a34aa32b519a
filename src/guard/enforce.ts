// Turns a decision of the guard into an action: run, refuse, or pause and ask a person. Used by src/agent/guarded-tool.ts; index.ts
// re-exports it.
import { type Decision, GUARD_PHASES, type GuardPhase } from '../ports/sandbox.js';

/** The facts besides the verdict on which the action depends. */
export interface EnforcementFacts {
  /** The sandbox has no secrets and no network except the proxy, and the tree can be restored. */
  readonly isSealed: boolean;
  /** A person can be asked. */
  readonly mayAskPerson: boolean;
  /** Number of refused calls since the last call that ran. */
  readonly refusals: number;
}

/** What happens to a call. */
export interface Enforcement {
  readonly action: 'run' | 'refuse' | 'pause';
  /** The call runs without permission by a rule or a person, so the run's page lists it. */
  readonly isListed: boolean;
  /** The number of refused calls since the last one that ran, for the next decision. */
  readonly refusals: number;
}

/** After this many refusals in a row the agent is stuck or misled; the run pauses and asks a person. */
const MAX_REFUSALS = 3;

/** A sealed sandbox contains the effects of calls that phases 2 to 7D ask about; not of calls that a rule, unreadable characters or an unknown tool is about. */
const FIRST_CONTAINED = GUARD_PHASES.indexOf('2');
const LAST_CONTAINED = GUARD_PHASES.indexOf('7D');
const containedBySandbox = (phase: GuardPhase) =>
  GUARD_PHASES.indexOf(phase) >= FIRST_CONTAINED && GUARD_PHASES.indexOf(phase) <= LAST_CONTAINED;

/** Decides what happens to a call. The verdict depends on the call alone; the action also depends on the sandbox and on whether a person can be asked. */
export function enforce(
  { verdict, phase }: Decision,
  { isSealed, mayAskPerson, refusals }: EnforcementFacts,
): Enforcement {
  if (verdict === 'allow') return { action: 'run', isListed: false, refusals: 0 };
  if (verdict === 'ask' && mayAskPerson) return { action: 'pause', isListed: false, refusals };
  if (verdict === 'ask' && isSealed && containedBySandbox(phase)) return { action: 'run', isListed: true, refusals: 0 };
  const hasTooMany = refusals + 1 >= MAX_REFUSALS;
  return { action: hasTooMany ? 'pause' : 'refuse', isListed: false, refusals: hasTooMany ? 0 : refusals + 1 };
}
