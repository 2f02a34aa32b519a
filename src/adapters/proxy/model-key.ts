// A separate process holds the model's API key, so that neither crew's process nor a command of an agent can read it. The key is passed
// through standard input, not in arguments, environment or files, which /proc would show. The process forwards only requests to the model.
// services/held-model.ts starts it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { asProgram } from './as-program.js';

/** The process that holds the model's key. */
export interface KeyHolder {
  /** Used instead of the model's URL. */
  readonly url: string;
  /** Used instead of the key; valid only for this process and as long as it runs. */
  readonly token: string;
  close(): Promise<void>;
}

interface KeyOptions {
  readonly key: string;
  /** The model's URL, such as ANTHROPIC_BASE_URL. */
  readonly upstream: string;
  /** File with additional certificates (NODE_EXTRA_CA_CERTS). */
  readonly certificates?: string | undefined;
}

/** Starts the process. It ends with `close` or with its parent. */
export async function holdModelKey({ key, upstream, certificates }: KeyOptions): Promise<KeyHolder> {
  const token = randomBytes(24).toString('hex');
  const child = spawn(process.execPath, ['-e', asProgram(serveModelKey)], {
    env: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
    cwd: '/',
    detached: true, // its own session, so that a signal to crew's process group does not end it during a request
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => undefined).write(`${JSON.stringify({ key, upstream, token })}\n`);
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', reject).once('exit', () => reject(new Error('the holder of the model key did not start')));
  });
  const close = () => {
    child.stdin.end();
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, token, close };
}

/**
 * The program that holds the model's key, started by `asProgram`, so it may not use anything outside the function. It reads its settings
 * as one line from standard input.
 */
export async function serveModelKey(): Promise<void> {
  const http = await import('node:http');
  const https = await import('node:https');
  const { timingSafeEqual } = await import('node:crypto');
  const { createInterface } = await import('node:readline');

  const lines = createInterface({ input: process.stdin });
  const settings: string = await new Promise((resolve) => lines.once('line', resolve));
  const { key, upstream, token } = JSON.parse(settings) as { key: string; upstream: string; token: string };
  const base = new URL(upstream);
  lines.once('close', () => process.exit(0)); // ends with its parent

  const allowedPaths = ['/v1/messages', '/v1/messages/count_tokens'];
  const removedHeaders =
    /^(?:host|connection|keep-alive|transfer-encoding|upgrade|proxy-.*|authorization|x-api-key|cookie)$/;
  const withoutCredentials = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !removedHeaders.test(name))) as Record<
      string,
      string
    >;
  const isToken = (given: unknown) => {
    const [a, b] = [Buffer.from(String(given)), Buffer.from(token)];
    return a.length === b.length && timingSafeEqual(a, b);
  };

  const server = http.createServer((incoming, response) => {
    const refuse = (status: number, message: string) => {
      incoming.resume();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'crew_refused', message } }));
    };
    const url = new URL(incoming.url ?? '/', 'http://holder');
    const given = incoming.headers['x-api-key'] ?? incoming.headers.authorization?.replace(/^Bearer /, '');
    if (!isToken(given)) return refuse(401, 'not the token of this holder');
    if (incoming.method !== 'POST' || !allowedPaths.includes(url.pathname))
      return refuse(403, 'only questions to the model');

    const upstreamRequest = (base.protocol === 'https:' ? https : http).request({
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + url.pathname + url.search,
      method: 'POST',
      headers: { ...withoutCredentials(incoming.headers), 'x-api-key': key, host: base.host },
    });
    upstreamRequest.once('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, withoutCredentials(reply.headers));
      response.flushHeaders();
      reply.pipe(response);
      reply.once('error', () => response.destroy()); // a broken stream must not look complete
      reply.once('aborted', () => response.destroy());
    });
    upstreamRequest.once('error', (error) => (response.headersSent ? response.destroy() : refuse(502, error.message)));
    response.once('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
}
