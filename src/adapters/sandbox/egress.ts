// Network access of the sandboxes of a tree: the proxy outside, its ports inside, and the variables that name the proxy to programs. Opened by
// the pool; the files of levels/ start the bridge.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { openAllowList, type Refusal } from '../proxy/allow-list.js';
import { type AllowedHost, isLoopback } from '../proxy/hosts.js';

/** The network access of a sandbox. */
export interface Egress {
  /** The proxy's unix socket, outside. */
  readonly socket: string;
  /** Ports on the loopback address inside. */
  readonly ports: readonly BridgePort[];
  readonly env: Readonly<Record<string, string>>;
  /** Calls `onRefusal` for every refused host until the returned function is called. */
  listen(onRefusal: (refusal: Refusal) => void): () => void;
  close(): Promise<void>;
}

/** The proxy's port inside; a higher one if a registry needs this one. */
const DEFAULT_PORT = 3128;

interface EgressOptions {
  /** The folder for the proxy's socket. */
  readonly folder: string;
  readonly allowedHosts: readonly AllowedHost[];
  readonly unknownDefaults?: readonly string[] | undefined;
}

/** Opens the proxy of a sandbox. */
export async function openEgress({ folder, allowedHosts, unknownDefaults }: EgressOptions): Promise<Egress> {
  const listeners = new Set<(refusal: Refusal) => void>();
  const socket = path.join(folder, 'socket');
  const onRefusal = (refusal: Refusal) => {
    for (const listener of listeners) listener(refusal);
  };
  const close = await openAllowList({
    socket,
    allowedHosts: allowedHosts,
    unknownDefaults: unknownDefaults,
    onRefusal,
  });
  await chmod(socket, 0o777); // the parent folder is private; processes that can see the socket may use it
  const local = localPorts(allowedHosts);
  const port = freePort(local.map((each) => each.port));
  return {
    socket,
    ports: [{ port, target: null }, ...local],
    env: proxyVariables(`http://127.0.0.1:${port}`),
    listen: (onRefusal) => {
      listeners.add(onRefusal);
      return () => void listeners.delete(onRefusal);
    },
    close,
  };
}

/** A registry on this machine gets its port in the sandbox, since programs do not use a proxy for `localhost`. */
function localPorts(allowedHosts: readonly AllowedHost[]): readonly BridgePort[] {
  const local = new Map<number, BridgePort>();
  for (const { host, port } of allowedHosts)
    if (port !== undefined && isLoopback({ host })) local.set(port, { port, target: `${host}:${port}` });
  return [...local.values()];
}

function freePort(taken: readonly number[]): number {
  let port = DEFAULT_PORT;
  while (taken.includes(port)) port += 1;
  return port;
}

function proxyVariables(proxy: string): Readonly<Record<string, string>> {
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

/** A port inside the sandbox. It leads to the proxy if `target` is null, else through the proxy to this host and port. */
interface BridgePort {
  readonly port: number;
  readonly target: string | null;
}

export interface BridgeOptions {
  readonly socket: string;
  readonly ports: readonly BridgePort[];
  /** Closed connections are dropped at once (no TIME_WAIT), so that the next sandbox of this network can listen on the same ports. */
  readonly dropsTimeWait?: boolean | undefined;
}

/** What the bridge prints when all ports are open. */
export interface BridgeReady {
  readonly pid: number;
  /** Whether the kernel accepted this setting. */
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

  // `near`: a program in the sandbox; `far`: the proxy.
  const join = (near: Socket, far: Socket) => {
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => one.destroy()).once('close', () => other.destroy());
  };
  const connectThrough = (target: string, { near, far }: { near: Socket; far: Socket }) => {
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
    far.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
  };
  const open = ({ port, target }: BridgePort) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((near) => {
        const far = connect(socket);
        if (target === null) join(near, far);
        else connectThrough(target, { near, far });
      });
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });

  // TIME_WAIT would block the port for a minute, and the next sandbox could not listen on it.
  const dropTimeWait = () =>
    writeFile('/proc/sys/net/ipv4/tcp_max_tw_buckets', '0').then(
      () => true,
      () => false,
    );

  const [isDropping] = await Promise.all([dropsTimeWait && dropTimeWait(), ...ports.map(open)]);
  process.stdin.resume().once('close', () => process.exit(0)); // ends with its parent
  process.stdout.write(`${JSON.stringify({ pid: process.pid, dropsTimeWait: isDropping } satisfies BridgeReady)}\n`);
}
