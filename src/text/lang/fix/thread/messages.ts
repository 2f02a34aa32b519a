// What a fix says in a thread, beside what it says of the change itself (../messages.ts).

/** Why a change may not leave (workflows/fix-delivery/admit.ts). */
export type NotAdmitted =
  | { readonly is: 'protected' | 'rules' | 'strange' | 'link'; readonly path: string }
  | { readonly is: 'too-large'; readonly bytes: number }
  | { readonly is: 'too-many'; readonly files: number }
  | { readonly is: 'another' };

export interface FixThreadMessages {
  /** While it is at work; the same comment says later how it came out. */
  readonly begun: (of: { run: string; details: string }) => string;
  /** The same comment, when one more round begins. */
  readonly round: (of: { run: string; details: string; why: 'verify' | 'ci' }) => string;
  /** The same comment, when it is over. */
  readonly over: (of: { run: string; status: string; details: string }) => string;
  /** Over the run as it went, folded below. */
  readonly record: string;
  /** To whoever asked, before what there is to say. */
  readonly to: (login: string) => string;
  readonly ready: (of: { pull: number; draft: boolean }) => string;
  /** A commit was added to a pull request that was there. */
  readonly added: (of: { pull: number; sha: string }) => string;
  /** The repository lets no Action open a pull request. */
  readonly forbidden: (of: { branch: string; compare: string }) => string;
  /** What the token of Actions pushes starts no checks. */
  readonly noChecks: string;
  readonly notAsked: (names: readonly string[]) => string;
  /** Verified once more where nothing of the work could reach, and it did not hold: so it goes back. */
  readonly oneMore: string;
  /** The same, and it goes back no more. */
  readonly redAgain: string;
  /** What passes where the change was made, and does not there. */
  readonly unheld: (names: readonly string[]) => string;
  /** It could not be verified there. */
  readonly unableAgain: string;
  /** What the work left may not leave, whatever was said of it. */
  readonly notAdmitted: (why: NotAdmitted) => string;
  /** Somebody else's commits came onto its branch meanwhile. */
  readonly moved: (of: { branch: string }) => string;
  /** Somebody took its branch away meanwhile. */
  readonly deleted: (of: { branch: string }) => string;
  /** The pull request that it was for is open no more. Only one of crew's own comes again, from its issue. */
  readonly gone: (of: { pull: number; state: 'closed' | 'merged'; isCrews: boolean }) => string;
  /** Who asked may no longer ask for it. */
  readonly revoked: string;
  /** The same, while it waited: nothing was done yet. */
  readonly revokedUnbegun: string;
  /** Somebody called it off when it was on its way already. */
  readonly tooLate: string;
  /** The job that worked never came to its end. */
  readonly lost: (of: { run: string; how: string }) => string;
  /** Nothing came of the job that was to work. */
  readonly nothingCame: (of: { run: string; how: string }) => string;
  /** The job before that died. Where it left nothing but that it was there, there is nothing to go on with. */
  readonly unbegun: (of: { run: string; details: string; isKnown: boolean }) => string;
  readonly provenance: (of: { run: string; details: string; login: string | undefined }) => string;
  readonly verifiedAgain: string;
  /** Above the summary of a round before, whose commit is there already. */
  readonly before: string;
  readonly draftFor: Readonly<Record<'unshown' | 'asks' | 'unknown', string>>;
  /** In a thread beside a line. */
  readonly answered: (of: { path: string; sha: string; touched: boolean }) => string;
  /** On a pull request that crew does not push to. */
  readonly suggests: (of: { count: number; left: readonly string[] }) => string;
  readonly patch: string;
  /** The repository's own checks: the comment that shows how it stands says that they passed. */
  readonly passed: (of: {
    run: string;
    sha: string;
    details: string;
    /** Beside those that are as red on the branch that it goes into. */
    others: boolean;
  }) => string;
  /** The same comment, where nothing could be learned: none began, one that is required never did, or they took too long. */
  readonly unseen: (of: {
    run: string;
    sha: string;
    details: string;
    why: 'none' | 'missing' | 'late';
    minutes: number;
    missing: readonly string[];
    others: boolean;
  }) => string;
  /** Red here, and on the branch that it goes into. `same`: with no remark that is not there as well, so that no round begins. */
  readonly redToo: (of: { names: readonly string[]; base: string; same: boolean }) => string;
  /** A person has to let them run. */
  readonly letRun: (of: { pull: number; sha: string }) => string;
  /** They are red, and nothing more is tried. `rounds`: so many were made to mend them. */
  readonly stillRed: (of: { pull: number; sha: string; names: readonly string[]; rounds: number }) => string;
  readonly stalePull: (of: { pull: number; state: 'closed' | 'merged' }) => string;
}
