// The facilitation report (contract.md), as data. Whoever facilitates fills it in; whatever is shown of a facilitation is
// rendered from it and from nothing else. It stands in an open room because the views may not look into a workflow.
import type { Ref } from './field.js';

/** What the table says of an issue. */
export type State = 'done' | 'review_pending' | 'in_progress' | 'incomplete' | 'blocked' | 'unknown';

export type Freshness = 'active' | 'recent' | 'stale';

/** The parts of a score, weighted: what is printed sums to it. */
export interface Addends {
  readonly urgency: number;
  readonly capability: number;
  readonly priority: number;
  readonly freshness: number;
  readonly change: number;
}

export interface ParameterInfo {
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  readonly required: boolean;
  readonly cli: string;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly validation?: Readonly<Record<string, unknown>> | undefined;
}

export interface AgentInfo {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterInfo>>;
  readonly capabilities: readonly string[];
  /** Read out of its description, since it names none itself: counts half. */
  readonly inferred?: true | undefined;
  /** One of crew's own roles. */
  readonly own?: true | undefined;
  /** How it is called, by its own word. */
  readonly command?: string | undefined;
}

/** An issue of the board's own repository by its number, of another by `owner/name#12`. */
export type IssueNumber = number | Ref;

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
    readonly issue: IssueNumber;
    readonly board: string;
    readonly truth: State;
    readonly since: string;
  }[];
  readonly cycles: readonly (readonly IssueNumber[])[];
  readonly changes: { readonly planned: number; readonly written: number; readonly deferred: number };
  readonly cost: { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}

/** `type` is one of the event types of the decisions (A4); the rest depends on it. */
export interface FieldEvent {
  readonly time: string;
  readonly type: string;
  readonly issue: IssueNumber;
  readonly by?: string | undefined;
  readonly ref?: string | undefined;
  readonly what?: string | undefined;
}

export interface Assessment {
  readonly issue: IssueNumber;
  readonly title: string;
  readonly state: State;
  readonly rule: string;
  /** Each with its signal, reference, actor and time, as one line. */
  readonly evidence: readonly string[];
  readonly links: readonly { readonly kind: string; readonly ref: string; readonly strength: string }[];
  readonly blockers: readonly {
    readonly issue?: IssueNumber | undefined;
    readonly external?: string | undefined;
    readonly source: string;
    readonly open: boolean;
    readonly root: boolean;
  }[];
  readonly frees: readonly IssueNumber[];
  readonly freshness: Freshness;
  readonly confidence: number;
  /** For each next state the smallest change that leads to it. */
  readonly whyNot: readonly string[];
  readonly recommendation: string;
  readonly requiredCapability?: string | undefined;
}

export interface FacilitateAction {
  readonly action: 'comment' | 'label' | 'update' | 'attention';
  readonly issue: IssueNumber;
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
  readonly issue?: IssueNumber | undefined;
  readonly addends: Addends;
}

export interface Recommendation {
  readonly nextAgent: string;
  readonly targetIssues: readonly IssueNumber[];
  readonly reason: string;
  readonly availableAgents: readonly string[];
  readonly suggestions: readonly Suggestion[];
}
