// What is true of an issue and what is next, in English.
import { code } from '../../../code.js';
import type { Advice, Look, Start } from '../messages.js';
import { dayOf, shownRef } from '../shared.js';
import { and, list, named, root, sign, unread, verb } from './words.js';

function blocked({ waits, roots, cycle }: Extract<Advice, { is: 'blocked' }>): string {
  return [
    `It waits for ${list(waits.map(named))}.`,
    ...(roots.length > 0 ? [`Start with ${list(roots.map(root))}.`] : []),
    ...(cycle.length > 0
      ? [`These issues wait for each other: ${cycle.join(' → ')}. One dependency has to be removed.`]
      : []),
  ].join(' ');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} failed`] : []),
    ...(conflicts ? ['it conflicts with its base'] : []),
  ];
  return `On ${pull}, ${and(wrong)}. Next: fix that.`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : ` on ${dayOf(on)}`;
  return `The work was merged with ${list(by.map(shownRef))}${when}. A maintainer decides whether to close this.`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} ${verb(pulls)} waiting for a review by somebody with write access.`;
  return below === undefined ? ready : `${ready} It is based on ${below}, which comes first.`;
}

function start(of: Start): string {
  switch (of.is) {
    case 'now':
      return 'Ready to start.';
    case 'sub-issues':
      return 'Ready to start with its sub-issues.';
    case 'undescribed':
      return 'It has no description yet. With a few sentences it is ready to start.';
    case 'answer':
      return `It waits for an answer by ${code(of.who)} to the question of ${dayOf(of.since)}.`;
  }
}

/** What is true, and what is next. */
export function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `Closed as ${of.reason.replace('_', ' ')}.`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `All sub-issues are done: ${list(of.parts)}. A maintainer decides whether to close this.`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} is approved and will be merged automatically.`
        : `${of.pull} is approved and its checks pass.`;
    case 'changes-requested':
      return `Changes were asked for on ${of.pull}${of.by.length > 0 ? ` by ${list(of.by)}` : ''}. Next: push a commit that answers, or request a review again.`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${and(of.pulls)} compete for this issue. A maintainer chooses one.`;
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
      return `crew cannot tell where this stands: ${list([...new Set(of.missing.map(unread))])}.`;
  }
}

/** Why somebody should look. */
export function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return 'All its sub-issues were closed as not planned. Is it still wanted?';
    case 'blocker-dropped':
      return `${of.ref}, which it waited for, was closed as not planned. Is it still wanted?`;
    case 'external':
      return `crew cannot see ${code(of.what)}. Does it still block this?`;
  }
}
