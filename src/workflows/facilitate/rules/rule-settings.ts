// The part of the configuration that decides states.

import type { Config } from '../../../config/index.js';
import type { Person } from '../../../ports/board-snapshot.js';

export interface Rules {
  readonly doneBranches: readonly string[];
  readonly blockedLabels: readonly string[];
  readonly ignoreAuthors: readonly string[];
  /** GitHub's host, whose addresses are references. */
  readonly host: string;
}

/** The rules of a configuration. */
export function rulesOf(config: Config, host: string): Rules {
  return {
    doneBranches: config.facilitate['done-branches'],
    blockedLabels: config.facilitate['blocked-labels'],
    ignoreAuthors: config['ignore-authors'],
    host,
  };
}

const plainLogin = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, '');

/** Whether the author is in `ignore-authors`, with or without `[bot]`. Their work links nothing. */
export function isIgnored(person: Person, { ignoreAuthors }: Rules): boolean {
  return ignoreAuthors.some((each) => plainLogin(each) === plainLogin(person.login));
}

/** Whether two labels are the same: GitHub ignores case. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
