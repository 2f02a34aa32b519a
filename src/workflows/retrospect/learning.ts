// The stores of learning, which the entry points create: knowledge, preferences and rejected categories. Used by `retrospect`, `build`,
// src/workflows/index.ts and src/services/wire.ts.
import { type Preferences, preferencesIn } from '../../memory/preferences/entities.js';
import { rejectedCategories, withRejection } from '../../memory/rules/knowledge.js';
import type { MemoryStore } from '../../memory/store.js';
import type { Memory } from '../../ports/memory.js';
import type { WorkContext } from '../../ports/workflow.js';

/** The memory of a repository; at a terminal, of a person. Every method rejects if the memory cannot be reached. */
export interface Learning {
  /** The store of approved knowledge: the embedded one, or the configured MCP server. */
  readonly knowledge: Pick<Memory, 'createEntities' | 'addObservations' | 'openNodes'>;
  readonly preferences: Preferences;
  /** Categories that a person rejected. */
  rejected(): Promise<readonly string[]>;
  reject(rejection: Parameters<typeof withRejection>[1]): Promise<void>;
}

/** Learning on a store. Preferences and rejected categories always are in the embedded store, knowledge may be elsewhere. */
export const learningIn = (store: MemoryStore, knowledge: Learning['knowledge'] = store): Learning => ({
  knowledge,
  preferences: preferencesIn(store),
  rejected: async () => rejectedCategories(await store.read()),
  reject: (rejection) => store.update((graph) => ({ graph: withRejection(graph, rejection), value: undefined })),
});

/** The stores of learning for the phases of a workflow. */
export interface LearningServices {
  /** For the work of a run. At a terminal `publish` has no memory, so the work also writes through this. */
  readonly inWork: (ctx: Pick<WorkContext, 'folder'>) => Learning | null;
  /** For `publish`; null at a terminal, in a dry run and without a memory. */
  readonly inPublish: Learning | null;
}
