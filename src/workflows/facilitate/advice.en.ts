// English sentences about one issue: its state, the evidence, the next step.
import type { State } from '../../ports/report.js';
import { stateWord } from '../../text/lang/outcome-words.js';
import { code, isIssueRef, shownRef } from '../../text/quote.js';
import { dayOf, externalOf, firstFew, splitName, stateIn, type UnreadKind, unreadOf } from './message-parts.js';
import type { EvidenceItem } from './rules/answer.js';
import { earlierWorkIn, isOnlyWaiting, runStateIn } from './rules/earlier-work.js';
import type { Advice, NamedBlocker, Question, Root, Start, Step, WaitingIssue } from './rules/statements.js';

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
export const listFirst = (items: readonly string[]): string =>
  firstFew(items, { join: ', ', more: (n) => ` and ${n} more` });

/** All items: `a, b and c`. */
export const joinAll = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** The first five items, `a, b and c` or `a, b or c`, and how many more there are. */
export const joinFirst = (items: readonly string[], conjunction: 'and' | 'or' = 'and'): string =>
  items.length > 5 || items.length < 2
    ? listFirst(items)
    : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;

/** Writes the first letter in upper case. */
export const capital = (sentence: string): string => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** The verb for this number of items. */
export const verb = (items: readonly unknown[]): string => (items.length === 1 ? 'is' : 'are');

/** Evidence of the rules that needs other words. `…` is replaced by the name in it. */
const evidenceSentences: Readonly<Record<string, string>> = { 'its part is …': 'the sub-issue is …' };

/** A piece of evidence without its reference and date. */
export function evidenceSentence(what: string): string {
  const { sentence, name } = splitName(what);
  const template = evidenceSentences[sentence] ?? sentence;
  return name === undefined ? template : template.replace('…', () => stateIn(states, name) ?? code(name));
}

/** Evidence about a run of crew, with the word for its state; undefined for other evidence. */
export function runSentence(item: EvidenceItem): string | undefined {
  const run = runStateIn(item);
  return run && `crew's run ${run.isEnded ? 'ended' : 'is'} “${stateWord('en', run.state)}”`;
}

/** A piece of evidence with its reference and date. */
export function evidenceText({ what, ref, at }: EvidenceItem): string {
  const suffix = [
    ...(ref === undefined || isIssueRef(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = isIssueRef(ref) ? `${ref} ` : '';
  return `${front}${runSentence({ what, ref }) ?? evidenceSentence(what)}${suffix.length > 0 ? ` (${suffix.join(', ')})` : ''}`;
}

const unreadNames: Readonly<Record<UnreadKind, string>> = {
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
export function blockerText({ ref, title, external, since }: NamedBlocker): string {
  const what = ref === undefined ? externalText(external) : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what} (since ${dayOf(since)})`;
}

/** A blocker that crew cannot check: the words of the description in quotation marks, or the name of a label. */
export function externalText(external = ''): string {
  const { is, name } = externalOf(external);
  if (is === 'label') return `what the label ${code(name)} stands for`;
  return is === 'unread' ? code(name) : `“${code(name)}”`;
}

/** How a person says that an external blocker has ended. */
function endOfExternal({ external = '', source }: Pick<NamedBlocker, 'external' | 'source'>): string {
  const { is, name } = externalOf(external);
  if (is === 'label') return `remove the label ${code(name)}`;
  return source === 'dependency' ? 'remove the dependency' : 'remove it from the description';
}

/** How many issues wait for it. */
export const waitingCount = ({ all, direct }: { all: number; direct: number }): string =>
  `${all} ${all === 1 ? 'issue waits' : 'issues wait'} for it${all > direct ? `, ${direct} of them directly` : ''}`;

/** A root blocker and how many issues wait for it. */
export const root = ({ ref, frees, direct }: Root): string => `${ref} (${waitingCount({ all: frees, direct })})`;

/** The issues that wait: up to three by name, otherwise how many. */
export function waitingIssues(waiting: readonly WaitingIssue[], subject: 'it' | 'this issue'): string {
  const direct = waiting.filter(({ through }) => through === undefined).map(({ ref }) => ref);
  if (waiting.length > 3) return waitingCount({ all: waiting.length, direct: direct.length }).replace('it', subject);
  const further = waiting.flatMap(({ ref, through }) => (through === undefined ? [] : [`${ref} for ${through}`]));
  const first = `${joinAll(direct)} ${direct.length === 1 ? 'waits' : 'wait'} for ${subject}`;
  return further.length === 0 ? first : `${first}, and ${joinAll(further)}`;
}

function blocked({ waits, roots, cycle, answer }: Extract<Advice, { is: 'blocked' }>): string {
  const externals = waits.filter(({ ref }) => ref === undefined);
  return [
    `It waits for ${listFirst(waits.map(blockerText))}.`,
    ...(roots.length > 0 ? [`Start with ${listFirst(roots.map(root))}.`] : []),
    ...(cycle.length > 0
      ? [`These issues wait for each other: ${cycle.join(' → ')}. Remove one of these dependencies.`]
      : []),
    ...(answer === undefined
      ? []
      : [
          `Last comment on it: ${code(answer.by)}, ${dayOf(answer.at)}. When it no longer blocks this issue, ${joinFirst([...new Set(externals.map(endOfExternal))])}.`,
        ]),
  ].join(' ');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${listFirst(checks.map(code))} failed`] : []),
    ...(conflicts ? ['it conflicts with its base'] : []),
  ];
  return `${pull}: ${joinAll(wrong)}. Next: fix that.`;
}

