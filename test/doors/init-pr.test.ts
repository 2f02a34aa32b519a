import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;
beforeAll(async () => {
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann'],
      repositories: [
        {
          owner: 'ann',
          name: 'shop',
          files: { 'README.md': '# shop\n', '.github/crew.yml': 'lang: ja\n', '.python-version': '3.13\n' },
        },
      ],
    },
  });
});
afterAll(() => github.close());

const init = async (...more: string[]) =>
  runCrew(['init', '--pr', '--repo', 'ann/shop', '--from', 'acme/crew@v1', ...more], {
    cwd: await newFolder(),
    env: {
      GITHUB_TOKEN: github.tokenFor({ user: 'ann' }),
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.url,
    },
  });

const opened = () => github.repository('ann/shop').pulls.length;

describe('crew init --pr', () => {
  it('in a dry run says what it would propose, and proposes nothing', async () => {
    expect(await init('--dry-run')).toMatchObject({ code: 0, err: '' });
    expect(opened()).toBe(0);
  });

  it('opens one pull request with what the repository lacks, however often it is asked', async () => {
    const { code, out, err } = await init('--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      did: 'opened',
      files: [
        '.github/workflows/crew.yml',
        '.github/workflows/crew-verify.yml',
        '.github/workflows/crew-settle.yml',
        '.github/workflows/facilitate.yml',
        '.github/actions/crew-setup/action.yml',
      ],
    });
    expect(JSON.parse((await init('--json')).out)).toMatchObject({ did: 'there', url: JSON.parse(out).url });
    expect(opened()).toBe(1);
  });
});
