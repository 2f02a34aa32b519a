// Servers of the configuration, started or reached for real, and their tools behind the guard.
import { realpathSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openUnsandboxed } from '../../src/adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../../src/adapters/workspace/index.js';
import { openApprovals } from '../../src/agent/approvals.js';
import type { ToolContext } from '../../src/agent/tool.js';
import { toolsFor } from '../../src/agent/tools/index.js';
import { createGuard, noRules } from '../../src/guard/index.js';
import type { RemoteTool } from '../../src/ports/index.js';
import { mcpServers } from '../../src/services/mcp-servers.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** What a server answers; as text, so that a process of its own can have it as well. */
const ANSWERS = `(asked) => {
  const { method, params } = asked;
  if (method === 'initialize')
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
  if (method === 'tools/list')
    return { tools: [
      { name: 'search', description: 'Searches.', inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } },
      { name: 'a name with spaces', inputSchema: { type: 'object' } },
    ] };
  if (method === 'tools/call')
    return { content: [{ type: 'text', text: 'found ' + params.arguments.word + ' in ' + process.cwd() }], isError: params.arguments.word === 'bad' };
  return {};
}`;

const STDIO = `const answer = ${ANSWERS};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line);
  if (asked.id === undefined) return;
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: answer(asked) }) + '\\n');
});`;

async function overStdio(): Promise<{ command: string }> {
  const file = path.join(await newFolder(), 'server.cjs');
  await writeFile(file, STDIO);
  return { command: `${process.execPath} ${file}` };
}

async function overHttp(): Promise<{ url: string }> {
  // biome-ignore lint/security/noGlobalEval: the same answers as those of the process
  const answer = eval(ANSWERS) as (asked: unknown) => unknown;
  const server = createServer(async (request, reply) => {
    if (request.method !== 'POST') return reply.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = JSON.parse(body) as { id?: number };
    if (asked.id === undefined) return reply.writeHead(202).end();
    reply.setHeader('content-type', 'application/json');
    return reply.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: answer(asked) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function connected(servers: Parameters<typeof mcpServers>[0]) {
  const home = realpathSync(await newFolder());
  const found = mcpServers(servers, { home });
  closers.push(() => found.close());
  return { home, found, ...(await found.tools()) };
}

/** Calls a tool as the loop does, before a guard with these rules. */
async function call(remote: readonly RemoteTool[], name: string, input: unknown, allow: readonly string[]) {
  const root = realpathSync(await newFolder());
  const gate = createGuard({ ...(await surroundings(root)), rules: { project: { allow, ask: [], deny: [] } } });
  const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
  closers.push(() => sandbox.close());
  const at: ToolContext = {
    ...{ workspace: openWorkspace(root), guard: gate, sandbox, clock: quickClock() },
    ...{ approvals: openApprovals([]), signal: new AbortController().signal },
  };
  const tools = toolsFor({ net: { get: fetch, hosts: [] }, remote });
  const tool = tools.find((each) => each.name === name);
  return tool?.run(input, at);
}

describe.each([
  ['started by a command', overStdio],
  ['reached at an address', overHttp],
])('a server that is %s', (_, open) => {
  it('gives its tools, named for the guard', async () => {
    const { tools, unavailableServers } = await connected({ tracker: await open() });
    expect(unavailableServers).toEqual([]);
    expect(tools.map(({ name, description }) => [name, description])).toEqual([['mcp__tracker__search', 'Searches.']]);
    expect(await tools[0]?.call({ word: 'x' })).toMatchObject({
      text: expect.stringContaining('found x'),
      failed: false,
    });
    expect(await tools[0]?.call({ word: 'bad' })).toMatchObject({ failed: true });
  });

  it('is called only where a rule of the guard lets it', async () => {
    const { tools } = await connected({ tracker: await open() });
    const name = 'mcp__tracker__search';
    const refused = await call(tools, name, { word: 'x' }, []);
    expect(refused).toMatchObject({ failed: true });
    expect(refused?.text).toContain('`mcp__tracker__search` in `guard.allow` would allow it');
    expect((await call(tools, name, { word: 'x' }, ['mcp__tracker']))?.text).toContain('found x');
    expect((await call(tools, name, { word: 'x' }, ['mcp__tracker__*']))?.text).toContain('found x');
  });

  it('hears nothing that does not fit what it said of its arguments', async () => {
    const { tools } = await connected({ tracker: await open() });
    const wrong = await call(tools, 'mcp__tracker__search', { word: 7 }, ['mcp__tracker']);
    expect(wrong).toMatchObject({ failed: true, text: expect.stringContaining('word') });
  });
});

describe('servers', () => {
  it('stand in a folder of crew’s own, never in the tree', async () => {
    const { tools, home } = await connected({ tracker: await overStdio() });
    expect((await tools[0]?.call({ word: 'x' }))?.text).toContain(`in ${path.join(home, 'mcp', 'tracker')}`);
    expect(await readdir(path.join(home, 'mcp/tracker'))).toEqual([]);
  });

  it('that do not answer hold nothing up, and are named', async () => {
    const { tools, unavailableServers } = await connected({
      broken: { command: 'exit 3' },
      tracker: await overStdio(),
    });
    expect(unavailableServers).toEqual(['broken']);
    expect(tools).toHaveLength(1);
  });

  it('that nobody wants are not started', async () => {
    const home = realpathSync(await newFolder());
    await mcpServers({ tracker: await overStdio() }, { home }).close();
    expect(await readdir(home)).toEqual([]);
  });
});

async function surroundings(root: string): Promise<Parameters<typeof createGuard>[0]> {
  const { guardContextOf } = await import('../../src/services/guard-context.js');
  return {
    ...guardContextOf({ root, base: 'HEAD' }),
    home: '/nowhere',
    rules: { project: noRules },
    detected: [],
    hosts: [],
  };
}
