// Helpers that both languages use: they split evidence into text and names, and format references, dates and lists.
import type { State } from '../../ports/report.js';
import { momentOf } from '../../text/lang/times.js';
import { shownRef } from '../../text/quote.js';
import type { EvidenceItem } from './rules/answer.js';

/** The data that could not be read. */
export type Unread = 'issue' | 'children' | 'dependencies' | 'branches' | 'pull' | 'history' | 'runs' | 'other';

/** Evidence texts that contain a name. Groups: the text before it, the name, the text after it. */
const EVIDENCE_WITH_NAME = [
  /^(the check )(.+)( failed)$/,
  /^(the check )(.+)( has not ended)$/,
  /^(was merged into )(.+)()$/,
  /^(commits on )(.+)()$/,
  /^(the run is )(.+)()$/,
  /^(the run ended )(.+)()$/,
  /^(its part is )(.+)()$/,
  /^(closed as )(.+)()$/,
];

/** Splits evidence into a sentence with `…` in place of the name, and the name. Evidence without a name is returned as it is. */
export function splitName(what: string): { readonly sentence: string; readonly name: string | undefined } {
  for (const shape of EVIDENCE_WITH_NAME) {
    const [, before, name, suffix] = shape.exec(what) ?? [];
    if (before !== undefined && name !== undefined) return { sentence: `${before}…${suffix ?? ''}`, name };
  }
  return { sentence: what, name: undefined };
}

/** The word for a state, by its identifier. Undefined if the name is no state. */
export const stateIn = (states: Readonly<Record<State, string>>, name: string): string | undefined =>
  Object.entries(states).find(([each]) => each === name)?.[1];

const UNREAD_KINDS: readonly (readonly [RegExp, Unread])[] = [
  [/ children$/, 'children'],
  [/ blockedBy$/, 'dependencies'],
  [/ branches$|^branch |^branches of /, 'branches'],
  [/^pull |^pull requests of /, 'pull'],
  [/^commits of /, 'history'],
  [/^runs of /, 'runs'],
  [/^issue \S+$/, 'issue'],
];

/** Translates an entry of `missing` (`pull owner/name#7 reviews`) into the kind of data that is missing and the reference. */
export function unreadOf(what: string): { readonly is: Unread; readonly ref: string | undefined } {
  const kind = UNREAD_KINDS.find(([shape]) => shape.test(what))?.[1] ?? 'other';
  return { is: kind, ref: /[\w.-]+\/[\w.-]+#\d+/.exec(what)?.[0] };
}

/** The date of an ISO time. Comments show dates, because an age would be wrong a day later. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** The reference, actor and time that follow a piece of evidence. */
export const evidenceDetails = (
  { ref, by, at }: EvidenceItem,
  actorText: (login: string) => string,
): readonly string[] => [
  ...(ref === undefined ? [] : [shownRef(ref)]),
  ...(by === undefined ? [] : [actorText(by)]),
  ...(at === undefined ? [] : [momentOf(at)]),
];

/** The first `most` items (5 by default), and how many more there are. */
export function firstFew(
  items: readonly string[],
  options: { join: string; more: (n: number) => string; most?: number },
): string {
  const limit = options.most ?? 5;
  const shown = items.slice(0, limit).join(options.join);
  return items.length > limit ? `${shown}${options.more(items.length - limit)}` : shown;
}
