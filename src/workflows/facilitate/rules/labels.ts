// Decides which of crew's labels an issue should have, and plans the changes; maintain.ts does this for every issue, and issue-record.ts
// records it. crew sets no other labels. It keeps a label that a person set. A label that a person removed stays off until the evidence
// changes.

import type { IssueRecord } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import type { FacilitateAction } from '../../../ports/report.js';
import { code } from '../../../text/quote.js';
import { adviceOf, questionsOf, refFormatFor } from './advice.js';
import type { BoardFacts } from './board-facts.js';
import { openBlockers } from './facts.js';
import { preconditionOf, type Verdict } from './judge.js';
import { repoOf } from './links.js';
import { isCrew, labelNames } from './people.js';
import { sameName } from './rule-settings.js';
import { canStart } from './start.js';
import type { LabelMeaning } from './statements.js';
import { whoMustAct } from './turns.js';
import { type Planned, placeOf } from './writes.js';

/** The colours that labels get when crew creates them. */
export const COLOURS: Readonly<Record<LabelMeaning, string>> = {
  ready: '2da44e',
  review: '0969da',
  stale: '8c959f',
  'close-due': '8250df',
  'merge-due': '6639ba',
  blocked: 'cf222e',
  attention: 'bf8700',
};

/** The meanings of the labels that an issue should have. */
export function meaningsOf(verdict: Verdict, boardFacts: BoardFacts): readonly LabelMeaning[] {
  const { state, due, attention, issue } = verdict;
  const isMergedAutomatically = verdict.rule === 'approved' && attention.length === 0;
  // A parent whose sub-issues are in progress is not stale, even if it has no activity of its own.
  const mayBeStale = state !== 'done' && state !== 'unknown' && verdict.rule !== 'children-started';
  return [
    ...(isReady(verdict, boardFacts) ? (['ready'] as const) : []),
    ...(state === 'review_pending' ? (['review'] as const) : []),
    ...(mayBeStale && isStale(issue, boardFacts) ? (['stale'] as const) : []),
    ...(due === 'close' ? (['close-due'] as const) : []),
    ...(due === 'merge' && !isMergedAutomatically ? (['merge-due'] as const) : []),
    ...(state === 'blocked' ? (['blocked'] as const) : []),
    ...(attention.length > 0 ? (['attention'] as const) : []),
  ];
}

const DAY = 24 * 60 * 60 * 1000;

/** Whether the issue had no activity, crew's aside, for more than `stale-days`. */
function isStale(issue: Ref, { activity, board, config }: BoardFacts): boolean {
  const age = Date.parse(board.observedAt) - Date.parse(activity(issue));
  return age > config.facilitate['stale-days'] * DAY;
}

/** Whether work on the issue can start now. */
const isReady = (verdict: Verdict, boardFacts: BoardFacts): boolean =>
  verdict.state === 'incomplete' && openBlockers(verdict.case).length === 0 && canStart(verdict, boardFacts);

/** The changes to crew's labels on one issue. */
export interface LabelPlan {
  readonly add: readonly { readonly label: string; readonly meaning: LabelMeaning }[];
  readonly remove: readonly { readonly label: string; readonly meaning: LabelMeaning }[];
  /** crew's labels on the issue after the planned changes. */
  readonly labels: readonly string[];
  /** Labels that people removed, each with the hash of the evidence at that time. */
  readonly removed: Readonly<Record<string, string>>;
}

/** The labels to add and remove. Only labels that crew set are removed. */
export function labelPlanOf(
  verdict: Verdict,
  boardFacts: BoardFacts,
  history: { previousRecord: IssueRecord | undefined; evidenceDigest: string },
): LabelPlan {
  const names = Object.entries(labelNames(boardFacts.config)) as readonly [LabelMeaning, string][];
  const wanted = meaningsOf(verdict, boardFacts);
  const { labels, closed } = verdict.case.issue;
  // The labels of closed issues are not read. The labels of the previous record count as present until crew removes them.
  const existing = closed ? (history.previousRecord?.labels ?? []).map((name) => ({ name })) : labels;
  const hasLabel = (label: string) => existing.some(({ name }) => sameName(name, label));
  const removed = removedBy(history, hasLabel);
  const ownLabels = names.filter(
    ([, label]) => hasLabel(label) && isOwn(label, verdict, { boardFacts, previousRecord: history.previousRecord }),
  );
  const add = names.filter(
    ([meaning, label]) => wanted.includes(meaning) && !hasLabel(label) && removed[label] === undefined,
  );
  const remove = ownLabels.filter(([meaning]) => !wanted.includes(meaning));
  const resultingLabels = [...ownLabels.filter(([meaning]) => wanted.includes(meaning)), ...add]
    .map(([, label]) => label)
    .sort();
  const asPlan = ([meaning, label]: readonly [LabelMeaning, string]) => ({ meaning, label });
  return { add: add.map(asPlan), remove: remove.map(asPlan), labels: resultingLabels, removed };
}

