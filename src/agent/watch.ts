// What there is to see while an agent works. For eyes only: nothing is decided by it, and a replayed turn is not heard again.
import type { Usage } from '../model.js';

export type Heard =
  | { readonly kind: 'turn began'; readonly who: string; readonly turn: number }
  /** Words as they come; void if the turn does not end well. */
  | { readonly kind: 'text'; readonly who: string; readonly text: string }
  | { readonly kind: 'turn lost'; readonly who: string; readonly turn: number; readonly why: string }
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
    };

export type Hear = (heard: Heard) => void;
