// `crew clean` in a repository on GitHub.
import { expect, it } from '@jest/globals';
import { clean } from '../../src/cli/commands/clean.js';
import type { Call } from '../../src/cli/flags.js';
import { refsRunStore } from '../../src/runs/stores.js';
import { readEnv } from '../../src/services/env.js';
import { recordOf, subjectOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

it('with --repo and --run removes that run and its files there, and nothing else', async () => {
  const environment = await openShop();
  const store = refsRunStore(environment.github().refs, (text) => text);
  const [gone, stays] = ['fix-12-0123456789', 'fix-12-aaaaaaaaaa'];
  const files = { [`${gone}/journal.jsonl`]: 'x\n', [`${stays}/journal.jsonl`]: 'y\n' };
  const record = subjectOf(recordOf({ run: gone }), recordOf({ run: stays }));
  await store.update('issue-12', () => ({ record, files, value: null }));
  const env = readEnv({
    GITHUB_TOKEN: environment.crewToken(),
    GITHUB_API_URL: environment.embedded.apiUrl,
    GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
  });
  const call = { words: [], options: {}, env, flags: { repo: REPO, run: gone, root: '.' } } as unknown as Call;
  expect(await clean(call)).toMatchObject({ json: { removed: [gone] }, exit: 0 });
  expect((await store.read('issue-12')).runs.map(({ run }) => run)).toEqual([stays]);
  expect(await store.file('issue-12', `${gone}/journal.jsonl`)).toBeNull();
  expect(await store.file('issue-12', `${stays}/journal.jsonl`)).toBe('y\n');
  await expect(clean(call)).rejects.toThrow(`no run named ${gone}`);
});
