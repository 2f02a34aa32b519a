// The results of a pull request's reviews and checks, each as an icon and a sentence. Used by the merge box, the list of pull requests, and
// the checks and files tabs.

import { checkRunsOf, isRequired, rollupOf, statusesOf, unmetChecks } from '../../github/pulls/checks.js';
import { decisionOf, opinionsOf } from '../../github/pulls/review-decision.js';
import {
  type CheckAnnotation,
  type CheckRun,
  fullName,
  type PullRequest,
  type Repository,
  type ReviewState,
} from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { pathOf } from '../scene.js';
import { icons } from './icons.js';

/** A result that concerns a pull request: an icon, and `says`, the sentence beside it. */
export type Verdict = { readonly icon: Html; readonly says: string };

/** The logins of people with write access whose latest review has this state. */
export const reviewersOf = (pull: PullRequest, opinion: ReviewState): string[] =>
  opinionsOf(pull, { writersOnly: true })
    .filter(({ state }) => state === opinion)
    .map(({ author }) => author.login);

/** The combined result of the reviews of a pull request. */
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

/** The combined result of the checks of a pull request; null if there are none. */
export function checksVerdict({ repository, head }: PullRequest): Verdict | null {
  const rollup = rollupOf(repository, head.sha);
  return rollup === null ? null : rollups[rollup];
}

const conclusionWords = new Map([
  ['success', 'passed'],
  ['failure', 'failed'],
]);
const wordOf = ({ conclusion, status }: CheckRun): string =>
  conclusion ?? (status === 'queued' ? 'waiting' : 'running');

const verdictOf = (word: string): Verdict => ({
  says: conclusionWords.get(word) ?? word.replaceAll('_', ' '),
  icon: iconOf(word),
});

/** The result of one check. */
export const checkVerdict = (check: CheckRun): Verdict => verdictOf(wordOf(check));

/** A check of a pull request as the merge box shows it. */
export type ShownCheck = Verdict & {
  readonly name: string;
  readonly required: boolean;
  readonly title: string | null;
  readonly group: CheckGroup;
  /** Where its details are: the log of a job, the checks tab, or the URL of a status. */
  readonly href: string | null;
};

/** Each check of a pull request with its result and whether it is required; required checks that have not reported come last. */
export function checksOf(pull: PullRequest): ShownCheck[] {
  const { repository, head } = pull;
  const runs = checkRunsOf(repository, head.sha).map((check) => ({
    check,
    name: check.name,
    word: wordOf(check),
    title: check.title,
    href: jobPath(repository, check) ?? `${pathOf(pull)}/checks#check-${check.id}`,
  }));
  const statuses = statusesOf(repository, head.sha).map((check) => ({
    check,
    name: check.context,
    word: check.state,
    title: check.description,
    href: /^https?:/.test(check.targetUrl ?? '') ? check.targetUrl : null,
  }));
  const reported = [...runs, ...statuses].map(({ check, name, word, title, href }) => ({
    ...{ name, title, href },
    ...verdictOf(word),
    group: groupOf(word),
    required: isRequired(check, pull),
  }));
  const missing = unmetChecks(pull).filter((name) => !reported.some((one) => one.name === name));
  return [
    ...reported,
    ...missing.map((name) => ({
      ...{ name, title: null, href: null, group: 'pending' as const },
      icon: icons.waiting,
      says: 'expected, waiting for its status',
      required: true,
    })),
  ];
}

/** The groups of the merge box, in the order in which it counts and lists them. */
export const checkGroups = ['failing', 'pending', 'successful', 'neutral', 'skipped'] as const;
export type CheckGroup = (typeof checkGroups)[number];

const groupsByWord = new Map<string, CheckGroup>([
  ['success', 'successful'],
  ['neutral', 'neutral'],
  ['skipped', 'skipped'],
  ['waiting', 'pending'],
  ['running', 'pending'],
  ['pending', 'pending'],
]);

const groupOf = (word: string): CheckGroup => groupsByWord.get(word) ?? 'failing';

/** The group of a check run. */
export const groupOfCheck = (check: CheckRun): CheckGroup => groupOf(wordOf(check));

/** The job of an Actions run that a check run belongs to, on the page of the run; null for other check runs. */
export function jobPath(repository: Repository, { id }: CheckRun): string | null {
  const run = repository.runs.find(({ jobs }) => jobs.some((job) => job.id === id));
  return run === undefined ? null : `/${fullName(repository)}/runs/${run.id}#job-${id}`;
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

const levelIcons = { failure: icons.failed, warning: icons.blocked, notice: icons.note } as const;

/** An annotation of a check: its level, place, title and message. */
export function annotationText({ annotation_level, title, message }: CheckAnnotation, place: Piece = null): Html {
  return html`<div class="annotation"><p>${levelIcons[annotation_level]} ${place}<strong>${title ?? ''}</strong></p><pre>${message}</pre></div>`;
}

/** A result for the middle of a line. */
export function verdictLabel({ icon, says }: Verdict): Html {
  return html`<span class="verdict">${icon}${says}</span>`;
}
