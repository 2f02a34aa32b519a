// Whether a board can be worked on, and whether this look did what it is there for (decisions A4).
import type { Recommendation, Report } from './report.js';
import { isDashboard, type Scene } from './scene.js';

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
  of: { hasRegistry: boolean; recommendation: Recommendation; written: Written },
): Report['completion'] {
  const { planned, written, there = 0, deferred, dryRun } = of.written;
  return {
    registry: of.hasRegistry,
    states: statesClear(scene),
    next: nextClear(scene, of.recommendation),
    actions: dryRun || planned <= written + there + deferred,
  };
}

/** All of it was read, and nothing is unknown. */
const statesClear = (scene: Scene): boolean =>
  scene.field.missing.every(({ bound }) => bound) && scene.verdicts.every(({ state }) => state !== 'unknown');

/** "None" is an answer only when all are done. */
const nextClear = (scene: Scene, { suggestions }: Recommendation): boolean =>
  suggestions.length > 0 || scene.verdicts.every((each) => each.state === 'done' || isDashboard(each, scene));

/**
 * The four signs of a healthy board, and a score where everything could be read: a failed read is never a healthy
 * board.
 */
export function healthOf(scene: Scene, recommendation: Recommendation): Report['health'] {
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
    nextClear: nextClear(scene, recommendation),
    blockersVisible: blocked.every(({ blockers }) => blockers.some(({ open }) => open)),
    workable: verdicts.some(({ state }) => state === 'incomplete' || state === 'in_progress'),
    score: statesClear(scene) ? Math.round(Math.min(100, Math.max(0, raw)) * 10) / 10 : null,
  };
}
