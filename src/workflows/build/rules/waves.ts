// Which tasks run in the same wave. A task runs after its `Depends On`. If two tasks of a wave write the same path, the later one moves to
// the next wave, and its dependents after it. Pure. Used by ../decompose.ts, ../task.ts and other rules here.
import type { PlanProblem, PlanTask } from './plan.js';

type WaveTask = Pick<PlanTask, 'id' | 'dependsOn' | 'writes'>;

/** The waves of an acyclic plan, each with its tasks in the order of the plan. A dependency on a task of an earlier plan counts as met. */
export function wavesOf<T extends WaveTask>(tasks: readonly T[]): readonly (readonly T[])[] {
  const ids = new Set(tasks.map(({ id }) => id));
  /** Indexes of the tasks that depend on a task. */
  const dependents = new Map<number, number[]>();
  /** Number of unmet dependencies of each task. */
  const unmet = new Map<number, number>();
  for (const [index, { id, dependsOn }] of tasks.entries()) {
    const inPlan = dependsOn.filter((dependency) => ids.has(dependency));
    unmet.set(id, inPlan.length);
    for (const dependency of inPlan) dependents.set(dependency, [...(dependents.get(dependency) ?? []), index]);
  }
  let ready = [...tasks.keys()].filter((index) => unmet.get(tasks[index]?.id ?? 0) === 0);
  const waves: T[][] = [];
  while (ready.length > 0) {
    const { wave, postponed } = nextWave(ready, tasks);
    const newlyReady = wave.flatMap(({ id }) =>
      (dependents.get(id) ?? []).filter((index) => meetDependency(tasks[index], unmet)),
    );
    waves.push(wave);
    ready = newlyReady.length === 0 ? postponed : [...postponed, ...newlyReady].sort((one, other) => one - other);
  }
  return waves;
}

/** Counts one dependency of a task as met. Returns whether it was the last one. */
function meetDependency(task: WaveTask | undefined, unmet: Map<number, number>): boolean {
  if (!task) return false;
  const left = (unmet.get(task.id) ?? 0) - 1;
  unmet.set(task.id, left);
  return left === 0;
}

/** The next wave: every ready task that shares no path with an earlier one. The others are postponed, as indexes. */
function nextWave<T extends WaveTask>(
  ready: readonly number[],
  tasks: readonly T[],
): { wave: T[]; postponed: number[] } {
  const claimed = new ClaimedPaths();
  const wave: T[] = [];
  const postponed: number[] = [];
  for (const index of ready) {
    const task = tasks[index];
    if (!task) continue;
    if (claimed.overlaps(task.writes)) postponed.push(index);
    else {
      claimed.add(task.writes);
      wave.push(task);
    }
  }
  return { wave, postponed };
}

/** The paths that tasks of a wave write. A folder overlaps with every path below it. */
class ClaimedPaths {
  readonly #paths = new Set<string>();
  readonly #parentFolders = new Set<string>();

  overlaps(writes: readonly string[]): boolean {
    return pathsOf(writes).some(
      ({ name, folders }) =>
        this.#paths.has(name) || this.#parentFolders.has(name) || folders.some((each) => this.#paths.has(each)),
    );
  }

  add(writes: readonly string[]): void {
    for (const { name, folders } of pathsOf(writes)) {
      this.#paths.add(name);
      for (const folder of folders) this.#parentFolders.add(folder);
    }
  }
}

/** A path that a task writes, with all folders around it. */
interface WrittenPath {
  readonly name: string;
  readonly folders: readonly string[];
}

const cachedPaths = new WeakMap<readonly string[], readonly WrittenPath[]>();

/** Each path with its parent folders. Cached, because a waiting task is examined once for each wave. */
function pathsOf(writes: readonly string[]): readonly WrittenPath[] {
  const found = cachedPaths.get(writes);
  if (found) return found;
  const paths = writes.map((path) => ({ name: pathKey(path), folders: foldersOf(pathKey(path)) }));
  cachedPaths.set(writes, paths);
  return paths;
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

/** Problems of waves that an agent made: duplicate or missing tasks, tasks not after their dependencies, shared paths. */
export function waveProblems(waves: readonly (readonly number[])[], tasks: readonly WaveTask[]): readonly string[] {
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
      const dependencyWave = waveOf.get(dependency);
      if (dependencyWave !== undefined && dependencyWave >= wave)
        problems.push(`task ${id} of wave ${wave} depends on task ${dependency} of wave ${dependencyWave}`);
    }
  }
  return [
    ...problems,
    ...sharedWrites(waves, tasks).map(({ wave, path }) => `wave ${wave} has two writers of ${path}`),
  ];
}

type SharedWrite = Extract<PlanProblem, { is: 'shared-write' }>;

/** Paths that two tasks of one wave write. */
export function sharedWrites(
  waves: readonly (readonly number[])[],
  tasks: readonly WaveTask[],
): readonly SharedWrite[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return waves.flatMap((wave, n) =>
    wave.flatMap((id, index) =>
      wave.slice(index + 1).flatMap((other): readonly SharedWrite[] => {
        const claimed = new ClaimedPaths();
        claimed.add(byId.get(id)?.writes ?? []);
        const path = (byId.get(other)?.writes ?? []).find((each) => claimed.overlaps([each]));
        return path === undefined ? [] : [{ is: 'shared-write', wave: n + 1, path, tasks: [id, other] }];
      }),
    ),
  );
}

/** The number of tasks in the longest chain of dependencies. */
export function longestChain(tasks: readonly Pick<PlanTask, 'id' | 'dependsOn'>[]): number {
  const waves = wavesOf(tasks.map(({ id, dependsOn }) => ({ id, dependsOn, writes: [] })));
  return waves.length;
}
