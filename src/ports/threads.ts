// Comments, labels and reactions of issues, and the issues that crew maintains: parts of the `GitHub` client (github.ts). Used by most
// files here, by `fix` and by `retrospect`; other folders take them from index.ts. Types only.

/** `owner/name` */
export type Repo = string;

/** A GitHub account. Compare ids: logins can be renamed. */
export interface Identity {
  readonly login: string;
  readonly id: number;
}

/** A comment. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: Identity;
  readonly url: string;
  /** When it was created, if known. */
  readonly at?: string | undefined;
  /** When it was last edited, if it was. */
  readonly editedAt?: string | undefined;
}

/** The target of a reaction. */
export type ReactionTarget = { readonly issue: number } | { readonly comment: number };

export type Reaction = '+1' | 'eyes' | 'confused' | 'rocket';

/** Comments, labels and reactions of issues. */
export interface Thread {
  /** Every comment, oldest first. */
  read(issue: number): Promise<readonly Comment[]>;
  /** Every comment of the repository with crew's marker, for `crew clean`. */
  listMarked(): Promise<readonly Comment[]>;
  /** Not idempotent: the caller looks for an existing comment first (src/changes). */
  post(issue: number, body: string): Promise<Comment>;
  edit(id: number, body: string): Promise<Comment>;
  remove(id: number): Promise<void>;
  labels(issue: number): Promise<readonly string[]>;
  /** Adds a label. Idempotent. A label that the repository does not have yet is created with this look. */
  label(issue: number, name: string, look?: LabelLook): Promise<void>;
  /** Removes a label. Idempotent. */
  unlabel(issue: number, name: string): Promise<void>;
  /** Idempotent: GitHub keeps one reaction of a kind for each account. */
  react(subject: ReactionTarget, reaction: Reaction): Promise<void>;
}

/** An issue that crew created. */
export interface OwnIssue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly author: Identity;
  readonly url: string;
}

/** Issues that crew maintains, such as the digest. */
export interface OwnIssues {
  /** The issues that an account opened, oldest first, including closed ones. */
  listByAuthor(login: string): Promise<readonly OwnIssue[]>;
  /** Not idempotent: the caller looks for an existing issue first. */
  create(issue: { readonly title: string; readonly body: string }): Promise<OwnIssue>;
  update(number: number, issue: { readonly title: string; readonly body: string }): Promise<void>;
  /** Closes a duplicate. */
  close(number: number): Promise<void>;
  /** Numbers of the sub-issues of an issue. */
  subIssues(parent: number): Promise<readonly number[]>;
  /** Makes the issue with this id a sub-issue of the issue with the number `parent`. */
  addSubIssue(parent: number, id: number): Promise<void>;
}

/** Colour and description of a label. */
export interface LabelLook {
  readonly colour: string;
  readonly description: string;
}

/** A label to add to an issue or to remove from it. */
export interface LabelWrite {
  readonly repo: Repo;
  readonly issue: number;
  /** The issue's node id, if known. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly action: 'add' | 'remove';
  /** The look of a label that the repository does not have yet. */
  readonly look?: LabelLook | undefined;
}

/** The result of a label write. `why` is GitHub's error message; null if the label was written. */
export type LabelWritten = { readonly why: string | null };

/** Writes many labels in few requests. Idempotent. */
export interface LabelWriter {
  write(changes: readonly LabelWrite[]): Promise<readonly LabelWritten[]>;
}
