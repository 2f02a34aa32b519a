// The records of boards (GitHub Projects) and their cards. Other folders import them from state.ts. Types only.

import type { Account, Entity } from './app.js';
import type { Thread } from './repository.js';

/** A board: a project of an organization or user. Its cards may come from several repositories. */
export type Project = Entity<'ProjectV2'> & {
  readonly owner: Account;
  readonly number: number;
  readonly public: boolean;
  readonly fields: ProjectField[];
  readonly items: ProjectItem[];
  /** Node ids of the repositories that link it. */
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
  /** The options of a single select field. */
  readonly options: readonly { readonly id: string; readonly name: string }[];
};

export type DraftIssue = Entity<'DraftIssue'> & {
  readonly title: string;
  readonly body: string;
  readonly creator: Account;
  readonly createdAt: string;
};

/** A card of a board: an issue, pull request or draft issue. */
export type ProjectItem = Entity<'ProjectV2Item'> & {
  readonly project: Project;
  readonly content: Thread | DraftIssue;
  readonly creator: Account;
  readonly createdAt: string;
  /** By name of the field. */
  readonly values: Map<string, FieldValue>;
  archived: boolean;
  updatedAt: string;
};

/** The value of a field, and the account that set it. */
export type FieldValue = {
  readonly id: string;
  readonly value: string;
  readonly by: Account;
  readonly createdAt: string;
  readonly updatedAt: string;
};
