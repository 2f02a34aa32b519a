// The store of the knowledge graph: a folder on the command line, `refs/crew/memory` on GitHub. Writes use compare-and-swap and are repeated
// on the newer graph, so concurrent writes and deletions are not lost. Earlier versions are not reachable.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import type { Memory } from '../ports/memory.js';
import * as graphs from './graph.js';

export interface MemoryStore extends Memory {
  /** Where it is stored, for messages: `refs/crew/memory`. */
  readonly origin: string;
  read(): Promise<graphs.Graph>;
  /** `change` may be called several times. If it returns the same graph, nothing is written. */
  update<T>(change: (graph: graphs.Graph) => { graph: graphs.Graph; value: T }): Promise<T>;
}

/** A text with versions. `write` throws Conflict if the version is no longer `at`. */
interface Versions {
  read(): Promise<{ readonly text: string; readonly at: string } | null>;
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
        await versions.write(redactedText(graph, redact), found?.at ?? null);
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
      await refs.replace(REF, { files: { [FILE]: text }, at, message: 'crew: memory' });
    },
  };
  return storeOn(`refs/${REF}`, versions, redact);
}

const VERSION = /^memory-(\d{8})\.jsonl$/;
const versionName = (n: number): string => `memory-${String(n).padStart(8, '0')}.jsonl`;

/**
 * The memory of the command line, in CREW_HOME/memory. Each version is a complete file, linked under a number that can be used once. Older
 * versions are removed.
 */
export function folderMemory(home: string, redact: (text: string) => string): MemoryStore {
  const folder = path.join(home, 'memory');
  const numbers = async (): Promise<number[]> => {
    const names = await readdir(folder).catch((error) => ifMissing(error, []));
    return names.flatMap((name) => Number(VERSION.exec(name)?.[1] ?? []) || []).sort((a, b) => a - b);
  };
  const versions: Versions = {
    async read() {
      for (;;) {
        const last = (await numbers()).at(-1);
        if (last === undefined) return null;
        const text = await readFile(path.join(folder, versionName(last)), 'utf8').catch((error) =>
          ifMissing(error, null),
        );
        // Null: a newer version has replaced it.
        if (text !== null) return { text, at: String(last) };
      }
    },
    async write(text, at) {
      const next = Number(at ?? 0) + 1;
      await writeVersion(folder, versionName(next), text);
      if (((await numbers()).at(-1) ?? next) > next) {
        // The number was free only because a newer version removed this one.
        await rm(path.join(folder, versionName(next)), { force: true });
        throw new Conflict(folder);
      }
      for (const old of await numbers()) if (old < next) await rm(path.join(folder, versionName(old)), { force: true });
    },
  };
  return storeOn(folder, versions, redact);
}

async function writeVersion(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const aside = path.join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(aside, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(aside, path.join(folder, name));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Conflict(folder);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

function ifMissing<T>(error: unknown, value: T): T {
  if (codeOf(error) === 'ENOENT') return value;
  throw error;
}

/** A memory that is not stored. */
export function processMemory(): MemoryStore {
  let now = { text: '', at: 0 };
  const versions: Versions = {
    read: async () => ({ text: now.text, at: String(now.at) }),
    async write(text, at) {
      if (String(now.at) !== at) throw new Conflict('memory');
      now = { text, at: now.at + 1 };
    },
  };
  return storeOn('this process', versions, (text) => text);
}
