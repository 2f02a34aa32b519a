// Protects runs from a memory server that hangs, fails or returns invalid data. Used by recall.ts, services.ts, src/runs/start.ts,
// src/services/wire.ts and src/workflows/profile.
import type { Memory } from '../ports/memory.js';
import { isEntity, isRelation } from './graph.js';

/** The time that all calls of a run to the memory may take, in milliseconds. */
export const MEMORY_LIMIT_MS = 5000;
/** The first milliseconds of each call do not count. */
const UNCOUNTED_MS = 250;
/** An answer with more entities is an error. */
const MAX_ENTITIES = 20_000;

/** The result of `work`; rejects if it takes longer than `ms` milliseconds. */
export async function rejectAfter<T>(work: () => Promise<T>, ms = MEMORY_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Wraps a memory: all calls together may take `ms`, invalid and late answers are errors, and after one error the memory is not called again.
 * The first failure calls `onProblem`. A failed read returns an empty graph; a failed write rejects.
 */
export function withinLimits(
  memory: Memory,
  { ms = MEMORY_LIMIT_MS, onProblem }: { readonly ms?: number; readonly onProblem?: (problem: string) => void } = {},
): Memory {
  let failed: Error | undefined;
  let left = ms;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failed) throw failed;
    const began = performance.now();
    const leftBefore = left;
    try {
      return await rejectAfter(work, leftBefore);
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error));
      onProblem?.(failed.message);
      throw failed;
    } finally {
      // Calls that start together count once, because the run waits for them only once.
      left = Math.max(1, Math.min(left, leftBefore - (performance.now() - began) + UNCOUNTED_MS));
    }
  };
  const read = (work: () => ReturnType<Memory['readGraph']>) =>
    call(async () => validGraph(await work())).catch(() => ({ entities: [], relations: [] }));
  return {
    createEntities: (entities) => call(() => memory.createEntities(entities)),
    createRelations: (relations) => call(() => memory.createRelations(relations)),
    addObservations: (added) => call(() => memory.addObservations(added)),
    deleteEntities: (names) => call(() => memory.deleteEntities(names)),
    deleteObservations: (deletions) => call(() => memory.deleteObservations(deletions)),
    deleteRelations: (relations) => call(() => memory.deleteRelations(relations)),
    readGraph: () => read(memory.readGraph),
    searchNodes: (query) => read(() => memory.searchNodes(query)),
    openNodes: (names) => read(() => memory.openNodes(names)),
  };
}

/** The graph in an answer, without invalid entities and relations. Throws if the answer is no graph or too large. */
function validGraph(answer: unknown): Awaited<ReturnType<Memory['readGraph']>> {
  const { entities, relations = [] } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    entities?: unknown;
    relations?: unknown;
  };
  if (!Array.isArray(entities) || !Array.isArray(relations)) throw new Error('the answer is no graph');
  if (entities.length > MAX_ENTITIES) throw new Error(`the answer has ${entities.length} entities`);
  return { entities: entities.filter(isEntity), relations: relations.filter(isRelation) };
}
