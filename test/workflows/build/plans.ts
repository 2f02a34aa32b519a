// Plans for tests: generated ones, and plan.md as text.
import * as fc from 'fast-check';
import type { PlanTask } from '../../../src/workflows/build/rules/plan.js';

export const task = (id: number, of: Partial<PlanTask> = {}): PlanTask => ({
  id,
  title: `Task ${id}`,
  file: `tasks/task_${id}.md`,
  dependsOn: [],
  persona: 'writer',
  model: 'haiku',
  writes: [],
  ...of,
});

const path = fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'src/', 'src/a.ts', 'src/deep/b.ts', 'docs/x.md', 'Docs/X.md');

/** Any acyclic plan: each task depends on some before it; then the rows are shuffled. */
export const plans: fc.Arbitrary<readonly PlanTask[]> = fc
  .array(
    fc.record({
      on: fc.array(fc.nat(), { maxLength: 4 }),
      writes: fc.uniqueArray(path, { maxLength: 2 }),
      sort: fc.nat(),
    }),
    { maxLength: 25 },
  )
  .map((rows) =>
    rows
      .map(({ on, writes, sort }, n) => ({
        sort,
        each: task(n + 1, { writes, dependsOn: n === 0 ? [] : [...new Set(on.map((each) => (each % n) + 1))] }),
      }))
      .sort((one, other) => one.sort - other.sort)
      .map(({ each }) => each),
  );

export function planText(tasks: readonly PlanTask[]): string {
  const rows = tasks.map(
    ({ title, file, dependsOn, persona, model, writes }) =>
      `| ${title} | work/cmd_001/${file} | ${dependsOn.join(', ') || '-'} | ${persona} | ${model} | ${writes.join(', ') || '-'} |`,
  );
  const head = '| Task | File | Depends On | Persona | Model | Writes |\n|---|---|---|---|---|---|';
  return `# Plan\n\nSome words | with a bar.\n\n${head}\n${rows.join('\n')}\n\n## Execution Order\n\nWave 9: everything\n`;
}

export const filesOf = (tasks: readonly PlanTask[]): ReadonlySet<string> => new Set(tasks.map(({ file }) => file));
