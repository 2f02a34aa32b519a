// Counts the calls that the guard refused, and finds the approvals that people gave.
import type { Signal } from '../ports/run.js';
import { answerTo } from './signals.js';

/** The change that a call made to the approvals. It is stored with the call's result, so that a continued run restores it. */
export interface ApprovalChange {
  /** Refused calls since the last one that ran, including this one. */
  readonly refused: number;
  /** The question that a person was asked about the call. */
  readonly asked?: Asked | undefined;
  /** Ids of the approvals that it used. */
  readonly used?: readonly string[] | undefined;
}

/** A question that was asked about a call. */
export interface Asked {
  readonly about: string;
  readonly id: string;
}

/** The approvals of one run. */
export interface Approvals {
  /** Refused calls since the last one that ran. */
  refused: number;
  /** Records that a person is asked about a call. */
  ask(asked: Asked): void;
  /** Uses up and returns the approval for a call. Each approval is valid once. */
  approval(about: string): string | undefined;
  /** The number of signals to the run so far. */
  signalCount(): number;
  /** Restores what a recorded call changed. */
  recall(tried: ApprovalChange | undefined): void;
}

/** The approvals of one run, from its signals. */
export function openApprovals(signals: readonly Signal[]): Approvals {
  const questions: Asked[] = [];
  const used = new Set<string>();
  return {
    refused: 0,
    ask(asked) {
      questions.push(asked);
    },
    approval(about) {
      const approved = questions.find(
        (asked) => asked.about === about && !used.has(asked.id) && answerTo(signals, asked.id)?.startsWith('approved'),
      );
      if (approved) used.add(approved.id);
      return approved?.id;
    },
    signalCount: () => signals.length,
    recall(tried) {
      this.refused = tried?.refused ?? 0;
      if (tried?.asked) questions.push(tried.asked);
      for (const id of tried?.used ?? []) used.add(id);
    },
  };
}
