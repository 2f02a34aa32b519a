// What there is to see while crew works. For eyes only: nothing is decided by it, and what is told again is not shown again.
import type { Usage } from './model.js';

export type Progress =
  | { readonly kind: 'turn began'; readonly who: string; readonly turn: number }
  /** Words as they come; void if the turn does not end well. */
  | { readonly kind: 'text'; readonly who: string; readonly text: string }
  /** A summary of its thinking, as it comes. */
  | { readonly kind: 'thinking'; readonly who: string; readonly text: string }
  /** Without `againInMs` it is not asked for again. */
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
  /** `totalUsd` is the agent's own; `leftUsd` is what may still be spent, by it and whoever shares the purse. */
  | {
      readonly kind: 'spent';
      readonly who: string;
      readonly usage: Usage;
      readonly usd: number;
      readonly totalUsd: number;
      readonly leftUsd: number;
    }
  /** A command of the Verifier's, and how it ended. */
  | { readonly kind: 'check began'; readonly name: string; readonly command: string }
  | { readonly kind: 'check ended'; readonly name: string; readonly status: string; readonly ms: number }
  /** A part of the story began. */
  | { readonly kind: 'part'; readonly name: string };

export type Show = (progress: Progress) => void;
