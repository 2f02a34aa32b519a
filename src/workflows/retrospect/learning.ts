// What learning reads and writes: knowledge, preferences and rejected categories.
import { type Preferences, preferencesIn } from '../../memory/preferences/entities.js';
import { rejectedCategories, withRejection } from '../../memory/rules/knowledge.js';
import type { MemoryStore } from '../../memory/store.js';
import type { Memory } from '../../ports/memory.js';
import type { WorkContext } from '../../ports/workflow.js';

/** The memory of a repository, or of a person on the command line. Every method may reject where the memory is gone. */
export interface Learning {
  /** Where approved knowledge goes: the embedded store, or the MCP server that is configured. */
  readonly knowledge: Pick<Memory, 'createEntities' | 'addObservations' | 'openNodes'>;
  readonly preferences: Preferences;
  /** Categories that a person rejected. */
  rejected(): Promise<readonly string[]>;
  reject(rejection: Parameters<typeof withRejection>[1]): Promise<void>;
}

/** Preferences and rejected categories are in the embedded store, whatever holds the knowledge. */
export const learningIn = (store: MemoryStore, knowledge: Learning['knowledge'] = store): Learning => ({
  knowledge,
  preferences: preferencesIn(store),
  rejected: async () => rejectedCategories(await store.read()),
  reject: (rejection) => store.update((graph) => ({ graph: withRejection(graph, rejection), value: undefined })),
});

/** Where learning is kept. */
export interface LearningServices {
  /** Used during a run. In a terminal it also writes. */
  readonly inWork: (ctx: Pick<WorkContext, 'folder'>) => Learning | null;
  /** As `publish` writes it; null where there is none. */
  readonly published: Learning | null;
}
