// Builds the report of a scan from the results of the other rules, and adds completion, health, drift and coverage. ../index.ts returns it.

import type { Report } from '../../../ports/report.js';
import type { AgentRegistry } from './agents.js';
import { assess } from './assess.js';
import type { BoardFacts } from './board-facts.js';
import { eventsOf } from './events.js';
import type { Verdict } from './judge.js';
import type { Maintained } from './maintain.js';
import type { Recommended } from './recommend.js';
import type { State } from './table.js';
import { turnsOf } from './turns.js';

/** How many changes were planned, written and deferred. */
interface WriteCounts {
  readonly planned: number;
  readonly written: number;
  /** Changes that already existed on GitHub as planned. */
  readonly present?: number | undefined;
  readonly deferred: number;
  readonly dryRun: boolean;
}

/** The four conditions of a complete facilitation in specs facilitator. */
function completionOf(
  boardFacts: BoardFacts,
  { hasRegistry, isClear, counts }: { hasRegistry: boolean; isClear: boolean; counts: WriteCounts },
): Report['completion'] {
  const { planned, written, present = 0, deferred, dryRun } = counts;
  return {
    registry: hasRegistry,
    states: areStatesClear(boardFacts),
    next: isClear,
    actions: dryRun || planned <= written + present + deferred,
  };
}

/** Whether everything was read except what is expected to be missing, and no issue is unknown. */
const areStatesClear = (boardFacts: BoardFacts): boolean =>
  boardFacts.board.missing.every(({ isExpected }) => isExpected) &&
  boardFacts.verdicts.every(({ state }) => state !== 'unknown');

/**
 * The four conditions of a healthy board in specs facilitator, and a score: 100, less 15 for each blocked and 10 for each stale issue, plus up
 * to 20 for the share that is done. The score is null if something could not be read.
 */
function healthOf(boardFacts: BoardFacts, isClear: boolean): Report['health'] {
  const { freshness, digestIssues } = boardFacts;
  const verdicts = boardFacts.verdicts.filter(({ issue }) => !digestIssues.includes(issue));
  const blocked = verdicts.filter(({ state }) => state === 'blocked');
  const stale = verdicts.filter(({ state, issue }) => state !== 'done' && freshness(issue) === 'stale');
  const done = verdicts.filter(({ state }) => state === 'done');
  const doneShare = verdicts.length === 0 ? 0 : done.length / verdicts.length;
  const score = 100 - 15 * blocked.length - 10 * stale.length + 20 * doneShare;
  // A scan with a label filter that matched no issue gets no score.
  const isEmptySelection = verdicts.length === 0 && boardFacts.config.facilitate.label !== undefined;
  return {
    statesClear: areStatesClear(boardFacts),
    nextClear: isClear,
    blockersVisible: blocked.every(({ blockers }) => blockers.some(({ open }) => open)),
    workable: verdicts.some(({ state }) => state === 'incomplete' || state === 'in_progress'),
    score:
      areStatesClear(boardFacts) && !isEmptySelection ? Math.round(Math.min(100, Math.max(0, score)) * 10) / 10 : null,
  };
}

/** The states that fit a column such as "To do". A blocked issue may be in such a column. */
const NOT_STARTED: readonly State[] = ['incomplete', 'blocked'];

/**
 * The states that fit a column of the board, by a pattern for its name. The first match counts, so negations come first: "Not started" is not in progress. An
 * issue in a column that matches no pattern is never reported as drift.
 */
