// The knowledge graph: parsing, changing, searching. Pure. The file format is that of the official MCP memory server, one JSON line per
// entity and relation. Used by most files of src/memory, and by no other folder.
import type { Entity, Relation } from '../ports/memory.js';
import { parseJson } from '../text/json.js';
import { wordsIn } from './ledger-query.js';

/** The knowledge graph. */
export interface Graph {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly relations: readonly Relation[];
}

export const EMPTY_GRAPH: Graph = { entities: new Map(), relations: [] };

/** Parses a graph. Invalid lines are skipped; entities with the same name are merged. */
export function parseGraph(text: string): Graph {
  const entities = new Map<string, Entity>();
  const relations: Relation[] = [];
  for (const line of text.split('\n')) {
    const value = line === '' ? undefined : parseJson(line);
    if (isEntity(value)) entities.set(value.name, merged(entities.get(value.name), value));
    else if (isRelation(value)) relations.push(relationOf(value));
  }
  return { entities, relations };
}

/** The entity with the observations of both, each once. */
function merged(known: Entity | undefined, { name, entityType, observations }: Entity): Entity {
  return known
    ? { ...known, observations: unique([...known.observations, ...observations]) }
    : { name, entityType, observations: unique(observations) };
}

const unique = (texts: readonly string[]): string[] => (texts.length < 2 ? [...texts] : [...new Set(texts)]);
const relationOf = ({ from, to, relationType }: Relation): Relation => ({ from, to, relationType });

/** Checked without zod, because a graph may have ten thousand entities. */
export function isEntity(value: unknown): value is Entity {
  if (typeof value !== 'object' || value === null) return false;
  const { name, entityType, observations } = value as Partial<Entity>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof entityType === 'string' &&
    Array.isArray(observations) &&
    observations.every((each) => typeof each === 'string')
  );
}

export function isRelation(value: unknown): value is Relation {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to, relationType } = value as Partial<Relation>;
  return typeof from === 'string' && typeof to === 'string' && typeof relationType === 'string';
}

