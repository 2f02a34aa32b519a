import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { asProgram } from '../../../src/adapters/proxy/as-program.js';
import { holdModelKey, type KeyHolder, serveModelKey } from '../../../src/adapters/proxy/model-key.js';

/** Nobody else's, so that it is looked for in the environment of every process of the machine. */
const KEY = `sk-ant-canary-${randomUUID()}`;
const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function model(answer: (reply: ServerResponse, heard: Heard) => void) {
  const heard: Heard[] = [];
  const server = createServer((asked, reply) => {
    let body = '';
    asked.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    asked.once('end', () => {
      const each = { path: asked.url ?? '', headers: asked.headers, body };
      heard.push(each);
      answer(reply, each);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const holder = await holdModelKey({
    key: KEY,
    upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`,
  });
  closers.push(() => holder.close());
  return { holder, heard };
}

const ask = ({ url, token }: KeyHolder, path = '/v1/messages', more: RequestInit = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': token, 'anthropic-version': 'v' },
    body: '{"a":1}',
    ...more,
  });

describe('the holder of the model’s key', () => {
  it('adds the key to a question, and takes off whatever stood in its place', async () => {
    const { holder, heard } = await model((reply) => reply.writeHead(201, { 'request-id': 'r1' }).end('{"ok":true}'));
    const headers = { 'x-api-key': holder.token, authorization: 'Bearer other', cookie: 'a=b', 'anthropic-beta': 'x' };
    const reply = await ask(holder, '/v1/messages?beta=true', { headers });
    expect([reply.status, reply.headers.get('request-id'), await reply.text()]).toEqual([201, 'r1', '{"ok":true}']);
    expect(heard).toMatchObject([{ path: '/base/v1/messages?beta=true', body: '{"a":1}' }]);
    expect(heard[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-beta': 'x' });
    expect(heard[0]?.headers.authorization).toBeUndefined();
    expect(heard[0]?.headers.cookie).toBeUndefined();
  });

  it('streams: what came is there before the end is', async () => {
    let finish = () => {};
    const { holder } = await model((reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: one\n\n');
      finish = () => reply.end('event: two\n\n');
    });
    const reader = (await ask(holder)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: one\n\n');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: two\n\n');
  });

  it('lets a stream that broke be seen to have broken', async () => {
    const { holder } = await model((reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: one\n\n');
      setTimeout(() => reply.destroy(), 50);
    });
    await expect(ask(holder).then((reply) => reply.text())).rejects.toThrow();
  });

  it.each([
    ['another path', '/v1/files', {}],
    ['a path that climbs', '/v1/messages/../organizations', {}],
    ['another method', '/v1/messages', { method: 'GET', body: null }],
  ])('refuses %s', async (_what, path, more) => {
    const { holder, heard } = await model((reply) => reply.end());
    expect((await ask(holder, path, more)).status).toBe(403);
    expect(heard).toEqual([]);
  });

  it('counts tokens too', async () => {
    const { holder } = await model((reply) => reply.end('{}'));
    expect((await ask(holder, '/v1/messages/count_tokens')).status).toBe(200);
  });

  it('answers nobody who lacks its token', async () => {
    const { holder, heard } = await model((reply) => reply.end());
    for (const given of ['', 'wrong', KEY, `${holder.token}x`])
      expect((await ask(holder, '/v1/messages', { headers: { 'x-api-key': given } })).status).toBe(401);
    expect(heard).toEqual([]);
  });

  it('says so when the model cannot be reached', async () => {
    const holder = await holdModelKey({ key: KEY, upstream: 'http://127.0.0.1:9' });
    closers.push(() => holder.close());
    expect((await ask(holder)).status).toBe(502);
  });

  it('stands in no argument and no environment of any process', async () => {
    const { holder } = await model((reply) => reply.end());
    const seen = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => ['environ', 'cmdline'].map((file) => textOf(`/proc/${pid}/${file}`)));
    expect(seen.filter((text) => text.includes(KEY))).toEqual([]);
    expect(JSON.stringify(holder)).not.toContain(KEY);
  });

  it('ends when its owner does, however that ends', async () => {
    const program = asProgram(serveModelKey);
    const owner = spawn(process.execPath, [
      '-e',
      `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
       child.stdin.write('{"key":"k","upstream":"http://127.0.0.1:9","token":"t"}\\n');
       child.stdout.once('data', () => console.log(child.pid));`,
    ]);
    const pid = await new Promise<number>((resolve) =>
      owner.stdout.once('data', (data: Buffer) => resolve(Number(data))),
    );
    expect(textOf(`/proc/${pid}/cmdline`)).not.toBe('');
    owner.kill('SIGKILL');
    for (let n = 0; n < 200 && textOf(`/proc/${pid}/cmdline`) !== ''; n += 1) execFileSync('sleep', ['0.05']);
    expect(textOf(`/proc/${pid}/cmdline`)).toBe('');
  });
});

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
