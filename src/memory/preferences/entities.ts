// Stores the learned preferences as entities of the knowledge graph, with the names of the specification: `lp:<cluster>:<topic>`,
// `lp:_internal:signal_log` and `lp:_internal:metadata`. Used by the files of src/memory, and by src/workflows/profile and retrospect.
import type { Entity } from '../../ports/memory.js';
import { type Graph, withoutEntities, withReplaced } from '../graph.js';
import type { MemoryStore } from '../store.js';
import type { Evidence, Preference, PreferenceSignal, PreferenceState, Proposed } from './state.js';
import { CLUSTERS, NOTHING_LEARNED, SIGNAL_KINDS } from './state.js';

const PREFERENCE_TYPE = 'learned_preference';
const INTERNAL_TYPE = 'lp_internal';
const SIGNAL_LOG = 'lp:_internal:signal_log';
const METADATA = 'lp:_internal:metadata';

/** Whether an entity belongs to the preferences. */
export const isPreferenceEntity = (name: string): boolean => name.startsWith('lp:');

/** The preferences in a graph. Observations of another form are skipped. */
export function preferencesOf({ entities }: Graph): PreferenceState {
  const preferences = [...entities.values()].flatMap((each) => preferenceOf(each) ?? []);
  const log = entities.get(SIGNAL_LOG)?.observations ?? [];
  const meta = fieldsOf(entities.get(METADATA)?.observations ?? []);
  const numberOf = (name: string) => Number(meta.get(name)?.at(-1)) || 0;
  const enabled = meta.get('enabled')?.at(-1);
  return {
    ...NOTHING_LEARNED,
    preferences,
    signals: log.flatMap((line) => parsedLine<PreferenceSignal>(line, isSignal)),
    proposed: (meta.get('proposed') ?? []).flatMap((line) => parsedLine<Proposed>(line, isProposed)),
    rejected: (meta.get('rejected') ?? []).flatMap((line) =>
      parsedLine<{ name: string; at: string }>(line, isRejected),
    ),
    lastId: { lp: numberOf('last_lp_id'), update: numberOf('last_update_id') },
    runs: numberOf('runs'),
    milestone: numberOf('milestone'),
    lastRun: meta.get('last_run')?.at(-1),
    configVersion: meta.get('configuration')?.at(-1),
    ...(enabled !== undefined && { enabled: enabled === 'true' }),
  };
}

/** The graph with these preferences instead of those it has. */
export function withPreferences(graph: Graph, state: PreferenceState): Graph {
  const old = [...graph.entities.keys()].filter(isPreferenceEntity);
  return withReplaced(withoutEntities(graph, old), entitiesOf(state));
}

/** The entities in which a state is stored. */
function entitiesOf(state: PreferenceState): Entity[] {
  const { signals, proposed, rejected, lastId, runs, milestone, lastRun, configVersion, enabled, preferences } = state;
  const meta: [string, string | undefined][] = [
    ['total_lp_count', String(preferences.length)],
    ['enabled', enabled === undefined ? undefined : String(enabled)],
    ['configuration', configVersion],
    ['runs', String(runs)],
    ['last_run', lastRun],
    ['milestone', String(milestone)],
    ['last_lp_id', String(lastId.lp)],
    ['last_update_id', String(lastId.update)],
    ...proposed.map((each): [string, string] => ['proposed', JSON.stringify(each)]),
    ...rejected.map((each): [string, string] => ['rejected', JSON.stringify(each)]),
  ];
  const observations = meta.flatMap(([name, value]) => (value === undefined ? [] : [`[${name}] ${value}`]));
  const log = {
    name: SIGNAL_LOG,
    entityType: INTERNAL_TYPE,
    observations: signals.map((each) => JSON.stringify(each)),
  };
  return [
    ...preferences.map(entityOf),
    ...(signals.length === 0 ? [] : [log]),
    { name: METADATA, entityType: INTERNAL_TYPE, observations },
  ];
}

