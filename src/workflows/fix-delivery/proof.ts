// What the job that verified once more has to say of a change, and what follows from it. Pure.
import { type OutcomeName, outcomes } from '../../core/outcome.js';
import type { Aftermath } from '../../core/workflow.js';
import { readArtifact } from '../../verify/artifact.js';
import type { Ending } from '../../view/check/index.js';
import { outcomeOf } from '../review/conclude.js';

export interface Proof {
  readonly ending: Ending;
  readonly outcome: OutcomeName;
  /** Git's own name for all that the tree holds with the change; only where it may be handed in. */
  readonly tree: string | undefined;
}

/** Nothing broke, though something may be left to say to whoever reviews it. Anything else is handed in to nobody. */
const HANDED_IN: readonly OutcomeName[] = ['done', 'awaiting', 'partial'];

/** Reads what it left; only a document about exactly this change counts. */
export function proofOf(run: string, { verify }: Aftermath, diff: string): Proof {
  const ending = endingOf(verify, readArtifact(verify.bytes, { run, head: { diff }, digest: verify.digest }));
  const outcome = outcomeOf(ending);
  const tree = ending.is === 'told' && HANDED_IN.includes(outcome) ? ending.document.change?.tree : undefined;
  return { ending, outcome, tree };
}

function endingOf({ result }: Aftermath['verify'], read: ReturnType<typeof readArtifact>): Ending {
  if ('document' in read) return { is: 'told', document: read.document };
  if (result === 'cancelled') return { is: 'cancelled' };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

/** Whether it said no; else it could not say anything. */
export const isRed = ({ outcome }: Proof): boolean => outcomes[outcome].conclusion === 'failure';

/** Why the pull request is a draft, beside what the configuration says. */
export function draftsOf({ outcome }: Proof, isShown: boolean): readonly ('unshown' | 'asks' | 'unknown')[] {
  const of = { awaiting: ['asks'], partial: ['unknown'] } as const;
  return [...(isShown ? [] : (['unshown'] as const)), ...(outcome in of ? of[outcome as keyof typeof of] : [])];
}
