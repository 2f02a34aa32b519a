// Which of crew's labels an issue should carry, and what has to change for it. The list of labels is closed. A label that
// a person set or removed is that person's.
import type { Ref } from '../../board.js';
import type { IssueRecord } from '../../scan-record.js';
import type { LabelMeaning } from '../../text/lang/facilitate/messages.js';
import { isDescribed } from './advice.js';
import { openBlockers } from './facts.js';
import { isCrew, labelNames } from './identity.js';
import type { Verdict } from './judge.js';
import { questionTo } from './question.js';
import { sameName } from './rules.js';
import type { Scene } from './scene.js';

/** How they look where the repository does not know them yet. */
export const COLOURS: Readonly<Record<LabelMeaning, string>> = {
  ready: '2da44e',
  review: '0969da',
  stale: '8c959f',
  'close-due': '8250df',
  'merge-due': '6639ba',
  blocked: 'cf222e',
  attention: 'bf8700',
};

/** What an issue's labels should say. */
export function meaningsOf(verdict: Verdict, scene: Scene): readonly LabelMeaning[] {
  const { state, due, attention, issue } = verdict;
  const moves = verdict.rule === 'approved' && attention.length === 0;
  // A parent goes on in its parts: that nobody touches its own page says nothing.
  const isOpen = state !== 'done' && state !== 'unknown' && verdict.rule !== 'children-started';
  return [
    ...(isReady(verdict, scene) ? (['ready'] as const) : []),
    ...(state === 'review_pending' ? (['review'] as const) : []),
    ...(isOpen && isStale(issue, scene) ? (['stale'] as const) : []),
    ...(due === 'close' ? (['close-due'] as const) : []),
    ...(due === 'merge' && !moves ? (['merge-due'] as const) : []),
    ...(state === 'blocked' ? (['blocked'] as const) : []),
    ...(attention.length > 0 ? (['attention'] as const) : []),
  ];
}

const DAY = 24 * 60 * 60 * 1000;

/** Nobody did anything there for `stale-days`. */
function isStale(issue: Ref, { activity, board, config }: Scene): boolean {
  const age = Date.parse(board.observedAt) - Date.parse(activity(issue));
  return age > config.facilitate['stale-days'] * DAY;
}

/** It can be picked up as it is: said, not held up, and no parent, whose parts are picked up instead. */
function isReady(verdict: Verdict, scene: Scene): boolean {
  const { state, case: of } = verdict;
  const isParent = of.children.some(({ dropped }) => !dropped);
  const isFree = openBlockers(of).length === 0 && questionTo(verdict, scene) === null;
  return state === 'incomplete' && isFree && isDescribed(verdict) && !isParent;
}

export interface LabelPlan {
  readonly add: readonly { readonly label: string; readonly meaning: LabelMeaning }[];
  readonly remove: readonly { readonly label: string; readonly meaning: LabelMeaning }[];
  /** Crew's labels that stand when this is done. */
  readonly stand: readonly string[];
  /** Taken off by people, each with the evidence at which that was seen. */
  readonly removed: Readonly<Record<string, string>>;
}

/** The difference between what an issue's labels say and what they should say, as far as it is crew's to change. */
export function labelPlanOf(
  verdict: Verdict,
  scene: Scene,
  of: { before: IssueRecord | undefined; evidence: string },
): LabelPlan {
  const names = Object.entries(labelNames(scene.config)) as readonly [LabelMeaning, string][];
  const wanted = meaningsOf(verdict, scene);
  const { labels, closed } = verdict.case.issue;
  // Labels of closed issues are not read again: what crew put there stands until crew takes it off.
  const existing = closed ? (of.before?.labels ?? []).map((name) => ({ name })) : labels;
  const hasLabel = (label: string) => existing.some(({ name }) => sameName(name, label));
  const removed = removedBy(of, hasLabel);
  const own = names.filter(([, label]) => hasLabel(label) && isOwn(label, verdict, { scene, before: of.before }));
  const add = names.filter(
    ([meaning, label]) => wanted.includes(meaning) && !hasLabel(label) && removed[label] === undefined,
  );
  const remove = own.filter(([meaning]) => !wanted.includes(meaning));
  const stand = [...own.filter(([meaning]) => wanted.includes(meaning)), ...add].map(([, label]) => label).sort();
  const asPlan = ([meaning, label]: readonly [LabelMeaning, string]) => ({ meaning, label });
  return { add: add.map(asPlan), remove: remove.map(asPlan), stand, removed };
}

/** What crew put there and is gone was removed by a person, and stays off while the evidence is the same. */
function removedBy(
  { before, evidence }: { before: IssueRecord | undefined; evidence: string },
  hasLabel: (label: string) => boolean,
): Readonly<Record<string, string>> {
  const gone = (before?.labels ?? []).filter((label) => !hasLabel(label)).map((label) => [label, evidence] as const);
  const kept = Object.entries(before?.removed ?? {}).filter(([label, then]) => then === evidence && !hasLabel(label));
  return Object.fromEntries([...kept, ...gone]);
}

/** Crew put it there, or it is one of crew's prefix and nobody else is known to have set it. */
function isOwn(
  label: string,
  verdict: Verdict,
  { scene, before }: { scene: Scene; before: IssueRecord | undefined },
): boolean {
  if (before?.labels.includes(label)) return true;
  const by = verdict.case.issue.labels.find(({ name }) => sameName(name, label))?.by?.login;
  if (by !== undefined) return isCrew({ login: by }, scene.identity);
  return label.startsWith(scene.config.labels.prefix);
}
