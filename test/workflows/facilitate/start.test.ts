// Whether an issue can be started: the label, the sentence, the suggestions and the turn say the same.
import { describe, expect, it } from '@jest/globals';
import { assess } from '../../../src/workflows/facilitate/rules/assess.js';
import { maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import { turnsOf } from '../../../src/workflows/facilitate/rules/turns.js';
import { labelsOf, lookAt, quietly, suggestionsOf } from './looking.js';

type World = Parameters<typeof lookAt>[0];

const question = { at: '-2d', by: 'maya', body: 'Which browser do you use?' };
const answer = { at: '-1d', by: 'ann', body: 'Firefox.' };
const stuck = { run: 'fix-3-0123456789', workflow: 'fix', issue: 3, status: 'stuck', started: '-2d', ended: '-2d' };

/** What a scan says and does about #3. */
function about(world: World) {
  const boardFacts = lookAt(world);
  const three = assess(boardFacts).find(({ issue }) => issue === 3);
  return {
    state: three?.state,
    rule: three?.rule,
    says: three?.recommendation,
    isReady: labelsOf(maintain(boardFacts, quietly())).includes('+crew:ready 3'),
    isSuggested: suggestionsOf(boardFacts).some(({ issue }) => issue === 3),
    turn: turnsOf(boardFacts).find(({ ref }) => ref === 'acme/app#3'),
  };
}

describe('an issue without work', () => {
  it.each<[string, World, string]>([
    ['is described', { issues: [{ number: 3 }] }, 'Ready to start.'],
    ['has an answered question', { issues: [{ number: 3, comments: [question, answer] }] }, 'Ready to start.'],
    [
      'was worked on by a run that ended stuck',
      { issues: [{ number: 3 }], runs: [stuck] },
      'Earlier work ended without a result: the run ended `stuck` (`fix-3-0123456789`, 2026-11-16). Ready to start.',
    ],
  ])('that %s has the label crew:ready and is suggested as ready to start', (_, world, says) => {
    expect(about(world)).toMatchObject({ state: 'incomplete', says, isReady: true, isSuggested: true });
  });

  it.each<[string, World, string]>([
    [
      'waits for its reporter',
      { issues: [{ number: 3, comments: [question] }] },
      '`ann` has to answer the question of 2026-11-16 first.',
    ],
    [
      'waits for its reporter after a run that ended stuck',
      { issues: [{ number: 3, comments: [question] }], runs: [stuck] },
      'Earlier work ended without a result: the run ended `stuck` (`fix-3-0123456789`, 2026-11-16). ' +
        '`ann` has to answer the question of 2026-11-16 first.',
    ],
    [
      'has no description',
      { issues: [{ number: 3, body: '' }] },
      'The description is empty. Add a few sentences, then work can start.',
    ],
    ['is a parent', { issues: [{ number: 3, children: [4] }, { number: 4 }] }, 'Ready to start with its sub-issues.'],
  ])('that %s has no label crew:ready, is not suggested, and names the reason', (_, world, says) => {
    expect(about(world)).toMatchObject({ state: 'incomplete', says, isReady: false, isSuggested: false });
  });

  it("that waits for an answer of its author is the author's turn since the question", () => {
    const { turn } = about({ issues: [{ number: 3, comments: [question] }] });
    expect(turn).toMatchObject({ who: ['ann'], for: 'answer', since: '2026-11-16T12:00:00.000Z' });
  });

  it.each<[string, World['issues'][number]]>([
    ['somebody without write access', { number: 3, comments: [{ ...question, by: 'stranger' }] }],
    ['the reporter', { number: 3, author: 'maya', comments: [question] }],
    [
      'a question in a quote',
      { number: 3, comments: [{ ...question, body: '> Which browser?\n\nFirefox, I think.' }] },
    ],
  ])('is ready in spite of %s', (_, issue) => {
    expect(about({ issues: [issue] })).toMatchObject({ says: 'Ready to start.', isReady: true });
  });
});

describe('a run of crew that ended without success', () => {
  const commit = { sha: 'c1', message: 'Try', at: '-2d', by: 'crew[bot]' };
  it.each(['stuck', 'failed', 'escalated', 'cancelled', 'infra_error', 'error'])(
    'is no work in progress if it ended %s, with or without a branch',
    (status) => {
      const runs = [{ ...stuck, status }];
      const left = { issues: [{ number: 3 }], runs, branches: [{ name: 'crew/issue-3', ahead: [commit] }] };
      for (const world of [{ issues: [{ number: 3 }], runs }, left])
        expect(about(world)).toMatchObject({ state: 'incomplete', rule: 'interrupted', isReady: true });
    },
  );

  it('does not hide later work of a person on its branch', () => {
    const ahead = [commit, { sha: 'c2', message: 'Go on', at: '-1h', by: 'maya' }];
    expect(
      about({ issues: [{ number: 3 }], runs: [stuck], branches: [{ name: 'crew/issue-3', ahead }] }),
    ).toMatchObject({ state: 'in_progress', rule: 'started', isReady: false });
  });

  it('does not hide another run that is still running', () => {
    const next = { run: 'fix-3-9876543210', workflow: 'fix', issue: 3, status: 'running', started: '-1h' };
    expect(about({ issues: [{ number: 3 }], runs: [stuck, next] })).toMatchObject({ rule: 'started', isReady: false });
  });
});
