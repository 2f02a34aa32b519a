// What the job that verified once more has to say of a change, and what follows from it. Pure.

import type { OutcomeName } from '../../../ports/run.js';
import type { Jobs } from '../../../ports/workflow.js';
import { outcomes } from '../../../runs/outcome.js';
import { cleanLine } from '../../../text/clean-output.js';
import { readArtifact, type Verified } from '../../../verify/artifact.js';
import { fixedByCode } from '../../../verify/prove/proof.js';
import { isDocumentation } from '../../../verify/tamper/role.js';
import type { Ending } from '../../../view/check/index.js';
import { outcomeOf } from '../../check/rules/conclude.js';

export interface Proof {
  readonly ending: Ending;
  readonly outcome: OutcomeName;
  /** Git's own name for all that the tree holds with the change; only where it may be handed in. */
  readonly tree: string | undefined;
  /** What failed before the change, passed with it where it was made, and still fails here. */
  readonly unheld: readonly string[];
  /** Tests of the base that failed before and pass now, because of the code. */
  readonly fixed: readonly string[];
  /** By the verify job: a test fails without the change and passes with it. */
  readonly isProven: boolean;
  /** It changes nothing but documents, which no test shows. */
  readonly isDocuments: boolean;
}

/** Nothing broke, though something may be left to say to whoever reviews it. Anything else is handed in to nobody. */
const HANDED_IN: readonly OutcomeName[] = ['done', 'awaiting', 'partial'];

/** A change by the digest of its diff, and what it was seen to mend where it was made. */
export interface Claimed {
  readonly run: string;
  readonly diff: string;
  readonly fixed: readonly string[];
  /** What it touches. */
  readonly files: readonly string[];
}

/** Reads what it left; only a document about exactly this change counts, and what was mended there has to be mended here, too. */
export function proofOf({ run, diff, fixed, files }: Claimed, { verify }: Pick<Jobs, 'verify'>): Proof {
  const ending = endingOf(verify, readArtifact(verify.document, { run, head: { diff }, digest: verify.digest }));
  const document = ending.is === 'told' ? ending.document : undefined;
  const unheld = document?.found.is === 'verified' ? stillFailing(document.found, fixed) : [];
  const outcome = unheld.length > 0 ? 'failed' : outcomeOf(ending);
  const found = document?.found.is === 'verified' ? document.found : undefined;
  const mended = fixedByCode(found?.comparison.lists.fixed.names ?? [], files);
  const isProven = (found?.proof?.tests.length ?? 0) > 0 || mended.length > 0;
  const tree = HANDED_IN.includes(outcome) ? document?.change?.tree : undefined;
  const isDocuments = isDocumentation(files);
  return { ending, outcome, tree, unheld, fixed: mended, isProven, isDocuments };
}

/** The same of the commit that was handed in: it holds the very tree that was verified, under a name that anybody can look up. */
export function provenAs({ ending, ...proof }: Proof, sha: string): Proof {
  if (ending.is !== 'told') return { ...proof, ending };
  // It is a commit now like any other.
  const { change: _, ...document } = ending.document;
  return { ...proof, ending: { ...ending, document: { ...document, head: sha } } };
}

function stillFailing({ comparison: { lists } }: Verified, fixed: readonly string[]): readonly string[] {
  return fixed.map((name) => cleanLine(name)).filter((name) => lists.before.names.includes(name));
}

function endingOf({ result }: Jobs['verify'], read: ReturnType<typeof readArtifact>): Ending {
  if ('document' in read) return { is: 'told', document: read.document };
  if (result === 'cancelled') return { is: 'cancelled' };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

/** What it has found where it said no; null where it did not, or could not say anything. */
export function redIn({ outcome, ending }: Proof): Verified | null {
  const found = ending.is === 'told' ? ending.document.found : null;
  return outcomes[outcome].conclusion === 'failure' && found?.is === 'verified' ? found : null;
}

/** Why the pull request is a draft, besides the configuration. */
export function draftsOf({ outcome, isProven, isDocuments }: Proof): readonly ('unshown' | 'asks' | 'unknown')[] {
  const of = { awaiting: ['asks'], partial: ['unknown'] } as const;
  return [
    ...(isProven || isDocuments ? [] : (['unshown'] as const)),
    ...(outcome in of ? of[outcome as keyof typeof of] : []),
  ];
}
