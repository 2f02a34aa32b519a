// The smallest change to each next state: what it says is what the table would say.
import { describe, expect, it } from '@jest/globals';
import { ja } from '../../../src/workflows/facilitate/messages.ja.js';
import { pathsOf, whyNotOf } from '../../../src/workflows/facilitate/rules/assess.js';
import { decide } from '../../../src/workflows/facilitate/rules/judge.js';
import { boardFactsAt, corpus, lookAt } from './looking.js';

const why = (world: Parameters<typeof lookAt>[0], issue = 3) => {
  const boardFacts = lookAt(world);
  const verdict = boardFacts.judged.verdicts.get(`acme/app#${issue}`);
  return verdict ? whyNotOf(verdict, boardFacts) : [];
};

describe('the reasons why an issue is not in a later state', () => {
  it('name only changes that lead to the named state by the decision table', () => {
    let paths = 0;
    for (const world of corpus) {
      const boardFacts = lookAt(world);
      for (const verdict of boardFacts.verdicts)
        for (const { to, result: then, steps } of pathsOf(verdict, boardFacts)) {
          paths += 1;
          expect(to).not.toBe(verdict.state);
          expect(decide(then).state).toBe(to);
          expect(steps.length).toBeGreaterThan(0);
        }
    }
    expect(paths).toBeGreaterThan(200);
  });

  it('name a blocker whose end unblocks the issue when the whole board is judged again', () => {
    let freed = 0;
    for (const world of corpus) {
      const boardFacts = lookAt(world);
      for (const verdict of boardFacts.verdicts) {
        for (const { to, steps } of pathsOf(verdict, boardFacts)) {
          if (!steps.every((step) => step.is === 'over')) continue;
          const over = new Set(steps.map((step) => (step.is === 'over' ? step.ref : '')));
          const { board, rules } = boardFacts;
          const closed = { at: board.observedAt, reason: 'completed' as const };
          const issues = board.issues.map((each) =>
            over.has(boardFacts.shown(each.ref)) ? { ...each, closed } : each,
          );
          const pulls = board.pulls.map((each) =>
            over.has(boardFacts.shown(each.ref)) ? { ...each, state: 'closed' as const } : each,
          );
          const known = { at: board.observedAt, texts: {} };
          const then = boardFactsAt({ ...board, issues, pulls }, rules, {
            memory: world.previous === undefined ? undefined : known,
          });
          if ([...over].some((ref) => ![...issues, ...pulls].some((each) => boardFacts.shown(each.ref) === ref)))
            continue;
          // Closing a parent or a linked pull request may move the rest of the board too; a plain blocker moves only who waits.
          if (verdict.case.links.length > 0 || verdict.case.children.length > 0) continue;
          freed += 1;
          expect([world.name, then.judged.verdicts.get(verdict.issue)?.state]).toEqual([world.name, to]);
        }
      }
    }
    expect(freed).toBeGreaterThan(5);
  });

  it.each([
    [
      'a blocker',
      { issues: [{ number: 3, body: 'Depends on #9' }, { number: 9 }] },
      ['Ready to start when #9 is done.'],
    ],
    [
      'nothing',
      { issues: [{ number: 3 }] },
      [
        'In progress when a branch such as `issue-3` has a commit.',
        'Waiting for review when a pull request contains `Closes #3`.',
      ],
    ],
    [
      'no review',
      { issues: [{ number: 3 }], pulls: [{ number: 7, closes: [3] }] },
      ['Done when a maintainer approves #7.'],
    ],
    [
      'a red check',
      {
        issues: [{ number: 3 }],
        pulls: [{ number: 7, closes: [3], checks: [{ name: 'test', state: 'failure' as const }] }],
      },
      ['Waiting for review when `test` on #7 passes.', 'Done when `test` on #7 passes and a maintainer approves #7.'],
    ],
    [
      'a draft',
      { issues: [{ number: 3 }], pulls: [{ number: 7, closes: [3], draft: true }] },
      ['Waiting for review when #7 is marked as ready for review.'],
    ],
    ['done', { issues: [{ number: 3, closed: { at: '-1d', reason: 'completed' as const } }] }, []],
  ])('where there is %s', (_, world, expected) => {
    expect(why(world)).toEqual(expected);
  });

  it('exist in Japanese', () => {
    expect(ja.whyNot({ to: 'incomplete', steps: [{ is: 'over', ref: '#9' }] })).toBe(
      '着手可能になる条件: #9 が完了する。',
    );
  });
});
