import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connectMcp } from '../../../src/adapters/mcp/client.js';
import { mcpMemory } from '../../../src/adapters/mcp/memory.js';
import { recallFrom } from '../../../src/memory/recall.js';
import { folderMemory, processMemory } from '../../../src/memory/store.js';
import { bundle } from '../../build/bundle.js';

let folder: string;
let entry: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'crew-mcp-'));
  entry = await bundle('test/adapters/mcp/serve.entry.ts', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entity = { name: 'python:async:timeouts', entityType: 'lesson', observations: ['Wrap awaits in a timeout.'] };
const query = { who: 'worker', text: 'python async', taskKind: 'build' };
const serving = (home: string) => `${process.execPath} ${entry} ${home}`;
const liar = (how: string) => `${process.execPath} ${path.resolve('test/adapters/mcp/liar.mjs')} ${how}`;
const plain = (text: string): string => text;

/** Command lines of processes that still run. */
const running = (): string => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

describe('the embedded store', () => {
  it("is read and written by the SDK's own client", async () => {
    const home = path.join(folder, 'official');
    await folderMemory(home, plain).createEntities([entity]);
    const client = new Client({ name: 'official', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry, home] }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        ...['add_observations', 'create_entities', 'create_relations', 'delete_entities', 'delete_observations'],
        ...['delete_relations', 'open_nodes', 'read_graph', 'search_nodes'],
      ]);
      const found = await client.callTool({ name: 'search_nodes', arguments: { query: 'async' } });
      expect(found.structuredContent).toEqual({ entities: [entity], relations: [] });
      const other = { name: 'b', entityType: 'x', observations: [] };
      await client.callTool({ name: 'create_entities', arguments: { entities: [other] } });
      await client.callTool({ name: 'delete_entities', arguments: { entityNames: [entity.name] } });
      const missing = { observations: [{ entityName: 'gone', contents: ['x'] }] };
      const failed = await client.callTool({ name: 'add_observations', arguments: missing });
      expect(failed).toMatchObject({ isError: true });
      expect(await folderMemory(home, plain).readGraph()).toEqual({ entities: [other], relations: [] });
    } finally {
      await client.close();
    }
  });

  it('is a memory server that crew can be configured with', async () => {
    const home = path.join(folder, 'configured');
    const server = mcpMemory({ command: serving(home) });
    expect(await server.createEntities([entity])).toEqual([entity]);
    await server.addObservations([{ entityName: entity.name, contents: ['Second.'] }]);
    await server.createRelations([{ from: entity.name, to: entity.name, relationType: 'is' }]);
    await server.deleteRelations([{ from: entity.name, to: entity.name, relationType: 'is' }]);
    await server.deleteObservations([{ entityName: entity.name, observations: ['Second.'] }]);
    expect(await server.readGraph()).toEqual({ entities: [entity], relations: [] });
    expect(await server.openNodes([entity.name])).toEqual({ entities: [entity], relations: [] });
    const recall = recallFrom({ store: processMemory(), server: { name: 'team', memory: server } });
    const { section, entries } = await recall(query);
    expect(section).toContain('- python:async:timeouts: Wrap awaits in a timeout.');
    expect(entries).toMatchObject([{ origin: 'team' }]);
    await server.deleteEntities([entity.name]);
    expect((await server.searchNodes('async')).entities).toEqual([]);
  });

  it('names its tools with their schemas, and ends with its connection', async () => {
    const home = path.join(folder, 'ends');
    const connection = await connectMcp({ command: serving(home) });
    const tools = await connection.listTools();
    expect(tools.find(({ name }) => name === 'search_nodes')).toMatchObject({
      inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    });
    await connection.close();
    expect(running()).not.toContain(home);
  });
});

describe('a memory server that', () => {
  const MS = 600;
  it.each([
    ['never answers', liar('silent')],
    ['answers no call', liar('hangs')],
    ['speaks another protocol', liar('garbage')],
    ['dies', liar('dies')],
    ['answers with wrong shapes', liar('wrong')],
    ['answers with no graph', liar('list')],
    ['answers without end', liar('flood')],
    ['is not there', '/nowhere/at/all'],
  ])('%s costs its time-out once, and no run', async (_, command) => {
    const store = processMemory();
    await store.createEntities([entity]);
    const server = { name: 'team', memory: mcpMemory({ command }, { timeoutMs: MS }) };
    const recall = recallFrom({ store, server, ms: MS });
    const began = Date.now();
    const first = await recall(query);
    expect(first).toMatchObject({ section: '', entries: [], problem: expect.stringMatching(/^team: /) });
    const between = Date.now();
    await recall({ ...query, who: 'second' });
    expect(between - began).toBeLessThan(MS + 400);
    expect(Date.now() - between).toBeLessThan(100);
  });

  it('never ended leaves no process behind', async () => {
    const name = `marker-${process.pid}`;
    const server = mcpMemory({ command: `${liar('hangs')} ${name}` }, { timeoutMs: 300 });
    await expect(server.readGraph()).rejects.toThrow();
    const until = Date.now() + 3000;
    while (running().includes(name) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(running()).not.toContain(name);
  });
});

it('the secrets of this process do not reach a server', async () => {
  process.env.CREW_TEST_SECRET = 'hunter2';
  const code =
    "process.stdin.once('data',()=>{require('fs').writeFileSync(process.argv[1],JSON.stringify(process.env));process.exit()})";
  const file = path.join(folder, 'env.json');
  const command = `${process.execPath} -e "${code}" ${file}`;
  await expect(connectMcp({ command }, { timeoutMs: 3000 })).rejects.toThrow();
  expect(execFileSync('cat', [file], { encoding: 'utf8' })).not.toContain('hunter2');
});
