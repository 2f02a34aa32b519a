// Time as a way across the page. What happened takes its share; where nothing did, for an answer was waited for, the way is cut
// short: two days of waiting must not press five minutes of work into a hair. Pure.

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Axis {
  /** Where a moment is, from 0 to WAY. */
  readonly at: (time: number) => number;
  /** The cuts, each with how long it was. */
  readonly breaks: readonly { readonly x: number; readonly width: number; readonly ms: number }[];
}

export const WAY = 1000;

/** A pause that is longer is cut short, to so much of the way. */
const PAUSE = 120_000;
const CUT = 24;
const MOST_CUTS = 12;

/** An axis on which every stretch has its place. */
export function axisOf(stretches: readonly Stretch[]): Axis {
  const busy = joined(stretches);
  const work = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const cut = busy.length > 1 ? Math.min(CUT, (MOST_CUTS * CUT) / (busy.length - 1)) : 0;
  const scale = (WAY - cut * (busy.length - 1)) / Math.max(1, work);
  let x = 0;
  const placed = busy.map((stretch, n) => {
    const begins = x;
    x += (stretch.to - stretch.from) * scale + (n < busy.length - 1 ? cut : 0);
    return { ...stretch, x: begins };
  });
  const at = (time: number): number => {
    const on = placed.findLast(({ from }) => from <= time);
    return on ? on.x + (Math.min(time, on.to) - on.from) * scale : 0;
  };
  const breaks = placed.slice(1).map((next, n) => {
    const before = placed[n];
    return { x: next.x - cut, width: cut, ms: before ? next.from - before.to : 0 };
  });
  return { at, breaks };
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const groups: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (last && from - last.to <= PAUSE) last.to = Math.max(last.to, to);
    else groups.push({ from, to });
  }
  return groups;
}
