// The graph of blockers: the roots, the cycles, and the issues that each issue frees when it is done. board-facts.ts gives the results to
// all other rules.
import type { Ref } from '../../../ports/board-snapshot.js';

/** Issue → the open issues that it waits for. */
export type Waits = ReadonlyMap<Ref, readonly Ref[]>;

const NO_ROOTS: ReadonlySet<Ref> = new Set();

/**
 * Returns a function that gives the root blockers of an issue: those that it waits for, directly or through others, and that wait for
 * no issue themselves. An issue in a cycle is never a root. Blockers are visited first, so each group is visited once.
 */
export function rootsOf(waits: Waits): (issue: Ref) => readonly Ref[] {
  const rootsByIssue = new Map<Ref, ReadonlySet<Ref>>();
  for (const group of componentsOf(waits)) {
    const roots = rootsOfGroup(group, { waits, rootsByIssue });
    for (const ref of group) rootsByIssue.set(ref, roots);
  }
  return (issue) => [...(rootsByIssue.get(issue) ?? NO_ROOTS)].filter((ref) => ref !== issue);
}

/** The roots of a group of issues that wait for each other: those of the issues outside the group that it waits for. */
function rootsOfGroup(
  group: readonly Ref[],
  { waits, rootsByIssue }: { waits: Waits; rootsByIssue: ReadonlyMap<Ref, ReadonlySet<Ref>> },
): ReadonlySet<Ref> {
  const members = new Set(group);
  const outside = new Set(group.flatMap((ref) => (waits.get(ref) ?? []).filter((to) => !members.has(to))));
  const sets = [...outside].map((to) =>
    (waits.get(to) ?? []).length === 0 ? new Set([to]) : (rootsByIssue.get(to) ?? NO_ROOTS),
  );
  return sets.length === 1 ? (sets[0] ?? NO_ROOTS) : new Set(sets.flatMap((each) => [...each]));
}

/** All issues that can be reached from an issue, including itself. */
function reachableFrom(from: Ref, edges: Waits): Set<Ref> {
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

/** The issues that wait for an issue. */
export interface Frees {
  readonly direct: readonly Ref[];
  /** Directly or through others. */
  readonly all: readonly Ref[];
}

/** Returns a function that gives the issues that wait for an issue. */
export function freedBy(waits: Waits): (issue: Ref) => Frees {
  const waitingFor = new Map<Ref, Ref[]>();
  for (const [issue, refs] of waits)
    for (const ref of refs) waitingFor.set(ref, [...(waitingFor.get(ref) ?? []), issue]);
  return (issue) => {
    const direct = waitingFor.get(issue) ?? [];
    if (direct.length === 0) return { direct, all: [] };
    const all = reachableFrom(issue, waitingFor);
    all.delete(issue);
    return { direct, all: [...all] };
  };
}

/**
 * One cycle for each group of issues that wait for each other: the shortest one (in a group of more than `MAX_STARTS` issues one of the
 * shortest), starting with the reference that sorts first.
 */
export function cyclesOf(waits: Waits): readonly (readonly Ref[])[] {
  return componentsOf(waits)
    .filter((group) => group.length > 1 || (waits.get(group[0] ?? '') ?? []).includes(group[0] ?? ''))
    .map((group) => shortestCycle(group, waits));
}

function shortestCycle(group: readonly Ref[], waits: Waits): readonly Ref[] {
  const members = new Set(group);
  const starts = isSingleCycle(group, members, waits) ? group.slice(0, 1) : [...group].sort().slice(0, MAX_STARTS);
  const cycles = starts.map((start) => rotateToFirst(shortestCycleFrom(start, members, waits)));
  const found = cycles.filter(({ length }) => length > 0);
  return found.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** The most issues from which the search for the shortest cycle of a group starts. */
const MAX_STARTS = 200;

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
  const reachedFrom = new Map<Ref, Ref>();
  let frontier: Ref[] = [start];
  while (frontier.length > 0) {
    const next: Ref[] = [];
    for (const ref of frontier) {
      for (const to of waits.get(ref) ?? []) {
        if (to === start) return pathTo(ref, reachedFrom);
        if (!members.has(to) || reachedFrom.has(to)) continue;
        reachedFrom.set(to, ref);
        next.push(to);
      }
    }
    frontier = next;
  }
  return [];
}

/** The path that the search took to an issue. */
function pathTo(end: Ref, reachedFrom: ReadonlyMap<Ref, Ref>): readonly Ref[] {
  const path = [end];
  for (let ref = reachedFrom.get(end); ref !== undefined; ref = reachedFrom.get(ref)) path.push(ref);
  return path.reverse();
}

/** Strongly connected components (Tarjan), without recursion: a chain of ten thousand issues must not overflow the stack. */
function componentsOf(waits: Waits): readonly (readonly Ref[])[] {
  const state: TarjanState = { index: new Map(), low: new Map(), stack: [], onStack: new Set() };
  const groups: Ref[][] = [];
  for (const start of waits.keys()) if (!state.index.has(start)) explore(start, waits, { state, groups });
  return groups;
}

interface TarjanState {
  /** The order in which issues were first visited. */
  readonly index: Map<Ref, number>;
  /** The lowest index that is reachable from an issue. */
  readonly low: Map<Ref, number>;
  /** Visited issues whose group is not complete. */
  readonly stack: Ref[];
  readonly onStack: Set<Ref>;
}

function explore(start: Ref, waits: Waits, { state, groups }: { state: TarjanState; groups: Ref[][] }): void {
  const calls: { ref: Ref; next: number }[] = [];
  const enter = (ref: Ref) => {
    state.index.set(ref, state.index.size);
    state.low.set(ref, state.index.size - 1);
    state.stack.push(ref);
    state.onStack.add(ref);
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
    else if (state.onStack.has(to)) lower(call.ref, state.index.get(to));
  }
}

function popGroup(root: Ref, { stack, onStack }: TarjanState): Ref[] {
  const group: Ref[] = [];
  for (let ref = stack.pop(); ref !== undefined; ref = stack.pop()) {
    onStack.delete(ref);
    group.push(ref);
    if (ref === root) break;
  }
  return group;
}