/**
 * Labels that a person removed, each with the hash of the evidence at that time: those of the previous record that are gone now, and those
 * removed earlier for which the evidence is still the same.
 */
function removedBy(
  { previousRecord, evidenceDigest }: { previousRecord: IssueRecord | undefined; evidenceDigest: string },
  hasLabel: (label: string) => boolean,
): Readonly<Record<string, string>> {
  const newlyRemoved = (previousRecord?.labels ?? [])
    .filter((label) => !hasLabel(label))
    .map((label) => [label, evidenceDigest] as const);
  const stillRemoved = Object.entries(previousRecord?.removed ?? {}).filter(
    ([label, evidenceAtRemoval]) => evidenceAtRemoval === evidenceDigest && !hasLabel(label),
  );
  return Object.fromEntries([...stillRemoved, ...newlyRemoved]);
}

/** Whether crew set a label: by the previous record, by the account that set it, or, if neither is known, by crew's prefix. */
function isOwn(
  label: string,
  verdict: Verdict,
  { boardFacts, previousRecord }: { boardFacts: BoardFacts; previousRecord: IssueRecord | undefined },
): boolean {
  if (previousRecord?.labels.includes(label)) return true;
  const by = verdict.case.issue.labels.find(({ name }) => sameName(name, label))?.by?.login;
  if (by !== undefined) return isCrew({ login: by }, boardFacts.identity);
  return label.startsWith(boardFacts.config.labels.prefix);
}

/** The plan for an issue whose labels stay as they are. */
export const unchangedLabels = (previousRecord: IssueRecord | undefined): LabelPlan => ({
  add: [],
  remove: [],
  labels: previousRecord?.labels ?? [],
  removed: previousRecord?.removed ?? {},
});

/** The changes of a plan, each with its precondition. */
export function labelChanges(
  { verdict, labelPlan }: { readonly verdict: Verdict; readonly labelPlan: LabelPlan },
  boardFacts: BoardFacts,
): readonly Planned[] {
  const change = (each: LabelPlan['add'][number], action: 'add' | 'remove'): Planned => ({
    ref: verdict.issue,
    change: {
      kind: 'label',
      ...placeOf(verdict.issue, boardFacts.board),
      label: each.label,
      action,
      ...(action === 'add'
        ? { look: { colour: COLOURS[each.meaning], description: boardFacts.say.labelMeans(each.meaning) } }
        : {}),
      while: { issue: verdict.case.issue.closed ? 'closed' : 'open', evidence: preconditionOf(verdict) },
    },
    action: labelAction(each, action, { verdict, boardFacts }),
    notifies: false,
  });
  return [
    ...labelPlan.remove.map((each) => change(each, 'remove')),
    ...labelPlan.add.map((each) => change(each, 'add')),
  ];
}

/** The entry in the report. Adding the label `needs-attention` is an action of its own, which says who should look and why. */
function labelAction(
  { meaning, label }: LabelPlan['add'][number],
  action: 'add' | 'remove',
  { verdict, boardFacts }: { readonly verdict: Verdict; readonly boardFacts: BoardFacts },
): FacilitateAction {
  const issue = boardFacts.number(verdict.issue);
  if (meaning === 'attention' && action === 'add')
    return { action: 'attention', issue, body: attentionText(verdict, boardFacts), label };
  const shown = refFormatFor(boardFacts, repoOf(verdict.issue));
  const waitsFor =
    meaning === 'blocked' && action === 'add'
      ? openBlockers(verdict.case).map(({ ref, external = '' }) => (ref === undefined ? code(external) : shown(ref)))
      : [];
  const body = boardFacts.say.label({ label, meaning, action, waitsFor });
  return { action: 'label', issue, body, label, ...(action === 'remove' ? { remove: true } : {}) };
}

function attentionText(verdict: Verdict, boardFacts: BoardFacts): string {
  const reader = repoOf(verdict.issue);
  const advice = adviceOf(verdict, boardFacts, reader);
  return boardFacts.say.attention({
    advice,
    questions: questionsOf(verdict, boardFacts, reader),
    who: whoMustAct(verdict, boardFacts),
  });
}
