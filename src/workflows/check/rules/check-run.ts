// The check run `crew/verify` as a change, the outcome of a verification, and files of a fork that decide how it is checked. Pure. Used by
// ../index.ts, the gate of `review`, build/publish.ts, and `fix` (publish-pull.ts, rules/publish-checks.ts).

import type { CheckChange } from '../../../ports/change.js';
import type { CheckConclusion } from '../../../ports/checks.js';
import type { OutcomeName } from '../../../ports/run.js';
import { outcomes } from '../../../runs/outcome.js';
import type { Language } from '../../../text/lang/index.js';
import { checkResultOf, OUTCOMES } from '../../../verify/check-result.js';
import { begunCheck, type CheckEnding, endedCheck } from '../../../view/check/index.js';

/** The outcome of an ending. Only the document of the verify job gives a successful one. */
export function outcomeOf(ending: CheckEnding): OutcomeName {
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

function verifiedOutcome({ document: { found } }: Extract<CheckEnding, { is: 'told' }>): OutcomeName {
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

/** The conclusion of the check run on GitHub. */
export const conclusionOf = (ending: CheckEnding): CheckConclusion => outcomes[outcomeOf(ending)].conclusion;

/** Files that decide how a pull request is checked: GitHub reads workflows and actions from the pull request itself. */
const CHECK_FILES = /^\.github\/(?:workflows|actions)\//;

/**
 * The changed files of a fork that decide how it is checked. If there are any, its author may have forged the document of its run. Null if
 * the changed files are unknown.
 */
export function changedCheckFiles(changed: readonly string[] | null): readonly string[] | null {
  return changed && [...new Set(changed)].filter((path) => CHECK_FILES.test(path)).sort();
}

/** Whether the document of a fork's run can be trusted: the fork changes none of these files. */
export const isTrusted = (changed: readonly string[] | null): boolean => changed !== null && changed.length === 0;

/** Branch rules refer to this name, so it never changes. */
export const CHECK_NAME = 'crew/verify';

/** The commit that a check run belongs to, and what the check run links to. */
export interface CheckTarget {
  readonly head: string;
  /** The external id of the check. */
  readonly name: string;
  /** The page of the Actions run. */
  readonly details: string;
  readonly lang: Language;
}

/** The check in progress. */
export function checkInProgress({ lang, ...target }: CheckTarget): CheckChange {
  return { ...changeOf(target), conclusion: null, page: begunCheck(lang, target.details), annotations: [] };
}

/** The concluded check. */
export function concludedCheck({ lang, ...target }: CheckTarget, ending: CheckEnding): CheckChange {
  const { annotations, ...page } = endedCheck(ending, { lang, details: target.details });
  return { ...changeOf(target), conclusion: conclusionOf(ending), page, annotations };
}

const changeOf = ({ head, name, details }: Omit<CheckTarget, 'lang'>) =>
  ({ kind: 'check', name: CHECK_NAME, head, externalId: name, details }) as const;
