// What a person who watches a run is told: turns of agents, tool calls, costs, checks. For display only. src/agent and the Verifier report
// it, src/runs/work.ts passes it on, and src/view/run/terminal and src/action/work-log.ts show it. workflow.ts uses its types. A continued
// run does not report the steps in its journal again.
import type { Usage } from './model.js';

/** `who` is the name of the agent. */
export type Progress =
  | { readonly kind: 'turn began'; readonly who: string; readonly turn: number }
  /** Streamed text. After `turn lost` it no longer counts. */
  | { readonly kind: 'text'; readonly who: string; readonly text: string }
  /** A streamed summary of the model's thinking. */
  | { readonly kind: 'thinking'; readonly who: string; readonly text: string }
  /** A request to the model failed. It is repeated after `againInMs`; not repeated if that is absent. */
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
  /** A part of the workflow began; `name` is shown as it is. */
  | { readonly kind: 'part'; readonly name: string };

export type Show = (progress: Progress) => void;
