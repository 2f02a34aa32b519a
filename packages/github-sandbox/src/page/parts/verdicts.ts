import { checkRunsOf, isRequired, rollupOf, statusesOf, unmetChecks } from '../../github/pulls/checks.js';
import { decisionOf, opinionsOf } from '../../github/pulls/review-decision.js';
import type { CheckAnnotation, CheckRun, PullRequest, ReviewState } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { icons } from './icons.js';

/** A finding about a pull request: icon and sentence. */
export type Verdict = { readonly icon: Html; readonly says: string };

/** The people with write access whose last opinion is the given one. */
export const reviewersOf = (pull: PullRequest, opinion: ReviewState): string[] =>
  opinionsOf(pull, { writersOnly: true })
    .filter(({ state }) => state === opinion)
    .map(({ author }) => author.login);

/** The result of its reviews. */
export function reviewVerdict(pull: PullRequest): Verdict {
  const [against, inFavour] = [reviewersOf(pull, 'CHANGES_REQUESTED'), reviewersOf(pull, 'APPROVED')];
  if (against.length > 0) return { icon: icons.failed, says: `changes requested by ${against.join(', ')}` };
  if (inFavour.length > 0) return { icon: icons.good, says: `approved by ${inFavour.join(', ')}` };
  return { icon: icons.waiting, says: decisionOf(pull) === null ? 'no reviews' : 'review required' };
}

const rollups = {
  SUCCESS: { icon: icons.good, says: 'all checks have passed' },
  PENDING: { icon: icons.running, says: 'checks are running' },
  FAILURE: { icon: icons.failed, says: 'some checks were not successful' },
  ERROR: { icon: icons.failed, says: 'some checks were not successful' },
} as const;

/** The result of its checks; null without checks. */
export function checksVerdict({ repository, head }: PullRequest): Verdict | null {
  const rollup = rollupOf(repository, head.sha);
  return rollup === null ? null : rollups[rollup];
}

const words = new Map([
  ['success', 'passed'],
  ['failure', 'failed'],
]);
const wordOf = ({ conclusion, status }: CheckRun): string =>
  conclusion ?? (status === 'queued' ? 'waiting' : 'running');

const verdictOf = (word: string): Verdict => ({
  says: words.get(word) ?? word.replaceAll('_', ' '),
  icon: iconOf(word),
});

/** The result of one check. */
export const checkVerdict = (check: CheckRun): Verdict => verdictOf(wordOf(check));

/** Each check with its result and whether it is required. */
export function checksOf(
  pull: PullRequest,
): (Verdict & { readonly name: string; readonly required: boolean; readonly title: string | null })[] {
  const { repository, head } = pull;
  const runs = checkRunsOf(repository, head.sha).map((check) => ({
    check,
    name: check.name,
    word: wordOf(check),
    title: check.title,
  }));
  const statuses = statusesOf(repository, head.sha).map((check) => ({
    check,
    name: check.context,
    word: check.state,
    title: check.description,
  }));
  const made = [...runs, ...statuses].map(({ check, name, word, title }) => ({
    name,
    title,
    ...verdictOf(word),
    required: isRequired(check, pull),
  }));
  const unmade = unmetChecks(pull).filter((name) => !made.some((one) => one.name === name));
  return [
    ...made,
    ...unmade.map((name) => ({
      name,
      title: null,
      icon: icons.waiting,
      says: 'expected, waiting for its status',
      required: true,
    })),
  ];
}

const iconsByWord = new Map([
  ['success', icons.good],
  ['neutral', icons.blocked],
  ['skipped', icons.blocked],
  ['waiting', icons.running],
  ['running', icons.running],
  ['pending', icons.running],
]);

const iconOf = (word: string): Html => iconsByWord.get(word) ?? icons.failed;

const marks = { failure: icons.failed, warning: icons.blocked, notice: icons.note } as const;

/** An annotation of a check: its level, place, title and message. */
export function annotationText({ annotation_level, title, message }: CheckAnnotation, place: Piece = null): Html {
  return html`<div class="annotation"><p>${marks[annotation_level]} ${place}<strong>${title ?? ''}</strong></p><pre>${message}</pre></div>`;
}

/** A finding in short form for lists. */
export function mark({ icon, says }: Verdict): Html {
  return html`<span class="verdict">${icon}${says}</span>`;
}
