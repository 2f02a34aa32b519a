// The memory as the entry points put it together, and as the workflows use it.
import type { Config } from '../config/index.js';
import type { Memory, Recall, RecallQuery } from '../ports/memory.js';
import type { WorkContext } from '../ports/workflow.js';
import { forgetPreferences, scrubbed } from './forget.js';
import { preferencesIn, preferencesOf } from './preferences/entities.js';
import { obey } from './preferences/rules.js';
import { recallFrom } from './recall.js';
import type { MemoryStore } from './store.js';
import { withinLimits } from './within-limits.js';

export interface MemoryServices {
  /** The embedded store. */
  readonly store: MemoryStore;
  /** The memory behind a configured server. */
  readonly connect: (server: Config['mcp'][string]) => Memory;
  /** Changes every text that is kept of runs: records, journals, work folders. */
  readonly scrub: (change: (text: string) => string) => Promise<void>;
}

/**
 * Obeys the switches of the configuration, once for each version of its file. Gives how many preferences `reset_all` deleted; null where
 * it deleted nothing. A configuration without switches reads nothing.
 */
export async function obeySwitches(
  { store, scrub }: MemoryServices,
  { config, version }: { readonly config: Config; readonly version?: string | undefined },
): Promise<number | null> {
  const { enabled, reset_all } = config.build.lp_system;
  if (version === undefined || (enabled === undefined && !reset_all)) return null;
  const switches = { enabled, reset_all };
  const before = await store.read();
  const known = preferencesOf(before);
  if (known.obeyed === version) return null;
  const { words } = forgetPreferences(before);
  // The records first: once the preferences are gone, their words are known no more.
  if (reset_all && words.length > 0) await scrub((text) => scrubbed(text, words));
  const isReset = await preferencesIn(store).update((state) => {
    const obeyed = obey(state, switches, version);
    return { state: obeyed.state, value: obeyed.isReset };
  });
  return isReset ? known.preferences.length : null;
}

/** The configured server, where there is one. */
export function serverOf(
  { connect }: MemoryServices,
  { memory, mcp }: Pick<Config, 'memory' | 'mcp'>,
): { readonly name: string; readonly memory: Memory } | undefined {
  const server = memory.server === undefined ? undefined : mcp[memory.server];
  return server && memory.server !== undefined ? { name: memory.server, memory: connect(server) } : undefined;
}

/** Where approved knowledge goes: the configured server, else the embedded store. */
export function knowledgeOf(
  memory: MemoryServices,
  settings: () => Promise<{ readonly config: Config }>,
): Pick<Memory, 'createEntities' | 'addObservations' | 'openNodes' | 'deleteEntities'> {
  let holder: Promise<Memory> | undefined;
  const held = () => {
    holder ??= settings().then(({ config }) => {
      const server = serverOf(memory, config);
      return server ? withinLimits(server.memory) : memory.store;
    });
    return holder;
  };
  return {
    createEntities: async (entities) => (await held()).createEntities(entities),
    addObservations: async (added) => (await held()).addObservations(added),
    openNodes: async (names) => (await held()).openNodes(names),
    deleteEntities: async (names) => (await held()).deleteEntities(names),
  };
}

/** The search of a run: what each worker found is a step of its journal, `memory <who>`. */
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

/** The task of an agent, and behind it what the memory has about it. */
export async function withMemory(
  { recall }: Pick<WorkContext, 'recall'>,
  task: string,
  query: RecallQuery,
): Promise<string> {
  const { section } = (await recall?.(query)) ?? { section: '' };
  return section === '' ? task : `${task.trimEnd()}\n\n${section}\n`;
}
