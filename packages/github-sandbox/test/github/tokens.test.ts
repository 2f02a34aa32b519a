import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
const inVault = { owner: 'ann', repo: 'vault' };

beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed, now: () => clock.now });
});
afterAll(() => github.close());

/** A JWT made by hand, so that its times can be wrong. */
function jwt({ issued = 0, expires = 540, key = github.app('crew').privateKey }): string {
  const seconds = Math.floor(clock.now / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: seconds + issued, exp: seconds + expires, iss: github.app('crew').id };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

describe('an App', () => {
  it('proves itself with a signed token and learns where it is installed', async () => {
    const app = octokit(github, jwt({ issued: -60 }));
    expect((await app.apps.getAuthenticated()).data).toMatchObject({ slug: 'crew', installations_count: 1 });
    const { data } = await app.apps.getRepoInstallation(inRepository);
    expect((await app.apps.listInstallations()).data).toMatchObject([{ id: data.id, account: { login: 'ann' } }]);
  });

  it.each([
    ['lives longer than ten minutes', { expires: 1200 }, 'too far in the future'],
    ['was made in the future', { issued: 300, expires: 540 }, 'Issued at'],
    ['is over', { issued: -600, expires: -1 }, 'Expiration time'],
  ])('is refused when its token %s', async (_, times, why) => {
    const answer = await refusal(octokit(github, jwt(times)).apps.getAuthenticated());
    expect(answer).toMatchObject({ status: 401, message: expect.stringContaining(why) });
  });

  it('is refused when somebody else signed for it', async () => {
    const signature = jwt({}).split('.');
    const forged = [signature[0], signature[1], Buffer.from('no').toString('base64url')].join('.');
    expect(await refusal(octokit(github, forged).apps.getAuthenticated())).toMatchObject({ status: 401 });
  });

  it('mints tokens the way its official library asks for them, which corrects its clock by the one of GitHub', async () => {
    const { id, privateKey } = github.app('crew');
    const [installation] = [...github.state.installations.values()];
    const app = new Octokit({
      baseUrl: github.apiUrl,
      authStrategy: createAppAuth,
      auth: { appId: id, privateKey, installationId: installation?.id, log: { warn: () => {} } },
    });
    const { data } = await app.issues.createComment({ ...inRepository, issue_number: 1, body: 'Here I am' });
    expect(data.user?.login).toBe('crew[bot]');
  });
});

describe('an installation token', () => {
  const mint = async (narrowed: { permissions?: Record<string, string>; repository_ids?: number[] }) => {
    const app = octokit(github, jwt({}));
    const { data: installation } = await app.apps.getRepoInstallation(inRepository);
    return app.apps.createInstallationAccessToken({ installation_id: installation.id, ...narrowed });
  };

  it('reaches only the repositories it was narrowed to', async () => {
    const { data } = await mint({ repository_ids: [github.repository('ann/shop').id] });
    const narrowed = octokit(github, data.token);
    expect((await narrowed.issues.get({ ...inRepository, issue_number: 1 })).status).toBe(200);
    expect(await refusal(narrowed.issues.get({ ...inVault, issue_number: 1 }))).toMatchObject({ status: 404 });
    expect((await narrowed.apps.listReposAccessibleToInstallation()).data).toMatchObject({
      total_count: 1,
      repositories: [{ name: 'shop' }],
    });
  });

  it('may only what it was narrowed to', async () => {
    const { data } = await mint({ permissions: { issues: 'read' } });
    expect(data.permissions).toEqual({ metadata: 'read', issues: 'read' });
    const call = octokit(github, data.token).issues.createComment({ ...inRepository, issue_number: 1, body: 'x' });
    expect(await refusal(call)).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
  });

  it('is not minted with more than the installation has', async () => {
    expect(await refusal(mint({ permissions: { administration: 'write' } }))).toMatchObject({ status: 422 });
  });

  it('is not minted for a repository that is not there', async () => {
    expect(await refusal(mint({ repository_ids: [1] }))).toMatchObject({ status: 422 });
  });

  it('dies after an hour', async () => {
    const token = github.tokenFor({ app: 'crew', on: 'ann' });
    clock.now += 3_599_000;
    expect((await octokit(github, token).issues.get({ ...inRepository, issue_number: 1 })).status).toBe(200);
    clock.now += 2_000;
    expect(await refusal(octokit(github, token).issues.get({ ...inRepository, issue_number: 1 }))).toMatchObject({
      status: 401,
      message: 'Bad credentials',
    });
  });

  it('dies when it is revoked', async () => {
    const token = github.tokenFor({ app: 'crew', on: 'ann' });
    await octokit(github, token).apps.revokeInstallationAccessToken();
    expect(await refusal(octokit(github, token).rateLimit.get())).toMatchObject({ status: 401 });
  });

  it('belongs to no user', async () => {
    const call = octokit(github, github.tokenFor({ app: 'crew', on: 'ann' })).users.getAuthenticated();
    expect(await refusal(call)).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
  });
});

describe('a workflow token', () => {
  it('acts as the bot of GitHub Actions, with its permissions and in its repository only', async () => {
    const token = github.tokenFor({ workflow: 'ann/shop', permissions: { issues: 'write' } });
    const actions = octokit(github, token);
    const { data } = await actions.issues.createComment({ ...inRepository, issue_number: 1, body: 'From a job' });
    expect(data.user?.login).toBe('github-actions[bot]');
    expect(
      await refusal(actions.git.createRef({ ...inRepository, ref: 'refs/heads/x', sha: '0'.repeat(40) })),
    ).toMatchObject({
      status: 403,
    });
    expect(await refusal(actions.issues.get({ ...inVault, issue_number: 1 }))).toMatchObject({ status: 404 });
  });
});

describe('a personal token', () => {
  it('does not see what its owner may not see', async () => {
    const eve = octokit(github, github.tokenFor({ user: 'eve' }));
    expect(await refusal(eve.repos.get(inVault))).toMatchObject({ status: 404, message: 'Not Found' });
  });

  it('that is fine-grained may only what it names', async () => {
    const token = github.tokenFor({ user: 'ann', permissions: { issues: 'read' } });
    const call = octokit(github, token).issues.createComment({ ...inRepository, issue_number: 1, body: 'x' });
    expect(await refusal(call)).toMatchObject({
      status: 403,
      message: 'Resource not accessible by personal access token',
    });
  });

  it('nobody minted is refused', async () => {
    expect(await refusal(octokit(github, 'ghp_guess').users.getAuthenticated())).toMatchObject({ status: 401 });
  });
});

describe('a stranger', () => {
  it('reads what is public and writes nothing', async () => {
    const stranger = octokit(github);
    expect((await stranger.repos.get(inRepository)).data.full_name).toBe('ann/shop');
    expect(await refusal(stranger.issues.create({ ...inRepository, title: 'Hi' }))).toMatchObject({
      status: 401,
      message: 'Requires authentication',
    });
    expect(await refusal(stranger.repos.get(inVault))).toMatchObject({ status: 404 });
  });
});

describe('the permission of somebody', () => {
  it.each([
    ['ann', 'admin', 'admin'],
    ['bob', 'write', 'write'],
    ['tia', 'read', 'triage'],
    ['rex', 'read', 'read'],
    ['eve', 'read', 'read'],
  ])('%s is %s, role %s', async (username, permission, role) => {
    const app = octokit(github, github.tokenFor({ app: 'crew', on: 'ann' }));
    const { data } = await app.repos.getCollaboratorPermissionLevel({ ...inRepository, username });
    expect(data).toMatchObject({ permission, role_name: role, user: { login: username } });
  });

  it('in a private repository is none for strangers', async () => {
    const app = octokit(github, github.tokenFor({ app: 'crew', on: 'ann' }));
    const { data } = await app.repos.getCollaboratorPermissionLevel({ ...inVault, username: 'eve' });
    expect(data.permission).toBe('none');
  });

  it.each(['nobody', 'github-actions[bot]', 'crew[bot]'])('is not found for %s', async (username) => {
    const ann = octokit(github, github.tokenFor({ user: 'ann' }));
    expect(await refusal(ann.repos.getCollaboratorPermissionLevel({ ...inRepository, username }))).toMatchObject({
      status: 404,
    });
  });

  it('is listed for those who write', async () => {
    const { data } = await octokit(github, github.tokenFor({ user: 'bob' })).repos.listCollaborators(inRepository);
    expect(data.map(({ login, role_name }) => `${login} ${role_name}`)).toEqual([
      'ann admin',
      'bob write',
      'tia triage',
      'rex read',
    ]);
    const rex = octokit(github, github.tokenFor({ user: 'rex' }));
    expect(await refusal(rex.repos.listCollaborators(inRepository))).toMatchObject({
      status: 403,
      message: 'Must have push access to view repository collaborators.',
    });
    const one = rex.repos.getCollaboratorPermissionLevel({ ...inRepository, username: 'bob' });
    expect(await refusal(one)).toMatchObject({ message: 'Must have push access to view collaborator permission.' });
  });
});
