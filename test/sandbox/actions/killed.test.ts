// A runner that dies in each of the jobs: crew-settle.yml ends the run, and it is continued on another machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { createGitHub } from '../../../src/adapters/github/index.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { quickClock } from '../../build/clock.js';
import { type Fixes, issueOf, jobsOf, LONG, mended, part, REPO, withFixes } from './with-fixes.js';

let environment: Fixes;

beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add'), issueOf('times'), issueOf('less'), issueOf('half'), issueOf('half'), issueOf('add')],
    parts: [
      part('add is wrong', mended('add')),
      part('times is wrong', mended('times')),
      part('less is wrong', mended('less')),
      part('half is wrong', mended('half')),
    ],
  });
}, LONG);
afterAll(() => environment.close());

const notices = (issue: number) => environment.said(issue).filter((text) => text.startsWith('@maya'));
const headsOf = async (issue: number) =>
  (await environment.pulls()).map(({ head }) => head).filter((head) => head === `crew/issue-${issue}`);

/** `/crew fix` whose work job dies while the Editor's second request waits; its first, paid answer is uploaded. */
async function killAtWork(issue: number): Promise<void> {
  const release = environment.hold('tool_result');
  await environment.say('maya', '/crew fix', issue);
  const id = await environment.atWork('crew / run / work');
  await release.reached;
  await environment.uploaded(id);
  environment.actions.runner.kill(id, 'crew / run / work');
  await environment.runs();
  release();
}

/** `/crew continue` ends the run `done`, and none of its requests is the first of a conversation, which was paid and uploaded. */
async function expectContinued(issue: number): Promise<void> {
  const paid = environment.model.requests.length;
  await environment.say('maya', '/crew continue', issue);
  await environment.runs();
  expect((await environment.records(`issue-${issue}`)).map(({ end }) => end?.outcome)).toEqual(['done']);
  expect(await headsOf(issue)).toEqual([`crew/issue-${issue}`]);
  const later = environment.model.requests.slice(paid);
  expect(later.length).toBeGreaterThan(0);
  for (const { body } of later) expect((body as { messages: unknown[] }).messages.length).toBeGreaterThan(1);
}

describe('a runner that dies', () => {
  it(
    'in work: the run is ended, and continues without repeating a paid call that was uploaded',
    async () => {
      await killAtWork(1);
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['infra_error']);
      expect(notices(1)).toHaveLength(1);
      expect(notices(1)[0]).toContain('/crew continue');
      expect(environment.said(1).join('\n')).not.toContain('before it could record anything');
      await expectContinued(1);
    },
    LONG,
  );

  it(
    'in work, and nobody stored the journal: it continues from the artifacts of the dead Actions run',
    async () => {
      await killAtWork(6);
      // As housekeeping leaves the run if crew-settle.yml fails: ended, without a journal.
      const [{ run = '' } = {}] = await environment.records('issue-6');
      const { apiUrl, graphqlUrl } = environment.github;
      const token = async () => environment.github.tokenFor({ user: 'ann' });
      const github = createGitHub(REPO, { apiUrl, graphqlUrl, token, clock: quickClock(), log: () => undefined });
      const journal = `${run}/journal.jsonl`;
      expect(await environment.stored('issue-6', journal)).not.toBe('');
      await refsRunStore(github.refs, (text) => text).update('issue-6', () => ({
        ...{ record: 'unchanged', files: { [journal]: null }, value: null },
      }));
      await expectContinued(6);
    },
    LONG,
  );

  it(
    'in verify: nothing is published as proven, and the run has an ending',
    async () => {
      const killed = environment.killAtStart('crew / run / test base and change');
      await environment.say('maya', '/crew fix', 2);
      await killed;
      await environment.runs();
      const [record] = await environment.records('issue-2');
      expect(record?.end?.outcome).not.toBe('done');
      expect(notices(2)).toHaveLength(1);
      expect(await headsOf(2)).toEqual([]);
    },
    LONG,
  );

  it(
    'in publish: crew-settle.yml publishes what it left; one branch, one pull request, one notice, one check',
    async () => {
      // The commit is on its branch; pull request, check and notice are missing.
      const branch = join(environment.github.repository(REPO).gitDir, 'refs/heads/crew/issue-3');
      const killed = environment.killAfterRequest('crew / run / publish', () => existsSync(branch));
      await environment.say('maya', '/crew fix', 3);
      await killed;
      await environment.runs();
      const settled = (await environment.runsOf('crew-settle')).findLast((run) =>
        run.jobs.some(({ name, conclusion }) => name === 'crew / find unfinished runs' && conclusion === 'success'),
      );
      expect(jobsOf(settled)).toEqual([
        ['crew / find unfinished runs', 'success'],
        [expect.stringContaining('crew / finish the run'), 'success'],
      ]);
      expect((await environment.records('issue-3')).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect(await headsOf(3)).toEqual(['crew/issue-3']);
      expect(notices(3)).toHaveLength(1);
      const { data } = await environment.as('maya').checks.listForRef({ ...at, ref: 'crew/issue-3' });
      expect(data.check_runs.map(({ name, conclusion }) => [name, conclusion])).toEqual([['crew/verify', 'success']]);
    },
    LONG,
  );

  it(
    'in the gate before its first write: the requester is told once, and nothing is recorded',
    async () => {
      const killed = environment.killAtStart('crew / read the request');
      await environment.say('maya', '/crew fix', 4);
      await killed;
      await environment.runs();
      expect(await environment.records('issue-4')).toEqual([]);
      expect(environment.said(4)).toEqual([expect.stringContaining('ended before it could record anything')]);
    },
    LONG,
  );

  it(
    'in the gate after its first write: the run is ended, its requester is told the remedy once, and /crew continue starts it',
    async () => {
      // The reaction follows the record.
      const killed = environment.killAfterRequest(
        'crew / read the request',
        ({ method, path }) => method === 'POST' && path.endsWith('/reactions'),
      );
      await environment.say('maya', '/crew fix', 5);
      await killed;
      await environment.runs();
      expect((await environment.records('issue-5')).map(({ end }) => end?.outcome)).toEqual(['infra_error']);
      expect(notices(5)).toEqual([expect.stringContaining('`/crew continue`')]);
      // The notice, and the comment of the run with its end.
      expect(environment.said(5)).toHaveLength(2);
      expect(environment.said(5).join('\n')).not.toContain('is running');
      await environment.say('maya', '/crew continue', 5);
      await environment.runs();
      expect((await environment.records('issue-5')).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect(await headsOf(5)).toEqual(['crew/issue-5']);
    },
    LONG,
  );
});
