// Protects runs from a memory server that hangs, fails or returns invalid data.
import type { Memory } from '../ports/memory.js';
import { isEntity, isRelation } from './graph.js';

export const MAX_MS = 5000;
/** Time of each call that is not counted. */
const FREE_MS = 250;
const MAX_ENTITIES = 20_000;

/** Rejects if `work` takes longer than `ms`. */
export async function inTime<T>(work: () => Promise<T>, ms = MAX_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Wraps a memory: all calls together may take `ms`, invalid and late answers are errors, and after one error the memory is not called again.
 * A failed read returns an empty graph and calls `onProblem`; a failed write rejects.
 */
export function withinLimits(
  memory: Memory,
  { ms = MAX_MS, onProblem }: { readonly ms?: number; readonly onProblem?: (problem: string) => void } = {},
): Memory {
  let failed: Error | undefined;
  let left = ms;
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failed) throw failed;
    const began = performance.now();
    try {
      return await inTime(work, left);
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error));
      onProblem?.(failed.message);
      throw failed;
    } finally {
      // The time of parallel calls counts once.
      left = Math.max(1, Math.min(left, left - (performance.now() - began) + FREE_MS));
    }
  };
  const read = (work: () => ReturnType<Memory['readGraph']>) =>
    asked(async () => checked(await work())).catch(() => ({ entities: [], relations: [] }));
  return {
    createEntities: (entities) => asked(() => memory.createEntities(entities)),
    createRelations: (relations) => asked(() => memory.createRelations(relations)),
    addObservations: (added) => asked(() => memory.addObservations(added)),
    deleteEntities: (names) => asked(() => memory.deleteEntities(names)),
    deleteObservations: (gone) => asked(() => memory.deleteObservations(gone)),
    deleteRelations: (gone) => asked(() => memory.deleteRelations(gone)),
    readGraph: () => read(memory.readGraph),
    searchNodes: (query) => read(() => memory.searchNodes(query)),
    openNodes: (names) => read(() => memory.openNodes(names)),
  };
}

function checked(answer: unknown): Awaited<ReturnType<Memory['readGraph']>> {
  const { entities, relations = [] } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    entities?: unknown;
    relations?: unknown;
  };
  if (!Array.isArray(entities) || !Array.isArray(relations)) throw new Error('the answer is no graph');
  if (entities.length > MAX_ENTITIES) throw new Error(`the answer has ${entities.length} entities`);
  return { entities: entities.filter(isEntity), relations: relations.filter(isRelation) };
}
