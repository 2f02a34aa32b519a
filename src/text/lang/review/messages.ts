// What a review says, beside what its check says (../check).

/** What a finding is. */
export type SeverityName = 'bug' | 'risk' | 'question';

export interface ReviewMessages {
  /** There is nothing to review: it was asked on an issue, or too late. */
  readonly refused: (why: 'no pull request' | 'closed' | 'merged') => string;
  /** Above the findings. */
  readonly review: (of: {
    login: string | undefined;
    commit: string;
    count: number;
    /** What the check came to, in a line. */
    verified: string;
    details: string;
    moved: boolean;
  }) => string;
  /** Nothing new was found. `before`: how many were, that stand there already. */
  readonly nothing: (of: { commit: string; before: number; verified: string; details: string }) => string;
  /** It was closed or merged before the findings could be handed in. */
  readonly late: (of: { count: number; state: 'closed' | 'merged'; verified: string; details: string }) => string;
  /** The reviewer came to no answer; what the check says, it says all the same. */
  readonly unread: (of: { says: string; verified: string; details: string }) => string;
  /** Whose words stand below, and of which kind they are. */
  readonly severity: Readonly<Record<SeverityName, string>>;
  readonly cite: (of: { file: string; line: number; shows: string }) => string;
  readonly place: (of: { path: string; line: number }) => string;
}
