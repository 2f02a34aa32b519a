// Helpers of advice.*.ts and messages.*.ts in both languages: they split evidence into text and names, and format references, dates and lists.
import type { State } from '../../ports/report.js';
import { momentOf } from '../../text/lang/times.js';
import { shownRef } from '../../text/quote.js';
import type { EvidenceItem } from './rules/answer.js';
import type { Advice } from './rules/statements.js';

/** The kinds of data that can be missing. */
export type UnreadKind = 'issue' | 'children' | 'dependencies' | 'branches' | 'pull' | 'history' | 'runs' | 'other';

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

/** The references of issues grouped by state, each state where it comes first. */
export function byState(
  issues: readonly { readonly ref: string; readonly state: State }[],
): readonly { readonly state: State; readonly refs: readonly string[] }[] {
  const states = [...new Set(issues.map(({ state }) => state))];
  return states.map((state) => ({
    state,
    refs: issues.flatMap((each) => (each.state === state ? [each.ref] : [])),
  }));
}

/** The kind of missing data, by a pattern for its entry in `missing`. */
const UNREAD_KINDS: readonly (readonly [RegExp, UnreadKind])[] = [
  [/ children$/, 'children'],
  [/ blockedBy$/, 'dependencies'],
  [/ branches$|^branch |^branches of /, 'branches'],
  [/^pull |^pull requests of /, 'pull'],
  [/^commits of /, 'history'],
  [/^runs of /, 'runs'],
  [/^issue \S+$/, 'issue'],
];

/** Translates an entry of `missing` (`pull owner/name#7 reviews`) into the kind of data that is missing and the reference. */
export function unreadOf(what: string): { readonly is: UnreadKind; readonly ref: string | undefined } {
  const kind = UNREAD_KINDS.find(([shape]) => shape.test(what))?.[1] ?? 'other';
  return { is: kind, ref: /[\w.-]+\/[\w.-]+#\d+/.exec(what)?.[0] };
}

/** Whether the advice says that work can start: then it needs no name of the state before it. */
export const canStartNow = (advice: Advice): boolean => advice.is === 'untouched' && advice.start.is === 'now';

/** The date of an ISO time. Comments show dates, because an age would be wrong a day later. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** The reference, actor and time that follow a piece of evidence. `actorText` writes a login in the language. */
export const evidenceDetails = (
  { ref, by, at }: EvidenceItem,
  actorText: (login: string) => string,
): readonly string[] => [
  ...(ref === undefined ? [] : [shownRef(ref)]),
  ...(by === undefined ? [] : [actorText(by)]),
  ...(at === undefined ? [] : [momentOf(at)]),
];

/** What an external blocker is: the words of a description, a label, or an issue or pull request that cannot be read. */
export function externalOf(external: string): { readonly is: 'words' | 'label' | 'unread'; readonly name: string } {
  const label = /^label (.+)$/.exec(external)?.[1];
  if (label !== undefined) return { is: 'label', name: label };
  return { is: external.endsWith('(cannot be read)') ? 'unread' : 'words', name: external };
}

/** The first `max` items (5 by default), and how many more there are. */
export function firstFew(
  items: readonly string[],
  options: { join: string; more: (n: number) => string; max?: number },
): string {
  const max = options.max ?? 5;
  const shown = items.slice(0, max).join(options.join);
  return items.length > max ? `${shown}${options.more(items.length - max)}` : shown;
}
