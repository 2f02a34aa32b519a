// What reaches the App by its webhook: only what GitHub signed, once, and no more than it can carry.
import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { type RunningServer, serveApp } from '../../src/app/serve.js';
import { freePort } from '../../src/cli/embedded-github.js';
import { readEnv } from '../../src/services/env.js';
import { newFolder } from '../build/folder.js';

/** GitHub's own example of a signature. */
const VECTOR = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
};

let github: EmbeddedGitHub;
let app: RunningServer;
let hook: string;
beforeAll(async () => {
  const port = await freePort();
  hook = `http://127.0.0.1:${port}/api/github/webhooks`;
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya'],
      repositories: [
        { owner: 'ann', name: 'shop', collaborators: { maya: 'write' }, issues: [{ title: 'One' }, { title: 'Two' }] },
      ],
      apps: [
        {
          slug: 'crew',
          permissions: {
            actions: 'write',
            contents: 'write',
            issues: 'write',
            metadata: 'read',
            pull_requests: 'write',
          },
          events: ['issue_comment'],
          webhook: { url: hook, secret: VECTOR.secret },
          installations: [{ account: 'ann' }],
        },
      ],
    },
  });
  const { id, privateKey } = github.app('crew');
  const env = readEnv({
    ...{ GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl, GITHUB_SERVER_URL: github.url },
    ...{ APP_ID: String(id), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: VECTOR.secret, PORT: String(port) },
    CREW_HOME: await newFolder(),
  });
  app = await serveApp(env, { root: '.', host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await github.close();
});

const signed = (body: string | Buffer) => `sha256=${createHmac('sha256', VECTOR.secret).update(body).digest('hex')}`;

async function post(body: string, headers: Readonly<Record<string, string>>, guid = randomUUID()): Promise<number> {
  const answer = await fetch(hook, {
    method: 'POST',
    body,
    headers: {
      ...{ 'content-type': 'application/json', 'x-github-event': 'issue_comment', 'x-github-delivery': guid },
      ...headers,
    },
  });
  return answer.status;
}

/** Somebody's comment as GitHub sends it, taken down on its way. */
async function delivered(body: string, issue = 1): Promise<string> {
  const before = github.state.deliveries.length;
  await fetch(`${github.apiUrl}/repos/ann/shop/issues/${issue}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${github.tokenFor({ user: 'maya' })}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  await settled();
  const [delivery] = [...github.state.deliveries].slice(before);
  if (!delivery) throw new Error('nothing was delivered');
  return delivery.body;
}

async function settled(): Promise<void> {
  await github.webhooksSettled();
  await app.idle();
}

const answers = (issue = 1) =>
  github
    .repository('ann/shop')
    .issues.find(({ number }) => number === issue)
    ?.comments.filter(({ author }) => author.login === 'crew[bot]').length;

/** A body that would be answered, by another comment's number, so that nobody has heard it yet. */
const another = (payload: string, id: number) =>
  JSON.stringify({ ...JSON.parse(payload), comment: { ...JSON.parse(payload).comment, id } });

describe('a delivery', () => {
  it('without a signature, or with one of sha1 alone, is refused, and nothing comes of it', async () => {
    const body = another(await delivered('/crew help'), 9_000_001);
    const effects = github.effects.length;
    const sha1 = `sha1=${createHmac('sha1', VECTOR.secret).update(body).digest('hex')}`;
    const asked = [await post(body, {}), await post(body, { 'x-hub-signature': sha1 })];
    for (const status of asked) expect([400, 401]).toContain(status);
    expect(await post(body, { 'x-hub-signature-256': sha1 })).not.toBe(200);
    await settled();
    expect(github.effects.length).toBe(effects);
  });

  it('is known by GitHub’s own example; one byte more or less, or a signature that is none, is refused', async () => {
    expect(signed(VECTOR.body)).toBe(VECTOR.signature);
    const body = another(await delivered('/crew help'), 9_000_002);
    const signature = signed(body);
    const wrong = [
      ...['', 'sha256=', 'sha256', signature.slice(0, -1), `${signature}0`, signature.toUpperCase(), 'sha256=zz'],
      ...[signature.replace('sha256=', ''), `sha256=${'0'.repeat(64)}`, signed(`${body} `), 'sha512=00', '\u00e9'],
    ];
    const effects = github.effects.length;
    for (const each of wrong) expect([400, 401]).toContain(await post(body, { 'x-hub-signature-256': each }));
    expect([400, 401]).toContain(await post(body.replace('9000002', '9000003'), { 'x-hub-signature-256': signature }));
    await settled();
    expect(github.effects.length).toBe(effects);
    expect(await post(body, { 'x-hub-signature-256': signature })).toBe(200);
  });

  it('that comes a hundred times, under its own number or under new ones, is one command', async () => {
    const before = answers(2) ?? 0;
    const body = await delivered('/crew help', 2);
    expect(answers(2)).toBe(before + 1);
    const guid = randomUUID();
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 20 }, (_, n) =>
        post(body, { 'x-hub-signature-256': signed(body) }, n % 2 ? guid : randomUUID()),
      );
      for (const status of await Promise.all(asked)) expect([200, 202]).toContain(status);
    }
    await settled();
    expect(answers(2)).toBe(before + 1);
  });
});

describe('more than it can carry', () => {
  it('is refused: thirty megabytes, and a hundred thousand brackets; meanwhile others are heard', async () => {
    const huge = Buffer.alloc(30_000_000, 0x20);
    const began = process.memoryUsage().rss;
    const big = fetch(hook, {
      method: 'POST',
      body: huge,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(huge), 'x-github-event': 'push' },
    }).then(
      ({ status }) => status,
      () => 413,
    );
    const help = await delivered('/crew help');
    expect(help).toContain('/crew help');
    expect(await big).toBe(413);
    const deep = '['.repeat(100_000);
    expect([400, 401, 422]).toContain(await post(deep, { 'x-hub-signature-256': signed(deep) }));
    expect(process.memoryUsage().rss - began).toBeLessThan(300_000_000);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });

  it('is not waited for: who sends a byte now and then is hung up on, and keeps nobody waiting', async () => {
    const { port } = new URL(hook);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
    const dripping = setInterval(() => socket.write('a'), 500);
    const over = new Promise<'hung up'>((resolve) => socket.once('close', () => resolve('hung up')));
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect(await over).toBe('hung up');
    clearInterval(dripping);
  }, 20_000);
});
