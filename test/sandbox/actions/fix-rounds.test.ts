// One more round: of a change that did not pass where it was verified once more, and of one on which the repository's own checks are
// red. As a user has it: real jobs from the templates, real git, real tests.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { systemClock } from '../../../src/adapters/clock.js';
import { beginOf, endOf, type Journal, readJournal } from '../../../src/core/journal.js';
import { lastOf } from '../../../src/core/recorded.js';
import { spentOf } from '../../../src/core/summary.js';
import { publishRun } from '../../../src/main/phases/publish-run.js';
import type { Clock } from '../../../src/ports.js';
import { newFolder } from '../../build/folder.js';
import { answer, call, edit, turn } from '../../workflows/fix/at-work.js';
import { type Bug, type Fixes, issueOf, mended, REPO, withFixes } from './with-fixes.js';

const LONG = 900_000;

const done = (bug: Bug, of: Readonly<Record<string, unknown>> = {}) =>
  turn(answer({ what: `Something in ${bug}.js.`, shownBy: [{ file: `test/${bug}.test.js`, test: bug }], ...of }));

/** What a command leaves behind, and git ignores. */
const leave = (bug: Bug, result: number) =>
  turn(call('shell', { command: `mkdir -p cache && echo ${result} > cache/${bug}` }));

const honest = 'export const add = (a, b) => a + b;';

/** Passes where that is there, and nowhere else. */
const leaning = (bug: Bug): string =>
  `import { readFileSync } from 'node:fs';\nexport const ${bug} = () => Number(readFileSync('cache/${bug}', 'utf8'));`;

const leans = (bug: Bug, was: string, result: number) => [
  leave(bug, result),
  turn(edit(`${bug}.js`, `export const ${bug} = (a, b) => ${was};`, leaning(bug))),
  done(bug),
];

const NEWS = { verify: 'that change did not pass', ci: 'checks are red on it' } as const;

/** The Editor of one bug; in a round that follows another one it says something else. */
const part = (bug: Bug, turns: readonly unknown[], after?: keyof typeof NEWS) => ({
  name: `editor ${bug} ${after ?? ''}`,
  when: { system: 'You are the Editor', first: { matches: `${bug} is wrong${after ? `[^]*${NEWS[after]}` : ''}` } },
  turns,
});

/** Goes as every clock does, and waits no longer than a second. */
const clock = systemClock();
const hasty: Clock = { ...clock, sleep: (ms, signal) => clock.sleep(Math.min(ms, 1000), signal) };

let shop: Fixes;
beforeAll(async () => {
  shop = await withFixes({
    issues: [issueOf('add'), issueOf('less'), issueOf('times')],
    repository: { files: { '.gitignore': 'cache/\n' } },
    parts: [
      part('add', [turn(edit('add.js', leaning('add'), honest)), done('add')], 'verify'),
      part('less', [leave('less', 2), done('less')], 'verify'),
      part('times', [turn(edit('times.js', 'a * b', 'b * a')), done('times', { kind: 'other' })], 'ci'),
      part('add', leans('add', 'a - b', 3)),
      part('less', leans('less', 'a + b', 2)),
      part('times', mended('times')),
    ],
  });
}, LONG);
afterAll(() => shop.close());

/** The rounds on an issue, in order. */
async function roundsOn(issue: number): Promise<readonly { readonly run: string; readonly journal: Journal }[]> {
  const rounds = [...(await shop.journals())].map(([run, text]) => {
    const journal = readJournal(text);
    if ('damage' in journal) throw new Error(`${run} is damaged`);
    return { run, journal };
  });
  return rounds.filter(({ journal }) => beginOf(journal)?.issue === issue).sort((a, b) => a.run.localeCompare(b.run));
}

const resultOf = (journal: Journal | undefined) =>
  (journal && endOf(journal)?.result) as { readonly sha?: string; readonly report?: { readonly tried: object } };

async function fileOn(branch: string, path: string): Promise<string> {
  const { data } = await shop.as('maya').repos.getContent({ ...at, ref: branch, path });
  return Buffer.from((data as { content: string }).content, 'base64').toString();
}

const offered = async (issue: number) => (await shop.pulls()).filter(({ head }) => head === `crew/issue-${issue}`);

/** What the Editor of a bug was told before its first turn, in its last round. */
const toldLast = (bug: Bug): string => {
  const texts = shop.model.requests
    .map((each) => JSON.stringify(each))
    .filter((text) => text.includes(`${bug} is wrong`));
  return texts.at(-1) ?? '';
};

