// Where knots stand when what waits for what is drawn: in columns, what is free on the left, what waits longest on the right. Pure.
import type { Wait, Waits } from '../waits.js';

export interface Spot {
  readonly key: string;
  readonly column: number;
  /** From the top, in rows; a column that is shorter than its neighbours stands in their middle. */
  readonly row: number;
}

export interface Layers {
  readonly spots: ReadonlyMap<string, Spot>;
  readonly columns: number;
  readonly rows: number;
}

/** So many columns a page has beside each other; small groups share them. */
const PAGE = 4;

/** What hangs together stands together; the larger groups come first, small ones beside each other. */
export function layersOf({ knots, waits }: Waits): Layers {
  const keys = knots.map(({ key }) => key);
  const groups = groupsOf(keys, waits).map((group) =>
    orderedLayers(
      group,
      waits.filter(({ from }) => group.has(from)),
    ),
  );
  const spots = new Map<string, Spot>();
  const band = { left: 0, top: 0, height: 0 };
  for (const layers of groups) {
    const height = Math.max(...layers.map(({ length }) => length));
    if (band.left + layers.length > PAGE) Object.assign(band, { left: 0, top: band.top + band.height, height: 0 });
    for (const spot of spotsOf(layers, height))
      spots.set(spot.key, { key: spot.key, column: band.left + spot.column, row: band.top + spot.row });
    Object.assign(band, { left: band.left + layers.length, height: Math.max(band.height, height) });
  }
  const columns = Math.max(0, ...[...spots.values()].map(({ column }) => column + 1));
  return { spots, columns, rows: band.top + band.height };
}

function spotsOf(layers: readonly (readonly string[])[], height: number): readonly Spot[] {
  return layers.flatMap((layer, column) =>
    layer.map((key, n) => ({ key, column, row: (height - layer.length) / 2 + n })),
  );
}

function groupsOf(keys: readonly string[], waits: readonly Wait[]): readonly ReadonlySet<string>[] {
  const beside = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { from, to } of waits) {
    beside.get(from)?.push(to);
    beside.get(to)?.push(from);
  }
  const seen = new Set<string>();
  const groups = keys.flatMap((key) => {
    if (seen.has(key)) return [];
    const group = new Set([key]);
    for (const one of group) for (const next of beside.get(one) ?? []) group.add(next);
    for (const one of group) seen.add(one);
    return [group];
  });
  return groups.toSorted((a, b) => b.size - a.size);
}

/** Columns by the longest way from what is free, each then ordered by where its neighbours on the left stand. */
function orderedLayers(group: ReadonlySet<string>, waits: readonly Wait[]): readonly (readonly string[])[] {
  const depth = depthsOf(group, waits);
  const layers: string[][] = Array.from({ length: Math.max(...depth.values()) + 1 }, () => []);
  for (const [key, column] of depth) layers[column]?.push(key);
  const place = new Map<string, number>();
  return layers.map((layer) => {
    const middle = new Map(layer.map((key) => [key, middleOf(key, waits, place)]));
    const ordered = layer.toSorted((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
    for (const [n, key] of ordered.entries()) place.set(key, n);
    return ordered;
  });
}

function middleOf(key: string, waits: readonly Wait[], place: ReadonlyMap<string, number>): number {
  const rows = waits.flatMap(({ from, to }) => (to === key ? (place.get(from) ?? []) : []));
  return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
}

/** A circle has no beginning: the arrow that would close it is passed over, so that every way ends. */
function depthsOf(group: ReadonlySet<string>, waits: readonly Wait[]): ReadonlyMap<string, number> {
  const before = new Map<string, string[]>([...group].map((key) => [key, []]));
  for (const { from, to } of waits) before.get(to)?.push(from);
  const depth = new Map<string, number>();
  const open = new Set<string>();
  const depthOf = (key: string): number => {
    const known = depth.get(key);
    if (known !== undefined) return known;
    open.add(key);
    const ways = (before.get(key) ?? []).filter((one) => !open.has(one)).map((one) => depthOf(one) + 1);
    open.delete(key);
    const longest = Math.max(0, ...ways);
    depth.set(key, longest);
    return longest;
  };
  for (const key of group) depthOf(key);
  return depth;
}