/** A preference as an entity, one observation `[name] value` for each field. */
function entityOf(preference: Preference): Entity {
  const fields: [string, string | undefined][] = [
    ['what', preference.statement],
    ['action', preference.action],
    ['scope', preference.scope],
    ['condition', preference.condition],
    ['weight', String(preference.weight)],
    ...preference.evidence.map((each): [string, string] => ['evidence', JSON.stringify(each)]),
    [
      'approved',
      `${preference.approvedAt}${preference.approvedBy === undefined ? '' : ` by ${preference.approvedBy}`}`,
    ],
    ['meta', `Last reinforced: ${preference.lastReinforced.slice(0, 10)}`],
    ['reinforced', `${preference.lastReinforced} run ${preference.lastReinforcedRun}`],
  ];
  const observations = fields.flatMap(([name, value]) => (value === undefined ? [] : [`[${name}] ${value}`]));
  return { name: preference.name, entityType: PREFERENCE_TYPE, observations };
}

/** The preference that an entity stores; undefined if it is none. */
function preferenceOf({ name, entityType, observations }: Entity): Preference | undefined {
  const [, named = '', topic = ''] = /^lp:([a-z_]+):([a-z0-9_]+)$/.exec(name) ?? [];
  const cluster = CLUSTERS.find((each) => each === named);
  if (entityType !== PREFERENCE_TYPE || !cluster || topic === '') return undefined;
  const fields = fieldsOf(observations);
  const lastValue = (field: string) => fields.get(field)?.at(-1);
  const statement = lastValue('what');
  const [approvedAt = '', , approvedBy] = (lastValue('approved') ?? '').split(' ');
  const [lastReinforced = approvedAt, , run] = (
    lastValue('reinforced') ??
    lastValue('meta')?.replace(/^\D+/, '') ??
    ''
  ).split(' ');
  if (statement === undefined) return undefined;
  return {
    name,
    cluster,
    topic,
    statement,
    weight: Number(lastValue('weight')) || 0,
    ...definedFields({
      action: lastValue('action'),
      scope: lastValue('scope'),
      condition: lastValue('condition'),
      approvedBy,
    }),
    evidence: (fields.get('evidence') ?? []).flatMap((line) => parsedLine<Evidence>(line, isEvidence)),
    approvedAt,
    lastReinforced,
    lastReinforcedRun: Number(run) || 0,
  };
}

/** The fields without undefined ones. */
const definedFields = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The values of observations of the form `[name] value`, by name. */
function fieldsOf(observations: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const line of observations) {
    const [, name, value] = /^\[([a-z_]+)\] ([\s\S]*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** A JSON line as a list of one value; empty if it does not fit. */
function parsedLine<T>(line: string, isValid: (value: Fields) => boolean): readonly T[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && isValid(value as Fields) ? [value as T] : [];
  } catch {
    return [];
  }
}

const hasTexts = (value: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');
const isOneOf = (all: readonly string[], value: unknown): boolean => typeof value === 'string' && all.includes(value);
const isEvidence = (value: Fields): boolean =>
  isOneOf(SIGNAL_KINDS, value.kind) && hasTexts(value, 'quote', 'source', 'author', 'time');
const isSignal = (value: Fields): boolean =>
  isEvidence(value) && isOneOf(CLUSTERS, value.cluster) && hasTexts(value, 'topic', 'statement', 'taskKind', 'run');
const isProposed = (value: Fields): boolean => hasTexts(value, 'id', 'name') && typeof value.weight === 'number';
const isRejected = (value: Fields): boolean => hasTexts(value, 'name', 'at');

/** Reads and changes the preferences. */
export interface Preferences {
  read(): Promise<PreferenceState>;
  /** `change` may be called several times. If it returns the same state, nothing is written. */
  update<T>(change: (state: PreferenceState) => { readonly state: PreferenceState; readonly value: T }): Promise<T>;
}

/** The preferences in a store. */
export const preferencesIn = (store: Pick<MemoryStore, 'read' | 'update'>): Preferences => ({
  read: async () => preferencesOf(await store.read()),
  update: (change) =>
    store.update((graph) => {
      const current = preferencesOf(graph);
      const { state, value } = change(current);
      return { graph: state === current ? graph : withPreferences(graph, state), value };
    }),
});
