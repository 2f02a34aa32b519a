// The store of the knowledge graph: a folder on the command line, `refs/crew/memory` on GitHub. Writes use compare-and-swap and are repeated
// on the newer graph, so concurrent writes and deletions are not lost. Earlier versions are not reachable.
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

function storeOn(origin: string, versions: Versions, redact: (text: string) => string): MemoryStore {
  const read = async () => graphs.parseGraph((await versions.read())?.text ?? '');
  const update: MemoryStore['update'] = async (change) => {
    for (;;) {
      const found = await versions.read();
      const before = graphs.parseGraph(found?.text ?? '');
      const { graph, value } = change(before);
      if (graph === before) return value;
      try {
        await versions.write(redactedText(graph, redact), found?.version ?? null);
        return value;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
    }
  };
  const set = (change: (graph: graphs.Graph) => graphs.Graph) =>
    update((graph) => ({ graph: change(graph), value: undefined }));
  return {
    ...{ origin, read, update },
    createEntities: (entities) =>
      update((graph) => {
        const made = graphs.withEntities(graph, entities);
        return { graph: made.created.length === 0 ? graph : made.graph, value: made.created };
      }),
    createRelations: (relations) =>
      update((graph) => {
        const made = graphs.withRelations(graph, relations);
        return { graph: made.created.length === 0 ? graph : made.graph, value: made.created };
      }),
    addObservations: (added) => set((graph) => graphs.withObservations(graph, added)),
    deleteEntities: (names) => set((graph) => graphs.withoutEntities(graph, names)),
    deleteObservations: (gone) => set((graph) => graphs.withoutObservations(graph, gone)),
    deleteRelations: (gone) => set((graph) => graphs.withoutRelations(graph, gone)),
    readGraph: async () => graphs.listed(await read()),
    searchNodes: async (query) => graphs.searched(await read(), query),
    openNodes: async (names) => graphs.opened(await read(), names),
  };
}

/** Redacts each value separately, so that redaction cannot change the structure. */
function redactedText(graph: graphs.Graph, redact: (text: string) => string): string {
  const entities = [...graph.entities.values()].map(({ name, entityType, observations }) => ({
    ...{ name: redact(name), entityType: redact(entityType), observations: observations.map(redact) },
  }));
  const relations = graph.relations.map(({ from, to, relationType }) => ({
    ...{ from: redact(from), to: redact(to), relationType: redact(relationType) },
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

/** A memory that is not stored. */
export function processMemory(): MemoryStore {
  let now = { text: '', at: 0 };
  const versions: Versions = {
    read: async () => ({ text: now.text, version: String(now.at) }),
    async write(text, at) {
      if (String(now.at) !== at) throw new Conflict('memory');
      now = { text, at: now.at + 1 };
    },
  };
  return storeOn('this process', versions, (text) => text);
}