function closeDue({ by, mergedAt }: Extract<Advice, { is: 'close-due' }>): string {
  const when = mergedAt === undefined ? '' : ` on ${dayOf(mergedAt)}`;
  return `The work was merged with ${listFirst(by.map(shownRef))}${when}. A maintainer can close this issue.`;
}

function review({ pulls, basePull }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${listFirst(pulls)} ${verb(pulls)} waiting for a review by a maintainer.`;
  return basePull === undefined ? ready : `${ready} Review ${basePull} first: it is the base.`;
}

function partsStarted({ parts, started, all }: Extract<Advice, { is: 'parts-started' }>): string {
  return [
    ...(parts.length > 0 ? [`${parts.length} of ${all} sub-issues ${verb(parts)} done: ${listFirst(parts)}.`] : []),
    ...(started.length > 0 ? [`Work on ${joinFirst(started)} is in progress.`] : []),
  ].join(' ');
}

/** What happened to earlier work, when the issue was opened again, and how the last run of crew ended. */
function earlierWork(evidence: readonly EvidenceItem[]): string {
  const { landed, ended, lastRun, reopenedAt } = earlierWorkIn(evidence);
  const hasWork = landed.length + ended.length > 0;
  return [
    ...(landed.length > 0 ? [`Earlier work: ${listFirst(landed.map(evidenceText))}.`] : []),
    ...(ended.length > 0 ? [`Earlier work ended without a result: ${listFirst(ended.map(evidenceText))}.`] : []),
    ...(reopenedAt === undefined ? [] : [reopened(reopenedAt, hasWork || lastRun !== undefined)]),
    ...(lastRun === undefined
      ? []
      : [`crew's last run ended “${stateWord('en', lastRun.state)}” on ${dayOf(lastRun.at)}.`]),
  ].join(' ');
}

const reopened = (at: string, hasWork: boolean): string =>
  `This issue was closed and opened again on ${dayOf(at)}${hasWork ? '' : '; no work has started since'}.`;

function start(statement: Start): string {
  switch (statement.is) {
    case 'now':
      return 'Ready to start.';
    case 'sub-issues':
      return 'Ready to start with its sub-issues.';
    case 'undescribed':
      return 'The description is empty. Add a few sentences, then work can start.';
    case 'nothing-to-change':
      return 'A maintainer can say what is missing, or close this issue.';
    case 'answer':
      return `${code(statement.asked)} has to answer the question in the comment by ${code(statement.askedBy)} of ${dayOf(statement.since)} first.`;
  }
}

