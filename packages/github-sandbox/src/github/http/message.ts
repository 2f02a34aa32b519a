import type { IncomingHttpHeaders } from 'node:http';

/** A request that was read to its end. */
export type Incoming = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** An answer before it is written: JSON where it is data, bytes where it is git's or a page's. */
export type Reply = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** Known once a route was found and the caller recognised; for the log of requests. */
  readonly operation?: string;
  readonly actor?: string;
};

export const ok = (json: unknown): Reply => ({ status: 200, json });
export const created = (json: unknown): Reply => ({ status: 201, json });
export const accepted = (json: unknown = {}): Reply => ({ status: 202, json });
export const noContent = (): Reply => ({ status: 204 });
