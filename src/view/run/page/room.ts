/** How much of a run the page shows. A run that is too large for it is shown with less room, in steps. */
export interface Room {
  /** Letters of an input or an output; of what was said; of a log; of the whole change. */
  readonly text: number;
  readonly prose: number;
  readonly log: number;
  readonly diff: number;
  /** Turns of all agents, calls of a turn, steps in the list of all. */
  readonly turns: number;
  readonly calls: number;
  readonly steps: number;
  /** Of anything else that is counted: tests, files, findings, words of people. */
  readonly items: number;
}

/** The last one is bounded by itself, whatever the journal holds. */
export const ROOMS: readonly [Room, ...Room[]] = [
  { text: 24_000, prose: 12_000, log: 16_000, diff: 400_000, turns: 300, calls: 40, steps: 1500, items: 200 },
  { text: 8000, prose: 8000, log: 8000, diff: 150_000, turns: 300, calls: 40, steps: 800, items: 100 },
  { text: 2500, prose: 4000, log: 3000, diff: 60_000, turns: 200, calls: 32, steps: 400, items: 50 },
  { text: 800, prose: 1500, log: 1000, diff: 20_000, turns: 120, calls: 12, steps: 200, items: 30 },
  { text: 200, prose: 400, log: 300, diff: 5000, turns: 60, calls: 8, steps: 100, items: 15 },
  { text: 100, prose: 200, log: 100, diff: 2000, turns: 20, calls: 4, steps: 40, items: 5 },
];