/** The evidence for an issue on which nothing was found. */
export function nothingFound(statement: Start): string {
  switch (statement.is) {
    case 'now':
      return 'no branch, pull request, blocker or open question';
    case 'sub-issues':
      return 'no branch, pull request or blocker, and no sub-issue has started';
    case 'undescribed':
      return 'the description is empty';
    case 'nothing-to-change':
      return "crew's last run found nothing to change";
    case 'answer':
      return `open question by ${code(statement.askedBy)} to ${code(statement.asked)} · ${dayOf(statement.since)}`;
  }
}

/** The state of an issue and the next step, in one to three sentences. */
export function advice(statement: Advice): string {
  switch (statement.is) {
    case 'closed':
      return `Closed as ${statement.reason.replace('_', ' ')}.`;
    case 'close-due':
      return closeDue(statement);
    case 'parts-done':
      return `All sub-issues are done: ${listFirst(statement.parts)}. A maintainer can close this issue.`;
    case 'merge-due':
      return statement.isAutomatic
        ? `${statement.pull} is approved and will be merged automatically.`
        : `${statement.pull} is approved and its checks pass.`;
    case 'changes-requested':
      return `${statement.by.length > 0 ? listFirst(statement.by) : 'A reviewer'} requested changes on ${statement.pull}. Next: push a commit, or request another review.`;
    case 'checks-failing':
      return failing(statement);
    case 'review':
      return review(statement);
    case 'compete':
      return `${joinAll(statement.pulls)} all solve this issue. A maintainer has to choose one.`;
    case 'parts-started':
      return partsStarted(statement);
    case 'blocked':
      return blocked(statement);
    case 'started':
      if (isOnlyWaiting(statement.evidence)) return `${listFirst(statement.evidence.map(evidenceText))}.`;
      return `Work is in progress: ${listFirst(statement.evidence.map(evidenceText))}.`;
    case 'interrupted':
      return `${earlierWork(statement.evidence)} ${start(statement.start)}`;
    case 'untouched':
      return start(statement.start);
    case 'unknown':
      return `crew cannot judge this issue: ${listFirst([...new Set(statement.missing.map(unread))])}.`;
  }
}

/** A question to a maintainer. */
export function question(statement: Question): string {
  switch (statement.is) {
    case 'parts-dropped':
      return 'All sub-issues were closed as not planned. Is this issue still wanted?';
    case 'blocker-dropped':
      return `Its blocker ${statement.ref} was closed as not planned. Is this issue still wanted?`;
    case 'external':
      return `crew cannot check ${externalText(statement.what)}. Does it still block this issue? If not, ${endOfExternal({ external: statement.what, source: statement.source })}.`;
  }
}

/** One change that leads to another state, as a clause. */
export function step(statement: Step): string {
  switch (statement.is) {
    case 'over':
      return `${statement.ref} is done`;
    case 'external':
      return `${externalText(statement.what)} no longer blocks it`;
    case 'approve':
      return `a maintainer approves ${statement.pull}`;
    case 'answer':
      return `a commit on ${statement.pull} makes the requested changes`;
    case 'green':
      return `${listFirst(statement.checks.map(code))} on ${statement.pull} ${statement.checks.length === 1 ? 'passes' : 'pass'}`;
    case 'resolve':
      return `${statement.pull} no longer conflicts with its base`;
    case 'allow':
      return `the branch rules allow ${statement.pull} to be merged`;
    case 'retarget':
      return `the base of ${statement.pull} is ${code(statement.base)}`;
    case 'say-closes':
      return `${statement.pull} contains ${code(`Closes ${statement.issue}`)}`;
    case 'ready':
      return `${statement.pull} is marked as ready for review`;
    case 'choose':
      return `all but one of ${listFirst(statement.pulls)} are closed`;
    case 'open-pull':
      return `a pull request contains ${code(`Closes ${statement.issue}`)}`;
    case 'begin':
      return `a branch such as ${code(statement.branch)} has a commit`;
    case 'part-begins':
      return `work on a sub-issue starts (${listFirst(statement.parts)})`;
    case 'parts-end':
      return `${listFirst(statement.parts)} ${verb(statement.parts)} done`;
  }
}
