// Several people at one issue: identical requests join, other texts wait in GitHub's queue, a fifth is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer, edit, type Fixes, issueOf, jobsOf, LONG, mended, part, REPO, turn, withFixes } from './with-fixes.js';

let environment: Fixes;

beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add')],
    repository: { collaborators: { maya: 'write', sam: 'write' } },
    parts: [
      part('put b first', [turn(edit('add.js', 'a + b', 'b + a')), turn(answer({ kind: 'other' }))]),
      part('add is wrong', mended('add')),
    ],
  });
  const release = environment.hold('add is wrong');
  await Promise.all([
    environment.say('maya', '/crew fix'),
    environment.say('ann', '/crew fix'),
    environment.say('maya', '/crew fix'),
    environment.say('ann', '/crew fix'),
  ]);
  await environment.atWork('crew / run / work');
  for (const [who, text] of [
    ['sam', 'and rename it'],
    ['maya', 'and put b first'],
    ['maya', 'and a third thing'],
    ['maya', 'and a fourth thing'],
  ] as const) {
    await sayAndWait(who, `/crew fix ${text}`);
  }
  const third = (await environment.records()).find(({ request }) => request.text.includes('third'));
  await sayAndWait('maya', `/crew cancel ${third?.run}`);
  environment.github.repository(REPO).collaborators.delete('sam');
  release();
  await environment.runs();
}, LONG);
afterAll(async () => {
  if (process.env.DUMP) {
    for (const r of await environment.records())
      console.log(r.run, r.request.text, JSON.stringify(r.end), r.actions?.id);
    console.log(environment.said().join('\n-----\n'));
    for (const run of await environment.runsOf())
      console.log(
        run.id,
        run.title,
        run.conclusion,
        JSON.stringify(run.problems),
        JSON.stringify(jobsOf(run)),
        environment.log(run).slice(-1800),
      );
  }
  await environment.close();
});

/** Gates that have started; each comment starts one. */
const gates = () =>
  environment.actions.runner
    .runs()
    .flatMap(({ jobs }) => jobs.filter(({ name }) => name === 'crew / read the request'));

/** Posts a comment, and waits until its gate and all gates before it have ended. */
async function sayAndWait(user: string, body: string): Promise<void> {
  const before = gates().length;
  await environment.say(user, body);
  while (gates().length === before || gates().some(({ status }) => status !== 'completed'))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

const recordOf = async (text: string) =>
  (await environment.records()).find(({ request }) => request.text.endsWith(text));

describe('identical requests', () => {
  it('are one run, and one comment for all that joined it', async () => {
    const same = (await environment.records()).filter(({ request }) => request.text === '/crew fix');
    expect(same.map(({ end }) => end?.outcome)).toEqual(['done']);
    const joined = environment.said().filter((body) => body.includes('The same request is already running'));
    expect(joined).toHaveLength(1);
    expect(joined[0]).toContain(same[0]?.run ?? 'no run');
  });
});

describe('other texts', () => {
  it('wait, at most three; the next is refused with a link to the run that works', async () => {
    expect(await recordOf('fourth thing')).toBeUndefined();
    const refused = environment.said().filter((body) => body.includes('3 runs already wait for'));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/\]\(http:\/\/[^)]*\/actions\/runs\/\d+\)/);
    expect(environment.said().filter((body) => / starts when `fix-/.test(body)).length).toBeLessThanOrEqual(3);
  });

  it('work one after the other, on what the run before left', async () => {
    expect((await recordOf('put b first'))?.end?.outcome).toBe('done');
    const [pull, ...others] = await environment.pulls();
    expect(others).toEqual([]);
    expect(pull?.head).toBe('crew/issue-1');
    expect(await environment.file('crew/issue-1', 'add.js')).toBe('export const add = (a, b) => b + a;\n');
  });

  it('whose requester lost write access while they waited end refused, without a model call', async () => {
    const record = await recordOf('rename it');
    expect(record?.end).toMatchObject({ outcome: 'refused', says: expect.stringContaining('@sam no longer has') });
    expect(JSON.stringify(environment.model.requests)).not.toContain('and rename it');
  });

  it('that are cancelled while they wait end at once', async () => {
    expect((await recordOf('third thing'))?.end?.outcome).toBe('cancelled');
    expect(JSON.stringify(environment.model.requests)).not.toContain('and a third thing');
    expect(environment.said().filter((body) => /is cancelled\. It had not started to work/.test(body))).toHaveLength(1);
  });
});
