// wave_plan.json, version v1: written by the decomposer or by crew, and compared with plan.md. Pure. Used by ../decompose.ts.
import * as z from 'zod';
import { MODELS, PERSONAS, type PlanTask } from './plan.js';
import { sharedWrites } from './waves.js';

const task = z.strictObject({
  id: z.int().positive(),
  persona: z.enum(PERSONAS),
  model: z.enum(MODELS),
  depends_on: z.array(z.int().positive()),
  writes: z.array(z.string()),
});

export const wavePlan = z.strictObject({
  schema_version: z.literal('v1'),
  total_tasks: z.int().nonnegative(),
  waves: z.array(z.strictObject({ wave: z.int().positive(), tasks: z.array(task) })),
});

export type WavePlan = Readonly<z.output<typeof wavePlan>>;

/** The content of wave_plan.json for these waves. */
export function wavePlanOf(waves: readonly (readonly PlanTask[])[]): WavePlan {
  return {
    schema_version: 'v1',
    total_tasks: waves.flat().length,
    waves: waves.map((tasks, n) => ({
      wave: n + 1,
      tasks: tasks.map(({ id, persona, model, dependsOn, writes }) => {
        return { id, persona, model, depends_on: [...dependsOn], writes: [...writes] };
      }),
    })),
  };
}

/** Parses wave_plan.json; null if it is not a document of version v1. */
export function readWavePlan(text: string): WavePlan | null {
  try {
    return wavePlan.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Which file decides the waves. */
export interface WaveSource {
  /** `wave_plan.json` if its waves are used unchanged. */
  readonly source: 'wave_plan.json' | 'plan.md';
  /** The differences from plan.md, one line each. If there are any, plan.md is used. */
  readonly differences: readonly string[];
}

/**
 * Compares wave_plan.json with plan.md. Differences are: a task that is missing or unknown, a task in another wave than `Depends On`
 * requires, fields that differ from the table, and two tasks of a wave that write the same path. Without a wave_plan.json, plan.md is
 * used.
 */
export function compareWavePlan(
  given: WavePlan | null,
  { tasks, waves }: { tasks: readonly PlanTask[]; waves: readonly (readonly PlanTask[])[] },
): WaveSource {
  if (!given) return { source: 'plan.md', differences: [] };
  const expected = wavePlanOf(waves);
  const byId = new Map(
    expected.waves.flatMap(({ wave, tasks: all }) => all.map((each) => [each.id, { ...each, wave }] as const)),
  );
  const differences: string[] = [];
  if (given.total_tasks !== expected.total_tasks)
    differences.push(`total_tasks is ${given.total_tasks}, plan.md has ${expected.total_tasks}`);
  const seen = new Set<number>();
  for (const [n, { wave, tasks: all }] of given.waves.entries()) {
    if (wave !== n + 1) differences.push(`wave ${wave} is at position ${n + 1}`);
    for (const each of all) {
      const planned = byId.get(each.id);
      if (!planned) differences.push(`task ${each.id} is not in plan.md`);
      else if (seen.has(each.id)) differences.push(`task ${each.id} is listed twice`);
      else differences.push(...differencesOf({ ...each, wave: n + 1 }, planned));
      seen.add(each.id);
    }
  }
  for (const id of byId.keys()) if (!seen.has(id)) differences.push(`task ${id} is missing`);
  const shared = sharedWrites(
    given.waves.map((each) => each.tasks.map(({ id }) => id)),
    tasks,
  );
  differences.push(...shared.map(({ wave, path }) => `wave ${wave} has two writers of ${path}`));
  return { source: differences.length === 0 ? 'wave_plan.json' : 'plan.md', differences };
}

type WaveTask = WavePlan['waves'][number]['tasks'][number] & { readonly wave: number };

/** The fields of a task in which wave_plan.json and plan.md differ. */
function differencesOf(given: WaveTask, planned: WaveTask): readonly string[] {
  const sorted = (all: readonly (number | string)[]) => [...all].map(String).sort().join(', ');
  const fields = [
    ['wave', String(given.wave), String(planned.wave)],
    ['persona', given.persona, planned.persona],
    ['model', given.model, planned.model],
    ['depends_on', sorted(given.depends_on), sorted(planned.depends_on)],
    ['writes', sorted(given.writes), sorted(planned.writes)],
  ] as const;
  return fields.flatMap(([name, found, wanted]) =>
    found === wanted ? [] : [`task ${given.id}: ${name} is "${found}", plan.md says "${wanted}"`],
  );
}
