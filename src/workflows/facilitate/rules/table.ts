// The decision table. The first row that holds decides the state of an issue. Used by judge.ts, assess.ts, build-report.ts and score.ts.

import type { State } from '../../../ports/report.js';
import { type Answer, all, yes } from './answer.js';
import {
  areChildrenDone,
  type Case,
  hasFailingPull,
  hasLandedClosingCommit,
  hasMergedClosingPull,
  hasNoReadyPull,
  hasOpenBlockers,
  hasPullWithChangesRequested,
  hasReadyPull,
  hasStartedChild,
  isBlockedAfterWork,
  isClosed,
  isReadyToMerge,
  isStarted,
  wasInterrupted,
} from './facts.js';

export type { State } from '../../../ports/report.js';

export interface Row {
  readonly rule: Rule;
  readonly holds: (issueCase: Case) => Answer;
  readonly state: State;
  /** What a maintainer has to do with an issue of this row. */
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
  /** No row: a condition above the first row that holds could not be decided. */
  | 'unreadable';

export const table: readonly Row[] = [
  { rule: 'closed', holds: isClosed, state: 'done' },
  {
    rule: 'merged',
    holds: (issueCase) => all([hasNoReadyPull(issueCase), hasMergedClosingPull(issueCase)]),
    state: 'done',
    due: 'close',
  },
  {
    rule: 'landed',
    holds: (issueCase) => all([hasNoReadyPull(issueCase), hasLandedClosingCommit(issueCase)]),
    state: 'done',
    due: 'close',
  },
  { rule: 'approved', holds: isReadyToMerge, state: 'done', due: 'merge' },
  { rule: 'changes-requested', holds: hasPullWithChangesRequested, state: 'in_progress' },
  { rule: 'checks-failing', holds: hasFailingPull, state: 'in_progress' },
  { rule: 'in-review', holds: hasReadyPull, state: 'review_pending' },
  { rule: 'children-done', holds: areChildrenDone, state: 'done', due: 'close' },
  { rule: 'children-started', holds: hasStartedChild, state: 'in_progress' },
  { rule: 'blocked-after', holds: isBlockedAfterWork, state: 'blocked' },
  { rule: 'started', holds: isStarted, state: 'in_progress' },
  { rule: 'blocked', holds: hasOpenBlockers, state: 'blocked' },
  { rule: 'interrupted', holds: wasInterrupted, state: 'incomplete' },
  { rule: 'untouched', holds: () => yes(), state: 'incomplete' },
];
