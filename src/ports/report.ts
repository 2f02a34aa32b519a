// The facilitation report (see the contract). `facilitate` builds it. All output about a scan is rendered from it alone: by src/view/board,
// src/text/lang, src/app/reports.ts and src/action/gate.ts.
import type { Ref } from './board-snapshot.js';

/** The state of an issue by the decision table. */
export type State = 'done' | 'review_pending' | 'in_progress' | 'incomplete' | 'blocked' | 'unknown';

export type Freshness = 'active' | 'recent' | 'stale';

/** The weighted parts of a score. The printed parts add up to the score. */
export interface ScoreParts {
  readonly urgency: number;
  readonly capability: number;
  readonly priority: number;
  readonly freshness: number;
  readonly change: number;
}

/** A parameter of an agent. */
export interface ParameterInfo {
  /** `unknown`: the agent's file has another type. */
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'unknown';
  readonly required: boolean;
  /** The flag; undefined if the agent's file has none. */
  readonly cli?: string | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly validation?: Readonly<Record<string, unknown>> | undefined;
}

/** An agent that the facilitator can suggest. */
export interface AgentInfo {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterInfo>>;
  readonly capabilities: readonly string[];
  /** The capabilities were inferred from its description. They count half. */
  readonly inferred?: true | undefined;
  /** `actions.enabled` is false: it is listed and never suggested. */
  readonly disabled?: true | undefined;
  /** One of crew's own roles. */
  readonly own?: true | undefined;
  /** The command that calls it, from its own file. */
  readonly command?: string | undefined;
}

/** A number for an issue of the board's own repository, `owner/name#12` for others. */
export type IssueNumber = number | Ref;

/** The report of one scan. */
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
  readonly events: readonly BoardEvent[];
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
  readonly turns: readonly PendingAction[];
  readonly changes: { readonly planned: number; readonly written: number; readonly deferred: number };
  readonly cost: { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}

/** `type` decides which other fields are set. */
export interface BoardEvent {
  readonly time: string;
  readonly type: string;
  readonly issue: IssueNumber;
  readonly by?: string | undefined;
  readonly ref?: string | undefined;
  readonly what?: string | undefined;
  /** Only for agent_started and agent_ended. */
  readonly agent?: string | undefined;
  /** Only for commit_pushed. */
  readonly sha?: string | undefined;
  /** It does not count as activity: crew caused it, or it says nothing about the work, as the end of a check. */
  readonly own?: true | undefined;
}

/** Who has to act on an issue, how, and since when. */
export interface PendingAction {
  readonly issue: IssueNumber;
  readonly who: readonly string[];
  readonly for: 'review' | 'merge' | 'close' | 'answer' | 'work';
  readonly since: string;
}

/** The assessment of one issue. */
export interface Assessment {
  readonly issue: IssueNumber;
  readonly title: string;
  readonly state: State;
  readonly rule: string;
  /** One line for each piece of evidence, with signal, reference, actor and time. */
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
  /** For each next state, the smallest change that leads to it. */
  readonly whyNot: readonly string[];
  readonly recommendation: string;
  readonly requiredCapability?: string | undefined;
}

/** A change that a scan plans or made. */
export interface FacilitateAction {
  readonly action: 'comment' | 'label' | 'update' | 'attention';
  readonly issue: IssueNumber;
  readonly body: string;
  readonly label?: string | undefined;
  /** The label is removed. */
  readonly remove?: true | undefined;
}

/** A suggested next command. */
export interface Suggestion {
  /** The name of an agent; `none` if a person has to act. */
  readonly agent: string;
  readonly command: string;
  readonly description: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly score: number;
  readonly rationale: string;
  readonly issue?: IssueNumber | undefined;
  readonly addends: ScoreParts;
}

/** What should happen next on the board. */
export interface Recommendation {
  readonly nextAgent: string;
  readonly targetIssues: readonly IssueNumber[];
  readonly reason: string;
  readonly availableAgents: readonly string[];
  readonly suggestions: readonly Suggestion[];
}
