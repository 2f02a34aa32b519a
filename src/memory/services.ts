// The memory services that entry points create and runs use: switches of the configuration, the search before work, and what an agent is
// told. Used by src/services/wire.ts, src/runs, and the workflows `build`, `fix`, `profile`, `task` and `write`.
import type { Config } from '../config/index.js';
import type { Memory, Recall, RecallQuery } from '../ports/memory.js';
import type { WorkContext } from '../ports/workflow.js';
import { forgetPreferences, withoutWords } from './forget.js';
import { preferencesIn, preferencesOf } from './preferences/entities.js';
import { withSwitches } from './preferences/rules.js';
import { recallFrom } from './recall.js';
import type { MemoryStore } from './store.js';
import { withinLimits } from './within-limits.js';

/** What an entry point provides. */
export interface MemoryServices {
  /** The embedded store. */
  readonly store: MemoryStore;
  /** Connects to a configured server. */
  readonly connect: (server: Config['mcp'][string]) => Memory;
  /** Changes every stored text of runs: records, journals, work folders. */
  readonly scrub: (change: (text: string) => string) => Promise<void>;
}

/**
 * Applies the switches of the configuration, once per version of the file. Returns how many preferences `reset_all` deleted; null if it did
 * not apply. Without switches the store is not read.
 */
export async function applySwitches(
  { store, scrub }: MemoryServices,
  { config, version }: { readonly config: Config; readonly version?: string | undefined },
): Promise<number | null> {
  const { enabled, reset_all } = config.build.lp_system;
  if (version === undefined || (enabled === undefined && !reset_all)) return null;
  const switches = { enabled, reset_all };
  const graph = await store.read();
  const known = preferencesOf(graph);
  if (known.configVersion === version) return null;
  const { words } = forgetPreferences(graph);
  // Stored runs are cleaned first, because the words are known only as long as the preferences exist.
  if (reset_all && words.length > 0) await scrub((text) => withoutWords(text, words));
  const isReset = await preferencesIn(store).update((state) => {
    const switched = withSwitches(state, switches, version);
    return { state: switched.state, value: switched.isReset };
  });
  return isReset ? known.preferences.length : null;
}

/** The configured server, if there is one. */
export function serverOf(
  { connect }: MemoryServices,
  { memory, mcp }: Pick<Config, 'memory' | 'mcp'>,
): { readonly name: string; readonly memory: Memory } | undefined {
  const server = memory.server === undefined ? undefined : mcp[memory.server];
  return server && memory.server !== undefined ? { name: memory.server, memory: connect(server) } : undefined;
}

/** Where approved knowledge is stored: the configured server, else the embedded store. */
export function knowledgeOf(
  memory: MemoryServices,
  settings: () => Promise<{ readonly config: Config }>,
): Pick<Memory, 'createEntities' | 'addObservations' | 'openNodes' | 'deleteEntities'> {
  let target: Promise<Memory> | undefined;
  const targetMemory = () => {
    target ??= settings().then(({ config }) => {
      const server = serverOf(memory, config);
      return server ? withinLimits(server.memory) : memory.store;
    });
    return target;
  };
  return {
    createEntities: async (entities) => (await targetMemory()).createEntities(entities),
    addObservations: async (added) => (await targetMemory()).addObservations(added),
    openNodes: async (names) => (await targetMemory()).openNodes(names),
    deleteEntities: async (names) => (await targetMemory()).deleteEntities(names),
  };
}

/** The search function of a run. What an agent gets is recorded in the journal as step `memory <who>`. */
export function recallOfRun(memory: MemoryServices, config: Config, step: WorkContext['step']): Recall {
  const usesPreferences = config.build.lp_system.enabled !== false;
  const recall = recallFrom({ store: memory.store, server: serverOf(memory, config), usesPreferences });
  return async (query) => {
    const recalled = await recall(query);
    const { entries, problem } = recalled;
    if (entries.length > 0 || problem !== undefined)
      await step(`memory ${query.who}`, async () => ({ entries, ...(problem !== undefined && { problem }) }));
    return recalled;
  };
}

/** The task of an agent, followed by what the memory contains about it. */
export async function withMemory(
  { recall }: Pick<WorkContext, 'recall'>,
  task: string,
  query: RecallQuery,
): Promise<string> {
  const { section } = (await recall?.(query)) ?? { section: '' };
  return section === '' ? task : `${task.trimEnd()}\n\n${section}\n`;
}
