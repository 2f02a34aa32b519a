// `/crew cancel` while a run works, while it awaits an answer, and after it has published; and `/crew continue` afterwards.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fixes, issueOf, LONG, mended, part, withFixes } from './with-fixes.js';

let environment: Fixes;

beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add'), { title: 'It is broken', body: '', author: 'sam' }, issueOf('less')],
    parts: [part('add is wrong', mended('add')), part('less is wrong', mended('less'))],
  });
}, LONG);
afterAll(() => environment.close());

/** Requests of the Editor about an issue, by how many messages they carried: a repeated paid call has the same count. */
const asked = (bug: string) =>
  environment.model.requests
    .filter((each) => JSON.stringify(each).includes(`${bug} is wrong`))
    .map(({ body }) => (body as { messages: readonly unknown[] }).messages.length);

describe('/crew cancel', () => {
  it(
    'stops a run that works, keeps what it did, and /crew continue ends in the pull request on another machine',
    async () => {
      // The first answer is recorded when the second request is sent.
      const release = environment.hold('"type":"tool_result"');
      await environment.say('maya', '/crew fix');
      await release.reached;
      await environment.say('maya', '/crew cancel');
      await environment.runs();
      release();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['cancelled']);
      expect(await environment.pulls()).toEqual([]);
      expect(environment.said().filter((text) => text.startsWith('@maya'))).toHaveLength(1);
      const before = asked('add');
      await environment.say('maya', '/crew continue');
      await environment.runs();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect((await environment.pulls()).map(({ head }) => head)).toEqual(['crew/issue-1']);
      const after = asked('add').slice(before.length);
      expect(before.filter((messages) => messages === 1)).toHaveLength(1);
      expect(after.every((messages) => messages > 1)).toBe(true);
    },
    LONG,
  );

  it(
    'ends a run that awaits an answer; until then other commands that change the branch are refused',
    async () => {
      await environment.say('maya', '/crew fix', 2);
      await environment.runs();
      await environment.say('ann', '/crew fix something else', 2);
      await environment.runs();
      const [record, ...others] = await environment.records('issue-2');
      expect(others).toEqual([]);
      expect(record?.end?.outcome).toBe('awaiting');
      expect(environment.said(2).at(-1)).toContain(`Nothing was started: \`${record?.run}\` waits for an answer.`);
      await environment.say('maya', '/crew cancel', 2);
      await environment.runs();
      expect((await environment.records('issue-2')).map(({ end }) => end?.outcome)).toEqual(['cancelled']);
      expect(environment.said(2).at(-1)).toContain('no longer waits for an answer');
    },
    LONG,
  );

  it(
    'after publishing changes nothing but says so, and lets no further round start',
    async () => {
      await environment.say('maya', '/crew fix', 3);
      await environment.runs();
      await environment.say('maya', '/crew cancel', 3);
      await environment.runs();
      const [record] = await environment.records('issue-3');
      expect(record).toMatchObject({ stopFollowUps: true, end: { outcome: 'done' } });
      expect(environment.said(3).at(-1)).toMatch(
        /has already ended and published #\d+\. It will not start another round/,
      );
      expect((await environment.pulls()).map(({ head, state }) => [head, state])).toContainEqual([
        'crew/issue-3',
        'open',
      ]);
    },
    LONG,
  );
});
