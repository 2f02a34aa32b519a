// Searches the memory before work: the preferences and knowledge that go into an agent's prompt. Used by services.ts.
import type { Entity, Memory, Recall, RecallResult } from '../ports/memory.js';
import { EMPTY_GRAPH, type Graph, searchGraph } from './graph.js';
import { wordsIn } from './ledger-query.js';
import { isPreferenceEntity, preferencesOf } from './preferences/entities.js';
import { promptSection } from './rules/prompt.js';
import type { MemoryStore } from './store.js';
import { MEMORY_LIMIT_MS, rejectAfter, withinLimits } from './within-limits.js';

/** Where the memory is read from. */
export interface RecallOptions {
  readonly store: Pick<MemoryStore, 'read' | 'origin'>;
  /** The configured server, used for knowledge instead of the store. Preferences are always in the store. */
  readonly server?: { readonly name: string; readonly memory: Memory } | undefined;
  /** `lp_system.enabled` of the configuration. Preferences are used only if the switch in the store is on too. */
  readonly usesPreferences?: boolean | undefined;
  /** Time limit in milliseconds. */
  readonly ms?: number | undefined;
}

/** At most this many entities are given to a prompt. */
const MAX_FOUND = 12;
/** The length of a query in characters. */
const MAX_QUERY = 200;

/** Returns a search function. The store is read once for all searches, and a memory that failed is not asked again. */
export function recallFrom({ store, server, usesPreferences = true, ms = MEMORY_LIMIT_MS }: RecallOptions): Recall {
  const problems: string[] = [];
  let graph: Promise<Graph> | undefined;
  const readOnce = (): Promise<Graph> => {
    graph ??= rejectAfter(store.read, ms).catch((error: unknown) => {
      problems.push(`${store.origin}: ${error instanceof Error ? error.message : String(error)}`);
      return EMPTY_GRAPH;
    });
    return graph;
  };
  const limited =
    server && withinLimits(server.memory, { ms, onProblem: (problem) => problems.push(`${server.name}: ${problem}`) });
  return async (query): Promise<RecallResult> => {
    const words = [...wordsIn(query.text), ...wordsIn(query.taskKind.replace(':', ' '))].join(' ').slice(0, MAX_QUERY);
    const [stored, fromServer] = await Promise.all([readOnce(), limited && searchServer(limited, words)]);
    const state = preferencesOf(stored);
    const isOn = usesPreferences && state.enabled !== false;
    const found = (fromServer ?? searchGraph(stored, words).entities).filter(isKnowledge).slice(0, MAX_FOUND);
    const material = {
      preferences: { all: isOn ? state.preferences : [], origin: store.origin },
      knowledge: { found, origin: server?.name ?? store.origin },
    };
    const problem = problems[0];
    return { ...promptSection(material, query), ...(problem !== undefined && { problem }) };
  };
}

/** crew's own entities are not knowledge. */
const isKnowledge = ({ name }: Entity): boolean =>
  !isPreferenceEntity(name) && !name.startsWith('workflow:rejected_proposal:');

/** The official server searches for the whole query only. If it finds nothing, its graph is read and searched by words. */
async function searchServer(memory: Memory, query: string): Promise<readonly Entity[]> {
  const { entities } = await memory.searchNodes(query);
  if (entities.length > 0) return entities;
  const all = await memory.readGraph();
  const graph = { entities: new Map(all.entities.map((each) => [each.name, each])), relations: [] };
  return searchGraph(graph, query).entities;
}
