// The report as a whole, on one small board, in both languages; and what may never be in it.
import { describe, expect, it } from '@jest/globals';
import type { Language } from '../../../src/text/lang/index.js';
import { ja } from '../../../src/workflows/facilitate/messages.ja.js';
import { assessmentOf, pathsOf, whyNotOf } from '../../../src/workflows/facilitate/rules/assess.js';
import type { BoardFacts } from '../../../src/workflows/facilitate/rules/board-facts.js';
import { buildReport } from '../../../src/workflows/facilitate/rules/build-report.js';
import { judgeCase } from '../../../src/workflows/facilitate/rules/judge.js';
import { maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import { recommend } from '../../../src/workflows/facilitate/rules/recommend.js';
import type { World } from '../../build/world.js';
import { boardFactsAt, commentsOf, corpus, lookAt, quietly, registryOf } from './looking.js';

const world: Pick<World, 'issues' | 'pulls' | 'branches' | 'commits' | 'unread'> = {
  issues: [
    { number: 1, title: 'Release', body: 'x', children: [2, 3], status: { name: 'Todo', at: '-9d', by: 'maya' } },
    { number: 2, title: 'Accounts', body: 'x', parent: 1, status: { name: 'Todo', at: '-9d' } },
    { number: 3, title: 'Login', body: 'Depends on #4', parent: 1 },
    { number: 4, title: 'Passwords', body: '' },
    { number: 5, title: 'Docs', body: 'x' },
    { number: 6, title: 'Speed', body: 'x', created: '-40d' },
    { number: 7, title: 'Old', closed: { at: '-1d', reason: 'not_planned' } },
    { number: 8, title: 'Icons', body: 'Depends on https://example.org/icons' },
    { number: 9, title: 'Prices', body: '- [ ] tables\n- [ ] taxes' },
    { number: 10, title: 'Colours', body: 'x' },
  ],
  pulls: [
    { number: 20, closes: [2], created: '-3d', requests: [{ login: 'noah', at: '-2d' }] },
    { number: 21, closes: [5], state: 'merged', created: '-3d', merge: { at: '-1d', by: 'noah' } },
    { number: 22, closes: [6], state: 'closed', created: '-9d', 'closed-at': '-8d' },
    { number: 23, closes: [10], checks: [{ name: 'test', state: 'failure' }] },
  ],
  branches: [{ name: 'issue-9', ahead: [{ sha: 'b1', message: 'x', at: '-2d', by: 'maya' }] }],
};

const COST = { requests: 5, graphqlPoints: 5, ms: 12 };

function reportOf(boardFacts: BoardFacts, of: { written?: number; dryRun?: boolean; room?: number } = {}) {
  const registry = registryOf();
  const maintained = maintain(boardFacts, quietly(of.room === undefined ? {} : { room: of.room }));
  const { written = maintained.planned.length, dryRun = false } = of;
  return buildReport({
    boardFacts,
    registry,
    maintained,
    recommended: recommend(boardFacts, registry),
    written,
    dryRun,
    cost: COST,
  });
}

const spoken = (lang: Language): string => {
  const boardFacts = lookAt(world, { settings: { lang, comments: 'all' } });
  const report = reportOf(boardFacts);
  const comments = commentsOf(maintain(boardFacts, quietly()));
  const lines = report.assessments.flatMap(({ issue, title, state, evidence, whyNot, recommendation }) => [
    `#${issue} ${title} (${state})`,
    ...[recommendation, ...evidence, ...whyNot].map((each) => `    ${each}`),
    ...(comments[String(issue)] ?? '').split('\n\n').map((each) => `    > ${each}`),
    ...report.actions
      .filter((each) => each.issue === issue && each.action !== 'comment')
      .map(({ body }) => `    ! ${body}`),
  ]);
  const next = report.recommendation.suggestions.map(({ description, rationale }) => `${description} — ${rationale}`);
  return `\n${[...lines, '', report.recommendation.reason, ...next].join('\n')}\n`;
};

describe('a report', () => {
  it.each(['en', 'ja'] as const)('reads well as one page, in %s', (lang) => {
    expect(spoken(lang)).toMatchSnapshot();
  });

  it('has the form of the contract', () => {
    const report = reportOf(lookAt(world));
    expect(report).toMatchObject({
      observedAt: '2026-11-18T12:00:00.000Z',
      previousAt: null,
      complete: true,
      completion: { registry: true, states: true, next: true, actions: true },
      coverage: { issues: 10, seen: 10, missing: [], notIssues: [] },
      health: { statesClear: true, nextClear: true, blockersVisible: true, workable: true },
      cycles: [],
      cost: COST,
    });
    expect(report.assessments.find(({ issue }) => issue === 3)).toMatchObject({
      state: 'blocked',
      rule: 'blocked',
      blockers: [{ issue: 4, source: 'text', open: true, root: true }],
      whyNot: ['Ready to start when #4 is done.'],
    });
    expect(report.assessments.find(({ issue }) => issue === 4)?.frees).toEqual([3]);
    expect(report.assessments.find(({ issue }) => issue === 2)).toMatchObject({
      links: [{ kind: 'pull', ref: '#20', strength: 'closing' }],
      requiredCapability: 'review-action',
    });
    expect(report.changes).toEqual({ planned: report.actions.length, written: report.actions.length, deferred: 0 });
  });

  it('is complete if the unwritten changes are deferred or it is a dry run, but not if a write failed', () => {
    const boardFacts = lookAt(world);
    // Of the comments only so many fit; labels are not counted.
    const { complete, changes } = reportOf(boardFacts, { room: 3 });
    expect(complete).toBe(true);
    expect(changes.deferred).toBeGreaterThan(0);
    expect(changes.written + changes.deferred).toBe(changes.planned);
    expect(reportOf(boardFacts, { written: 0, dryRun: true }).completion.actions).toBe(true);
    expect(reportOf(boardFacts, { written: 0 })).toMatchObject({ complete: false, completion: { actions: false } });
  });

  it('has no score and is not complete if something could not be read', () => {
    const unread = reportOf(lookAt({ ...world, unread: ['issue 4'] }));
    expect(unread).toMatchObject({
      complete: false,
      completion: { states: false },
      coverage: { issues: 10, seen: 9, missing: [{ what: 'acme/app#4' }] },
      health: { score: null },
    });
    const { board, rules } = lookAt({ issues: [{ number: 3, body: 'x' }] });
    const partial = { ...board, missing: [{ what: 'an item of the board', why: 'it is redacted' }] };
    expect(reportOf(boardFactsAt(partial, rules))).toMatchObject({
      completion: { states: false },
      health: { score: null },
    });
  });

  it('has the score of the formula', () => {
    expect(reportOf(lookAt(world)).health.score).toBe(100 - 15 * 2 - 10 * 5 + 20 * 0.2);
    expect(reportOf(lookAt({ issues: [] })).health.score).toBe(100);
    const many = Array.from({ length: 9 }, (_, at) => ({ number: at + 1, body: 'Depends on #99' }));
    expect(reportOf(lookAt({ issues: [...many, { number: 99 }] })).health.score).toBe(0);
  });

  it('lists columns that contradict the state, unless a person moved the card later', () => {
    expect(reportOf(lookAt(world)).drift).toEqual([
      { issue: 1, board: 'Todo', truth: 'in_progress', since: expect.any(String) },
      { issue: 2, board: 'Todo', truth: 'review_pending', since: expect.any(String) },
    ]);
    const moved = world.issues.map((each) => ({ ...each, status: { name: 'Todo', at: '-1m', by: 'maya' } }));
    expect(reportOf(lookAt({ ...world, issues: moved })).drift.map(({ issue }) => issue)).not.toContain(2);
    const strange = world.issues.map((each) => ({ ...each, status: { name: 'Limbo', at: '-9d' } }));
    expect(reportOf(lookAt({ ...world, issues: strange })).drift).toEqual([]);
  });

  it('shows cycles by number', () => {
    const issues = [
      { number: 1, body: 'Depends on #2' },
      { number: 2, body: 'Depends on #1' },
    ];
    expect(reportOf(lookAt({ issues })).cycles).toEqual([[1, 2]]);
  });

  it('names issues of other repositories in full, and withholds titles that its readers may not see', () => {
    const { board, rules } = lookAt({ issues: [{ number: 3, title: 'The merger', body: 'x' }] });
    const repos = [
      { repo: 'acme/app', defaultBranch: 'main', private: true },
      { repo: 'acme/board', defaultBranch: 'main', private: false },
    ];
    const report = reportOf(boardFactsAt({ ...board, repo: 'acme/board', repos }, rules));
    expect(report.assessments[0]).toMatchObject({ issue: 'acme/app#3', title: '(private)' });
    expect(JSON.stringify(report)).not.toContain('The merger');
  });
});

describe('every sentence of the corpus', () => {
  it.each(['en', 'ja'] as const)('is complete and in its language: %s', (lang) => {
    for (const world of corpus) {
      const boardFacts = lookAt(world, { settings: { lang, comments: 'all' } });
      for (const verdict of boardFacts.verdicts) {
        const { recommendation, evidence, whyNot } = assessmentOf(verdict, boardFacts);
        for (const sentence of [recommendation, ...evidence, ...whyNot]) {
          expect(sentence).toMatch(/^[^\n]{1,400}$/);
          expect(sentence).not.toMatch(/undefined|\[object|NaN|\$\{|…| {2}/);
        }
        const said = [
          recommendation,
          ...whyNot,
          ...evidence.filter((each) => !each.includes('waits for itself') && !each.includes('does not exist')),
        ];
        for (const sentence of said)
          expect([sentence, /[ぁ-んァ-ヶ一-龠]/.test(sentence.replace(/`[^`]*`/g, ''))]).toEqual([
            sentence,
            lang === 'ja',
          ]);
      }
    }
  });
});

describe('evidence', () => {
  it('names the approver and the time of the approval, not the author of the pull request', () => {
    const reviews = [{ by: 'noah', state: 'approved' as const, at: '-1h' }];
    const approved = { number: 7, closes: [3], 'review-decision': 'approved' as const, author: 'maya', reviews };
    const [first] = reportOf(lookAt({ issues: [{ number: 3 }], pulls: [approved] })).assessments;
    expect(first).toMatchObject({ rule: 'approved', evidence: ['approved · #7 · by noah · 2026-11-18 11:00 UTC'] });
  });

  it('is no earlier work if the run only answered', () => {
    const ended = { issue: 3, started: '-2d', ended: '-2d' };
    const runs = [
      { ...ended, run: 'ask-3-0123456789', workflow: 'ask', status: 'failed' },
      { ...ended, run: 'review-3-0123456789', workflow: 'review', status: 'failed' },
    ];
    const [first] = reportOf(lookAt({ issues: [{ number: 3 }], runs })).assessments;
    expect(first).toMatchObject({ rule: 'untouched', recommendation: 'Ready to start.' });
  });
});

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
          expect(judgeCase(then).state).toBe(to);
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
