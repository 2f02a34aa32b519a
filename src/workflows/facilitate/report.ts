// The facilitation report (contract.md). One view model; everything that is shown of a facilitation is rendered from it.
import type { Ref } from '../../field.js';
import type { AgentInfo } from './discover.js';
import type { Freshness } from './fresh.js';
import type { Addends } from './score.js';
import type { State } from './table.js';

/** An issue of the board's own repository by its number, of another by `owner/name#12`. */
export type Number = number | Ref;

export interface Report {
  readonly observedAt: string;
  readonly previousAt: string | null;
  readonly complete: boolean;
  readonly completion: {
    readonly registry: boolean;
    readonly states: boolean;
    readonly next: boolean;
    readonly actions: boolean;
  };
  readonly coverage: {
    readonly issues: number;
    readonly seen: number;
    readonly missing: readonly { readonly what: string; readonly why: string }[];
    readonly notIssues: readonly { readonly what: string; readonly kind: string }[];
  };
  readonly registry: {
    readonly agents: readonly AgentInfo[];
    readonly discoveredAt: string;
    readonly problems: readonly { readonly path: string; readonly message: string }[];
  };
  readonly events: readonly FieldEvent[];
  readonly assessments: readonly Assessment[];
  readonly actions: readonly FacilitateAction[];
  readonly recommendation: Recommendation;
  readonly health: {
    readonly statesClear: boolean;
    readonly nextClear: boolean;
    readonly blockersVisible: boolean;
    readonly workable: boolean;
    readonly score: number | null;
  };
  readonly drift: readonly {
    readonly issue: Number;
    readonly board: string;
    readonly truth: State;
    readonly since: string;
  }[];
  readonly cycles: readonly (readonly Number[])[];
  readonly changes: { readonly planned: number; readonly written: number; readonly deferred: number };
  readonly cost: { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}

/** `type` is one of the event types of the decisions (A4); the rest depends on it. */
export interface FieldEvent {
  readonly time: string;
  readonly type: string;
  readonly issue: Number;
  readonly by?: string | undefined;
  readonly ref?: string | undefined;
  readonly what?: string | undefined;
}

export interface Assessment {
  readonly issue: Number;
  readonly title: string;
  readonly state: State;
  readonly rule: string;
  /** Each with its signal, reference, actor and time, as one line. */
  readonly evidence: readonly string[];
  readonly links: readonly { readonly kind: string; readonly ref: string; readonly strength: string }[];
  readonly blockers: readonly {
    readonly issue?: Number | undefined;
    readonly external?: string | undefined;
    readonly source: string;
    readonly open: boolean;
    readonly root: boolean;
  }[];
  readonly frees: readonly Number[];
  readonly freshness: Freshness;
  readonly confidence: number;
  /** For each next state the smallest change that leads to it. */
  readonly whyNot: readonly string[];
  readonly recommendation: string;
  readonly requiredCapability?: string | undefined;
}

export interface FacilitateAction {
  readonly action: 'comment' | 'label' | 'update' | 'attention';
  readonly issue: Number;
  readonly body: string;
  readonly label?: string | undefined;
}

export interface Suggestion {
  /** An agent's name, or `none` for what a person does. */
  readonly agent: string;
  readonly command: string;
  readonly description: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly score: number;
  readonly rationale: string;
  readonly issue?: Number | undefined;
  readonly addends: Addends;
}

export interface Recommendation {
  readonly nextAgent: string;
  readonly targetIssues: readonly Number[];
  readonly reason: string;
  readonly availableAgents: readonly string[];
  readonly suggestions: readonly Suggestion[];
}
