// How a verification ended → the outcome that stands for it in the one table (runs/outcome). Pure.

import type { CheckChange } from '../../../ports/change.js';
import type { CheckConclusion } from '../../../ports/github.js';
import type { OutcomeName } from '../../../ports/run.js';
import { outcomes } from '../../../runs/outcome.js';
import type { Language } from '../../../text/lang/index.js';
import { checkResultOf, OUTCOMES } from '../../../verify/check-result.js';
import { begunCheck, type Ending, endedCheck } from '../../../view/check/index.js';

/** The outcome of an ending. Nothing that was not shown is a success. */
export function outcomeOf(ending: Ending): OutcomeName {
  switch (ending.is) {
    case 'told':
      return verifiedOutcome(ending);
    case 'superseded':
    case 'cancelled':
      return 'cancelled';
    case 'died':
    case 'unusable':
      return 'infra_error';
    case 'unjudged':
      return 'failed';
  }
}

function verifiedOutcome({ document: { found } }: Extract<Ending, { is: 'told' }>): OutcomeName {
  switch (found.is) {
    case 'nothing':
      return 'done';
    case 'unable':
      return 'infra_error';
    case 'fault':
      return 'error';
    case 'verified':
      return OUTCOMES[checkResultOf(found)];
  }
}

/** What GitHub is told. */
export const conclusionOf = (ending: Ending): CheckConclusion => outcomes[outcomeOf(ending)].conclusion;

/** What GitHub runs for a pull request is read from the pull request itself. */
const JUDGES = /^\.github\/(?:workflows|actions)\//;

/**
 * Of a pull request from elsewhere: the files in it that decide how it is checked. With one of them changed, whatever its run
 * left may be its author's own invention. Null: it cannot be told.
 */
export function ownJudges(changed: readonly string[] | null): readonly string[] | null {
  return changed && [...new Set(changed)].filter((path) => JUDGES.test(path)).sort();
}

/** Whether what such a run left may be read at all. */
export const isJudged = (judges: readonly string[] | null): boolean => judges !== null && judges.length === 0;

/** What branch rules ask for; as load-bearing as a marker. */
export const NAME = 'crew/verify';

export interface About {
  readonly head: string;
  /** What crew calls this verification. */
  readonly name: string;
  /** The page of the run. */
  readonly details: string;
  readonly lang: Language;
}

/** The check while it is in progress. */
export function begun({ lang, ...about }: About): CheckChange {
  return { ...changeOf(about), conclusion: null, page: begunCheck(lang, about.details), annotations: [] };
}

/** The check when it is over. */
export function ended({ lang, ...about }: About, ending: Ending): CheckChange {
  const { annotations, ...page } = endedCheck(ending, { lang, details: about.details });
  return { ...changeOf(about), conclusion: conclusionOf(ending), page, annotations };
}

const changeOf = ({ head, name, details }: Omit<About, 'lang'>) =>
  ({ kind: 'check', name: NAME, head, externalId: name, details }) as const;
