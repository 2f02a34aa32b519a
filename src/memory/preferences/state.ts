// The learned preferences of a repository, and what is known of those to come. Types and constants only.

/** What an observation of a person's behaviour is. All but `contradiction` speak for the statement. */
export const SIGNAL_KINDS = [
  'correction',
  'afterthought',
  'rejection',
  'repeated_choice',
  'explicit',
  'contradiction',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export const CLUSTERS = ['vocabulary', 'defaults', 'avoid', 'judgment', 'communication', 'task_scope'] as const;
export type Cluster = (typeof CLUSTERS)[number];

/** What a model says it has seen. Nothing of it is believed before `checkSignal`. */
export interface ClaimedSignal {
  readonly kind: SignalKind;
  readonly cluster: Cluster;
  /** Names the subject, so that later signals about it are added up: `indent_style`. */
  readonly topic: string;
  /** The preference in one sentence. */
  readonly statement: string;
  /** What crew does differently, and for which tasks. */
  readonly action?: string | undefined;
  readonly scope?: string | undefined;
  /** Words of the comment or message it comes from. */
  readonly quote: string;
  /** The id of that comment or message. */
  readonly source: string;
}

/** A comment or message, as GitHub (or the terminal) has it. */
export interface SignalSource {
  readonly id: string;
  readonly author: string;
  /** Whether its author has write access, and is a person. At a terminal: true. */
  readonly mayWrite: boolean;
  readonly text: string;
  /** ISO. */
  readonly time: string;
  readonly url?: string | undefined;
}

/** A signal that was checked. Author, time and quote are those of the source. */
export interface Signal extends ClaimedSignal {
  readonly author: string;
  readonly time: string;
  readonly url?: string | undefined;
  /** The kind of work that it was about: `build`, `fix`, `task:design`. */
  /** The words that were claimed, where the quote is more: kept, so that forgetting finds them. */
  readonly claimed?: string | undefined;
  readonly taskKind: string;
  readonly run: string;
}

export interface Preference {
  /** `lp:<cluster>:<topic>` */
  readonly name: string;
  readonly cluster: Cluster;
  readonly topic: string;
  readonly statement: string;
  readonly action?: string | undefined;
  readonly scope?: string | undefined;
  readonly condition?: string | undefined;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
  readonly approvedBy?: string | undefined;
  readonly approvedAt: string;
  /** ISO, and the number of runs that the repository had then. */
  readonly lastReinforced: string;
  readonly lastReinforcedRun: number;
}

/** A signal that counted, as far as a person is shown it. */
export type Evidence = Pick<Signal, 'kind' | 'quote' | 'claimed' | 'source' | 'author' | 'time' | 'url'>;

/** A subject that was proposed and is not decided. It keeps its id while it is proposed again. */
export interface Proposed {
  /** `LP-001`, or `LP-UPD-001` for a change of an existing preference. */
  readonly id: string;
  readonly name: string;
  /** At which it was proposed last: it is proposed again only when more was added. */
  readonly weight: number;
}

export interface PreferenceState {
  /** Signals about subjects that are not decided. */
  readonly signals: readonly Signal[];
  readonly preferences: readonly Preference[];
  readonly proposed: readonly Proposed[];
  /** Subjects whose proposal was rejected, and when (ISO). */
  readonly rejected: readonly { readonly name: string; readonly at: string }[];
  readonly lastId: { readonly lp: number; readonly update: number };
  /** Runs in which signals were looked for; their number measures age. */
  readonly runs: number;
  readonly lastRun?: string | undefined;
  /** The largest milestone at which the profile was shown. */
  readonly milestone: number;
  /** Undefined until the configuration gave it its first value. */
  readonly enabled?: boolean | undefined;
  /** The version of the configuration file whose switches were obeyed last. */
  readonly obeyed?: string | undefined;
}

export const NOTHING_LEARNED: PreferenceState = {
  ...{ signals: [], preferences: [], proposed: [], rejected: [], lastId: { lp: 0, update: 0 }, runs: 0, milestone: 0 },
};

export type Priority = 'HIGH' | 'MEDIUM' | 'LOW';

/** What a person is asked. */
export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly cluster: Cluster;
  readonly topic: string;
  readonly statement: string;
  readonly action?: string | undefined;
  readonly scope?: string | undefined;
  readonly priority: Priority;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
  /** With it, the proposal is a change of this preference. */
  readonly existing?: Preference | undefined;
}

export const preferenceName = (cluster: Cluster, topic: string): string => `lp:${cluster}:${topic}`;
