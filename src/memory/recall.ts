// Searches the memory before work: the preferences and knowledge that go into a worker's prompt.
import type { Entity, Memory, Recall, RecallResult } from '../ports/memory.js';
import { EMPTY_GRAPH, type Graph, searched } from './graph.js';
import { wordsIn } from './ledger-query.js';
import { isPreferenceEntity, preferencesOf } from './preferences/entities.js';
import { promptSection } from './rules/prompt.js';
import type { MemoryStore } from './store.js';
import { inTime, MAX_MS, withinLimits } from './within-limits.js';

export interface RecallOptions {
  readonly store: Pick<MemoryStore, 'read' | 'origin'>;
  /** The configured server, used for knowledge instead of the store. Preferences are always in the store. */
  readonly server?: { readonly name: string; readonly memory: Memory } | undefined;
  /** `lp_system.enabled`. The switch in the store must be on too. */
  readonly usesPreferences?: boolean | undefined;
  readonly ms?: number | undefined;
}

const MAX_FOUND = 12;
const MAX_QUERY = 200;

/** Returns a search function. The store is read once for all searches, and a memory that failed is not asked again. */
export function recallFrom({ store, server, usesPreferences = true, ms = MAX_MS }: RecallOptions): Recall {
  const problems: string[] = [];
  let graph: Promise<Graph> | undefined;
  const readOnce = (): Promise<Graph> => {
    graph ??= inTime(store.read, ms).catch((error: unknown) => {
      problems.push(`${store.origin}: ${error instanceof Error ? error.message : String(error)}`);
      return EMPTY_GRAPH;
    });
    return graph;
  };
  const limited =
    server && withinLimits(server.memory, { ms, onProblem: (problem) => problems.push(`${server.name}: ${problem}`) });
  return async (query): Promise<RecallResult> => {
    const asked = [...wordsIn(query.text), ...wordsIn(query.taskKind.replace(':', ' '))].join(' ').slice(0, MAX_QUERY);
    const [own, theirs] = await Promise.all([readOnce(), limited && searchServer(limited, asked)]);
    const state = preferencesOf(own);
    const isOn = usesPreferences && state.enabled !== false;
    const found = (theirs ?? searched(own, asked).entities).filter(isKnowledge).slice(0, MAX_FOUND);
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
  return searched(graph, query).entities;
}
