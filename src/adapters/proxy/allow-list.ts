// An HTTP proxy with an allow-list of hosts: the only network access of a sandbox. It resolves names itself and connects to the address that it
// checked, so that a second DNS answer cannot redirect the connection. Opened by adapters/sandbox/egress.ts; the pool there uses a type.
import { lookup as lookupOfNode } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AllowedHost, findAllowed, kindOf } from './hosts.js';

/** A host that the proxy refused, with the remedy. */
export interface Refusal {
  readonly host: string;
  readonly remedy: string;
}

/** The options of the proxy. */
export interface AllowListOptions {
  /** The path of the unix socket that the proxy listens on. */
  readonly socket: string;
  readonly allowedHosts: readonly AllowedHost[];
  /** Names of package managers whose default registry could not be determined. */
  readonly unknownDefaults?: readonly string[] | undefined;
  readonly onRefusal: (refusal: Refusal) => void;
  /** Resolves a name to addresses. Default: the machine's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
}

type Destination = { readonly address: string; readonly port: number } | { readonly refusal: Refusal };

/** Connections without traffic are closed after five minutes. */
const IDLE_MS = 300_000;

/** Opens the proxy. The returned function closes it and all its connections. */
export async function openAllowList(allowList: AllowListOptions): Promise<() => Promise<void>> {
  const connections = new Set<Duplex>();
  const track = (stream: Duplex) => {
    connections.add(stream);
    stream.on('error', () => stream.destroy()).once('close', () => connections.delete(stream));
  };
  const server = createServer(
    (incoming, response) => void forwardRequest(allowList, { incoming, response }).catch(() => response.destroy()),
  );
  server.on('connection', track);
  server.on('connect', (incoming, client: Duplex, head: Buffer) => {
    void tunnel(allowList, { incoming, client, head, track }).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(allowList.socket, resolve));
  return () => {
    for (const stream of connections) stream.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

interface Tunnel {
  readonly incoming: IncomingMessage;
  readonly client: Duplex;
  readonly head: Buffer;
  readonly track: (stream: Duplex) => void;
}

/** Answers CONNECT: forwards bytes between a program (`client`) and an allowed host (`upstream`). */
async function tunnel(allowList: AllowListOptions, { incoming, client, head, track }: Tunnel): Promise<void> {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(incoming.url ?? '') ?? [];
  const target = await destination(allowList, { host, port: Number(port) });
  if ('refusal' in target) return void client.end(refusalText(target.refusal));
  const upstream: Socket = connect({ host: target.address, port: target.port });
  track(upstream);
  upstream.setTimeout(IDLE_MS, () => upstream.destroy());
  upstream.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.once('close', () => client.destroy());
  client.once('close', () => upstream.destroy());
}

interface ForwardedRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

/** Headers for the proxy itself, which it does not pass on. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** Answers requests such as `GET http://…`, which programs send for registries without TLS. */
async function forwardRequest(allowList: AllowListOptions, { incoming, response }: ForwardedRequest): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  if (url?.protocol !== 'http:') return void response.writeHead(400).end('crew: this is a proxy\n');
  const target = await destination(allowList, { host: url.hostname, port: Number(url.port || 80) });
  if ('refusal' in target) return void response.writeHead(403, REFUSAL_HEADERS).end(refusalSentence(target.refusal));
  const headers = { ...incoming.headers, host: url.host };
  for (const name of HOP_BY_HOP) delete headers[name as keyof typeof headers];
  const { method } = incoming;
  const upstream = request({
    host: target.address,
    port: target.port,
    path: url.pathname + url.search,
    headers,
    method,
  });
  upstream.setTimeout(IDLE_MS, () => upstream.destroy());
  upstream.once('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  upstream.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

async function destination(
  allowList: AllowListOptions,
  input: { readonly host: string; readonly port: number },
): Promise<Destination> {
  const allowedHost = findAllowed(allowList.allowedHosts, input);
  const refuse = (remedy: string) => {
    const refusal = { host: `${input.host}:${input.port}`.replace(/:(?:443|80)$/, ''), remedy };
    allowList.onRefusal(refusal);
    return { refusal };
  };
  if (!allowedHost) return refuse(remedyFor(input.host, allowList.unknownDefaults));
  const addresses = await (allowList.lookup ?? lookup)(allowedHost.host).catch(() => []);
  const kinds = addresses.map(kindOf);
  const [address] = addresses;
  if (!address) return refuse(`${allowedHost.host} does not resolve. Check the spelling.`);
  // A name that resolves to a private address is refused unless this host and port are configured.
  if (kinds.includes('never')) return refuse(NO_SETTING);
  if (kinds.includes('private') && !allowedHost.port)
    return refuse(
      `It leads into a private network. Configure it as a registry with its port: https://${allowedHost.host}:443/.`,
    );
  return { address, port: input.port };
}

const NO_SETTING = 'It is a link-local address (cloud credentials). No setting allows it.';

function remedyFor(host: string, unknownDefaults: readonly string[] = []): string {
  if (isIP(host) !== 0 && kindOf(host) === 'never') return NO_SETTING;
  const setting = `Add ${host} to sandbox.hosts in .github/crew.yml.`;
  return unknownDefaults.length === 0
    ? setting
    : `${setting} Also add the default registry of ${unknownDefaults.join(' and ')}.`;
}

async function lookup(host: string): Promise<readonly string[]> {
  return (await lookupOfNode(host, { all: true })).map(({ address }) => address);
}

const REFUSAL_HEADERS = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

const refusalSentence = ({ host, remedy }: Refusal) => `crew: ${host} may not be reached from here. ${remedy}\n`;

function refusalText(refusal: Refusal): string {
  const body = refusalSentence(refusal);
  return [
    'HTTP/1.1 403 Forbidden by crew',
    ...Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
