import { show, type UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

/** Steps of base and head are compared by name, so names must be unique. */
export function stepNamesDiffer({ verify }: Config): readonly UnlocatedProblem[] {
  const names = verify.steps.map(({ name }) => name);
  return names.flatMap((name, at) => {
    const first = names.indexOf(name);
    return first === at
      ? []
      : {
          path: ['verify', 'steps', at, 'name'],
          expected: 'a name that no other step has',
          found: `${show(name)}, the name of \`verify.steps[${first}]\` too`,
          remedy: 'give each step its own name',
        };
  });
}