const STATES_BY_COLUMN: readonly (readonly [RegExp, readonly State[]])[] = [
  [
    /\b(?:not|un)[ -]?(?:yet[ -])?(?:started|begun|done|complete[d]?|finished|ready|resolved)\b|\bincomplete\b|未(?:完了|着手|対応|開始|解決|完成|処理|作業)|(?:完了|着手|対応)(?:していない|してない)/i,
    NOT_STARTED,
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
  [
    /\b(?:to[ -]?do|backlog|ready|new|open|triage|planned|next|icebox)\b|予定|バックログ|着手可能|やること/i,
    NOT_STARTED,
  ],
];

/** Issues whose column contradicts their state. crew reports them but does not move the card. */
function driftOf(boardFacts: BoardFacts): Report['drift'] {
  return boardFacts.verdicts.flatMap((verdict) => {
    const { status } = verdict.case.issue;
    const fitting = STATES_BY_COLUMN.find(([words]) => words.test(status?.name ?? ''))?.[1];
    if (!status || !fitting || fitting.length === 0 || verdict.state === 'unknown' || fitting.includes(verdict.state))
      return [];
    const since = latestEvidenceAt(verdict, boardFacts);
    // If a person moved the card after the latest evidence, it is no drift: the person may know more.
    const isMovedByPerson = status.by !== undefined && status.by.bot !== true;
    if (isMovedByPerson && status.at !== undefined && status.at > since) return [];
    return [{ issue: boardFacts.number(verdict.issue), board: status.name, truth: verdict.state, since }];
  });
}

/** The time of the latest evidence. For a parent that its sub-issues decide, their evidence counts too. */
function latestEvidenceAt({ evidence, rule, case: { issue } }: Verdict, boardFacts: BoardFacts): string {
  const children = rule.startsWith('children-')
    ? evidence.flatMap(({ ref }) => boardFacts.judged.verdicts.get(ref ?? '') ?? [])
    : [];
  const times = [...evidence, ...children.flatMap((child) => child.evidence)].flatMap(({ at }) => at ?? []);
  return times.sort().at(-1) ?? issue.createdAt;
}

/** The results of a scan. */
export interface ReportInput {
  readonly boardFacts: BoardFacts;
  /** Undefined when the agents could not be read. */
  readonly registry: AgentRegistry | undefined;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
  /** The number of issues by GitHub's count. The scan may have read fewer. */
  readonly total?: number | undefined;
  /** The number of changes that were written; 0 in a dry run. */
  readonly written: number;
  /** The number of changes that already existed on GitHub as planned. */
  readonly present?: number | undefined;
  /** Changes that GitHub refused. */
  readonly refused?: Report['coverage']['missing'] | undefined;
  readonly dryRun: boolean;
  readonly cost: Report['cost'];
  /** Translates the reason why data is missing into the language of the report. */
  readonly translate?: ((text: string) => string) | undefined;
}

/** Builds the report. Every page and message about a scan is made from it. */
export function buildReport(input: ReportInput): Report {
  const { boardFacts, registry, maintained, recommended, cost } = input;
  const { board, previous, cycles, number } = boardFacts;
  const { recommendation, problems, isClear } = recommended;
  const counts = writeCountsOf(input);
  const completion = completionOf(boardFacts, { hasRegistry: registry !== undefined, isClear, counts });
  return {
    observedAt: board.observedAt,
    previousAt: previous?.at ?? null,
    complete: completion.registry && completion.states && completion.next && completion.actions,
    completion,
    coverage: coverageOf(input),
    registry: {
      agents: registry?.agents ?? [],
      discoveredAt: registry?.discoveredAt ?? board.observedAt,
      problems: [...(registry?.problems ?? []), ...problems],
    },
    events: eventsOf(boardFacts),
    assessments: assess(boardFacts),
    actions: maintained.actions,
    recommendation,
    health: healthOf(boardFacts, isClear),
    drift: driftOf(boardFacts),
    cycles: cycles.map((cycle) => cycle.map(number)),
    turns: turnsOf(boardFacts).map(({ ref, who, for: what, since }) => ({ issue: number(ref), who, for: what, since })),
    changes: { planned: counts.planned, written: counts.written, deferred: counts.deferred },
    cost,
  };
}

function writeCountsOf({ maintained, written, present = 0, dryRun }: ReportInput): WriteCounts {
  const deferred = maintained.deferred.length;
  return { planned: maintained.planned.length + deferred, written, present, deferred, dryRun };
}

/** The number of issues read, and the data that is missing. An issue that could not be read does not count as seen. */
function coverageOf({
  boardFacts: { board, verdicts },
  total = 0,
  refused = [],
  translate = (text) => text,
}: ReportInput): Report['coverage'] {
  const unread = verdicts.filter(({ case: { issue } }) => issue.unread === true).map(({ issue }) => issue);
  const unexplained = unread.filter((ref) => !board.missing.some(({ what }) => what === ref));
  return {
    issues: Math.max(total, verdicts.length),
    seen: verdicts.length - unread.length,
    missing: [
      ...board.missing.map(({ what, why }) => ({ what, why })),
      ...unexplained.map((what) => ({ what, why: 'it could not be read' })),
      ...refused,
    ].map(({ what, why }) => ({ what, why: translate(why) })),
    notIssues: board.notIssues,
  };
}

/** Adds writes that GitHub refused after the report was built. The report is then not complete. */
export function withRefusals(report: Report, refusals: Report['coverage']['missing']): Report {
  if (refusals.length === 0) return report;
  const { coverage, completion } = report;
  return {
    ...report,
    complete: false,
    completion: { ...completion, actions: false },
    coverage: { ...coverage, missing: [...coverage.missing, ...refusals] },
  };
}