describe('a change that does not pass from a clean checkout', () => {
  beforeAll(async () => {
    await shop.say('maya', '/crew fix', 1);
    await shop.say('maya', '/crew fix', 2);
    await shop.runs();
  }, LONG);

  it('goes back once, and ends in the pull request of the round that passes there', async () => {
    const [first, second, ...more] = await roundsOn(1);
    expect(more).toEqual([]);
    expect(first && endOf(first.journal)).toMatchObject({ outcome: 'failed', goesOn: second?.run });
    expect(second?.run).toBe(`${first?.run}.r2`);
    expect(second && endOf(second.journal)).toMatchObject({ outcome: 'done' });
    expect(await offered(1)).toMatchObject([{ title: 'add is wrong', state: 'open' }]);
    expect(await fileOn('crew/issue-1', 'add.js')).toBe(`${honest}\n`);
  });

  it('is told in one comment that is edited, and to whoever asked once, when it has come through', async () => {
    const [, second] = await roundsOn(1);
    const [standing, word, ...more] = shop.said(1);
    expect(more).toEqual([]);
    expect(standing).toContain(`\`${second?.run}\` is over`);
    expect(word).toMatch(/^@maya\n\n#\d+ is ready to be reviewed\./);
  });

  it('comes back with what was found there, as data, and with what is left of the money', async () => {
    const told = toldLast('add');
    expect(told).toContain('Failed before the change, passed with it here, and still fails there');
    expect(told).toContain('no such file or directory');
    expect(told).toContain('The change of the round before is in the tree already');
    const [first, second] = (await roundsOn(1)).map(({ journal }) => journal);
    const limit = first && lastOf(first, 'allowance')?.usd;
    const left = (limit ?? 0) - (first ? spentOf(first).usd : 0);
    expect(second && lastOf(second, 'allowance')?.usd).toBeCloseTo(left);
  });

  it('that does not pass twice ends stuck, with a report, and is on no branch', async () => {
    const rounds = await roundsOn(2);
    expect(rounds.map(({ journal }) => endOf(journal)?.outcome)).toEqual(['failed', 'stuck']);
    expect(resultOf(rounds.at(-1)?.journal).report).toMatchObject({ tried: { files: ['less.js'] } });
    expect(await offered(2)).toEqual([]);
    const [, word, ...more] = shop.said(2);
    expect(more).toEqual([]);
    expect(word).toContain('fails with it there: `test/less.test.js › less`');
    expect(word).toContain('/crew retry');
  });
});

describe('a pull request on which the repository’s own checks are red', () => {
  it(
    'gets one more commit of a round that knows what they say',
    async () => {
      await shop.say('maya', '/crew fix', 3);
      await shop.runs();
      const [first] = await roundsOn(3);
      const { sha = '' } = resultOf(first?.journal);
      const status = (state: 'pending' | 'failure') =>
        shop
          .as('maya')
          .repos.createCommitStatus({ ...at, sha, context: 'build', state, description: `It is ${state}.` });
      await status('pending');
      const publishing = publishAgain(first?.run ?? '');
      await hasty.sleep(1000);
      await status('failure');
      expect(await publishing).toBe(0);
      await shop.runs();
      const [, second, ...more] = await roundsOn(3);
      expect(more).toEqual([]);
      expect(second && endOf(second.journal)).toMatchObject({ outcome: 'done' });
      expect(toldLast('times')).toContain('It is failure.');
      const { data } = await shop.as('maya').repos.getCommit({ ...at, ref: 'crew/issue-3' });
      expect([data.sha, data.parents[0]?.sha]).toEqual([resultOf(second?.journal).sha, sha]);
      expect(await fileOn('crew/issue-3', 'times.js')).toContain('b * a');
      const [pull, ...others] = await offered(3);
      expect(others).toEqual([]);
      expect(pull?.body.match(/The operator in times\.js|Something in times\.js/g)).toEqual([
        'Something in times.js',
        'The operator in times.js',
      ]);
    },
    LONG,
  );

  /** Publish told again, with a token whose pushes start checks: an App's, or here a person's. */
  async function publishAgain(run: string): Promise<number> {
    const temp = await newFolder();
    const event = path.join(temp, 'event.json');
    await writeFile(event, '{}');
    const env = {
      GITHUB_API_URL: shop.github.apiUrl,
      GITHUB_GRAPHQL_URL: shop.github.graphqlUrl,
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: REPO,
      RUNNER_TEMP: temp,
      INPUT_TOKEN: shop.github.tokenFor({ user: 'ann' }),
    };
    const told = { result: 'success', digest: undefined };
    const quiet = () => undefined;
    const machine = { clock: hasty, holder: { name: 'told again', isGone: () => false } };
    const before = { run, work: told, verify: told, details: '', attempt: '1' };
    return publishRun({ env, out: quiet, err: quiet }, before, machine);
  }
});
