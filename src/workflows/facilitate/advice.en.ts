// English sentences about one issue: its state, the evidence, the next step.
import type { State } from '../../ports/report.js';
import { code, isIssueRef, shownRef } from '../../text/quote.js';
import { dayOf, firstFew, splitName, stateIn, type Unread, unreadOf } from './message-parts.js';
import type { Sign } from './rules/answer.js';
import type { Advice, NamedBlocker, Question, Root, Start, Step } from './rules/statements.js';

/** The names of the states. */
export const states: Readonly<Record<State, string>> = {
  done: 'done',
  review_pending: 'waiting for review',
  in_progress: 'in progress',
  incomplete: 'not started',
  blocked: 'blocked',
  unknown: 'unknown',
};

/** The first five items, and how many more there are. */
export const list = (items: readonly string[]): string =>
  firstFew(items, { join: ', ', more: (n) => ` and ${n} more` });

/** All items: `a, b and c`. */
export const joinAll = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Writes the first letter in upper case. */
export const capital = (sentence: string): string => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** The verb for this number of items. */
export const verb = (items: readonly unknown[]): string => (items.length === 1 ? 'is' : 'are');

/** Evidence of the rules that needs other words. `…` is replaced by the name in it. */
const signals: Readonly<Record<string, string>> = { 'its part is …': 'the sub-issue is …' };

/** A piece of evidence without its reference and date. */
export function signal(what: string): string {
  const { sentence, name } = splitName(what);
  const said = signals[sentence] ?? sentence;
  return name === undefined ? said : said.replace('…', () => stateIn(states, name) ?? code(name));
}

/** A piece of evidence with its reference and date. */
export function sign({ what, ref, at }: Sign): string {
  const suffix = [
    ...(ref === undefined || isIssueRef(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = isIssueRef(ref) ? `${ref} ` : '';
  return `${front}${signal(what)}${suffix.length > 0 ? ` (${suffix.join(', ')})` : ''}`;
}

const unreadNames: Readonly<Record<Unread, string>> = {
  issue: 'the issue itself',
  children: 'its sub-issues',
  dependencies: 'its dependencies',
  branches: 'its branches',
  pull: 'a pull request',
  history: 'the commits of the repository',
  runs: "crew's runs on it",
  other: 'information that decides its state',
};

/** An entry of `missing`, as a clause. */
export function unread(what: string): string {
  const { is, ref } = unreadOf(what);
  return `${is === 'pull' && ref !== undefined ? `the pull request ${ref}` : unreadNames[is]} could not be read`;
}

/** A blocker by reference and title, or by the words of the description. */
export function named({ ref, title, external, since }: NamedBlocker): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what} (since ${dayOf(since)})`;
}

/** How many issues it unblocks. */
export const freed = ({ all, direct }: { all: number; direct: number }): string =>
  all > direct ? `unblocks ${all} issues, ${direct} directly` : `unblocks ${all} ${all === 1 ? 'issue' : 'issues'}`;

/** A root blocker and how many issues it unblocks. */
export const root = ({ ref, frees, direct }: Root): string => `${ref} (${freed({ all: frees, direct })})`;

function blocked({ waits, roots, cycle }: Extract<Advice, { is: 'blocked' }>): string {
  return [
    `It waits for ${list(waits.map(named))}.`,
    ...(roots.length > 0 ? [`Start with ${list(roots.map(root))}.`] : []),
    ...(cycle.length > 0
      ? [`These issues wait for each other: ${cycle.join(' → ')}. Remove one of these dependencies.`]
      : []),
  ].join(' ');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} failed`] : []),
    ...(conflicts ? ['it conflicts with its base'] : []),
  ];
  return `${pull}: ${joinAll(wrong)}. Next: fix that.`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : ` on ${dayOf(on)}`;
  return `The work was merged with ${list(by.map(shownRef))}${when}. A maintainer can close this issue.`;
}

function review({ pulls, basePull }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} ${verb(pulls)} waiting for a review by a maintainer.`;
  return basePull === undefined ? ready : `${ready} Review ${basePull} first: it is the base.`;
}

function start(of: Start): string {
  switch (of.is) {
    case 'now':
      return 'Ready to start.';
    case 'sub-issues':
      return 'Ready to start with its sub-issues.';
    case 'undescribed':
      return 'The description is empty. Add a few sentences, then work can start.';
    case 'answer':
      return `${code(of.who)} has to answer the question in the comment by ${code(of.by)} of ${dayOf(of.since)} first.`;
  }
}

/** The state of an issue and the next step, in one to three sentences. */
export function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `Closed as ${of.reason.replace('_', ' ')}.`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `All sub-issues are done: ${list(of.parts)}. A maintainer can close this issue.`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} is approved and will be merged automatically.`
        : `${of.pull} is approved and its checks pass.`;
    case 'changes-requested':
      return `${of.by.length > 0 ? list(of.by) : 'A reviewer'} requested changes on ${of.pull}. Next: push a commit, or request another review.`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${joinAll(of.pulls)} all solve this issue. A maintainer has to choose one.`;
    case 'parts-started':
      return `Sub-issues are in progress: ${list(of.parts)}.`;
    case 'blocked':
      return blocked(of);
    case 'started':
      return `Work is in progress: ${list(of.signs.map(sign))}.`;
    case 'interrupted':
      return `Earlier work ended without a result: ${list(of.signs.map(sign))}. ${start(of.start)}`;
    case 'untouched':
      return start(of.start);
    case 'unknown':
      return `crew cannot judge this issue: ${list([...new Set(of.missing.map(unread))])}.`;
  }
}

/** A question to a maintainer. */
export function question(of: Question): string {
  switch (of.is) {
    case 'parts-dropped':
      return 'All sub-issues were closed as not planned. Is this issue still wanted?';
    case 'blocker-dropped':
      return `Its blocker ${of.ref} was closed as not planned. Is this issue still wanted?`;
    case 'external':
      return `crew cannot check ${code(of.what)}. Does it still block this issue?`;
  }
}

/** One change that leads to another state, as a clause. */
export function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} is done`;
    case 'external':
      return `“${code(of.what)}” no longer blocks it`;
    case 'approve':
      return `a maintainer approves ${of.pull}`;
    case 'answer':
      return `a commit on ${of.pull} makes the requested changes`;
    case 'green':
      return `${list(of.checks.map(code))} on ${of.pull} ${of.checks.length === 1 ? 'passes' : 'pass'}`;
    case 'resolve':
      return `${of.pull} no longer conflicts with its base`;
    case 'allow':
      return `the branch rules allow ${of.pull} to be merged`;
    case 'retarget':
      return `the base of ${of.pull} is ${code(of.base)}`;
    case 'say-closes':
      return `${of.pull} contains ${code(`Closes ${of.issue}`)}`;
    case 'ready':
      return `${of.pull} is marked as ready for review`;
    case 'choose':
      return `all but one of ${list(of.pulls)} are closed`;
    case 'open-pull':
      return `a pull request contains ${code(`Closes ${of.issue}`)}`;
    case 'begin':
      return `a branch such as ${code(of.branch)} has a commit`;
    case 'part-begins':
      return `work on a sub-issue starts (${list(of.parts)})`;
    case 'parts-end':
      return `${list(of.parts)} ${verb(of.parts)} done`;
  }
}