/** The text of a graph, sorted by name, so that equal graphs give equal texts. */
export function graphText({ entities, relations }: Graph): string {
  const sorted = [...entities.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = [
    ...sorted.map((each) => JSON.stringify({ type: 'entity', ...each })),
    ...relations.map((each) => JSON.stringify({ type: 'relation', ...each })),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Adds entities with new names; existing ones stay unchanged. */
export function withEntities(graph: Graph, added: readonly Entity[]): { graph: Graph; created: Entity[] } {
  const entities = new Map(graph.entities);
  const created: Entity[] = [];
  for (const each of added) {
    if (entities.has(each.name)) continue;
    const entity = merged(undefined, each);
    entities.set(entity.name, entity);
    created.push(entity);
  }
  return { graph: { ...graph, entities }, created };
}

/** Adds entities, replacing those with the same names. */
export function withReplaced(graph: Graph, replacements: readonly Entity[]): Graph {
  const entities = new Map(graph.entities);
  for (const each of replacements) entities.set(each.name, merged(undefined, each));
  return { ...graph, entities };
}

/** Removes entities and their relations. */
export function withoutEntities(graph: Graph, names: readonly string[]): Graph {
  const removed = new Set(names);
  return {
    entities: new Map([...graph.entities].filter(([name]) => !removed.has(name))),
    relations: graph.relations.filter(({ from, to }) => !removed.has(from) && !removed.has(to)),
  };
}

/** Observations for one entity. */
export interface AddedObservations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** Adds observations. Throws for an unknown entity, like the official server. */
export function withObservations(graph: Graph, added: readonly AddedObservations[]): Graph {
  const entities = new Map(graph.entities);
  for (const { entityName, contents } of added) {
    const entity = entities.get(entityName);
    if (!entity) throw new Error(`Entity with name ${entityName} not found`);
    entities.set(entityName, { ...entity, observations: unique([...entity.observations, ...contents]) });
  }
  return { ...graph, entities };
}

/** Removes observations. Unknown entities are ignored. */
export function withoutObservations(
  graph: Graph,
  deletions: readonly { readonly entityName: string; readonly observations: readonly string[] }[],
): Graph {
  const entities = new Map(graph.entities);
  for (const { entityName, observations } of deletions) {
    const entity = entities.get(entityName);
    const left = entity?.observations.filter((each) => !observations.includes(each));
    if (entity && left) entities.set(entityName, { ...entity, observations: left });
  }
  return { ...graph, entities };
}

const keyOf = ({ from, to, relationType }: Relation): string => JSON.stringify([from, relationType, to]);

/** Adds relations that the graph does not have. */
export function withRelations(graph: Graph, added: readonly Relation[]): { graph: Graph; created: Relation[] } {
  const known = new Set(graph.relations.map(keyOf));
  const created = added.map(relationOf).filter((each) => !known.has(keyOf(each)) && known.add(keyOf(each)));
  return { graph: { ...graph, relations: [...graph.relations, ...created] }, created };
}

/** Removes relations. */
export function withoutRelations(graph: Graph, removed: readonly Relation[]): Graph {
  const keys = new Set(removed.map(keyOf));
  return { ...graph, relations: graph.relations.filter((each) => !keys.has(keyOf(each))) };
}

/** A graph, or a part of it, as the memory's methods return it. */
export interface GraphLists {
  readonly entities: Entity[];
  readonly relations: Relation[];
}

/** The whole graph as lists. */
export const graphLists = ({ entities, relations }: Graph): GraphLists => ({
  entities: [...entities.values()],
  relations: [...relations],
});

/** The named entities and the relations between them. */
export function opened(graph: Graph, names: readonly string[]): GraphLists {
  const found = names.flatMap((name) => graph.entities.get(name) ?? []);
  const known = new Set(found.map(({ name }) => name));
  const relations = graph.relations.filter(({ from, to }) => known.has(from) && known.has(to));
  return { entities: found, relations };
}

/** A part of a query that selects a type of entity. */
const TYPE = /^entitytype:(\S+)$/i;

/** Entities that contain words of the query, those with rarer words first. `entityType:x` selects a type. An empty query finds nothing. */
export function searchGraph(graph: Graph, query: string, most = 50): GraphLists {
  const parts = query.split(/\s+/);
  const type = parts.flatMap((part) => TYPE.exec(part)?.[1]?.toLowerCase() ?? []).at(0);
  const phrase = parts
    .filter((part) => !TYPE.test(part))
    .join(' ')
    .trim()
    .toLowerCase();
  // The official server searches for the whole query, so that counts as a word too.
  const words = phrase === '' ? [] : [...new Set([phrase, ...wordsIn(phrase)])];
  const all = [...graph.entities.values()];
  const candidates = type === undefined ? all : all.filter(({ entityType }) => entityType.toLowerCase() === type);
  if (words.length === 0) return opened(graph, type === undefined ? [] : candidates.slice(0, most).map(nameOf));
  const texts = candidates.map(({ name, entityType, observations }) =>
    `${name} ${entityType} ${observations.join(' ')}`.toLowerCase(),
  );
  const scores = new Float64Array(texts.length);
  for (const word of words) {
    const hits: number[] = [];
    for (let n = 0; n < texts.length; n += 1) if (texts[n]?.includes(word)) hits.push(n);
    const weight = Math.log(1 + candidates.length / Math.max(1, hits.length));
    for (const n of hits) scores[n] = (scores[n] ?? 0) + weight;
  }
  const best = [...scores.keys()].filter((n) => (scores[n] ?? 0) > 0);
  best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return opened(
    graph,
    best.slice(0, most).map((n) => candidates[n]?.name ?? ''),
  );
}

const nameOf = ({ name }: Entity): string => name;
