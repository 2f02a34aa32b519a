import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { verify } from '@octokit/webhooks-methods';
import type { GitHubEvent } from '../../src/github/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, keys, octokit, sampleSeed } from '../support/repository.js';

type Received = { headers: Record<string, unknown>; body: string };

let github: EmbeddedGitHub;
let listener: Server;
let received: Received[];
let answers: number[];
const secret = 'between us';

beforeEach(async () => {
  received = [];
  answers = [];
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 202).end('thanks');
  });
  const url = await new Promise<string>((resolve) => {
    listener.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(listener.address()).port}`));
  });
  const events = ['issues', 'issue_comment', 'push'];
  const permissions = { issues: 'write' } as const;
  const apps = [
    { slug: 'crew', keys, permissions, events, webhook: { url, secret }, installations: [{ account: 'ann' }] },
  ];
  github = await startEmbeddedGitHub({ seed: { ...sampleSeed, apps } });
});
afterEach(async () => {
  listener.close();
  listener.closeAllConnections();
  await github.close();
});

const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));
const app = () => {
  const { id: appId, privateKey } = github.app('crew');
  return new Octokit({ baseUrl: github.apiUrl, authStrategy: createAppAuth, auth: { appId, privateKey } });
};
const deliver = async (body: string) => {
  await bob().issues.createComment({ ...inRepository, issue_number: 1, body });
  await github.webhooksSettled();
};

describe('a webhook', () => {
  it('is signed, named and numbered', async () => {
    await deliver('/crew help');
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(headers).toMatchObject({
      'x-github-event': 'issue_comment',
      'x-github-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'content-type': 'application/json',
    });
    expect(await verify(secret, body, String(headers['x-hub-signature-256']))).toBe(true);
  });

  it('carries who, where and what, as it was at that moment', async () => {
    await deliver('/crew help');
    const payload: unknown = JSON.parse(received[0]?.body ?? '');
    const [installation] = [...github.state.installations.values()];
    expect(payload).toMatchObject({
      action: 'created',
      comment: { body: '/crew help', author_association: 'COLLABORATOR' },
      issue: { number: 1, title: 'The cart forgets' },
      repository: { full_name: 'ann/shop', default_branch: 'main' },
      sender: { login: 'bob', type: 'User' },
      installation: { id: installation?.id },
    });
  });

  it('tells an edit with the text from before', async () => {
    const { data } = await bob().issues.createComment({ ...inRepository, issue_number: 1, body: 'before' });
    await bob().issues.updateComment({ ...inRepository, comment_id: data.id, body: 'after' });
    await github.webhooksSettled();
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      action: 'edited',
      comment: { body: 'after' },
      changes: { body: { from: 'before' } },
    });
  });

  it('is sent for the App itself, too, and for no event it did not ask for', async () => {
    const token = github.tokenFor({ app: 'crew', on: 'ann' });
    await octokit(github, token).issues.createComment({ ...inRepository, issue_number: 1, body: 'by crew' });
    await octokit(github, token).issues.createLabel({ ...inRepository, name: 'unasked' });
    await github.webhooksSettled();
    expect(received.map(({ headers }) => headers['x-github-event'])).toEqual(['issue_comment']);
  });

  it('that failed stands in the list of deliveries and is sent again under the same GUID', async () => {
    answers = [500];
    await deliver('first try');
    const { data } = await app().apps.listWebhookDeliveries();
    expect(data).toMatchObject([{ status: 'Invalid HTTP Response: 500', status_code: 500, redelivery: false }]);
    await app().apps.redeliverWebhookDelivery({ delivery_id: data[0]?.id ?? 0 });
    await github.webhooksSettled();
    const { data: after } = await app().apps.listWebhookDeliveries();
    expect(after).toMatchObject([{ status: 'OK', redelivery: true, guid: data[0]?.guid }, { redelivery: false }]);
    expect(received[1]?.body).toBe(received[0]?.body);
    const { data: full } = await app().apps.getWebhookDelivery({ delivery_id: after[0]?.id ?? 0 });
    expect(full).toMatchObject({
      request: { payload: { comment: { body: 'first try' } } },
      response: { payload: 'thanks' },
    });
  });

  it('that reaches nobody is noted as such', async () => {
    listener.closeAllConnections();
    listener.close();
    await deliver('anybody there?');
    expect((await app().apps.listWebhookDeliveries()).data).toMatchObject([
      { status: 'failed to connect to host', status_code: 0 },
    ]);
  });

  it('is found by walking the list page by page', async () => {
    for (const body of ['1', '2', '3']) await deliver(body);
    const all = await app().paginate('GET /app/hook/deliveries', { per_page: 2 });
    expect(all).toHaveLength(3);
  });
});

describe('events', () => {
  it('that a workflow caused start no workflow, those of people and Apps do', async () => {
    const delivered: GitHubEvent[] = [];
    const stop = github.on('event', (event) => delivered.push(event));
    const job = octokit(
      github,
      github.tokenFor({ workflow: 'ann/shop', permissions: { issues: 'write', contents: 'write' } }),
    );
    await job.issues.createComment({ ...inRepository, issue_number: 1, body: 'from a job' });
    await bob().issues.createComment({ ...inRepository, issue_number: 1, body: 'from bob' });
    await job.repos.createDispatchEvent({ ...inRepository, event_type: 'again' });
    stop();
    await bob().issues.createComment({ ...inRepository, issue_number: 1, body: 'unheard' });
    expect(delivered.map(({ name, startsWorkflows }) => [name, startsWorkflows])).toEqual([
      ['issue_comment', false],
      ['issue_comment', true],
      ['repository_dispatch', true],
    ]);
  });
});
