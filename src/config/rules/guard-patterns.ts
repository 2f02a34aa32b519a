import { show, type UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

/** `deny` has priority, so a pattern that is also in `allow` or `ask` has no effect there. */
export function allowedIsNotDenied({ guard }: Config): readonly UnlocatedProblem[] {
  const overridden = [
    ...guard.allow.map((pattern, at) => ({ pattern, path: ['guard', 'allow', at] })),
    ...guard.ask.map((pattern, at) => ({ pattern, path: ['guard', 'ask', at] })),
  ];
  return overridden
    .filter(({ pattern }) => guard.deny.includes(pattern))
    .map(({ pattern, path }) => ({
      path,
      expected: 'a pattern that is not denied',
      found: `${show(pattern)}, which stands in \`guard.deny\` too`,
      remedy: 'keep it in one list',
    }));
}
