// What `crew doctor` says of the tokens: the repository's, and the one that reads the Projects board.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;
let root: string;

beforeAll(async () => {
  root = await newFolder();
  await mkdir(path.join(root, '.github'));
  await writeFile(path.join(root, '.github/crew.yml'), 'facilitate:\n  project: 1\n  project-owner: ann\n');
  const contents = { contents: 'write', issues: 'write', metadata: 'read' } as const;
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann'],
      repositories: [{ owner: 'ann', name: 'shop', issues: [{ title: 'One', author: 'ann' }] }],
      projects: [{ owner: 'ann', number: 1, title: 'Shop', items: [{ of: 'ann/shop#1', status: 'Todo' }] }],
      apps: [{ slug: 'crew', permissions: contents, installations: [{ account: 'ann' }] }],
    },
  });
});
afterAll(() => github.close());

/** The findings by name. */
async function doctor(projectToken: string | undefined) {
  const { out } = await runCrew(['doctor', '--json', '--repo', 'ann/shop', '--root', root], {
    cwd: root,
    env: {
      GITHUB_TOKEN: github.tokenFor({ app: 'crew', on: 'ann' }),
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.url,
      ...(projectToken === undefined ? {} : { CREW_PROJECT_TOKEN: projectToken }),
    },
  });
  const { findings } = JSON.parse(out) as { findings: readonly { name: string; is: string; remedy?: string }[] };
  return (name: string) => findings.find((each) => each.name === name);
}

describe('crew doctor, of a configured board', () => {
  it('reads it with CREW_PROJECT_TOKEN', async () => {
    expect((await doctor(github.tokenFor({ user: 'ann' })))('CREW_PROJECT_TOKEN')).toMatchObject({ is: 'there' });
  });

  it('says that a CREW_PROJECT_TOKEN is refused', async () => {
    expect((await doctor('ghp_wrong'))('CREW_PROJECT_TOKEN')).toMatchObject({
      is: 'missing',
      remedy: 'Set CREW_PROJECT_TOKEN to a valid one.',
    });
  });

  it('asks for CREW_PROJECT_TOKEN where the repository’s token cannot read the board', async () => {
    const found = (await doctor(undefined))('boards');
    expect(found?.is).toBe('missing');
    expect(found?.remedy).toBeDefined();
  });
});
