// The progress of a run, for display only. Steps that a continued run replays are not shown again.
import type { Usage } from './model.js';

export type Progress =
  | { readonly kind: 'turn began'; readonly who: string; readonly turn: number }
  /** Streamed text. It is void if the turn fails. */
  | { readonly kind: 'text'; readonly who: string; readonly text: string }
  /** A streamed summary of the model's thinking. */
  | { readonly kind: 'thinking'; readonly who: string; readonly text: string }
  /** Without `againInMs` the model call is not repeated. */
  | {
      readonly kind: 'turn lost';
      readonly who: string;
      readonly turn: number;
      readonly why: string;
      readonly againInMs?: number | undefined;
    }
  | { readonly kind: 'call began'; readonly who: string; readonly tool: string; readonly input: unknown }
  | {
      readonly kind: 'call ended';
      readonly who: string;
      readonly tool: string;
      readonly failed: boolean;
      readonly ms: number;
    }
  /** `totalUsd`: the cost of this agent so far. `leftUsd`: the rest of the budget that it shares with other agents. */
  | {
      readonly kind: 'spent';
      readonly who: string;
      readonly usage: Usage;
      readonly usd: number;
      readonly totalUsd: number;
      readonly leftUsd: number;
    }
  /** A command of the Verifier. */
  | { readonly kind: 'check began'; readonly name: string; readonly command: string }
  | { readonly kind: 'check ended'; readonly name: string; readonly status: string; readonly ms: number }
  /** A part of the workflow began. */
  | { readonly kind: 'part'; readonly name: string };

export type Show = (progress: Progress) => void;
