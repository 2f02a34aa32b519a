// Sentences of a review; those of its check are in ../check.

/** What a finding is. */
export type SeverityName = 'bug' | 'risk' | 'question';

export interface ReviewMessages {
  /** Asked on an issue, or on a closed or merged pull request. */
  readonly refused: (why: 'no pull request' | 'closed' | 'merged') => string;
  /** Above the findings. */
  readonly review: (of: {
    login: string | undefined;
    commit: string;
    count: number;
    /** The title of the check. */
    verified: string;
    details: string;
    moved: boolean;
  }) => string;
  /** No new findings. `before`: how many findings were published earlier. */
  readonly nothing: (of: { commit: string; before: number; verified: string; details: string }) => string;
  /** Closed or merged before the findings could be published. */
  readonly late: (of: { count: number; state: 'closed' | 'merged'; verified: string; details: string }) => string;
  /** The reviewer gave no answer; the check has a result anyway. */
  readonly unread: (of: { says: string; verified: string; details: string }) => string;
  /** Heads a quoted finding, by its kind. */
  readonly severity: Readonly<Record<SeverityName, string>>;
  readonly cite: (of: { file: string; line: number; shows: string }) => string;
  readonly place: (of: { path: string; line: number }) => string;
}
