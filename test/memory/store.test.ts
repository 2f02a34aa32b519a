import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { graphText, parseGraph, searchGraph } from '../../src/memory/graph.js';
import { folderMemory, type MemoryStore, processMemory, refsMemory } from '../../src/memory/store.js';
import { Conflict } from '../../src/ports/errors.js';
import type { Refs } from '../../src/ports/index.js';

const plain = (text: string): string => text;
const entity = (name: string, ...observations: string[]) => ({ name, entityType: 'lesson', observations });

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'crew-memory-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Refs of a bare repository, with git's own compare-and-swap. */
function gitRefs(dir: string) {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', dir, ...args], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }).trim();
  git(['init', '--bare', '-q', '.']);
  const tip = async (ref: string) => {
    try {
      return git(['rev-parse', '--verify', '-q', `refs/${ref}`]);
    } catch {
      return null;
    }
  };
  return {
    git,
    tip,
    read: async (_ref: string, file: string, at?: string) => ({
      text: `${git(['show', `${at}:${file}`])}\n`,
      version: at ?? '',
    }),
    async replace(ref: string, { files, version: at, message }: Parameters<Refs['replace']>[1]) {
      const [[file, text] = ['', '']] = Object.entries(files);
      const blob = git(['hash-object', '-w', '--stdin'], text ?? '');
      const tree = git(['mktree'], `100644 blob ${blob}\t${file}\n`);
      const who = ['-c', 'user.name=crew', '-c', 'user.email=crew@localhost'];
      const commit = git([...who, 'commit-tree', tree, '-m', `${message} ${Math.random()}`]);
      try {
        git(['update-ref', `refs/${ref}`, commit, at ?? '0'.repeat(40)]);
      } catch {
        throw new Conflict(ref);
      }
      return commit;
    },
  };
}

const KINDS: [string, () => { one: MemoryStore; other: MemoryStore }][] = [
  ['in a folder', () => ({ one: folderMemory(home, plain), other: folderMemory(home, plain) })],
  [
    'in a ref',
    () => {
      const refs = gitRefs(home);
      return { one: refsMemory(refs, plain), other: refsMemory(refs, plain) };
    },
  ],
  [
    'in a process',
    () => {
      const one = processMemory();
      return { one, other: one };
    },
  ],
];

describe.each(KINDS)('a memory %s', (_, open) => {
  it('has the operations of the MCP memory server', async () => {
    const { one, other } = open();
    expect(await one.readGraph()).toEqual({ entities: [], relations: [] });
    const created = await one.createEntities([entity('a', 'x', 'x'), entity('b')]);
    expect(created).toEqual([entity('a', 'x'), entity('b')]);
    expect(await other.createEntities([entity('a', 'other')])).toEqual([]);
    await other.addObservations([{ entityName: 'b', contents: ['y', 'z'] }]);
    await other.createRelations([{ from: 'a', to: 'b', relationType: 'explains' }]);
    await one.deleteObservations([{ entityName: 'b', observations: ['y'] }]);
    expect(await one.openNodes(['a', 'b'])).toEqual({
      entities: [entity('a', 'x'), entity('b', 'z')],
      relations: [{ from: 'a', to: 'b', relationType: 'explains' }],
    });
    expect((await other.searchNodes('z')).entities).toEqual([entity('b', 'z')]);
    await other.deleteEntities(['a']);
    expect(await one.readGraph()).toEqual({ entities: [entity('b', 'z')], relations: [] });
    await expect(one.addObservations([{ entityName: 'gone', contents: ['x'] }])).rejects.toThrow('gone not found');
  });

  it('loses nothing of two writers, deletions included', async () => {
    const { one, other } = open();
    await one.createEntities(Array.from({ length: 6 }, (_, n) => entity(`old-${n}`)));
    await Promise.all(
      [0, 1, 2, 3, 4, 5].flatMap((n) => [
        one.createEntities([entity(`one-${n}`)]),
        other.createEntities([entity(`other-${n}`)]),
        (n % 2 === 0 ? one : other).deleteEntities([`old-${n}`]),
      ]),
    );
    const names = (await one.readGraph()).entities.map(({ name }) => name).sort();
    expect(names).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `one-${n}`).concat([0, 1, 2, 3, 4, 5].map((n) => `other-${n}`)),
    );
  });
});

