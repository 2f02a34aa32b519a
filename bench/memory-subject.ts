// The embedded memory with many entities, and what bench/memory.mjs does with it.
import { type Graph, graphText, searchGraph } from '../src/memory/graph.js';
import { recallFrom } from '../src/memory/recall.js';
import { tokensOf } from '../src/memory/rules/prompt.js';
import { folderMemory } from '../src/memory/store.js';

const WORDS =
  'timeout cache retry queue parser token buffer socket schema branch commit review lock index vector'.split(' ');
const word = (n: number): string => WORDS[n % WORDS.length] ?? 'word';

/** Entities as retrospectives write them: a name, a type, two observations of some hundred letters. */
export function graphOf(count: number): Graph {
  const names = Array.from({ length: count }, (_, n) => `${word(n)}:${word(n * 7 + 3)}:entry_${n}`);
  const entities = names.map((name, n) => ({
    ...{ name, entityType: 'lesson' },
    observations: [0, 1].map(
      (k) =>
        `When ${word(n + k)} meets ${word(n * 3 + k)} in \`src/${word(n * 5)}/${n}.ts\`, prefer ${word(n * 11 + k)} over ${word(n * 13)} (${n}).`,
    ),
  }));
  return { entities: new Map(entities.map((each) => [each.name, each])), relations: [] };
}

interface Times {
  readonly parse: number;
  readonly load: number;
  readonly search: number;
}

export interface Measured extends Times {
  /** Tokens of the section that a worker gets. */
  readonly tokens: number;
}

/** The shortest time of each piece of work: other load on the machine only makes a run longer. */
export async function measured(count: number, home: string): Promise<Measured> {
  const lines = graphText(graphOf(count)).trim().split('\n');
  const store = folderMemory(home, (each) => each);
  await store.update((graph) => ({ graph: count === 0 ? graph : graphOf(count), value: undefined }));
  const shortest = {
    parse: Number.POSITIVE_INFINITY,
    load: Number.POSITIVE_INFINITY,
    search: Number.POSITIVE_INFINITY,
  };
  const time = async <T>(name: keyof Times, work: () => T | Promise<T>): Promise<T> => {
    const began = performance.now();
    const value = await work();
    shortest[name] = Math.min(shortest[name], performance.now() - began);
    return value;
  };
  for (let n = 0; n < 10; n += 1) {
    await time('parse', () => lines.map((line) => JSON.parse(line) as unknown));
    const graph = await time('load', () => store.read());
    await time('search', () => searchGraph(graph, 'retry the queue of sockets after a timeout in src/parser'));
  }
  const { section } = await recallFrom({ store })({ who: 'bench', text: 'retry the socket queue', taskKind: 'build' });
  return { ...shortest, tokens: tokensOf(section) };
}
