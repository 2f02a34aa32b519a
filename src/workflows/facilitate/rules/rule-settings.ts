// The settings of crew.yml that affect the states of issues, and the comparison of logins and label names. Used by the rules of the scan, by
// `/crew fix` and by plan.

import type { Config } from '../../../config/index.js';
import type { Person } from '../../../ports/board-snapshot.js';

export interface Rules {
  readonly doneBranches: readonly string[];
  readonly blockedLabels: readonly string[];
  readonly ignoreAuthors: readonly string[];
  /** GitHub's host. Issue addresses on this host are references. */
  readonly host: string;
}

export function rulesOf(config: Config, host: string): Rules {
  return {
    doneBranches: config.facilitate['done-branches'],
    blockedLabels: config.facilitate['blocked-labels'],
    ignoreAuthors: config['ignore-authors'],
    host,
  };
}

const plainLogin = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, '');

/** Whether a person is in `ignore-authors`, with or without the suffix `[bot]`. Their work links no issue. */
export function isIgnored(person: Person, { ignoreAuthors }: Rules): boolean {
  return ignoreAuthors.some((each) => plainLogin(each) === plainLogin(person.login));
}

/** Compares names without case, as GitHub does for labels. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
