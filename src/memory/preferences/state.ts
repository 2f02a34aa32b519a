// Types and constants of learned preferences, their signals and proposals. Used throughout src/memory, and by src/workflows/profile and
// retrospect.

/** Kinds of signals. All except `contradiction` support the statement. */
export const SIGNAL_KINDS = [
  'correction',
  'afterthought',
  'rejection',
  'repeated_choice',
  'explicit',
  'contradiction',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** The clusters of the specification: areas that preferences belong to. */
export const CLUSTERS = ['vocabulary', 'defaults', 'avoid', 'judgment', 'communication', 'task_scope'] as const;
export type Cluster = (typeof CLUSTERS)[number];

/** A signal that a model claims to have seen. It counts only after `checkSignal`. */
export interface ClaimedSignal {
  readonly kind: SignalKind;
  readonly cluster: Cluster;
  /** The subject, by which signals are added up: `indent_style`. */
  readonly topic: string;
  /** The preference in one sentence. */
  readonly statement: string;
  /** What crew does differently, and for which tasks (`scope`). */
  readonly action?: string | undefined;
  readonly scope?: string | undefined;
  /** Words of the comment or message. */
  readonly quote: string;
  /** The id of that comment or message. */
  readonly source: string;
}

/** A comment or message from GitHub or the terminal. */
export interface SignalSource {
  readonly id: string;
  readonly author: string;
  /** Whether the author is a person with write access. At a terminal: true. */
  readonly mayWrite: boolean;
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
  readonly url?: string | undefined;
}

/** A checked signal. Author, time and quote are from the source. */
export interface PreferenceSignal extends ClaimedSignal {
  readonly author: string;
  readonly time: string;
  readonly url?: string | undefined;
  /** The claimed words, if the quote was extended to whole sentences. Stored, so that forgetting finds them. */
  readonly claimed?: string | undefined;
  /** The kind of work: `build`, `fix`, `task:design`. */
  readonly taskKind: string;
  readonly run: string;
}

/** An approved preference. */
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
  /** When a signal last supported it, ISO 8601. */
  readonly lastReinforced: string;
  /** The value of `runs` at that time. */
  readonly lastReinforcedRun: number;
}

/** The part of a counted signal that is shown to people. */
export type Evidence = Pick<PreferenceSignal, 'kind' | 'quote' | 'claimed' | 'source' | 'author' | 'time' | 'url'>;

/** A proposal without a decision, as it is stored. It keeps its id when it is proposed again. */
export interface Proposed {
  /** `LP-001`, or `LP-UPD-001` for a change of an existing preference. */
  readonly id: string;
  readonly name: string;
  /** The weight when it was last proposed. It is proposed again only with a higher one. */
  readonly weight: number;
}

/** All preferences, signals and proposals. */
export interface PreferenceState {
  /** Signals about subjects without a decision. */
  readonly signals: readonly PreferenceSignal[];
  readonly preferences: readonly Preference[];
  readonly proposed: readonly Proposed[];
  /** Subjects whose proposal was rejected, and when (ISO). */
  readonly rejected: readonly { readonly name: string; readonly at: string }[];
  /** The highest numbers given to `LP-…` and `LP-UPD-…`. */
  readonly lastId: { readonly lp: number; readonly update: number };
  /** The number of runs that looked for signals; it measures age. */
  readonly runs: number;
  /** The last run that looked for signals. */
  readonly lastRun?: string | undefined;
  /** The last milestone at which the profile was shown. */
  readonly milestone: number;
  /** Whether preferences are learned and used. Undefined until the configuration sets it. */
  readonly enabled?: boolean | undefined;
  /** The version of the configuration whose switches were applied last. */
  readonly configVersion?: string | undefined;
}

/** The state before the first signal. */
export const NOTHING_LEARNED: PreferenceState = {
  signals: [],
  preferences: [],
  proposed: [],
  rejected: [],
  lastId: { lp: 0, update: 0 },
  runs: 0,
  milestone: 0,
};

export type Priority = 'HIGH' | 'MEDIUM' | 'LOW';

/** A preference, or the change of one, that a person is asked to approve. */
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
  /** Set if the proposal changes this preference. */
  readonly existing?: Preference | undefined;
}

/** The name of a preference, by which signals, proposals and preferences belong together. */
export const preferenceName = (cluster: Cluster, topic: string): string => `lp:${cluster}:${topic}`;
