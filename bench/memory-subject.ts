// The embedded memory with many entities, and what bench/memory.mjs does with it.
import { type Graph, graphText, searched } from '../src/memory/graph.js';
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
  /** Milliseconds of this process's own computing, which do not grow when other programs want the machine. */
  readonly cpu: Times;
  /** Tokens of the section that a worker gets. */
  readonly tokens: number;
  readonly found: number;
}

/** Does a piece of work and keeps the shortest times that it ever took: other load on the machine only makes a run longer. */
class Stopwatch {
  readonly wall = { parse: Number.POSITIVE_INFINITY, load: Number.POSITIVE_INFINITY, search: Number.POSITIVE_INFINITY };
  readonly cpu = { ...this.wall };

  async time<T>(name: keyof Times, work: () => T | Promise<T>): Promise<T> {
    const began = performance.now();
    const used = process.cpuUsage();
    const value = await work();
    const { user, system } = process.cpuUsage(used);
    this.wall[name] = Math.min(this.wall[name], performance.now() - began);
    this.cpu[name] = Math.min(this.cpu[name], (user + system) / 1000);
    return value;
  }
}

export async function measured(count: number, home: string, times = 10): Promise<Measured> {
  const lines = graphText(graphOf(count)).trim().split('\n');
  const store = folderMemory(home, (each) => each);
  await store.update((graph) => ({ graph: count === 0 ? graph : graphOf(count), value: undefined }));
  const watch = new Stopwatch();
  let found = 0;
  for (let n = 0; n < times; n += 1) {
    await watch.time('parse', () => lines.map((line) => JSON.parse(line) as unknown));
    const graph = await watch.time('load', () => store.read());
    const all = () => searched(graph, 'retry the queue of sockets after a timeout in src/parser');
    found = (await watch.time('search', all)).entities.length;
  }
  const { section } = await recallFrom({ store })({ who: 'bench', text: 'retry the socket queue', taskKind: 'build' });
  return { ...watch.wall, cpu: watch.cpu, found, tokens: tokensOf(section) };
}