it('a slow writer never takes a number that was used and removed', async () => {
  const memory = folderMemory(home, plain);
  await memory.createEntities([entity('first')]);
  const folder = path.join(home, 'memory');
  const text = (name: string) => graphText(parseGraph(JSON.stringify({ type: 'entity', ...entity(name) })));
  let isFirst = true;
  await memory.update((graph) => {
    if (isFirst) {
      // Between this read and its write, others have written versions 2 and 3, and emptied 1 and 2.
      for (const old of ['1', '2']) writeFileSync(path.join(folder, `memory-0000000${old}.jsonl`), '');
      writeFileSync(path.join(folder, 'memory-00000003.jsonl'), text('third'));
    }
    isFirst = false;
    return { graph: { ...graph, entities: new Map([...graph.entities, ['slow', entity('slow')]]) }, value: undefined };
  });
  expect((await memory.readGraph()).entities.map(({ name }) => name)).toEqual(['slow', 'third']);
  const filled = readdirSync(folder).filter((each) => readFileSync(path.join(folder, each), 'utf8') !== '');
  expect(filled).toEqual(['memory-00000004.jsonl']);
});

it('nothing of a deleted entity is left in the folder', async () => {
  const memory = folderMemory(home, plain);
  await memory.createEntities([entity('keep'), entity('zebra-name', 'zebra-words')]);
  await memory.deleteEntities(['zebra-name']);
  const bytes = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(path.join(each.parentPath, each.name), 'utf8'));
  expect(bytes.join()).toContain('keep');
  expect(bytes.join()).not.toContain('zebra');
});

it('nothing of a deleted entity can be reached from the ref', async () => {
  const refs = gitRefs(home);
  const memory = refsMemory(refs, plain);
  await memory.createEntities([entity('keep'), entity('zebra-name', 'zebra-words')]);
  await memory.deleteEntities(['zebra-name']);
  const objects = refs.git(['rev-list', '--objects', 'refs/crew/memory']).split('\n');
  expect(objects).toHaveLength(3);
  const bytes = objects.map((line) => refs.git(['cat-file', '-p', line.slice(0, 40)])).join('\n');
  expect(bytes).toContain('keep');
  expect(bytes).not.toContain('zebra');
});

it('what looks like a secret is redacted before it is written', async () => {
  const memory = folderMemory(home, (text) => text.replaceAll('hunter2', '[redacted]'));
  await memory.createEntities([entity('a', 'the password is hunter2')]);
  expect((await memory.readGraph()).entities).toEqual([entity('a', 'the password is [redacted]')]);
});

describe('the text of a graph', () => {
  it('is that of the official server, in either direction', () => {
    const text = [
      '{"type":"entity","name":"a","entityType":"lesson","observations":["x"]}',
      'not a line',
      '{"type":"entity","name":3}',
      '{"type":"relation","from":"a","to":"b","relationType":"r"}',
      '{"type":"entity","name":"a","entityType":"lesson","observations":["x","y"]}',
    ].join('\n');
    const graph = parseGraph(text);
    expect(graph.entities.get('a')).toEqual(entity('a', 'x', 'y'));
    expect(graphText(graph).split('\n')[0]).toBe(
      '{"type":"entity","name":"a","entityType":"lesson","observations":["x","y"]}',
    );
    expect(parseGraph(graphText(graph))).toEqual(graph);
  });
});

describe('a search', () => {
  const graph = parseGraph(
    graphText({
      entities: new Map(
        [
          entity('python:async:timeouts', 'Wrap awaits in a timeout of the event loop.'),
          entity('python:style:quotes', 'Use double quotes.'),
          { ...entity('node:style:quotes', 'Use single quotes.'), entityType: 'best_practice' },
          entity('ja:style', '見出しは体言止めにする'),
        ].map((each) => [each.name, each]),
      ),
      relations: [],
    }),
  );
  const names = (query: string) => searchGraph(graph, query).entities.map(({ name }) => name);

  it.each([
    ['python async', ['python:async:timeouts', 'python:style:quotes']],
    ['entityType:best_practice', ['node:style:quotes']],
    ['quotes entityType:lesson', ['python:style:quotes']],
    ['見出しを直す', ['ja:style']],
    ['nothing at all like it', []],
    ['', []],
  ])('for `%s`', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});
