// The report (contract.md) from everything that was seen, judged, planned and written.
import { assess } from './assess.js';
import type { AgentRegistry } from './discover.js';
import { driftOf } from './drift.js';
import { eventsOf } from './events.js';
import { completionOf, healthOf, type Written } from './health.js';
import type { Maintained } from './maintain.js';
import type { Recommended } from './recommend.js';
import type { Report } from './report.js';
import type { Scene } from './scene.js';
import { turnsOf } from './turns.js';

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
