// What the judgement goes by, from the configuration.

import type { Person } from '../../../board.js';
import type { Config } from '../../../config/index.js';

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

/** Authors whose work links nothing: routine bots. Their logins are written with and without `[bot]`. */
export function isIgnored(person: Person, { ignoreAuthors }: Rules): boolean {
  return ignoreAuthors.some((each) => plainLogin(each) === plainLogin(person.login));
}

/** Same label, as GitHub compares them. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
