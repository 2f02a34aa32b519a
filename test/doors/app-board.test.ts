import { afterEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { appWork } from '../../src/app/app-work.js';
import { appKey, BOARD, PERMISSIONS } from '../../src/app/token.js';
import { readEnv } from '../../src/services/env.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;
afterEach(() => github.close());

const BOARD_OF_ACME = 'facilitate:\n  project: 4\n  project-owner: acme\n';

/** acme has a board over two repositories, and crew as an App with these permissions. */
async function acme(permissions: Record<string, 'read' | 'write'>, crew = BOARD_OF_ACME) {
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann'],
      organizations: ['acme'],
      repositories: [
        {
          owner: 'acme',
          name: 'app',
          files: { 'README.md': '# app\n', '.github/crew.yml': crew },
          collaborators: { ann: 'write' },
          issues: [{ title: 'Pay by card', body: 'Blocked by acme/lib#1' }],
        },
        {
          owner: 'acme',
          name: 'lib',
          files: { 'README.md': '# lib\n' },
          collaborators: { ann: 'write' },
          issues: [{ title: 'Round money' }, { title: 'Count money', body: 'Blocked by #1' }],
        },
      ],
      projects: [
        {
          owner: 'acme',
          number: 4,
          title: 'Money',
          items: [{ of: 'acme/app#1' }, { of: 'acme/lib#1' }, { of: 'acme/lib#2' }],
        },
      ],
      apps: [{ slug: 'crew', permissions, installations: [{ account: 'acme' }] }],
    },
  });
  const { id, privateKey } = github.app('crew');
  const env = readEnv({
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.url,
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: 'a secret of this test',
  });
  const work = appWork(env, { key: appKey(env), home: await newFolder() });
  const [installation] = github.state.installations.keys();
  const at = { installation: installation ?? 0, repository: github.repository('acme/app').id };
  await work.scan({ repo: 'acme/app', installation: at, by: [] });
  return work;
}

const labels = (repo: string, number: number) =>
  [...(github.repository(repo).issues.find((each) => each.number === number)?.labels ?? [])].map(({ name }) => name);

describe('the App on a board over two repositories', () => {
  it('reads both, and writes in each with a token for that one alone', async () => {
    await acme({ ...BOARD, ...PERMISSIONS });
    expect(labels('acme/app', 1)).toEqual(['blocked']);
    expect(labels('acme/lib', 2)).toEqual(['blocked']);
    const minted = github.requests.filter(({ path }) => path.endsWith('/access_tokens'));
    expect(minted.length).toBeGreaterThan(2);
  });

  it('that was not given the board says so, and keeps to the repository', async () => {
    const work = await acme(PERMISSIONS);
    expect(labels('acme/app', 1)).toEqual(['blocked']);
    expect(labels('acme/lib', 2)).toEqual([]);
    const kept = await work.reports.find('acme/app');
    expect(kept?.report.coverage.missing.map(({ what }) => what)).toContain('project 4');
  });

  it('without a board asks for no token to read one', async () => {
    await acme({ ...BOARD, ...PERMISSIONS }, '');
    expect(labels('acme/app', 1)).toEqual(['blocked']);
    expect(labels('acme/lib', 2)).toEqual([]);
  });
});
