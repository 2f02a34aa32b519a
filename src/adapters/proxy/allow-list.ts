// An HTTP proxy with an allow-list of hosts: the only network access of a sandbox. It resolves names itself and connects to the address
// it checked, so that a second DNS answer cannot redirect the connection.
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
export interface AllowList {
  /** The path of the unix socket that it listens on. */
  readonly socket: string;
  readonly places: readonly AllowedHost[];
  /** Names of package managers whose default registry could not be determined. */
  readonly silent?: readonly string[] | undefined;
  readonly refused: (refusal: Refusal) => void;
  readonly lookup?: (host: string) => Promise<readonly string[]>;
}

type Destination = { readonly address: string; readonly port: number } | { readonly refusal: Refusal };

const IDLE_MS = 300_000;

/** Opens the proxy. The returned function closes it and all its connections. */
export async function openAllowList(allowList: AllowList): Promise<() => Promise<void>> {
  const open = new Set<Duplex>();
  const keep = (stream: Duplex) => {
    open.add(stream);
    stream.on('error', () => stream.destroy()).once('close', () => open.delete(stream));
  };
  const server = createServer(
    (asked, answer) => void forwardRequest(allowList, { asked, answer }).catch(() => answer.destroy()),
  );
  server.on('connection', keep);
  server.on('connect', (asked, near: Duplex, head: Buffer) => {
    void tunnel(allowList, { asked, near, head, keep }).catch(() => near.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(allowList.socket, resolve));
  return () => {
    for (const stream of open) stream.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

interface Tunnel {
  readonly asked: IncomingMessage;
  readonly near: Duplex;
  readonly head: Buffer;
  readonly keep: (stream: Duplex) => void;
}

/** CONNECT: forwards bytes between the command and an allowed host. */
async function tunnel(allowList: AllowList, { asked, near, head, keep }: Tunnel): Promise<void> {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(asked.url ?? '') ?? [];
  const to = await destination(allowList, { host, port: Number(port) });
  if ('refusal' in to) return void near.end(refusalText(to.refusal));
  const far: Socket = connect({ host: to.address, port: to.port });
  keep(far);
  far.setTimeout(IDLE_MS, () => far.destroy());
  far.once('connect', () => {
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    far.write(head);
    near.pipe(far).pipe(near);
  });
  far.once('close', () => near.destroy());
  near.once('close', () => far.destroy());
}

interface ForwardedRequest {
  readonly asked: IncomingMessage;
  readonly answer: ServerResponse;
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** `GET http://…`: registries without TLS. */
async function forwardRequest(allowList: AllowList, { asked, answer }: ForwardedRequest): Promise<void> {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
  if (url?.protocol !== 'http:') return void answer.writeHead(400).end('crew: this is a proxy\n');
  const to = await destination(allowList, { host: url.hostname, port: Number(url.port || 80) });
  if ('refusal' in to) return void answer.writeHead(403, REFUSED).end(refusalSentence(to.refusal));
  const headers = { ...asked.headers, host: url.host };
  for (const name of HOP_BY_HOP) delete headers[name as keyof typeof headers];
  const { method } = asked;
  const far = request({ host: to.address, port: to.port, path: url.pathname + url.search, headers, method });
  far.setTimeout(IDLE_MS, () => far.destroy());
  far.once('response', (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  far.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.once('close', () => far.destroy());
  asked.pipe(far);
}

async function destination(
  allowList: AllowList,
  input: { readonly host: string; readonly port: number },
): Promise<Destination> {
  const place = findAllowed(allowList.places, input);
  const refuse = (remedy: string) => {
    const refusal = { host: `${input.host}:${input.port}`.replace(/:(?:443|80)$/, ''), remedy };
    allowList.refused(refusal);
    return { refusal };
  };
  if (!place) return refuse(remedyFor(input.host, allowList.silent));
  const addresses = await (allowList.lookup ?? lookup)(place.host).catch(() => []);
  const kinds = addresses.map(kindOf);
  const [address] = addresses;
  if (!address) return refuse(`${place.host} does not resolve. Check the spelling.`);
  // A name that resolves to a private address is refused unless this host and port are configured.
  if (kinds.includes('never')) return refuse(NO_SETTING);
  if (kinds.includes('private') && !place.port)
    return refuse(
      `It leads into a private network. Configure it as a registry with its port: https://${place.host}:443/.`,
    );
  return { address, port: input.port };
}

const NO_SETTING = 'It is a link-local address (cloud credentials). No setting allows it.';

function remedyFor(host: string, silent: readonly string[] = []): string {
  if (isIP(host) !== 0 && kindOf(host) === 'never') return NO_SETTING;
  const setting = `Add ${host} to sandbox.hosts in .github/crew.yml.`;
  return silent.length === 0 ? setting : `${setting} Also add the default registry of ${silent.join(' and ')}.`;
}

async function lookup(host: string): Promise<readonly string[]> {
  return (await lookupOfNode(host, { all: true })).map(({ address }) => address);
}

const REFUSED = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

const refusalSentence = ({ host, remedy }: Refusal) => `crew: ${host} may not be reached from here. ${remedy}\n`;

function refusalText(refusal: Refusal): string {
  const body = refusalSentence(refusal);
  return [
    'HTTP/1.1 403 Forbidden by crew',
    ...Object.entries(REFUSED).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
