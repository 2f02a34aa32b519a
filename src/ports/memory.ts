/** One entity of the knowledge graph. `name` is its key; `observations` hold no duplicates. The fields are those of the MCP memory server. */
export interface Entity {
  name: string;
  entityType: string;
  observations: string[];
}

export interface Relation {
  from: string;
  to: string;
  relationType: string;
}

/**
 * A knowledge graph with the operations of the MCP memory server. The embedded store and any configured MCP server implement it.
 * Every method may reject when the server is gone; `withinLimits` (src/memory) turns that into an empty answer after 5 s.
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

/** What a worker is about to do. */
export interface RecallQuery {
  /** Whose search it is; unique within the run. */
  readonly who: string;
  readonly text: string;
  /** The kind of work: `build:coder`, `fix`, `task:design`. */
  readonly taskKind: string;
}

/** An entity that went into a prompt. The record of a run names it by a digest, so that forgetting it needs no change of records. */
export interface RecalledEntry {
  readonly id: string;
  /** What holds it: `refs/crew/memory`, or the name of a server. */
  readonly origin: string;
}

export interface RecallResult {
  /** A section of the prompt; empty where nothing was found. */
  readonly section: string;
  readonly entries: readonly RecalledEntry[];
  /** Why the memory could not be read, in a line. The work goes on without it. */
  readonly problem?: string | undefined;
}

/** Searches the memory. Never rejects, and takes at most 5 s. */
export type Recall = (query: RecallQuery) => Promise<RecallResult>;
