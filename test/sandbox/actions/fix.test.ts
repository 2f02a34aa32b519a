// `/crew fix` in a comment, from the templates as a user takes them over to the pull request: real jobs, real git, real tests.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { endOf, readJournal } from '../../../src/core/journal.js';
import { replayRun } from '../../../src/core/replay.js';
import { inThreads } from '../../../src/workflows/index.js';
import { call, turn } from '../../workflows/fix/at-work.js';
import { type Fixes, issueOf, mended, part, withFixes } from './with-fixes.js';

const LONG = 900_000;

let shop: Fixes;

const said = turn(
  call('answer', {
    result: 'changed',
    kind: 'other',
    approach: 'The sum is the same either way, so they stand as was asked.',
    what: 'The order in add.js.',
    why: 'The review asked for it.',
    shownBy: [{ file: 'test/add.test.js', test: 'add' }],
  }),
);

beforeAll(async () => {
  shop = await withFixes({
    issues: [issueOf('add'), { title: 'It is broken', body: '', author: 'sam' }, issueOf('less')],
    parts: [
      part('review of this pull request', [
        turn(call('edit', { path: 'add.js', edits: [{ old: 'a + b', new: 'b + a' }] })),
        said,
      ]),
      part('add is wrong', mended('add')),
      part('times', mended('times')),
      part('less is wrong', mended('less')),
    ],
  });
}, LONG);
afterAll(() => shop.close());

const checksOn = async (ref: string) => (await shop.as('maya').checks.listForRef({ ...at, ref })).data.check_runs;

describe('/crew fix in a comment', () => {
  it(
    'ends in one branch, one pull request, one check, and a word to whoever asked',
    async () => {
      await shop.say('maya', '/crew fix');
      const [run] = await shop.runs();
      expect(run?.jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
        ['crew / gate', 'success'],
        ['crew / work', 'success'],
        ['crew / run the tests', 'success'],
        ['crew / publish', 'success'],
      ]);
      const [pull, ...others] = await shop.pulls();
      expect(others).toEqual([]);
      expect(pull).toMatchObject({ head: 'crew/issue-1', title: 'add is wrong', draft: false, state: 'open' });
      expect(pull?.body).toContain('Closes #1');
      const checks = await checksOn('crew/issue-1');
      expect(checks.map(({ name, conclusion }) => [name, conclusion])).toEqual([['crew/verify', 'success']]);
      const [over, word, ...more] = shop.said();
      expect(more).toEqual([]);
      expect(over).toMatch(/^`fix-1-\w+` is over: done\. \[Its log\]\(.*\)\.\n\n<details><summary>How it went/);
      expect(word).toMatch(/^@maya\n\n#4 is ready to be reviewed\./);
      const [text = ''] = (await shop.journals()).values();
      const journal = readJournal(text);
      if ('damage' in journal) throw new Error(journal.damage.why);
      expect(await replayRun(journal, inThreads)).toMatchObject({ same: true });
      expect(endOf(journal)?.result).toMatchObject({ pull: pull?.number, base: 'main', check: checks[0]?.id });
    },
    LONG,
  );

  it(
    'asks one question where too little is said, holds no machine while it waits, and goes on when it is answered',
    async () => {
      await shop.say('maya', '/crew fix', 2);
      await shop.runs();
      const [question, ...others] = shop.said(2);
      expect(others).toEqual([]);
      expect(question).toMatch(/^@maya/);
      await shop.say('maya', '/crew answer times(2, 3) in times.js should give 6', 2);
      await shop.runs();
      expect((await shop.pulls()).map(({ head }) => head)).toEqual(['crew/issue-2', 'crew/issue-1']);
    },
    LONG,
  );

  it(
    'shows a dry run without touching anything, and applies exactly its bytes',
    async () => {
      await shop.say('maya', '/crew fix --dry-run', 3);
      await shop.runs();
      const shown = shop.said(3).at(-1) ?? '';
      expect(shown).toContain('```diff');
      expect(await shop.pulls()).toHaveLength(2);
      const hash = /\/crew apply ([0-9a-f]{8,})/.exec(shown)?.[1];
      await shop.say('maya', `/crew apply ${hash}`, 3);
      await shop.runs();
      const [pull] = await shop.pulls();
      expect(pull?.head).toBe('crew/issue-3');
    },
    LONG,
  );

  it(
    'answers the review of its own pull request with one more commit, and beside the remark',
    async () => {
      const { data } = await shop.as('maya').pulls.get({ ...at, pull_number: 4 });
      await shop.as('maya').pulls.createReview({
        ...at,
        pull_number: 4,
        event: 'REQUEST_CHANGES',
        body: 'Nearly.',
        comments: [{ path: 'add.js', line: 1, side: 'RIGHT', body: 'Put b first, as everywhere else.' }],
      });
      await shop.say('maya', '/crew fix', 4);
      await shop.runs();
      const after = await shop.as('maya').pulls.get({ ...at, pull_number: 4 });
      expect(after.data.head.sha).not.toBe(data.head.sha);
      const { data: commits } = await shop.as('maya').pulls.listCommits({ ...at, pull_number: 4 });
      expect(commits).toHaveLength(2);
      const { data: remarks } = await shop.as('maya').pulls.listReviewComments({ ...at, pull_number: 4 });
      expect(remarks.map(({ body }) => body.split('\n')[0])).toEqual([
        'Put b first, as everywhere else.',
        expect.stringMatching(/^`add\.js` is changed in `[0-9a-f]{12}`\.$/),
      ]);
      expect(shop.said(4).at(-1)).toContain('#4 has one more commit');
    },
    LONG,
  );
});
