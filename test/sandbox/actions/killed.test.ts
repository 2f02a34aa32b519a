// A runner that dies in each of the jobs: crew-settle.yml ends the run, and it is continued on another machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at, REPO } from 'github-sandbox/testing';
import { type Fixes, issueOf, jobsOf, LONG, mended, part, withFixes } from './with-fixes.js';

let environment: Fixes;

beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add'), issueOf('times'), issueOf('less'), issueOf('half'), issueOf('half')],
    parts: [
      part('add is wrong', mended('add')),
      part('times is wrong', mended('times')),
      part('less is wrong', mended('less')),
      part('half is wrong', mended('half')),
    ],
  });
}, LONG);
afterAll(() => environment.close());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const notices = (issue: number) => environment.said(issue).filter((text) => text.startsWith('@maya'));
const headsOf = async (issue: number) =>
  (await environment.pulls()).map(({ head }) => head).filter((head) => head === `crew/issue-${issue}`);

describe('a runner that dies', () => {
  it(
    'in work: the run is ended, and continues without repeating a paid call that was uploaded',
    async () => {
      // The Editor's second request waits, so that the first is uploaded while the work goes on.
      const release = environment.hold('tool_result');
      await environment.say('maya', '/crew fix', 1);
      const id = await environment.atWork('crew / run / work');
      while (environment.model.requests.length === 0) await wait(100);
      const paid = 1;
      await environment.uploaded(id);
      environment.actions.runner.kill(id, 'crew / run / work');
      await environment.runs();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['infra_error']);
      expect(notices(1)).toHaveLength(1);
      expect(notices(1)[0]).toContain('/crew continue');
      expect(environment.said(1).join('\n')).not.toContain('ended before it recorded anything');
      release();
      await environment.say('maya', '/crew continue', 1);
      await environment.runs();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect(await headsOf(1)).toEqual(['crew/issue-1']);
      const later = environment.model.requests
        .slice(paid)
        .map(({ body }) => (body as { messages: unknown[] }).messages.length);
      expect(later.every((messages) => messages > 1)).toBe(true);
    },
    LONG,
  );

  it(
    'in verify: nothing is published as proven, and the run has an ending',
    async () => {
      const killed = environment.killAtStart('crew / run / verify');
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
        run.jobs.some(({ name, conclusion }) => name === 'crew / find' && conclusion === 'success'),
      );
      expect(jobsOf(settled)).toEqual([
        ['crew / find', 'success'],
        [expect.stringContaining('crew / settle'), 'success'],
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
      const killed = environment.killAtStart('crew / gate');
      await environment.say('maya', '/crew fix', 4);
      await killed;
      await environment.runs();
      expect(await environment.records('issue-4')).toEqual([]);
      expect(environment.said(4)).toEqual([expect.stringContaining('ended before it could record anything')]);
    },
    LONG,
  );

  it(
    'in the gate after its first write: the run has an ending, and /crew continue starts it',
    async () => {
      await environment.say('maya', '/crew fix', 5);
      const id = await environment.atWork('crew / gate');
      while ((await environment.records('issue-5')).length === 0) await wait(10);
      environment.actions.runner.kill(id, 'crew / gate');
      await environment.runs();
      const [record] = await environment.records('issue-5');
      if (record?.end?.outcome === 'infra_error') {
        await environment.say('maya', '/crew continue', 5);
        await environment.runs();
      }
      expect((await environment.records('issue-5')).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect(await headsOf(5)).toEqual(['crew/issue-5']);
    },
    LONG,
  );
});
