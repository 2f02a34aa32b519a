import type { Account, Entity } from './app.js';
import type { Thread } from './repository.js';

/** A board of an organisation or a person; its cards may come from many repositories. */
export type Project = Entity<'ProjectV2'> & {
  readonly owner: Account;
  readonly number: number;
  readonly public: boolean;
  readonly fields: ProjectField[];
  readonly items: ProjectItem[];
  /** Repositories that show it on their own page, by node id. */
  readonly repositories: Set<string>;
  readonly createdAt: string;
  readonly creator: Account;
  title: string;
  closed: boolean;
  updatedAt: string;
};

export type ProjectField = {
  readonly id: string;
  readonly name: string;
  readonly type: 'SINGLE_SELECT' | 'TEXT' | 'NUMBER' | 'DATE';
  /** Of a single select: what one may choose. */
  readonly options: readonly { readonly id: string; readonly name: string }[];
};

export type DraftIssue = Entity<'DraftIssue'> & {
  readonly title: string;
  readonly body: string;
  readonly creator: Account;
  readonly createdAt: string;
};

export type ProjectItem = Entity<'ProjectV2Item'> & {
  readonly project: Project;
  readonly content: Thread | DraftIssue;
  readonly creator: Account;
  readonly createdAt: string;
  readonly values: Map<string, FieldValue>;
  archived: boolean;
  updatedAt: string;
};

/** What stands in one field of one card, and who put it there when. */
export type FieldValue = {
  readonly id: string;
  readonly value: string;
  readonly by: Account;
  readonly createdAt: string;
  readonly updatedAt: string;
};
