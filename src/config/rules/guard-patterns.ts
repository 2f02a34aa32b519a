import { type Breach, show } from '../problem.js';
import type { Config } from '../schema.js';

/** `deny` wins, so the weaker line never has an effect, and whoever wrote it believes that it does. */
export function allowedIsNotDenied({ guard }: Config): readonly Breach[] {
  const weaker = [
    ...guard.allow.map((pattern, at) => ({ pattern, path: ['guard', 'allow', at] })),
    ...guard.ask.map((pattern, at) => ({ pattern, path: ['guard', 'ask', at] })),
  ];
  return weaker
    .filter(({ pattern }) => guard.deny.includes(pattern))
    .map(({ pattern, path }) => ({
      path,
      expected: 'a pattern that is not denied',
      found: `${show(pattern)}, which stands in \`guard.deny\` too`,
      remedy: 'keep it in one list',
    }));
}
