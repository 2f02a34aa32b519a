// `/crew fix` in a comment, from the templates as `crew init` writes them to the pull request: real jobs, real git, real tests.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { answer, call, type Fixes, issueOf, jobsOf, LONG, mended, part, turn, withFixes } from './with-fixes.js';

let environment: Fixes;

const REVIEWED = {
  kind: 'other',
  approach: 'The sum is the same either way, so they stand as was asked.',
  title: 'add: put b first',
  what: 'The order in add.js.',
  why: 'The review asked for it.',
  requests: [
    { number: 1, result: 'done', text: 'b comes first.' },
    { number: 2, result: 'no-change', text: 'It asks for nothing else.' },
  ],
};

beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add'), { title: 'It is broken', body: '', author: 'sam' }, issueOf('less')],
    parts: [
      part('review of this pull request', [
        turn(call('edit', { path: 'add.js', edits: [{ old: 'a + b', new: 'b + a' }] })),
        turn(answer(REVIEWED)),
        turn(answer({ ...REVIEWED, notShown: 'The sum is the same.' })),
      ]),
      part('add is wrong', mended('add')),
      part('times(2, 3)', mended('times')),
      part('less is wrong', mended('less')),
    ],
  });
}, LONG);
afterAll(() => environment.close());

const checksOn = async (ref: string) =>
  (await environment.as('maya').checks.listForRef({ ...at, ref })).data.check_runs;
const crewRefs = async () =>
  (await environment.as('ann').git.listMatchingRefs({ ...at, ref: 'crew/' })).data.map(({ ref }) => ref);

describe('answers are no runs', () => {
  it(
    '/crew help and a wrong command write one comment each, and no ref',
    async () => {
      const commits = environment.github.effects.length;
      await environment.say('maya', '/crew help', 3);
      await environment.say('maya', '/crew fixx', 3);
      const [help, wrong] = await environment.runsOf();
      for (const run of [help, wrong])
        expect(jobsOf(run)).toEqual([
          ['crew / read the request', 'success'],
          ['crew / run', 'skipped'],
        ]);
      expect(environment.said(3)).toHaveLength(2);
      expect(environment.said(3)[0]).toContain('/crew fix');
      expect(await crewRefs()).toEqual([]);
      const written = environment.github.effects.slice(commits).filter(({ actor }) => actor === 'github-actions[bot]');
      expect(written.filter(({ kind }) => /^(?:issue\.comment|comment\.)/.test(kind)).length).toBeLessThanOrEqual(2);
    },
    LONG,
  );
});

describe('/crew fix in a comment', () => {
  it(
    'ends in one branch, one pull request, one check, and a comment that mentions the requester',
    async () => {
      await environment.say('maya', '/crew fix');
      const run = (await environment.runsOf()).at(-1);
      expect(jobsOf(run)).toEqual([
        ['crew / read the request', 'success'],
        ['crew / run / work', 'success'],
        ['crew / run / test base and change', 'success'],
        ['crew / run / publish', 'success'],
      ]);
      const [pull, ...others] = await environment.pulls();
      expect(others).toEqual([]);
      expect(pull).toMatchObject({
        head: 'crew/issue-1',
        title: 'The operator in add.js',
        draft: false,
        state: 'open',
      });
      expect(pull?.body).toContain('Closes #1');
      const checks = await checksOn('crew/issue-1');
      expect(checks.map(({ name, conclusion }) => [name, conclusion])).toEqual([['crew/verify', 'success']]);
      const [state, notice, ...more] = environment.said();
      expect(more).toEqual([]);
      expect(state).toMatch(/`\/crew fix`\*\*: succeeded · \$/);
      expect(notice).toMatch(/^@maya\n\n#4 is ready for review\./);
      const [record, ...rest] = await environment.records();
      expect(rest).toEqual([]);
      expect(record?.end).toMatchObject({ outcome: 'done', result: { pull: pull?.number, check: checks[0]?.id } });
    },
    LONG,
  );

  it('writes its record four times, and touches no other ref of crew but the ledger', async () => {
    const { data } = await environment.as('ann').repos.listCommits({ ...at, sha: 'refs/crew/subjects/issue-1' });
    expect(data.length).toBeLessThanOrEqual(4);
    expect(await crewRefs()).toEqual(['refs/crew/ledger', 'refs/crew/subjects/issue-1']);
  });

  it(
    'asks one question where too little is said, holds no machine while it waits, and continues when it is answered',
    async () => {
      await environment.say('maya', '/crew fix', 2);
      await environment.runs();
      const [question, ...others] = environment.said(2);
      expect(others).toEqual([]);
      expect(question).toMatch(/\/crew answer/);
      await environment.say('maya', '/crew answer times(2, 3) in times.js should give 6', 2);
      await environment.runs();
      expect((await environment.pulls()).map(({ head }) => head)).toEqual(['crew/issue-2', 'crew/issue-1']);
    },
    LONG,
  );

  it(
    'shows a dry run without touching anything, and applies exactly its bytes without the model',
    async () => {
      await environment.say('maya', '/crew fix --dry-run', 3);
      await environment.runs();
      const shown = environment.said(3).at(-1) ?? '';
      expect(shown).toContain('```diff');
      expect(await environment.pulls()).toHaveLength(2);
      const [dry] = await environment.records('issue-3');
      const patch = await environment.stored('issue-3', `${dry?.run}/change.patch`);
      expect(patch).toContain('-export const less = (a, b) => a + b;');
      const asked = environment.model.requests.length;
      const hash = /\/crew apply ([0-9a-f]{8,})/.exec(shown)?.[1];
      await environment.say('maya', `/crew apply ${hash}`, 3);
      await environment.runs();
      const [pull] = await environment.pulls();
      expect(pull?.head).toBe('crew/issue-3');
      expect(environment.model.requests).toHaveLength(asked);
      const { data } = await environment.as('maya').pulls.listFiles({ ...at, pull_number: pull?.number ?? 0 });
      expect(data).toMatchObject([{ filename: 'less.js' }]);
      expect(data[0]?.patch?.trimEnd()).toBe(patch.slice(patch.indexOf('@@')).trimEnd());
    },
    LONG,
  );

  it(
    'answers the review of its own pull request with one more commit, and beside the remark',
    async () => {
      const { data } = await environment.as('maya').pulls.get({ ...at, pull_number: 4 });
      await environment.as('maya').pulls.createReview({
        ...at,
        pull_number: 4,
        event: 'REQUEST_CHANGES',
        body: 'Nearly.',
        comments: [{ path: 'add.js', line: 1, side: 'RIGHT', body: 'Put b first, as everywhere else.' }],
      });
      await environment.say('maya', '/crew fix', 4);
      await environment.runs();
      const after = await environment.as('maya').pulls.get({ ...at, pull_number: 4 });
      expect(after.data.head.sha).not.toBe(data.head.sha);
      const { data: commits } = await environment.as('maya').pulls.listCommits({ ...at, pull_number: 4 });
      expect(commits).toHaveLength(2);
      const { data: remarks } = await environment.as('maya').pulls.listReviewComments({ ...at, pull_number: 4 });
      expect(remarks.map(({ body }) => body.split('\n')[0])).toEqual([
        'Put b first, as everywhere else.',
        expect.stringMatching(/^Done in \[`[0-9a-f]{7}`\]\(\S+\/commit\/[0-9a-f]{40}\)\.$/),
      ]);
      expect(environment.said(4).at(-1)).toContain('#4 has a new commit');
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['done', 'done']);
    },
    LONG,
  );
});
