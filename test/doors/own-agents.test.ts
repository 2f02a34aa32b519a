// A repository with agents of its own: the commands that crew suggests for them run in a clone, as they stand in the report.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

const run = promisify(execFile);
let github: EmbeddedGitHub;
let home: string;

/** Runs an agent: says who was called with what, and refuses what it does not know. */
const RUN = `
const [name, ...words] = process.argv.slice(2);
if (!['iterator', 'reviewer'].includes(name)) process.exit(1);
const at = words.indexOf('--issue');
const mode = words.indexOf('--mode');
if (!/^[0-9]+$/.test(words[at + 1] ?? '')) process.exit(2);
console.log(JSON.stringify({ name, issue: Number(words[at + 1]), mode: mode < 0 ? null : words[mode + 1] }));
`;

const agent = (name: string, type: string, more: object = {}) => ({
  [`.agent/${name}/agent.json`]: JSON.stringify({
    name,
    displayName: name,
    description: `${name} of this repository`,
    parameters: { issue: { type: 'number', required: true, cli: '--issue', validation: { min: 1 } }, ...more },
    runner: { actions: { types: [type] } },
    command: 'node agents/run.mjs {name}',
  }),
});

beforeAll(async () => {
  home = await newFolder();
  const mode = { type: 'string', required: true, cli: '--mode', default: "with 'care' & $HOME" };
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya'],
      repositories: [
        {
          owner: 'ann',
          name: 'shop',
          files: {
            'agents/run.mjs': RUN,
            ...agent('iterator', 'issue-action', { mode }),
            ...agent('reviewer', 'review-action'),
          },
          collaborators: { maya: 'write' },
          issues: [
            { number: 1, title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'maya' },
            { number: 2, title: 'Pay by card', body: 'As in every shop.', author: 'maya' },
          ],
          pulls: [{ number: 3, title: 'Cards', body: 'Fixes #2', author: 'maya', head: { branch: 'cards' } }],
        },
      ],
    },
  });
  await run('git', ['clone', '--quiet', github.repository('ann/shop').gitDir, path.join(home, 'shop')]);
});
afterAll(() => github.close());

describe('suggestions for a repository’s own agents', () => {
  it('are shell commands that run in a clone, and crew’s own roles of the same names are not suggested', async () => {
    const { code, out } = await runCrew(['facilitate', '--repo', 'ann/shop', '--json', '--dry-run'], {
      cwd: home,
      env: {
        GITHUB_TOKEN: github.tokenFor({ user: 'ann' }),
        GITHUB_API_URL: github.apiUrl,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
        GITHUB_SERVER_URL: github.url,
      },
    });
    const { registry, recommendation } = JSON.parse(out);
    expect({ code, problems: registry.problems }).toEqual({ code: 0, problems: [] });
    const descriptions = registry.agents.map(({ description }: { description: string }) => description);
    expect(descriptions).toEqual(
      expect.arrayContaining(['iterator of this repository', 'reviewer of this repository']),
    );
    const said: unknown[] = [];
    for (const { command } of recommendation.suggestions) {
      const { stdout } = await run('sh', ['-c', command], { cwd: path.join(home, 'shop') });
      said.push(JSON.parse(stdout));
    }
    expect(said).toEqual(
      expect.arrayContaining([
        { name: 'iterator', issue: 1, mode: "with 'care' & $HOME" },
        { name: 'reviewer', issue: 2, mode: null },
      ]),
    );
    expect(said).toHaveLength(2);
  });
});
