// What this look leaves for the next one.
import type { Ref } from '../../field.js';
import type { Observation } from '../../observation.js';
import type { Maintained } from './maintain.js';
import { owing } from './owed.js';
import type { Planned } from './planned.js';
import { wroteBy } from './room.js';
import { sameJson } from './same-json.js';
import type { Scene } from './scene.js';

export interface Left {
  readonly scene: Scene;
  readonly maintained: Maintained;
  readonly written: readonly Planned[];
  /** What stands where something else was expected. */
  readonly found: ReadonlyMap<Planned, string | null>;
  readonly quiet: ReadonlySet<Ref>;
  /** What the digest says now. */
  readonly digest: string | undefined;
}

/** The observation, with everything that could not be written owed to the next look. */
export function observationOf({ scene, maintained, written, found, quiet, digest }: Left): Observation {
  const { field, previous } = scene;
  const unwritten = [...maintained.planned, ...maintained.deferred].filter((each) => !written.includes(each));
  return {
    format: 1,
    at: field.observedAt,
    field,
    texts: { ...unseen(previous?.texts, scene), ...textsOf(scene) },
    issues: {
      ...unseen(previous?.issues, scene),
      ...owing({ next: maintained.next, previous: previous?.issues, unwritten, found }),
    },
    quiet: [...new Set([...Object.keys(unseen(byRef(previous?.quiet), scene)), ...quiet])].sort(),
    digest: digest ?? previous?.digest,
    wrote: wroteBy(field.observedAt, { previous, count: written.length }),
  };
}

/** What is known of issues that this look did not see: a look at one label must not forget the rest of the board. */
function unseen<T>(record: Readonly<Record<Ref, T>> | undefined, { field }: Scene): Readonly<Record<Ref, T>> {
  const seen = new Set(field.issues.map(({ ref }) => ref));
  return Object.fromEntries(Object.entries(record ?? {}).filter(([ref]) => !seen.has(ref)));
}

const byRef = (refs: readonly Ref[] = []): Readonly<Record<Ref, true>> =>
  Object.fromEntries(refs.map((ref) => [ref, true]));

/** Text blockers, each with the time from which it counts. */
function textsOf({ verdicts }: Scene): Observation['texts'] {
  const texts = verdicts.map(({ issue, case: { waiting } }) => [issue, waiting.texts] as const);
  return Object.fromEntries(texts.filter(([, each]) => Object.keys(each).length > 0));
}

/** Whether there is anything new to remember; that time has passed is nothing new. */
export function differs(next: Observation, previous: Observation | undefined): boolean {
  return previous === undefined || !sameJson(timeless(next), timeless(previous));
}

const timeless = (observation: Observation): Observation => ({
  ...observation,
  at: '',
  field: { ...observation.field, observedAt: '' },
});
