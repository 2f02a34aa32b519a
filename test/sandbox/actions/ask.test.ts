// `/crew ask` in a comment: an answer with citations that were looked up, and no change of anything.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { call, type Fixes, issueOf, jobsOf, LONG, turn, withFixes } from './with-fixes.js';

const exists = { file: 'add.js', line: 1, shows: 'Subtracts b from a.' };
const invented = { file: 'add.js', line: 400, shows: 'Adds carefully.' };
const said = (...evidence: readonly object[]) =>
  turn(call('answer', { answer: 'add subtracts. Ask @ann, it fixes #1.', evidence, open: ['Why nobody noticed.'] }));

let environment: Fixes;
beforeAll(async () => {
  environment = await withFixes({
    issues: [issueOf('add')],
    parts: [
      {
        name: 'explorer',
        when: { system: 'You are the Explorer', first: 'What does add do' },
        turns: [turn(call('read', { path: 'add.js' })), said(exists, invented), said(exists)],
      },
    ],
  });
  await environment.say('sam', '/crew ask What does add do?');
  await environment.runs();
  await environment.say('maya', '/crew ask What does add do?');
  await environment.runs();
}, LONG);
afterAll(() => environment.close());

describe('/crew ask', () => {
  it('answers with the places that exist, in one notice to the requester', async () => {
    const notices = environment.said().filter((body) => body.startsWith('@maya'));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('> add subtracts.');
    expect(notices[0]).toContain('- `add.js:1` Subtracts b from a.');
    expect(notices[0]).not.toContain('add.js:400');
    expect(notices[0]).toContain('- Why nobody noticed.');
  });

  it('sends a citation back that does not exist', () => {
    expect(JSON.stringify(environment.model.requests)).toContain('These places do not exist');
  });

  it('mentions nobody and closes nothing in the words of the model', () => {
    expect(environment.said().at(-1)).toContain('Ask `@ann`, it fixes `#1`.');
  });

  it('works beside the queue of the issue, without a verify job, and changes no branch', async () => {
    const [record, ...others] = await environment.records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ workflow: 'ask', exclusive: false, end: { outcome: 'done' } });
    expect(jobsOf((await environment.runsOf()).at(-1))).toEqual([
      ['crew / read the request', 'success'],
      ['crew / run / work', 'success'],
      ['crew / run / test base and change', 'skipped'],
      ['crew / run / publish', 'success'],
    ]);
    const { data } = await environment.as('ann').git.listMatchingRefs({ ...at, ref: 'heads/' });
    expect(data.map(({ ref }) => ref)).toEqual(['refs/heads/main']);
  });
});
