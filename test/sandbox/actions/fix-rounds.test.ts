// A further round of a fix: after the separate verify job failed, and after the repository's own checks failed on the published commit.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { readManifest } from '../../../src/sample/index.js';
import { answer, type Bug, call, edit, type Fixes, issueOf, LONG, mended, turn, withFixes } from './with-fixes.js';

const done = (bug: Bug, of: Readonly<Record<string, unknown>> = {}) =>
  turn(answer({ what: `Something in ${bug}.js.`, shownBy: [{ file: `test/${bug}.test.js`, test: bug }], ...of }));

/** What a command leaves behind, and git ignores. */
const leave = (bug: Bug, result: number) =>
  turn(call('shell', { command: `mkdir -p cache && echo ${result} > cache/${bug}` }));

const honest = 'export const add = (a, b) => a + b;';

/** Passes only where the ignored file is. */
const leaning = (bug: Bug): string =>
  `import { readFileSync } from 'node:fs';\nexport const ${bug} = () => Number(readFileSync('cache/${bug}', 'utf8'));`;

const leans = (bug: Bug, was: string, result: number) => [
  leave(bug, result),
  turn(edit(`${bug}.js`, `export const ${bug} = (a, b) => ${was};`, leaning(bug))),
  done(bug),
];

const NEWS = { verify: 'failed in the separate verify job', ci: 'checks failed on that commit' } as const;

/** The Editor of one bug; after a failed round it says something else. */
const part = (bug: Bug, turns: readonly unknown[], after?: keyof typeof NEWS) => ({
  name: `editor ${bug} ${after ?? ''}`,
  when: { system: 'You are the Editor', first: { matches: `${bug} is wrong${after ? `[^]*${NEWS[after]}` : ''}` } },
  turns,
});

/** The repository's own check: it wants the factors in another order. */
const CI = `name: test
on: pull_request
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
      - uses: crew/act/script@v1
        with:
          run: |
            import { readFileSync } from 'node:fs';
            if (readFileSync('times.js', 'utf8').includes('a * b')) throw new Error('The order of the factors is wrong.');
`;

let environment: Fixes;
beforeAll(async () => {
  const secrets: Record<string, string> = { ANTHROPIC_API_KEY: 'sk-ant-canary-0123456789' };
  environment = await withFixes({
    issues: [issueOf('add'), issueOf('less'), issueOf('times')],
    repository: { secrets, files: { '.gitignore': 'cache/\n', '.github/workflows/test.yml': CI } },
    parts: [
      part('add', [turn(edit('add.js', leaning('add'), honest)), done('add')], 'verify'),
      part('less', [leave('less', 2), done('less')], 'verify'),
      part('times', [turn(edit('times.js', 'a * b', 'b * a')), done('times', { kind: 'other' })], 'ci'),
      part('add', leans('add', 'a - b', 3)),
      part('less', leans('less', 'a + b', 2)),
      part('times', mended('times')),
    ],
  });
  // With an App's token the repository's checks start on what crew pushes.
  await environment.github.seed({ apps: [{ ...readManifest(), owner: 'ann', installations: [{ account: 'ann' }] }] });
  const { id, privateKey } = environment.github.app('crew');
  Object.assign(secrets, { CREW_APP_ID: String(id), CREW_APP_PRIVATE_KEY: privateKey });
}, LONG);
afterAll(() => environment.close());

const offered = async (issue: number) =>
  (await environment.pulls()).filter(({ head }) => head === `crew/issue-${issue}`);

/** What the Editor of a bug was told last. */
const toldLast = (bug: Bug): string =>
  environment.model.requests
    .map((each) => JSON.stringify(each))
    .filter((text) => text.includes(`${bug} is wrong`))
    .at(-1) ?? '';

describe('a change that fails in the separate verify job', () => {
  beforeAll(async () => {
    await environment.say('maya', '/crew fix', 1);
    await environment.say('maya', '/crew fix', 2);
    await environment.runs();
  }, LONG);

  it('starts one follow-up round, and ends in the pull request of the round that passes', async () => {
    const [first, second, ...more] = await environment.records('issue-1');
    expect(more).toEqual([]);
    expect(first?.end).toMatchObject({ outcome: 'failed' });
    expect(second).toMatchObject({
      run: `${first?.run}.r2`,
      follows: { run: first?.run, round: 2, why: 'verify' },
      end: { outcome: 'done' },
    });
    expect(await offered(1)).toMatchObject([{ state: 'open' }]);
    expect(await environment.file('crew/issue-1', 'add.js')).toBe(`${honest}\n`);
  });

  it('is shown in one comment that is edited, and the requester is notified once', async () => {
    const [, second] = await environment.records('issue-1');
    const [state, notice, ...more] = environment.said(1);
    expect(more).toEqual([]);
    expect(state).toContain(`\`${second?.run}\``);
    expect(notice).toMatch(/^@maya\n\n#\d+ is ready for review\./);
  });

  it('goes back with what was found there, as data, and with what is left of the budget', async () => {
    const told = toldLast('add');
    expect(told).toContain('Fail before the change, pass with it in the work job, and fail with it in the verify job');
    expect(told).toContain('no such file or directory');
    expect(told).toContain('The tree holds the change of the previous round');
    const [first, second] = await environment.records('issue-1');
    expect(second?.budget?.usd).toBeCloseTo((first?.budget?.usd ?? 0) - (first?.spent?.usd ?? 0));
  });

  it('and fails there again ends stuck, with a report, and is on no branch', async () => {
    const rounds = await environment.records('issue-2');
    expect(rounds.map(({ end }) => end?.outcome)).toEqual(['failed', 'stuck']);
    expect(rounds.at(-1)?.end?.result).toMatchObject({ report: { tried: { files: ['less.js'] } } });
    expect(await offered(2)).toEqual([]);
    const [, notice, ...more] = environment.said(2);
    expect(more).toEqual([]);
    expect(notice).toContain('Passed in the work job, failed in the verify job: `test/less.test.js › less`');
    expect(notice).toContain('/crew retry');
  });
});

describe('a pull request on which the repository’s own checks fail', () => {
  it(
    'gets one more commit of a round that was started by workflow_run and knows what they say',
    async () => {
      await environment.say('maya', '/crew fix', 3);
      await environment.runs();
      const [first, second, ...more] = await environment.records('issue-3');
      expect(more).toEqual([]);
      expect(first?.end).toMatchObject({ outcome: 'done' });
      expect(second).toMatchObject({ follows: { why: 'ci' }, end: { outcome: 'done' } });
      const shaOf = (record: typeof first) => (record?.end?.result as { sha?: string } | undefined)?.sha;
      const { data } = await environment.as('maya').repos.getCommit({ ...at, ref: 'crew/issue-3' });
      expect([data.sha, data.parents[0]?.sha]).toEqual([shaOf(second), shaOf(first)]);
      expect(await environment.file('crew/issue-3', 'times.js')).toContain('b * a');
      expect(toldLast('times')).toContain('checks failed on that commit');
      expect(await offered(3)).toHaveLength(1);
      const own = await environment.runsOf('test');
      expect(own.filter(({ ref }) => ref.includes('issue-3') || ref.includes('pull')).at(-1)?.conclusion).toBe(
        'success',
      );
    },
    LONG,
  );
});
