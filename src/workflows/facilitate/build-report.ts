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

export interface ReportOf {
  readonly scene: Scene;
  /** Undefined when agents could not be looked for. */
  readonly registry: AgentRegistry | undefined;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
  /** How many changes were really written; in a dry run none are. */
  readonly written: number;
  readonly dryRun: boolean;
  readonly cost: Report['cost'];
}

/** The one view model of a facilitation. */
export function buildReport(of: ReportOf): Report {
  const { scene, registry, maintained, recommended, cost } = of;
  const { field, previous, judged, circles, number } = scene;
  const { recommendation, problems } = recommended;
  const written = writtenOf(of);
  const completion = completionOf(scene, { hasRegistry: registry !== undefined, recommendation, written });
  return {
    observedAt: field.observedAt,
    previousAt: previous?.at ?? null,
    complete: completion.registry && completion.states && completion.next && completion.actions,
    completion,
    coverage: coverageOf(scene),
    registry: {
      agents: registry?.agents ?? [],
      discoveredAt: registry?.discoveredAt ?? field.observedAt,
      problems: [...(registry?.problems ?? []), ...problems],
    },
    events: eventsOf(field, judged.links),
    assessments: assess(scene),
    actions: maintained.actions,
    recommendation,
    health: healthOf(scene, recommendation),
    drift: driftOf(scene),
    cycles: circles.map((circle) => circle.map(number)),
    changes: { planned: written.planned, written: written.written, deferred: written.deferred },
    cost,
  };
}

function writtenOf({ maintained, written, dryRun }: ReportOf): Written {
  const deferred = maintained.deferred.length;
  return { planned: maintained.planned.length + deferred, written, deferred, dryRun };
}

/** What could not be read has no number, and is never counted as seen. */
function coverageOf({ field }: Scene): Report['coverage'] {
  const unread = field.issues.filter(({ unread: isUnread }) => isUnread === true);
  return {
    issues: field.issues.length,
    seen: field.issues.length - unread.length,
    missing: [...field.missing, ...unread.map(({ ref }) => ({ what: ref, why: 'it could not be read' }))],
    notIssues: field.notIssues,
  };
}
