// The report (contract.md) from everything that was seen, judged, planned and written.
import { assess } from './assess.js';
import type { AgentRegistry } from './discover.js';
import { eventsOf } from './events.js';
import type { Verdict } from './judge.js';
import type { Maintained } from './maintain.js';
import type { Recommended } from './recommend.js';
import type { Report } from './report.js';
import type { Scene } from './scene.js';
import type { State } from './table.js';
import { turnsOf } from './turns.js';

// Whether a board can be worked on, and whether this look did what it is there for (decisions A4).

/** What became of the writes; a dry run only plans them. */
interface Written {
  readonly planned: number;
  readonly written: number;
  /** Written by somebody else in between. */
  readonly there?: number | undefined;
  readonly deferred: number;
  readonly dryRun: boolean;
}

/** The specification's four conditions. */
function completionOf(
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
function healthOf(scene: Scene, isClear: boolean): Report['health'] {
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

// Where the board's own column says something else than the truth. It is reported, and never put right.

/** Of an issue that nobody works on: it may be blocked, the board need not say so. */
const OPEN: readonly State[] = ['incomplete', 'blocked'];

/**
 * What a column means, by the words people name columns with. The first that fits counts, so negations come first: "Not
 * started" is no work in progress. A column that fits none says nothing.
 */
const COLUMNS: readonly (readonly [RegExp, readonly State[]])[] = [
  [
    /\b(?:not|un)[ -]?(?:yet[ -])?(?:started|begun|done|complete[d]?|finished|ready|resolved)\b|\bincomplete\b|未(?:完了|着手|対応|開始|解決|完成|処理|作業)|(?:完了|着手|対応)(?:していない|してない)/i,
    OPEN,
  ],
  [
    /\b(?:not|un)[ -]?(?:yet[ -])?(?:reviewed|merged|released|shipped|blocked|closed)\b|未(?:レビュー|検証|確認|リリース|マージ)|ブロックなし/i,
    [],
  ],
  [
    /\b(?:done|complete[d]?|closed|shipped|released|merged|finished|resolved)\b|完了|済み?$|クローズ|リリース済/i,
    ['done'],
  ],
  [/\b(?:in[ -])?review(?:ing)?\b|\bqa\b|レビュー|検証/i, ['review_pending']],
  [/\b(?:blocked|on[ -]?hold|waiting)\b|ブロック|保留|待ち/i, ['blocked']],
  [
    /\b(?:in[ -]progress|doing|started|wip|active|in[ -]development)\b|作業中|進行中|対応中|着手中|開発中/i,
    ['in_progress'],
  ],
  [/\b(?:to[ -]?do|backlog|ready|new|open|triage|planned|next|icebox)\b|予定|バックログ|着手可能|やること/i, OPEN],
];

/** Every issue whose column is behind, or ahead of, the truth. */
function driftOf(scene: Scene): Report['drift'] {
  return scene.verdicts.flatMap((verdict) => {
    const { status } = verdict.case.issue;
    const meant = COLUMNS.find(([words]) => words.test(status?.name ?? ''))?.[1];
    if (!status || !meant || meant.length === 0 || verdict.state === 'unknown' || meant.includes(verdict.state))
      return [];
    const since = sinceOf(verdict, scene);
    // Somebody who moved it after that knew better.
    const isPersons = status.by !== undefined && status.by.bot !== true;
    if (isPersons && status.at !== undefined && status.at > since) return [];
    return [{ issue: scene.number(verdict.issue), board: status.name, truth: verdict.state, since }];
  });
}

/** The latest thing that the verdict rests on; a parent's rests on what its parts' rest on. */
function sinceOf({ signs, rule, case: { issue } }: Verdict, scene: Scene): string {
  const parts = rule.startsWith('children-')
    ? signs.flatMap(({ ref }) => scene.judged.verdicts.get(ref ?? '') ?? [])
    : [];
  const times = [...signs, ...parts.flatMap((part) => part.signs)].flatMap(({ at }) => at ?? []);
  return times.sort().at(-1) ?? issue.createdAt;
}

export interface ReportOf {
  readonly scene: Scene;
  /** Undefined when agents could not be looked for. */
  readonly registry: AgentRegistry | undefined;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
  /** How many issues there are, as GitHub counts them; fewer of them may have been seen. */
  readonly total?: number | undefined;
  /** How many changes were really written; in a dry run none are. */
  readonly written: number;
  /** How many were there already when it came to writing them. */
  readonly there?: number | undefined;
  readonly refused?: Report['coverage']['missing'] | undefined;
  readonly dryRun: boolean;
  readonly cost: Report['cost'];
}

/** The one view model of a facilitation. */
export function buildReport(of: ReportOf): Report {
  const { scene, registry, maintained, recommended, cost } = of;
  const { board, previous, circles, number } = scene;
  const { recommendation, problems, isClear } = recommended;
  const written = writtenOf(of);
  const completion = completionOf(scene, { hasRegistry: registry !== undefined, isClear, written });
  return {
    observedAt: board.observedAt,
    previousAt: previous?.at ?? null,
    complete: completion.registry && completion.states && completion.next && completion.actions,
    completion,
    coverage: coverageOf(of),
    registry: {
      agents: registry?.agents ?? [],
      discoveredAt: registry?.discoveredAt ?? board.observedAt,
      problems: [...(registry?.problems ?? []), ...problems],
    },
    events: eventsOf(scene),
    assessments: assess(scene),
    actions: maintained.actions,
    recommendation,
    health: healthOf(scene, isClear),
    drift: driftOf(scene),
    cycles: circles.map((circle) => circle.map(number)),
    turns: turnsOf(scene).map(({ ref, who, for: what, since }) => ({ issue: number(ref), who, for: what, since })),
    changes: { planned: written.planned, written: written.written, deferred: written.deferred },
    cost,
  };
}

function writtenOf({ maintained, written, there = 0, dryRun }: ReportOf): Written {
  const deferred = maintained.deferred.length;
  return { planned: maintained.planned.length + deferred, written, there, deferred, dryRun };
}

/** What could not be read has no number, and is never counted as seen. */
function coverageOf({ scene: { board, verdicts }, total = 0, refused = [] }: ReportOf): Report['coverage'] {
  const unread = verdicts.filter(({ case: { issue } }) => issue.unread === true).map(({ issue }) => issue);
  const unsaid = unread.filter((ref) => !board.missing.some(({ what }) => what === ref));
  return {
    issues: Math.max(total, verdicts.length),
    seen: verdicts.length - unread.length,
    missing: [
      ...board.missing.map(({ what, why }) => ({ what, why })),
      ...unsaid.map((what) => ({ what, why: 'it could not be read' })),
      ...refused,
    ],
    notIssues: board.notIssues,
  };
}

/** A report of which something came out only afterwards. */
export function withTrouble(report: Report, trouble: Report['coverage']['missing'][number]): Report {
  const { coverage, completion } = report;
  return {
    ...report,
    complete: false,
    completion: { ...completion, actions: false },
    coverage: { ...coverage, missing: [...coverage.missing, trouble] },
  };
}
