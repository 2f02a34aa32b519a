// The decision table. The first row that holds decides the state of an issue.

import type { State } from '../../../ports/report.js';
import { type Answer, all, yes } from './answer.js';
import {
  aChildIsStarted,
  aClosingCommitStands,
  aClosingPullStands,
  type Case,
  childrenAreDone,
  isBlockedAfterWork,
  isClosed,
  isStarted,
  isWaiting,
  nothingReady,
  oneFails,
  oneIsApproved,
  oneWantsChanges,
  somethingIsReady,
  wasInterrupted,
} from './facts.js';

export type { State } from '../../../ports/report.js';

export interface Row {
  readonly rule: Rule;
  readonly holds: (of: Case) => Answer;
  readonly state: State;
  readonly due?: 'close' | 'merge';
}

export type Rule =
  | 'closed'
  | 'merged'
  | 'landed'
  | 'approved'
  | 'changes-requested'
  | 'checks-failing'
  | 'in-review'
  | 'children-done'
  | 'children-started'
  | 'blocked-after'
  | 'started'
  | 'blocked'
  | 'interrupted'
  | 'untouched'
  | 'unreadable';

export const table: readonly Row[] = [
  { rule: 'closed', holds: isClosed, state: 'done' },
  { rule: 'merged', holds: (of) => all([nothingReady(of), aClosingPullStands(of)]), state: 'done', due: 'close' },
  { rule: 'landed', holds: (of) => all([nothingReady(of), aClosingCommitStands(of)]), state: 'done', due: 'close' },
  { rule: 'approved', holds: oneIsApproved, state: 'done', due: 'merge' },
  { rule: 'changes-requested', holds: oneWantsChanges, state: 'in_progress' },
  { rule: 'checks-failing', holds: oneFails, state: 'in_progress' },
  { rule: 'in-review', holds: somethingIsReady, state: 'review_pending' },
  { rule: 'children-done', holds: childrenAreDone, state: 'done', due: 'close' },
  { rule: 'children-started', holds: aChildIsStarted, state: 'in_progress' },
  { rule: 'blocked-after', holds: isBlockedAfterWork, state: 'blocked' },
  { rule: 'started', holds: isStarted, state: 'in_progress' },
  { rule: 'blocked', holds: isWaiting, state: 'blocked' },
  { rule: 'interrupted', holds: wasInterrupted, state: 'incomplete' },
  { rule: 'untouched', holds: () => yes(), state: 'incomplete' },
];
