// The small change of English: names of states, lists, evidence.

import { code } from '../../../quote.js';
import type { Named, Root, SignWords, StateName, Unread } from '../messages.js';
import { cut, dayOf, few, leads, shownRef, stateIn, unreadOf } from '../shared.js';

/** States as people say them. */
export const states: Readonly<Record<StateName, string>> = {
  done: 'done',
  review_pending: 'waiting for review',
  in_progress: 'in progress',
  incomplete: 'not started',
  blocked: 'blocked',
  unknown: 'unknown',
};

/** The first few, and how many more there are. */
export const list = (items: readonly string[]): string => few(items, { join: ', ', more: (n) => ` and ${n} more` });

/** All of them, the last one joined by a word. */
export const and = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** As the beginning of a sentence. */
export const capital = (sentence: string): string => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** One is, several are. */
export const verb = (items: readonly unknown[]): string => (items.length === 1 ? 'is' : 'are');

/** What was seen, without where and when. */
export function signal(what: string): string {
  const { sentence, name } = cut(what);
  return name === undefined ? sentence : sentence.replace('…', () => stateIn(states, name) ?? code(name));
}

/** What was seen, where and on which day. */
export function sign({ what, ref, at }: SignWords): string {
  const suffix = [
    ...(ref === undefined || leads(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = ref !== undefined && leads(ref) ? `${ref} ` : '';
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

/** What is missing. */
export function unread(what: string): string {
  const { is, ref } = unreadOf(what);
  return `${is === 'pull' && ref !== undefined ? `the pull request ${ref}` : unreadNames[is]} could not be read`;
}

/** What is waited for. */
export function named({ ref, title, external, since }: Named): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what} (since ${dayOf(since)})`;
}

/** How many go on when it is done. */
export const freed = ({ all, direct }: { all: number; direct: number }): string =>
  all > direct ? `unblocks ${all} issues, ${direct} directly` : `unblocks ${all} ${all === 1 ? 'issue' : 'issues'}`;

/** Where a wait begins. */
export const root = ({ ref, frees, direct }: Root): string => `${ref} (${freed({ all: frees, direct })})`;
