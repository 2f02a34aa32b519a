// Network access of a sandbox: the proxy outside, its ports inside, and the variables that name it to programs.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { openAllowList, type Refusal } from '../proxy/allow-list.js';
import { type AllowedHost, isLoopback } from '../proxy/hosts.js';

/** The network access of a sandbox. */
export interface Egress {
  readonly socket: string;
  readonly ports: readonly BridgePort[];
  readonly env: Readonly<Record<string, string>>;
  /** Calls `onRefusal` for every refused host until the returned function is called. */
  listen(onRefusal: (refusal: Refusal) => void): () => void;
  close(): Promise<void>;
}

const USUAL_PORT = 3128;

interface EgressOptions {
  /** The folder for the proxy's socket. */
  readonly folder: string;
  readonly places: readonly AllowedHost[];
  readonly silent?: readonly string[] | undefined;
}

/** Opens the proxy of a sandbox. */
export async function openEgress({ folder, places, silent }: EgressOptions): Promise<Egress> {
  const listeners = new Set<(refusal: Refusal) => void>();
  const socket = path.join(folder, 'socket');
  const refused = (refusal: Refusal) => {
    for (const onRefusal of listeners) onRefusal(refusal);
  };
  const close = await openAllowList({ socket, places, silent, refused });
  await chmod(socket, 0o777); // the parent folder is private; processes that can see the socket may use it
  const local = localPorts(places);
  const port = freeOf(local.map((each) => each.port));
  return {
    socket,
    ports: [{ port, ask: null }, ...local],
    env: variables(`http://127.0.0.1:${port}`),
    listen: (onRefusal) => {
      listeners.add(onRefusal);
      return () => void listeners.delete(onRefusal);
    },
    close,
  };
}

/** A registry on this machine gets its port in the sandbox, since programs do not use a proxy for `localhost`. */
function localPorts(places: readonly AllowedHost[]): readonly BridgePort[] {
  const local = new Map<number, BridgePort>();
  for (const { host, port } of places)
    if (port !== undefined && isLoopback({ host })) local.set(port, { port, ask: `${host}:${port}` });
  return [...local.values()];
}

function freeOf(taken: readonly number[]): number {
  let port = USUAL_PORT;
  while (taken.includes(port)) port += 1;
  return port;
}

function variables(proxy: string): Readonly<Record<string, string>> {
  const direct = 'localhost,127.0.0.1,::1';
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    NO_PROXY: direct,
    no_proxy: direct,
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    CARGO_HTTP_PROXY: proxy,
    NODE_USE_ENV_PROXY: '1',
  };
}

/** A port inside the sandbox. With `ask` it forwards to this host and port through the proxy; without, it is the proxy itself. */
interface BridgePort {
  readonly port: number;
  readonly ask: string | null;
}

export interface BridgeOptions {
  readonly socket: string;
  readonly ports: readonly BridgePort[];
  /** Several sandboxes will use this network one after another, so closed connections must not block ports. */
  readonly dropsTimeWait?: boolean | undefined;
}

/** What the bridge prints when all ports are open. */
export interface BridgeReady {
  readonly pid: number;
  /** Whether the kernel accepted dropping closed connections at once (no TIME_WAIT). */
  readonly dropsTimeWait: boolean;
}

/**
 * The program that runs in the sandbox's network namespace and forwards its ports to a unix socket outside. The namespace exists as long
 * as this program. It is started from its source text (`asProgram`), so it may not use anything outside the function.
 */
export async function bridge({ socket, ports, dropsTimeWait = false }: BridgeOptions): Promise<void> {
  const { connect, createServer } = await import('node:net');
  const { writeFile } = await import('node:fs/promises');
  type Socket = ReturnType<typeof connect>;

  const join = (near: Socket, far: Socket) => {
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => one.destroy()).once('close', () => other.destroy());
  };
  const askFor = (place: string, { near, far }: { near: Socket; far: Socket }) => {
    let head = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      far.off('data', onData);
      if (!head.toString('latin1').startsWith('HTTP/1.1 200 ')) return void near.destroy();
      near.write(head.subarray(end + 4));
      join(near, far);
    };
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy()).on('data', onData);
    far.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`);
  };
  const open = ({ port, ask }: { port: number; ask: string | null }) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((near) => {
        const far = connect(socket);
        if (ask === null) join(near, far);
        else askFor(ask, { near, far });
      });
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });

  // TIME_WAIT would block the port for a minute, and the next sandbox could not listen on it.
  const dropTimeWait = () =>
    writeFile('/proc/sys/net/ipv4/tcp_max_tw_buckets', '0').then(
      () => true,
      () => false,
    );

  const [does] = await Promise.all([dropsTimeWait && dropTimeWait(), ...ports.map(open)]);
  process.stdin.resume().once('close', () => process.exit(0)); // ends with its parent
  process.stdout.write(`${JSON.stringify({ pid: process.pid, dropsTimeWait: does } satisfies BridgeReady)}\n`);
}
