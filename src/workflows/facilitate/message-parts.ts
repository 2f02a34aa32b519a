// Parts of sentences that both languages share: evidence split into text and names, references and days as they are shown.
import type { State } from '../../ports/report.js';
import { shownRef } from '../../text/quote.js';
import type { Sign } from './rules/answer.js';

/** What could not be read of an issue. */
export type Unread = 'issue' | 'children' | 'dependencies' | 'branches' | 'pull' | 'history' | 'runs' | 'other';

/** Signals that contain a name: the text before and after it. */
const NAMED = [
  /^(the check )(.+)( failed)$/,
  /^(the check )(.+)( has not ended)$/,
  /^(was merged into )(.+)()$/,
  /^(commits on )(.+)()$/,
  /^(the run is )(.+)()$/,
  /^(the run ended )(.+)()$/,
  /^(its part is )(.+)()$/,
  /^(closed as )(.+)()$/,
];

/** Splits a signal into the sentence with a gap and the name in it, if there is one. */
export function cut(what: string): { readonly sentence: string; readonly name: string | undefined } {
  for (const shape of NAMED) {
    const [, before, name, suffix] = shape.exec(what) ?? [];
    if (before !== undefined && name !== undefined) return { sentence: `${before}…${suffix ?? ''}`, name };
  }
  return { sentence: what, name: undefined };
}

/** The word for a state's identifier; undefined for any other name. */
export const stateIn = (states: Readonly<Record<State, string>>, name: string): string | undefined =>
  Object.entries(states).find(([each]) => each === name)?.[1];

const UNREAD: readonly (readonly [RegExp, Unread])[] = [
  [/ children$/, 'children'],
  [/ blockedBy$/, 'dependencies'],
  [/ branches$|^branch |^branches of /, 'branches'],
  [/^pull |^pull requests of /, 'pull'],
  [/^commits of /, 'history'],
  [/^runs of /, 'runs'],
  [/^issue \S+$/, 'issue'],
];

/** What a missing signal is about, and the reference in it: internal names are for the evidence, not for people. */
export function unreadOf(what: string): { readonly is: Unread; readonly ref: string | undefined } {
  const is = UNREAD.find(([shape]) => shape.test(what))?.[1] ?? 'other';
  return { is, ref: /[\w.-]+\/[\w.-]+#\d+/.exec(what)?.[0] };
}

/** The day of a time: dates stay true, ages do not. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** Reference, actor and time after a signal. */
export const tail = ({ ref, by, at }: Sign, said: (login: string) => string): readonly string[] => [
  ...(ref === undefined ? [] : [shownRef(ref)]),
  ...(by === undefined ? [] : [said(by)]),
  ...(at === undefined ? [] : [at]),
];

/** The first few of a list, and how many more there are: a comment is read at a glance. */
export function few(
  items: readonly string[],
  of: { join: string; more: (n: number) => string; most?: number },
): string {
  const most = of.most ?? 5;
  const shown = items.slice(0, most).join(of.join);
  return items.length > most ? `${shown}${of.more(items.length - most)}` : shown;
}
