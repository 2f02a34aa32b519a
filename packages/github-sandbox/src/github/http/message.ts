// The types of requests and responses of the server, and short forms of responses. Used by endpoints/, http/, rest/ and faults.ts, and by
// the pages through src/github/index.ts.

import type { IncomingHttpHeaders } from 'node:http';

/** A completely received request. */
export type Incoming = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** A response: JSON, or bytes of git or a page. */
export type Reply = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** Set once the route and the caller are known; for the request log. */
  readonly operation?: string;
  readonly actor?: string;
};

export const ok = (json: unknown): Reply => ({ status: 200, json });
export const created = (json: unknown): Reply => ({ status: 201, json });
export const accepted = (json: unknown = {}): Reply => ({ status: 202, json });
export const noContent = (): Reply => ({ status: 204 });

/** Serves pages; null if there is none for the path. */
export type PageHandler = (incoming: Incoming) => Reply | null | Promise<Reply | null>;
