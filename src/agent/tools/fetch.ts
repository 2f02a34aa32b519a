// The tool `fetch`: reads a text from an allowed host.

import * as z from 'zod';
import type { Web } from '../../ports/index.js';
import type { GuardedTool } from '../guarded-tool.js';
import type { ToolResult } from '../tool.js';
import { kindOfBytes } from './file-facts.js';
import * as schemas from './input-schemas.js';
import { pageText } from './page-text.js';
import { MAX_RESULT_CHARACTERS, pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  url: schemas.phrase(2_000).describe('an https address'),
  from: z
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe('the position of the first character to return, to continue a long text'),
});

/** Fetches a text from an allowed host. */
export const fetch = (web: Web): GuardedTool<z.infer<typeof input>> => ({
  name: 'fetch',
  description: `Fetches a text over https. Markup is removed from web pages. ${web.hosts.length === 0 ? 'No host is allowed here.' : `Allowed hosts: ${web.hosts.join(', ')}.`}`,
  input,
  isReadOnly: true,
  // The guard is not asked about a host that is not allowed, because approval would not help. The tool's error names the setting.
  touches: ({ url }) => ('why' in targetOf(url, web.hosts) ? [] : [{ tool: 'Fetch', command: url }]),
  run: ({ url, from = 0 }, { signal }) =>
    fetchFollowing(web, { url, from, signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) }),
});

const MAX_REDIRECTS = 5;
const HEADERS = { accept: 'text/*, application/json;q=0.9, */*;q=0.1', 'user-agent': 'crew' };

async function fetchFollowing(
  web: Web,
  { url, from, signal }: { url: string; from: number; signal: AbortSignal },
): Promise<ToolResult> {
  let next = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const target = targetOf(next, web.hosts);
    if ('why' in target)
      return failed(redirects === 0 ? target.why : `It redirects to an address that is not allowed. ${target.why}`);
    const reply = await web.get(target.url.href, { redirect: 'manual', signal, headers: HEADERS }).catch(networkError);
    if ('why' in reply) return failed(reply.why);
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null) return answerOf(reply, { from, signal });
    await reply.body?.cancel();
    next = URL.canParse(location, target.url.href) ? new URL(location, target.url.href).href : location;
  }
  return failed(`It redirects more than ${MAX_REDIRECTS} times.`);
}

const failed = (text: string): ToolResult => ({ text, failed: true });

const networkError = (error: unknown): { readonly why: string } => ({
  why: `No answer: ${error instanceof Error ? error.message : String(error)}.`,
});

/** Checks a URL: https, an allowed host, the default port, no credentials. */
function targetOf(address: string, hosts: readonly string[]): { readonly url: URL } | { readonly why: string } {
  if (!URL.canParse(address)) return { why: `${pathOnOneLine(address.slice(0, 200))} is not a URL.` };
  const url = new URL(address);
  if (url.protocol !== 'https:') return { why: `Only https is allowed, not ${url.protocol}` };
  if (url.username !== '' || url.password !== '') return { why: 'A URL must not contain credentials.' };
  if (url.port !== '') return { why: `The port ${url.port} is not allowed.` };
  if (!hosts.includes(url.hostname.replace(/\.$/, '')))
    return {
      why: `The host ${url.hostname} is not allowed. sandbox.hosts in the configuration lists the allowed hosts.`,
    };
  url.hash = '';
  return { url };
}

/** The most bytes that are read of a reply. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_SHOWN = MAX_RESULT_CHARACTERS - 1_000;

async function answerOf(reply: Response, { from, signal }: { from: number; signal: AbortSignal }): Promise<ToolResult> {
  const { bytes, isCut } = await readStart(reply, signal);
  const kind = kindOfBytes(bytes);
  if (kind !== null) return { text: `${reply.status}: ${kind}; it is not shown.`, failed: !reply.ok };
  const raw = bytes.toString('utf8');
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(reply.headers.get('content-type') ?? '');
  const text = isPage ? pageText(raw) : raw;
  const left = text.length - from - MAX_SHOWN;
  const notes = [
    ...(left > 0 ? [`[${left} more characters; continue with from: ${from + MAX_SHOWN}]`] : []),
    ...(isCut ? [`[Only the first ${MAX_BYTES} bytes were read.]`] : []),
  ];
  return { text: [String(reply.status), text.slice(from, from + MAX_SHOWN), ...notes].join('\n'), failed: !reply.ok };
}

async function readStart(reply: Response, signal: AbortSignal): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = reply.body?.getReader();
  while (reader && length < MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { bytes: Buffer.concat(chunks), isCut: false };
    signal.throwIfAborted();
    chunks.push(value);
    length += value.length;
  }
  await reader?.cancel();
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isCut: reader !== undefined };
}
