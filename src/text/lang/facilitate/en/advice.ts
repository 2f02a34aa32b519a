// What is true of an issue and what is next, in English.

import { code } from '../../../quote.js';
import type { Advice, Look, Start } from '../messages.js';
import { dayOf, shownRef } from '../shared.js';
import { and, list, named, root, sign, unread, verb } from './words.js';

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
  return `${pull}: ${and(wrong)}. Next: fix that.`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : ` on ${dayOf(on)}`;
  return `The work was merged with ${list(by.map(shownRef))}${when}. A maintainer can close this issue.`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} ${verb(pulls)} waiting for a review by a maintainer.`;
  return below === undefined ? ready : `${ready} Review ${below} first: it is the base.`;
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
      return `${code(of.who)} has to answer the question of ${dayOf(of.since)} first.`;
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
      return `${and(of.pulls)} all solve this issue. A maintainer has to choose one.`;
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

/** Why a maintainer should look. */
export function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return 'All sub-issues were closed as not planned. Is this issue still wanted?';
    case 'blocker-dropped':
      return `Its blocker ${of.ref} was closed as not planned. Is this issue still wanted?`;
    case 'external':
      return `crew cannot check ${code(of.what)}. Does it still block this issue?`;
  }
}
