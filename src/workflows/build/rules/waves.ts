// Which tasks run in the same wave. A task runs after its `Depends On`. If two tasks of a wave write the same path, the later one moves to
// the next wave, and its dependents after it. Pure.
import type { PlanProblem, PlanTask } from './plan.js';

type Node = Pick<PlanTask, 'id' | 'dependsOn' | 'writes'>;

/** The waves of an acyclic plan, each with its tasks in the order of the plan. Dependencies on tasks of an earlier plan are met. */
export function wavesOf<T extends Node>(tasks: readonly T[]): readonly (readonly T[])[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const dependents = new Map<number, number[]>();
  const open = new Map<number, number>();
  for (const [index, { id, dependsOn }] of tasks.entries()) {
    const own = dependsOn.filter((dependency) => ids.has(dependency));
    open.set(id, own.length);
    for (const dependency of own) dependents.set(dependency, [...(dependents.get(dependency) ?? []), index]);
  }
  let ready = [...tasks.keys()].filter((index) => open.get(tasks[index]?.id ?? 0) === 0);
  const waves: T[][] = [];
  while (ready.length > 0) {
    const { wave, later } = nextWave(ready, tasks);
    const freed = wave.flatMap(({ id }) => (dependents.get(id) ?? []).filter((index) => isFreed(tasks[index], open)));
    waves.push(wave);
    ready = freed.length === 0 ? later : [...later, ...freed].sort((one, other) => one - other);
  }
  return waves;
}

function isFreed(task: Node | undefined, open: Map<number, number>): boolean {
  if (!task) return false;
  const left = (open.get(task.id) ?? 0) - 1;
  open.set(task.id, left);
  return left === 0;
}

/** The next wave: every ready task that shares no path with an earlier one. */
function nextWave<T extends Node>(ready: readonly number[], tasks: readonly T[]): { wave: T[]; later: number[] } {
  const claimed = new ClaimedPaths();
  const wave: T[] = [];
  const later: number[] = [];
  for (const index of ready) {
    const task = tasks[index];
    if (!task) continue;
    if (claimed.holds(task.writes)) later.push(index);
    else {
      claimed.add(task.writes);
      wave.push(task);
    }
  }
  return { wave, later };
}

/** Paths that tasks of a wave write. A folder overlaps with every path below it. */
class ClaimedPaths {
  readonly #paths = new Set<string>();
  readonly #around = new Set<string>();

  holds(writes: readonly string[]): boolean {
    return namesOf(writes).some(
      ({ name, folders }) =>
        this.#paths.has(name) || this.#around.has(name) || folders.some((each) => this.#paths.has(each)),
    );
  }

  add(writes: readonly string[]): void {
    for (const { name, folders } of namesOf(writes)) {
      this.#paths.add(name);
      for (const folder of folders) this.#around.add(folder);
    }
  }
}

interface Names {
  readonly name: string;
  readonly folders: readonly string[];
}

const known = new WeakMap<readonly string[], readonly Names[]>();

/** Each path with its parent folders. Cached, because a waiting task is examined once for each wave. */
function namesOf(writes: readonly string[]): readonly Names[] {
  const found = known.get(writes);
  if (found) return found;
  const names = writes.map((path) => ({ name: pathKey(path), folders: foldersOf(pathKey(path)) }));
  known.set(writes, names);
  return names;
}

/** Lower case, because file systems of macOS and Windows ignore case. */
const pathKey = (path: string): string => path.replace(/\/$/, '').toLowerCase();

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'));
}

/** Whether a task with these `Writes` may change a file. */
export function mayWrite(writes: readonly string[], file: string): boolean {
  return writes.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
}

/** Problems of waves that an agent made: duplicate or missing tasks, dependencies that are not earlier, shared paths. */
export function waveProblems(waves: readonly (readonly number[])[], tasks: readonly Node[]): readonly string[] {
  const waveOf = new Map(waves.flatMap((wave, n) => wave.map((id) => [id, n + 1] as const)));
  const listed = waves.flat();
  const problems: string[] = [];
  for (const id of listed.filter((each, n) => listed.indexOf(each) !== n)) problems.push(`task ${id} is listed twice`);
  for (const id of listed) if (!tasks.some((task) => task.id === id)) problems.push(`task ${id} is not in plan.md`);
  for (const { id, dependsOn } of tasks) {
    const wave = waveOf.get(id);
    if (wave === undefined) {
      problems.push(`task ${id} is in no wave`);
      continue;
    }
    for (const dependency of dependsOn) {
      const before = waveOf.get(dependency);
      if (before !== undefined && before >= wave)
        problems.push(`task ${id} of wave ${wave} depends on task ${dependency} of wave ${before}`);
    }
  }
  return [
    ...problems,
    ...sharedWrites(waves, tasks).map(({ wave, path }) => `wave ${wave} has two writers of ${path}`),
  ];
}

type SharedWrite = Extract<PlanProblem, { is: 'shared-write' }>;

/** Paths that two tasks of one wave write. */
export function sharedWrites(waves: readonly (readonly number[])[], tasks: readonly Node[]): readonly SharedWrite[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return waves.flatMap((wave, n) =>
    wave.flatMap((id, at) =>
      wave.slice(at + 1).flatMap((other): readonly SharedWrite[] => {
        const claimed = new ClaimedPaths();
        claimed.add(byId.get(id)?.writes ?? []);
        const path = (byId.get(other)?.writes ?? []).find((each) => claimed.holds([each]));
        return path === undefined ? [] : [{ is: 'shared-write', wave: n + 1, path, tasks: [id, other] }];
      }),
    ),
  );
}

/** Tasks of the longest chain of dependencies. */
export function longestChain(tasks: readonly Pick<PlanTask, 'id' | 'dependsOn'>[]): number {
  const waves = wavesOf(tasks.map(({ id, dependsOn }) => ({ id, dependsOn, writes: [] })));
  return waves.length;
}
