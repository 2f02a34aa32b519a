// The interfaces of the memory: the knowledge graph, and the search before an agent works. Used by src/memory, src/adapters/mcp,
// src/workflows/retrospect, and workflow.ts for the context of `work`. Types only.

/** An entity of the knowledge graph, with the fields of the MCP memory server. `name` is its key; `observations` has no duplicates. */
export interface Entity {
  name: string;
  entityType: string;
  observations: string[];
}

/** A relation between two entities. */
export interface Relation {
  from: string;
  to: string;
  relationType: string;
}

/**
 * A knowledge graph with the operations of the MCP memory server. The embedded store and any configured MCP server implement it. A method
 * may reject if the server has ended; `withinLimits` (src/memory/within-limits.ts) then gives an empty answer after 5 s.
 */
export interface Memory {
  createEntities(entities: Entity[]): Promise<Entity[]>;
  createRelations(relations: Relation[]): Promise<Relation[]>;
  addObservations(observations: { entityName: string; contents: string[] }[]): Promise<void>;
  deleteEntities(names: string[]): Promise<void>;
  deleteObservations(deletions: { entityName: string; observations: string[] }[]): Promise<void>;
  deleteRelations(relations: Relation[]): Promise<void>;
  readGraph(): Promise<{ entities: Entity[]; relations: Relation[] }>;
  searchNodes(query: string): Promise<{ entities: Entity[]; relations: Relation[] }>;
  openNodes(names: string[]): Promise<{ entities: Entity[]; relations: Relation[] }>;
}

/** The task of an agent, for which the memory is searched. */
export interface RecallQuery {
  /** The name of the agent that searches, unique within the run. */
  readonly who: string;
  readonly text: string;
  /** The kind of work: `build:coder`, `fix`, `task:design`. */
  readonly taskKind: string;
}

/** An entity that was put into a prompt. */
export interface RecalledEntry {
  /** A digest of its name. A record with this id needs no change when the entity is deleted. */
  readonly id: string;
  /** Where it is stored: `refs/crew/memory`, or the name of a server. */
  readonly origin: string;
}

/** The result of a search of the memory. */
export interface RecallResult {
  /** The section for the prompt. Empty if nothing was found. */
  readonly section: string;
  readonly entries: readonly RecalledEntry[];
  /** Why the memory could not be read, in one line. The work goes on without it. */
  readonly problem?: string | undefined;
}

/** Searches the memory. Never rejects, and takes at most 5 s. */
export type Recall = (query: RecallQuery) => Promise<RecallResult>;
