// A separate process holds the model's API key, so that neither crew's process nor a command of an agent can read it. The key is passed
// through standard input, not in arguments, environment or files, which /proc would show. The process forwards only requests to the
// model.
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

  const allowed = ['/v1/messages', '/v1/messages/count_tokens'];
  const dropped = /^(?:host|connection|keep-alive|transfer-encoding|upgrade|proxy-.*|authorization|x-api-key|cookie)$/;
  const withoutCredentials = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.test(name))) as Record<string, string>;
  const knows = (given: unknown) => {
    const [a, b] = [Buffer.from(String(given)), Buffer.from(token)];
    return a.length === b.length && timingSafeEqual(a, b);
  };

  const server = http.createServer((asked, answer) => {
    const refuse = (status: number, message: string) => {
      asked.resume();
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ type: 'error', error: { type: 'crew_refused', message } }));
    };
    const url = new URL(asked.url ?? '/', 'http://holder');
    const given = asked.headers['x-api-key'] ?? asked.headers.authorization?.replace(/^Bearer /, '');
    if (!knows(given)) return refuse(401, 'not the token of this holder');
    if (asked.method !== 'POST' || !allowed.includes(url.pathname)) return refuse(403, 'only questions to the model');

    const far = (base.protocol === 'https:' ? https : http).request({
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + url.pathname + url.search,
      method: 'POST',
      headers: { ...withoutCredentials(asked.headers), 'x-api-key': key, host: base.host },
    });
    far.once('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 502, withoutCredentials(reply.headers));
      answer.flushHeaders();
      reply.pipe(answer);
      reply.once('error', () => answer.destroy()); // a broken stream must not look complete
      reply.once('aborted', () => answer.destroy());
    });
    far.once('error', (error) => (answer.headersSent ? answer.destroy() : refuse(502, error.message)));
    answer.once('close', () => far.destroy());
    asked.pipe(far);
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
}
