// Whether a board can be worked on, and whether this look did what it is there for (decisions A4).
import type { Report } from './report.js';
import type { Scene } from './scene.js';

/** What became of the writes; a dry run only plans them. */
export interface Written {
  readonly planned: number;
  readonly written: number;
  /** Written by somebody else in between. */
  readonly there?: number | undefined;
  readonly deferred: number;
  readonly dryRun: boolean;
}

/** The specification's four conditions. */
export function completionOf(
  scene: Scene,
  of: { hasRegistry: boolean; isClear: boolean; written: Written },
): Report['completion'] {
  const { planned, written, there = 0, deferred, dryRun } = of.written;
  return {
    registry: of.hasRegistry,
    states: statesClear(scene),
    next: of.isClear,
    actions: dryRun || planned <= written + there + deferred,
  };
}

/** All of it was read, and nothing is unknown. */
const statesClear = (scene: Scene): boolean =>
  scene.board.missing.every(({ bound }) => bound) && scene.verdicts.every(({ state }) => state !== 'unknown');

/**
 * The four signs of a healthy board, and a score where everything could be read: a failed read is never a healthy
 * board.
 */
export function healthOf(scene: Scene, isClear: boolean): Report['health'] {
  const { freshness, digestIssue } = scene;
  // Crew's own page about the board is no part of how the board is.
  const verdicts = scene.verdicts.filter(({ issue }) => issue !== digestIssue);
  const blocked = verdicts.filter(({ state }) => state === 'blocked');
  const stale = verdicts.filter(({ state, issue }) => state !== 'done' && freshness(issue) === 'stale');
  const done = verdicts.filter(({ state }) => state === 'done');
  const raw =
    100 - 15 * blocked.length - 10 * stale.length + 20 * (verdicts.length === 0 ? 0 : done.length / verdicts.length);
  return {
    statesClear: statesClear(scene),
    nextClear: isClear,
    blockersVisible: blocked.every(({ blockers }) => blockers.some(({ open }) => open)),
    workable: verdicts.some(({ state }) => state === 'incomplete' || state === 'in_progress'),
    // That a label selects nothing says nothing of the board's health.
    score:
      statesClear(scene) && (verdicts.length > 0 || scene.config.facilitate.label === undefined)
        ? Math.round(Math.min(100, Math.max(0, raw)) * 10) / 10
        : null,
  };
}
