import type { Field } from '../../field.js';

/** Whether somebody may push to a repository; of whom that is not known, they may not. */
export function mayPush(field: Field, login: string | undefined, repo: string): boolean {
  if (login === undefined) return false;
  const there = repo === field.repo ? field.mayPush : field.mayPushElsewhere?.[repo];
  return there?.[login] === true;
}
