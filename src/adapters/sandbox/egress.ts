// Network access of a sandbox: the proxy outside, its ports inside, and the variables that name it to programs.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { openAllowList, type Refusal } from '../proxy/allow-list.js';
import { isLoopback, type Place } from '../proxy/place.js';
import type { BridgePort } from './bridge.js';

export interface Egress {
  readonly socket: string;
  readonly ports: readonly BridgePort[];
  readonly env: Readonly<Record<string, string>>;
  /** Calls `onOutput` for every refused host until the returned function is called. */
  listen(onOutput: (refusal: Refusal) => void): () => void;
  close(): Promise<void>;
}

const USUAL_PORT = 3128;

interface EgressOptions {
  /** The folder for the proxy's socket. */
  readonly folder: string;
  readonly places: readonly Place[];
  readonly silent?: readonly string[] | undefined;
}

export async function openEgress({ folder, places, silent }: EgressOptions): Promise<Egress> {
  const listeners = new Set<(refusal: Refusal) => void>();
  const socket = path.join(folder, 'socket');
  const refused = (refusal: Refusal) => {
    for (const onOutput of listeners) onOutput(refusal);
  };
  const close = await openAllowList({ socket, places, silent, refused });
  await chmod(socket, 0o777); // the parent folder is private; processes that can see the socket may use it
  const local = localPorts(places);
  const port = freeOf(local.map((door) => door.port));
  return {
    socket,
    ports: [{ port, ask: null }, ...local],
    env: variables(`http://127.0.0.1:${port}`),
    listen: (onOutput) => {
      listeners.add(onOutput);
      return () => void listeners.delete(onOutput);
    },
    close,
  };
}

/** A registry on this machine gets its port in the sandbox, since programs do not use a proxy for `localhost`. */
function localPorts(places: readonly Place[]): readonly BridgePort[] {
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
