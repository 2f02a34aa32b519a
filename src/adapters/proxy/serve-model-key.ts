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
