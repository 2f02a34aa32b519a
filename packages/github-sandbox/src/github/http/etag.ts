import { createHash } from 'node:crypto';
import type { Incoming, Reply } from './message.js';

/** Gives what was read a fingerprint, and answers 304 to whoever has it already. */
export function withEtag(incoming: Incoming, reply: Reply): Reply {
  if (incoming.method !== 'GET' || reply.status !== 200 || reply.json === undefined) return reply;
  const etag = `W/"${createHash('sha256').update(JSON.stringify(reply.json)).digest('hex')}"`;
  const headers = { ...reply.headers, etag };
  const { 'if-none-match': known = '' } = incoming.headers;
  return known.split(/,\s*/).some((one) => same(one, etag)) ? { status: 304, headers } : { ...reply, headers };
}

/** Weak comparison: proxies add and drop the W/. */
const same = (a: string, b: string): boolean => a.replace(/^W\//, '') === b.replace(/^W\//, '');
