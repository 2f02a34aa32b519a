// What is true of an issue and what is next, in English.
import { code } from '../../../code.js';
import type { Advice, Look } from '../messages.js';
import { dayOf, shownRef } from '../shared.js';
import { and, list, named, root, sign, unread, verb } from './words.js';

function blocked({ waits, roots, circle }: Extract<Advice, { is: 'blocked' }>): string {
  return [
    `It waits for ${list(waits.map(named))}.`,
    ...(roots.length > 0 ? [`Where to begin: ${list(roots.map(root))}.`] : []),
    ...(circle.length > 0 ? [`They wait for each other, so somebody has to let go: ${circle.join(' → ')}.`] : []),
  ].join(' ');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} failed`] : []),
    ...(conflicts ? ['it conflicts with its base'] : []),
  ];
  return `On ${pull}, ${and(wrong)}. Next: put that right.`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : ` on ${dayOf(on)}`;
  return `The work landed with ${list(by.map(shownRef))}${when}. Somebody decides whether this can be closed.`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} ${verb(pulls)} ready and waiting for a review by somebody who may push.`;
  return below === undefined ? ready : `${ready} It waits for ${below}, which it stands on.`;
}

function untouched({ described, parts }: Extract<Advice, { is: 'untouched' }>): string {
  if (parts) return 'Nothing is in the way. It has parts: they are what to start with.';
  return described
    ? 'Nothing is in the way. It can be started.'
    : 'Nothing is in the way but that it says nothing yet: a few sentences would make it ready.';
}

/** What is true, and what is next. */
export function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `It is closed as ${of.reason.replace('_', ' ')}. Nothing is left to do.`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `Its parts are done: ${list(of.parts)}. Somebody decides whether this can be closed.`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} is approved and will be merged by itself.`
        : `${of.pull} is approved and nothing fails. Somebody has to merge it.`;
    case 'changes-requested':
      return `Changes were asked for on ${of.pull}${of.by.length > 0 ? ` by ${list(of.by)}` : ''}. Next: a commit that answers, or asking for review again.`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${and(of.pulls)} are both ready for this. Somebody has to choose one.`;
    case 'parts-started':
      return `Its parts are under way: ${list(of.parts)}.`;
    case 'blocked':
      return blocked(of);
    case 'started':
      return `Work goes on: ${list(of.signs.map(sign))}. Please carry on.`;
    case 'interrupted':
      return `Earlier work was broken off or taken back: ${list(of.signs.map(sign))}. It can be taken up again.`;
    case 'untouched':
      return untouched(of);
    case 'unknown':
      return `It could not be judged: ${list(of.missing.map(unread))}.`;
  }
}

/** Why somebody should look. */
export function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return 'All its parts were dropped. Is it still wanted?';
    case 'blocker-dropped':
      return `${of.ref}, which it waited for, was closed as not planned. Is it still wanted?`;
    case 'external':
      return `${code(of.what)} cannot be followed from here: somebody has to look whether it still holds this up.`;
  }
}
