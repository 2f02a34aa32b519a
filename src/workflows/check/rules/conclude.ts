// How a verification ended → the outcome that stands for it in the one table (runs/outcome). Pure.

import type { CheckConclusion } from '../../../ports/index.js';
import type { OutcomeName } from '../../../ports/run.js';
import { outcomes } from '../../../runs/outcome.js';
import { checkResultOf, OUTCOMES } from '../../../verify/check-result.js';
import type { Ending } from '../../../view/check/index.js';

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
