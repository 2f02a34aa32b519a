import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openAllowList, type Refusal } from '../../../src/adapters/proxy/allow-list.js';
import type { AllowedHost } from '../../../src/adapters/proxy/hosts.js';
import { newFolder } from '../../build/folder.js';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

interface Proxy {
  readonly places: readonly AllowedHost[];
  readonly lookup?: Readonly<Record<string, string[]>>;
  readonly silent?: readonly string[];
}

async function proxy({ places, lookup, silent }: Proxy) {
  const socket = path.join(await newFolder(), 'socket');
  const refused: Refusal[] = [];
  const resolved: string[] = [];
  const find = (host: string) => {
    resolved.push(host);
    return Promise.resolve(lookup?.[host] ?? []);
  };
  closers.push(
    await openAllowList({
      socket,
      allowedHosts: places,
      unknownDefaults: silent,
      onRefusal: (refusal) => refused.push(refusal),
      ...(lookup ? { lookup: find } : {}),
    }),
  );
  return { socket, refused, resolved };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** What comes back from CONNECT, and from what is said through it. */
function tunnel(socket: string, place: string, say = ''): Promise<string> {
  return new Promise((resolve) => {
    const near = connect(socket);
    let heard = '';
    near.setEncoding('utf8').on('data', (text: string) => {
      if (heard === '' && say) near.write(say);
      heard += text;
    });
    near.once('close', () => resolve(heard));
    near.on('error', () => undefined);
    near.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`);
  });
}

function get(socketPath: string, url: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'liar.example', 'proxy-authorization': 'Basic c2VjcmV0', 'x-kept': 'yes' };
    const asked = request({ socketPath, path: url, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    asked.once('error', reject).end();
  });
}

describe('the allow-list proxy', () => {
  it('carries bytes to a place that is on the list', async () => {
    const port = await listening(createTcp((far) => void far.once('data', (data) => far.end(`heard ${data}`))));
    const { socket, refused } = await proxy({ places: [{ host: 'localhost', port }] });
    expect(await tunnel(socket, `localhost:${port}`, 'hello')).toMatch(/^HTTP\/1\.1 200 .*heard hello$/s);
    expect(refused).toEqual([]);
  });

  it('names host and setting where one is not', async () => {
    const { socket, refused, resolved } = await proxy({ places: [{ host: 'good.example' }], lookup: {} });
    const said = await tunnel(socket, 'evil.example:443');
    expect(said).toMatch(
      /^HTTP\/1\.1 403 .*evil\.example may not be reached from here\. Add evil\.example to sandbox\.hosts/s,
    );
    expect(refused).toEqual([
      { host: 'evil.example', remedy: 'Add evil.example to sandbox.hosts in .github/crew.yml.' },
    ]);
    expect(resolved).toEqual([]); // not even its name is asked for: a name carries secrets as well as a body
  });

  it.each([
    ['a subdomain', 'x.good.example:443'],
    ['another port', 'good.example:22'],
    ['a name that only ends so', 'notgood.example:443'],
    ['a user in front', 'good.example@evil.example:443'],
    ['nothing', ':443'],
    ['no port', 'good.example'],
    ['an address', '93.184.216.34:443'],
  ])('refuses %s of a place on the list', async (_what, place) => {
    const { socket, refused } = await proxy({ places: [{ host: 'good.example' }], lookup: {} });
    expect(await tunnel(socket, place)).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toHaveLength(1);
  });

  it.each(['GOOD.example:443', 'good.example.:443'])('takes %s for the same name', async (place) => {
    const { socket, resolved } = await proxy({ places: [{ host: 'good.example' }], lookup: {} });
    await tunnel(socket, place);
    expect(resolved).toEqual(['good.example']);
  });

  it.each([
    ['this machine', ['127.0.0.1']],
    ['its neighbours', ['10.1.2.3']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['one of several', ['93.184.216.34', '192.168.0.1']],
    ['a disguise', ['::ffff:10.0.0.1']],
    ['another disguise', ['64:ff9b::a00:1']],
    ['this machine, newer', ['::1']],
  ])('refuses an allowed name that leads to %s', async (_what, addresses) => {
    const { socket, refused } = await proxy({
      places: [{ host: 'good.example' }],
      lookup: { 'good.example': addresses },
    });
    expect(await tunnel(socket, 'good.example:443')).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toMatchObject([{ host: 'good.example' }]);
  });

  it('names the package managers whose usual registry it could not know', async () => {
    const { socket, refused } = await proxy({ places: [], silent: ['Gradle', 'Maven'] });
    await tunnel(socket, 'packages.example:443');
    const remedy =
      'Add packages.example to sandbox.hosts in .github/crew.yml. Also add the default registry of Gradle and Maven.';
    expect(refused).toEqual([{ host: 'packages.example', remedy }]);
  });

  it('lets a registry in a private network be, where exactly that place is configured, but never the metadata service', async () => {
    const port = await listening(createTcp((far) => far.end('registry')));
    const places = [{ host: 'npm.corp', port }];
    const inside = await proxy({ places, lookup: { 'npm.corp': ['127.0.0.1'] } });
    expect(await tunnel(inside.socket, `npm.corp:${port}`)).toMatch(/200 .*registry/s);
    const metadata = await proxy({ places, lookup: { 'npm.corp': ['169.254.169.254'] } });
    expect(await tunnel(metadata.socket, `npm.corp:${port}`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('passes plain HTTP on, under its true name and without what was for the proxy', async () => {
    const heard: unknown[] = [];
    const server = createServer((asked, answer) => {
      heard.push([asked.url, asked.headers.host, asked.headers['proxy-authorization'], asked.headers['x-kept']]);
      answer.end('package');
    });
    const port = await listening(server);
    const { socket, refused } = await proxy({ places: [{ host: '127.0.0.1', port }] });
    expect(await get(socket, `http://127.0.0.1:${port}/left-pad?a=1`)).toEqual({ status: 200, text: 'package' });
    expect(heard).toEqual([['/left-pad?a=1', `127.0.0.1:${port}`, undefined, 'yes']]);
    expect(await get(socket, 'http://evil.example/')).toMatchObject({ status: 403 });
    expect(await get(socket, '/not-for-a-proxy')).toMatchObject({ status: 400 });
    expect(refused).toMatchObject([{ host: 'evil.example' }]);
  });

  it('ends its tunnels when it closes', async () => {
    const port = await listening(createTcp((far) => void far.write('open')));
    const socket = path.join(await newFolder(), 'socket');
    const close = await openAllowList({ socket, allowedHosts: [{ host: '127.0.0.1', port }], onRefusal: () => {} });
    const heard = tunnel(socket, `127.0.0.1:${port}`, 'x');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await close();
    expect(await heard).toContain('200');
  });
});
