import { type Decision, PHASES, type Phase } from '../gate.js';

export interface SettleFacts {
  /** The sandbox has no network but the proxy and no secrets, and the tree can be restored. */
  readonly sealed: boolean;
  /** Somebody is there to be asked. */
  readonly person: boolean;
  /** Calls that were refused since the last one that ran. */
  readonly refused: number;
}

export interface Settled {
  readonly does: 'run' | 'refuse' | 'pause';
  /** It runs although nobody allowed it, so the run's page names it. */
  readonly logged: boolean;
  /** What the next call's `refused` is. */
  readonly refused: number;
}

/** So many refusals in a row mean that the agent is lost or led, and a person should look. */
const PATIENCE = 3;

/** A sealed sandbox answers these; a rule, a character or a tool that nobody knows is no matter of walls. */
const FIRST = PHASES.indexOf('2');
const LAST = PHASES.indexOf('7D');
const withinWalls = (phase: Phase) => PHASES.indexOf(phase) >= FIRST && PHASES.indexOf(phase) <= LAST;

/** What becomes of a call: the verdict is the same everywhere, what follows from it depends on where it would run and who is there. */
export function settle({ verdict, phase }: Decision, { sealed, person, refused }: SettleFacts): Settled {
  if (verdict === 'allow') return { does: 'run', logged: false, refused: 0 };
  if (verdict === 'ask' && person) return { does: 'pause', logged: false, refused };
  if (verdict === 'ask' && sealed && withinWalls(phase)) return { does: 'run', logged: true, refused: 0 };
  const pauses = refused + 1 >= PATIENCE;
  return { does: pauses ? 'pause' : 'refuse', logged: false, refused: pauses ? 0 : refused + 1 };
}
