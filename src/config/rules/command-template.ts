import { nearest } from '../nearest.js';
import { show, type UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

const known = ['issue', 'project', 'name'];

/** An unknown placeholder would be passed to a shell unchanged. */
export function placeholdersAreKnown({ facilitate }: Config): readonly UnlocatedProblem[] {
  const template = facilitate['command-template'] ?? '';
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name]) => name ?? '')
    .find((name) => !known.includes(name));
  if (unknown === undefined) return [];
  const slip = nearest(unknown, known);
  return [
    {
      path: ['facilitate', 'command-template'],
      expected: 'a command with no other placeholders than `{issue}`, `{project}` and `{name}`',
      found: `a command with the unknown placeholder ${show(`{${unknown}}`)}`,
      remedy: slip === undefined ? 'write `{issue}`, `{project}` or `{name}`' : `did you mean \`{${slip}}\`?`,
    },
  ];
}
