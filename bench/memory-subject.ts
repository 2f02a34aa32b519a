// The embedded memory with many entities, and what bench/memory.mjs does with it.
import { type Graph, graphText, parseGraph, searched } from '../src/memory/graph.js';
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

const timed = <T>(work: () => T): { ms: number; value: T } => {
  const began = performance.now();
  const value = work();
  return { ms: performance.now() - began, value };
};

export interface Measured {
  readonly parse: number;
  readonly load: number;
  readonly search: number;
  /** Tokens of the section that a worker gets. */
  readonly tokens: number;
  readonly found: number;
}

/** The shortest of several times: other load on the machine only makes a run longer. */
export async function measured(count: number, home: string, times = 10): Promise<Measured> {
  const text = graphText(graphOf(count));
  const lines = text.trim().split('\n');
  const store = folderMemory(home, (each) => each);
  await store.update((graph) => ({ graph: count === 0 ? graph : graphOf(count), value: undefined }));
  const least = { parse: Number.POSITIVE_INFINITY, load: Number.POSITIVE_INFINITY, search: Number.POSITIVE_INFINITY };
  let found = 0;
  for (let n = 0; n < times; n += 1) {
    least.parse = Math.min(least.parse, timed(() => lines.map((line) => JSON.parse(line) as unknown)).ms);
    const began = performance.now();
    const graph = await store.read();
    least.load = Math.min(least.load, performance.now() - began);
    const search = timed(() => searched(graph, 'retry the queue of sockets after a timeout in src/parser'));
    least.search = Math.min(least.search, search.ms);
    found = search.value.entities.length;
    parseGraph('');
  }
  const { section } = await recallFrom({ store })({ who: 'bench', text: 'retry the socket queue', taskKind: 'build' });
  return { ...least, found, tokens: tokensOf(section) };
}
