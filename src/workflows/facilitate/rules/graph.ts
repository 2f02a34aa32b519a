// The graph of blockers: the roots, the cycles, and the issues that each issue frees when it is done.
import type { Ref } from '../../../ports/board-snapshot.js';

/** Issue → the open issues that it waits for. */
export type Waits = ReadonlyMap<Ref, readonly Ref[]>;

const NONE: ReadonlySet<Ref> = new Set();

/**
 * Returns a function that gives the root blockers of an issue: those that it waits for, directly or through others, and that wait for
 * no issue themselves. An issue in a cycle is never a root. Blockers are visited first, so each group is visited once.
 */
export function rootsOf(waits: Waits): (issue: Ref) => readonly Ref[] {
  const known = new Map<Ref, ReadonlySet<Ref>>();
  for (const group of componentsOf(waits)) {
    const roots = rootsOfGroup(group, { waits, known });
    for (const ref of group) known.set(ref, roots);
  }
  return (issue) => [...(known.get(issue) ?? NONE)].filter((ref) => ref !== issue);
}

function rootsOfGroup(
  group: readonly Ref[],
  { waits, known }: { waits: Waits; known: ReadonlyMap<Ref, ReadonlySet<Ref>> },
): ReadonlySet<Ref> {
  const members = new Set(group);
  const outside = new Set(group.flatMap((ref) => (waits.get(ref) ?? []).filter((to) => !members.has(to))));
  const sets = [...outside].map((to) => ((waits.get(to) ?? []).length === 0 ? new Set([to]) : (known.get(to) ?? NONE)));
  return sets.length === 1 ? (sets[0] ?? NONE) : new Set(sets.flatMap((each) => [...each]));
}

/** All issues that can be reached from an issue, including itself. */
function reach(from: Ref, edges: Waits): Set<Ref> {
  const seen = new Set<Ref>([from]);
  const queue = [from];
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    for (const next of edges.get(ref) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

export interface Frees {
  readonly direct: readonly Ref[];
  /** Directly or through others. */
  readonly all: readonly Ref[];
}

/** Returns a function that gives the issues that wait for an issue. */
export function freedBy(waits: Waits): (issue: Ref) => Frees {
  const back = new Map<Ref, Ref[]>();
  for (const [issue, refs] of waits) for (const ref of refs) back.set(ref, [...(back.get(ref) ?? []), issue]);
  return (issue) => {
    const direct = back.get(issue) ?? [];
    if (direct.length === 0) return { direct, all: [] };
    const all = reach(issue, back);
    all.delete(issue);
    return { direct, all: [...all] };
  };
}

/** One cycle for each group of issues that wait for each other: the shortest one (in groups of more than 200 issues a short one), starting with the reference that sorts first. */
export function cyclesOf(waits: Waits): readonly (readonly Ref[])[] {
  return componentsOf(waits)
    .filter((group) => group.length > 1 || (waits.get(group[0] ?? '') ?? []).includes(group[0] ?? ''))
    .map((group) => shortestCycle(group, waits));
}

function shortestCycle(group: readonly Ref[], waits: Waits): readonly Ref[] {
  const members = new Set(group);
  const starts = isSingleCycle(group, members, waits) ? group.slice(0, 1) : [...group].sort().slice(0, MOST_STARTS);
  const cycles = starts.map((start) => rotateToFirst(shortestCycleFrom(start, members, waits)));
  return cycles.reduce(
    (best, cycle) => (cycle.length > 0 && (best.length === 0 || cycle.length < best.length) ? cycle : best),
    [],
  );
}

/** In a group of more issues than this, only some starting points are tried. */
const MOST_STARTS = 200;

/** Whether each issue of the group waits for exactly one other of the group. The group is then a single cycle. */
const isSingleCycle = (group: readonly Ref[], members: ReadonlySet<Ref>, waits: Waits): boolean =>
  group.every((ref) => (waits.get(ref) ?? []).filter((to) => members.has(to)).length === 1);

/** Rotates a cycle to start with the reference that sorts first. */
function rotateToFirst(cycle: readonly Ref[]): readonly Ref[] {
  const first = cycle.indexOf([...cycle].sort()[0] ?? '');
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

/** The shortest path from an issue back to itself, by breadth-first search. */
function shortestCycleFrom(start: Ref, members: ReadonlySet<Ref>, waits: Waits): readonly Ref[] {
  const from = new Map<Ref, Ref>();
  let frontier: Ref[] = [start];
  while (frontier.length > 0) {
    const next: Ref[] = [];
    for (const ref of frontier) {
      for (const to of waits.get(ref) ?? []) {
        if (to === start) return trace(ref, from);
        if (!members.has(to) || from.has(to)) continue;
        from.set(to, ref);
        next.push(to);
      }
    }
    frontier = next;
  }
  return [];
}

function trace(end: Ref, from: ReadonlyMap<Ref, Ref>): readonly Ref[] {
  const cycle = [end];
  for (let ref = from.get(end); ref !== undefined; ref = from.get(ref)) cycle.push(ref);
  return cycle.reverse();
}

/** Strongly connected components (Tarjan), without recursion: a chain of ten thousand issues must not overflow the stack. */
function componentsOf(waits: Waits): readonly (readonly Ref[])[] {
  const state = { index: new Map<Ref, number>(), low: new Map<Ref, number>(), stack: [] as Ref[], on: new Set<Ref>() };
  const groups: Ref[][] = [];
  for (const start of waits.keys()) if (!state.index.has(start)) explore(start, waits, { state, groups });
  return groups;
}

interface Exploring {
  readonly state: { index: Map<Ref, number>; low: Map<Ref, number>; stack: Ref[]; on: Set<Ref> };
  readonly groups: Ref[][];
}

function explore(start: Ref, waits: Waits, { state, groups }: Exploring): void {
  const calls: { ref: Ref; next: number }[] = [];
  const enter = (ref: Ref) => {
    state.index.set(ref, state.index.size);
    state.low.set(ref, state.index.size - 1);
    state.stack.push(ref);
    state.on.add(ref);
    calls.push({ ref, next: 0 });
  };
  const lower = (ref: Ref, to: number | undefined) => state.low.set(ref, Math.min(state.low.get(ref) ?? 0, to ?? 0));
  enter(start);
  for (let call = calls.at(-1); call; call = calls.at(-1)) {
    const to = (waits.get(call.ref) ?? [])[call.next];
    call.next += 1;
    if (to === undefined) {
      calls.pop();
      const parent = calls.at(-1);
      if (parent) lower(parent.ref, state.low.get(call.ref));
      if (state.low.get(call.ref) === state.index.get(call.ref)) groups.push(popGroup(call.ref, state));
    } else if (!state.index.has(to)) enter(to);
    else if (state.on.has(to)) lower(call.ref, state.index.get(to));
  }
}

function popGroup(root: Ref, { stack, on }: Exploring['state']): Ref[] {
  const group: Ref[] = [];
  for (let ref = stack.pop(); ref !== undefined; ref = stack.pop()) {
    on.delete(ref);
    group.push(ref);
    if (ref === root) break;
  }
  return group;
}
