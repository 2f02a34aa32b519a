// The store of the knowledge graph: a folder on the command line, `refs/crew/memory` on GitHub. Writes use compare-and-swap and are repeated
// on the newer graph, so concurrent writes and deletions are not lost. Earlier versions are not reachable. Used in src/memory and by
// src/workflows/retrospect; created by src/services/wire.ts.
import path from 'node:path';
import { type Version, versionsIn } from '../files/durable.js';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import type { Memory } from '../ports/memory.js';
import * as graphs from './graph.js';

/** The embedded store of knowledge and preferences. */
export interface MemoryStore extends Memory {
  /** Where it is stored, for messages: `refs/crew/memory`. */
  readonly origin: string;
  read(): Promise<graphs.Graph>;
  /** `change` may be called several times. If it returns the same graph, nothing is written. */
  update<T>(change: (graph: graphs.Graph) => { graph: graphs.Graph; value: T }): Promise<T>;
}

/** A text with versions. `write` throws Conflict if the version is no longer `at`. */
interface Versions {
  read(): Promise<Version | null>;
  write(text: string, at: string | null): Promise<void>;
}

/** A memory in a text with versions. A write that conflicts is repeated on the newer text. */
function storeOn(origin: string, versions: Versions, redact: (text: string) => string): MemoryStore {
  const read = async () => graphs.parseGraph((await versions.read())?.text ?? '');
  const update: MemoryStore['update'] = async (change) => {
    for (;;) {
      const stored = await versions.read();
      const current = graphs.parseGraph(stored?.text ?? '');
      const { graph, value } = change(current);
      if (graph === current) return value;
      try {
        await versions.write(redactedText(graph, redact), stored?.version ?? null);
        return value;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
    }
  };
  const updateGraph = (change: (graph: graphs.Graph) => graphs.Graph) =>
    update((graph) => ({ graph: change(graph), value: undefined }));
  return {
    origin,
    read,
    update,
    createEntities: (entities) =>
      update((graph) => {
        const added = graphs.withEntities(graph, entities);
        return { graph: added.created.length === 0 ? graph : added.graph, value: added.created };
      }),
    createRelations: (relations) =>
      update((graph) => {
        const added = graphs.withRelations(graph, relations);
        return { graph: added.created.length === 0 ? graph : added.graph, value: added.created };
      }),
    addObservations: (added) => updateGraph((graph) => graphs.withObservations(graph, added)),
    deleteEntities: (names) => updateGraph((graph) => graphs.withoutEntities(graph, names)),
    deleteObservations: (deletions) => updateGraph((graph) => graphs.withoutObservations(graph, deletions)),
    deleteRelations: (relations) => updateGraph((graph) => graphs.withoutRelations(graph, relations)),
    readGraph: async () => graphs.graphLists(await read()),
    searchNodes: async (query) => graphs.searchGraph(await read(), query),
    openNodes: async (names) => graphs.opened(await read(), names),
  };
}

/** Redacts each value separately, so that redaction cannot change the structure. */
function redactedText(graph: graphs.Graph, redact: (text: string) => string): string {
  const entities = [...graph.entities.values()].map(({ name, entityType, observations }) => ({
    name: redact(name),
    entityType: redact(entityType),
    observations: observations.map(redact),
  }));
  const relations = graph.relations.map(({ from, to, relationType }) => ({
    from: redact(from),
    to: redact(to),
    relationType: redact(relationType),
  }));
  return graphs.graphText({ entities: new Map(entities.map((each) => [each.name, each])), relations });
}

const REF = 'crew/memory';
const FILE = 'memory.jsonl';

/** The memory of a repository, in `refs/crew/memory`: a commit without parents, replaced by every write. */
export function refsMemory(
  refs: Pick<Refs, 'tip' | 'read' | 'replace'>,
  redact: (text: string) => string,
): MemoryStore {
  const versions: Versions = {
    async read() {
      const at = await refs.tip(REF);
      return at === null ? null : refs.read(REF, FILE, at);
    },
    async write(text, at) {
      await refs.replace(REF, { files: { [FILE]: text }, version: at, message: 'crew: memory' });
    },
  };
  return storeOn(`refs/${REF}`, versions, redact);
}

/** The memory of the command line, in CREW_HOME/memory. */
export function folderMemory(home: string, redact: (text: string) => string): MemoryStore {
  const folder = path.join(home, 'memory');
  return storeOn(folder, versionsIn(folder, { name: 'memory', extension: 'jsonl' }), redact);
}

/** A memory in this process, which ends with it: for runs that store nothing, and for tests. */
export function processMemory(): MemoryStore {
  let stored = { text: '', at: 0 };
  const versions: Versions = {
    read: async () => ({ text: stored.text, version: String(stored.at) }),
    async write(text, at) {
      if (String(stored.at) !== at) throw new Conflict('memory');
      stored = { text, at: stored.at + 1 };
    },
  };
  return storeOn('this process', versions, (text) => text);
}
