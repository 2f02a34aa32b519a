// Who waits for whom: root blockers, circles, and what an issue frees when it is done. Pure, linear in edges.
import type { Ref } from '../../field.js';

/** Issue → the open issues that it waits for. */
export type Waits = ReadonlyMap<Ref, readonly Ref[]>;

/** Those that an issue waits for in the end: what waits for nothing itself. In a circle nobody is a root. */
export function rootsOf(waits: Waits): (issue: Ref) => readonly Ref[] {
  const known = new Map<Ref, readonly Ref[]>();
  return (issue) => {
    const found = known.get(issue);
    if (found) return found;
    const roots = new Set<Ref>();
    for (const ref of reach(issue, waits)) if (ref !== issue && (waits.get(ref) ?? []).length === 0) roots.add(ref);
    const list = [...roots];
    known.set(issue, list);
    return list;
  };
}

/** Everything that can be reached, with itself. */
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

/** What waits for an issue. */
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

/** The circles, each by its shortest path, once, beginning with its first name. */
export function circlesOf(waits: Waits): readonly (readonly Ref[])[] {
  return componentsOf(waits)
    .filter((group) => group.length > 1 || (waits.get(group[0] ?? '') ?? []).includes(group[0] ?? ''))
    .map((group) => shortestCircle(group, waits));
}

function shortestCircle(group: readonly Ref[], waits: Waits): readonly Ref[] {
  const members = new Set(group);
  const ways = [...group].sort().map((start) => wayBack(start, members, waits));
  return ways.reduce(
    (best, way) => (way.length > 0 && (best.length === 0 || way.length < best.length) ? way : best),
    [],
  );
}

/** The shortest way from an issue back to itself, breadth first. */
function wayBack(start: Ref, members: ReadonlySet<Ref>, waits: Waits): readonly Ref[] {
  const from = new Map<Ref, Ref>();
  let edge: Ref[] = [start];
  while (edge.length > 0) {
    const next: Ref[] = [];
    for (const ref of edge) {
      for (const to of waits.get(ref) ?? []) {
        if (to === start) return trace(ref, from);
        if (!members.has(to) || from.has(to)) continue;
        from.set(to, ref);
        next.push(to);
      }
    }
    edge = next;
  }
  return [];
}

function trace(end: Ref, from: ReadonlyMap<Ref, Ref>): readonly Ref[] {
  const way = [end];
  for (let ref = from.get(end); ref !== undefined; ref = from.get(ref)) way.unshift(ref);
  return way;
}

/** Strongly connected groups (Tarjan), without recursion: a chain of ten thousand must not end the stack. */
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
