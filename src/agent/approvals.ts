// Counts the calls that the guard refused in a run, and finds the approvals that people gave. Opened by the workflows that run agents, used by
// guarded-tool.ts and tool.ts.
import type { Signal } from '../ports/run.js';
import { answerTo } from './signals.js';

/** The change that a call made to the approvals. It is stored with the call's result, so that a continued run restores it. */
export interface ApprovalChange {
  /** Refused calls since the last one that ran, including this one. */
  readonly refused: number;
  /** The question that a person was asked about the call. */
  readonly asked?: AskedQuestion | undefined;
  /** Ids of the approvals that the call used. */
  readonly used?: readonly string[] | undefined;
}

/** A question that was asked about a call. */
export interface AskedQuestion {
  /** The digest of the call. */
  readonly about: string;
  readonly id: string;
}

/** The approvals of one run. */
export interface Approvals {
  /** Refused calls since the last one that ran. */
  refusedCalls: number;
  /** Records that a person is asked about a call. */
  recordQuestion(question: AskedQuestion): void;
  /** Uses up and returns the approval for a call. Each approval is valid once. */
  useApproval(about: string): string | undefined;
  /** The number of signals to the run so far. */
  signalCount(): number;
  /** Restores the change that a recorded call made. */
  restore(change: ApprovalChange | undefined): void;
}

/** The approvals of one run, from its signals. */
export function openApprovals(signals: readonly Signal[]): Approvals {
  const questions: AskedQuestion[] = [];
  const used = new Set<string>();
  return {
    refusedCalls: 0,
    recordQuestion(question) {
      questions.push(question);
    },
    useApproval(about) {
      const approved = questions.find(
        (question) =>
          question.about === about && !used.has(question.id) && answerTo(signals, question.id)?.startsWith('approved'),
      );
      if (approved) used.add(approved.id);
      return approved?.id;
    },
    signalCount: () => signals.length,
    restore(change) {
      this.refusedCalls = change?.refused ?? 0;
      if (change?.asked) questions.push(change.asked);
      for (const id of change?.used ?? []) used.add(id);
    },
  };
}
