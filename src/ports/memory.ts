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
