// What a look writes (decisions A4): on small boards, one after the other.
import { describe, expect, it } from '@jest/globals';
import { bodyDigest } from '../../../src/changes/marker.js';
import { assess } from '../../../src/workflows/facilitate/rules/assess.js';
import { ownComments } from '../../../src/workflows/facilitate/rules/decide.js';
import { eventsOf } from '../../../src/workflows/facilitate/rules/events.js';
import { withUnwritten } from '../../../src/workflows/facilitate/rules/issue-record.js';
import { maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import { turnsOf } from '../../../src/workflows/facilitate/rules/turns.js';
import {
  boardAfter,
  boardFactsAt,
  commentsOf,
  labelsOf,
  lookAt,
  observed,
  quietly,
  standingAfter,
  suggestionsOf,
  twice,
} from './looking.js';

const blocked = { number: 3, title: 'Login', body: 'Depends on #9' };
const blocker = { number: 9, title: 'Accounts', body: 'x' };

describe('a scan of a board', () => {
  it('comments on a blocked issue with its blocker and sets the label', () => {
    const first = maintain(lookAt({ issues: [blocked, blocker] }), quietly());
    expect(labelsOf(first)).toEqual(expect.arrayContaining(['+blocked 3', '+crew:ready 9']));
    expect(commentsOf(first)).toEqual({ 3: expect.stringContaining('waits for #9 `Accounts` (since 2026-10-29)') });
  });

  it('writes nothing if it is repeated', () => {
    const { first, second } = twice(lookAt({ issues: [blocked, blocker] }));
    expect(first.planned.length).toBeGreaterThan(0);
    expect(second.planned).toEqual([]);
    expect(second.actions).toEqual([]);
  });

  it('edits its comment and changes its labels if the blocker is closed', () => {
    const boardFacts = lookAt({ issues: [blocked, blocker] });
    const first = maintain(boardFacts, quietly());
    const after = boardAfter(boardFacts.board, first.planned);
    const closed = { at: boardFacts.board.observedAt, reason: 'completed' as const };
    const board = {
      ...after,
      issues: after.issues.map((each) => (each.ref.endsWith('#9') ? { ...each, closed } : each)),
    };
    const then = boardFactsAt(board, boardFacts.rules, { previous: observed(boardFacts, first.next) });
    const second = maintain(then, quietly({ ownComments: standingAfter(new Map(), first.planned) }));
    expect(labelsOf(second)).toEqual(expect.arrayContaining(['-blocked 3', '+crew:ready 3', '-crew:ready 9']));
    expect(commentsOf(second)[3]).toContain('Ready to start');
    expect(second.actions.filter(({ action }) => action === 'update')).toHaveLength(1);
    // Whoever has it is told once, in a comment of its own.
    const told = second.planned.filter(({ notifies }) => notifies);
    expect(told.map(({ ref, action }) => [ref, action.body])).toEqual([
      ['acme/app#3', '@ann: #9 is done; this issue can start.'],
    ]);
    const later = boardFactsAt(boardAfter(board, second.planned), boardFacts.rules, {
      previous: observed(then, second.next),
    });
    const third = maintain(
      later,
      quietly({ ownComments: standingAfter(new Map(), [...first.planned, ...second.planned]) }),
    );
    expect(third.planned).toEqual([]);
    const silent = boardFactsAt(board, boardFacts.rules, {
      previous: observed(boardFacts, first.next),
      settings: { 'notify-unblocked': false },
    });
    expect(maintain(silent, quietly()).planned.some(({ notifies }) => notifies)).toBe(false);
  });

  it('keeps the changes of another account that crew writes as: two accounts alternate for three scans', () => {
    const [app, action] = ['crew[bot]', 'github-actions[bot]'];
    const boardFacts = lookAt({ issues: [blocked, blocker] }, { me: app ?? '' });
    const first = maintain(boardFacts, quietly());
    expect(first.planned.length).toBeGreaterThan(0);
    let board = boardAfter(boardFacts.board, first.planned, app);
    let record = observed(boardFacts, first.next);
    for (const me of [action, app, action]) {
      const then = boardFactsAt(board, boardFacts.rules, { previous: record, me: me ?? '' });
      const existing = ownComments(board, { identity: then.identity, previous: record, isSigned: () => false });
      const again = maintain(then, quietly({ ownComments: existing }));
      expect(again.planned).toEqual([]);
      expect(then.freshness('acme/app#3')).toBe(boardFacts.freshness('acme/app#3'));
      board = boardAfter(board, again.planned, me);
      record = observed(then, again.next);
    }
    expect(record.identities).toEqual([app, action]);
  });

  it('keeps labels that people set, and does not set labels that people removed until the evidence changes', () => {
    const boardFacts = lookAt({
      issues: [{ ...blocker, labels: [{ name: 'needs-attention', by: 'maya', at: '-1d' }] }],
    });
    const first = maintain(boardFacts, quietly());
    expect(labelsOf(first)).not.toContain('-needs-attention 9');
    const again = boardFactsAt(boardFacts.board, boardFacts.rules, { previous: observed(boardFacts, first.next) });
    const second = maintain(again, quietly());
    expect(labelsOf(second)).toEqual([]);
    const third = maintain(
      boardFactsAt(boardFacts.board, boardFacts.rules, { previous: observed(boardFacts, second.next) }),
      quietly(),
    );
    expect(labelsOf(third)).toEqual([]);
    const changed = {
      ...boardFacts.board,
      issues: boardFacts.board.issues.map((each) => ({ ...each, reopenings: [boardFacts.board.observedAt] })),
    };
    const later = maintain(
      boardFactsAt(changed, boardFacts.rules, { previous: observed(boardFacts, third.next) }),
      quietly(),
    );
    expect(labelsOf(later)).toContain('+crew:ready 9');
  });

  it.each([
    ['locked', { issues: [{ ...blocked, locked: true }, blocker] }, {}, ['+blocked 3']],
    ['quiet', { issues: [blocked, blocker] }, { quiet: new Set(['acme/app#3']) }, ['+blocked 3']],
  ])('writes labels and no comment on an issue that is %s', (_, world, hand, labels) => {
    const look = maintain(lookAt(world), quietly(hand));
    expect(commentsOf(look)).toEqual({});
    expect(labelsOf(look)).toEqual(expect.arrayContaining(labels));
  });

  it.each([
    [7, '-8d', true],
    [7, '-6d', false],
    [30, '-8d', false],
    [30, '-31d', true],
  ])('marks an issue as stale after %d days without activity: last active %s → %s', (days, created, isStale) => {
    const boardFacts = lookAt({ issues: [{ number: 3, created }] }, { settings: { 'stale-days': days } });
    expect(labelsOf(maintain(boardFacts, quietly())).includes('+crew:stale 3')).toBe(isStale);
  });

  it('writes nothing on exempt issues', () => {
    const boardFacts = lookAt(
      { issues: [{ ...blocked, labels: ['later'] }] },
      { settings: { exempt: { labels: ['Later'], assignees: [], milestones: [], types: [] } } },
    );
    expect(maintain(boardFacts, quietly()).planned).toEqual([]);
  });

  it.each([
    ['none', []],
    ['needed', ['3']],
    ['all', ['3', '9']],
  ] as const)('comments: %s', (comments, issues) => {
    const boardFacts = lookAt(
      { issues: [blocked, blocker, { number: 10, closed: { at: '-1d', reason: 'completed' } }] },
      { settings: { comments } },
    );
    expect(Object.keys(commentsOf(maintain(boardFacts, quietly())))).toEqual(issues);
  });

  it('writes nothing on dashboards of bots and on its own digest', () => {
    const issues = [
      { number: 3, body: 'Depends on #9', author: 'renovate[bot]' },
      { number: 4, body: 'x' },
    ];
    expect(maintain(lookAt({ issues }, { digestIssue: 'acme/app#4' }), quietly()).planned).toEqual([]);
  });

  it('does not label an issue as ready without a description or with sub-issues', () => {
    const issues = [
      { number: 1, body: '' },
      { number: 2, body: 'x', children: [4] },
      { number: 4, body: 'x' },
    ];
    expect(labelsOf(maintain(lookAt({ issues }), quietly())).filter((each) => each.includes('ready'))).toEqual([
      '+crew:ready 4',
    ]);
  });

  it('comments on an issue that could not be judged only at the second scan', () => {
    const world = { issues: [blocked], unread: ['issue 3 blockedBy', 'issue 3 children'] };
    const { first, second } = twice(lookAt({ ...world, issues: [{ number: 3, body: 'x' }] }));
    expect(commentsOf(first)).toEqual({});
    expect(commentsOf(second)).toEqual({
      3: expect.stringContaining('@ann: please give crew'),
    });
  });

  it.each([
    [
      'closed as a duplicate',
      [{ number: 9, closed: { at: '-9d', reason: 'duplicate' as const }, 'duplicate-of': 10 }, { number: 10 }],
      [],
    ],
    ['unreadable', [], ['other/repo#4']],
  ])('keeps the date of a blocker at the next scan if the named issue was %s', (_, more, [elsewhere = '#9']) => {
    const branches = [{ name: 'issue-3', ahead: [{ sha: 'b1', message: 'x', at: '-2d', by: 'maya' }] }];
    const boardFacts = lookAt({ issues: [{ number: 3, body: `Depends on ${elsewhere}` }, ...more], branches });
    const { second, then } = twice(boardFacts);
    expect(then.judged.verdicts.get('acme/app#3')?.rule).toBe('started');
    expect(second.planned).toEqual([]);
  });

  it('removes nothing because a read failed once', () => {
    const boardFacts = lookAt({ issues: [blocked, { ...blocker, created: '-1h' }] });
    const first = maintain(boardFacts, quietly());
    const existing = standingAfter(new Map(), first.planned);
    const after = boardAfter(boardFacts.board, first.planned);
    const unread = { ...after, issues: after.issues.map((each) => ({ ...each, blockedBy: 'unread' as const })) };
    const second = maintain(
      boardFactsAt(unread, boardFacts.rules, { previous: observed(boardFacts, first.next) }),
      quietly({ ownComments: existing }),
    );
    expect(second.planned).toEqual([]);
    const third = maintain(
      boardFactsAt(after, boardFacts.rules, { previous: observed(boardFacts, second.next) }),
      quietly({ ownComments: existing }),
    );
    expect(third.planned).toEqual([]);
    const silent = maintain(
      boardFactsAt(after, boardFacts.rules, { previous: observed(boardFacts, second.next) }),
      quietly(),
    );
    expect(commentsOf(silent)).toEqual({});
  });

  it('writes one comment for several issues that wait for the same pull request', () => {
    const issues = [{ number: 3 }, { number: 4 }, { number: 5 }];
    const pulls = [{ number: 7, closes: [3, 4, 5], requests: [{ login: 'noah', at: '-1d' }] }];
    const { first, second } = twice(lookAt({ issues, pulls }));
    expect(commentsOf(first)).toEqual({ 3: expect.stringContaining('#4, #5') });
    expect(commentsOf(first)[3]).toContain('@noah');
    expect(second.planned).toEqual([]);
  });

  it('does not post a comment again that a person deleted until there is a new reason', () => {
    const boardFacts = lookAt({ issues: [blocked, blocker] });
    const first = maintain(boardFacts, quietly());
    const after = boardAfter(boardFacts.board, first.planned);
    const second = maintain(
      boardFactsAt(after, boardFacts.rules, { previous: observed(boardFacts, first.next) }),
      quietly(),
    );
    expect(commentsOf(second)).toEqual({});
  });

  it('names the root blocker and how many issues it unblocks', () => {
    const issues = [
      { number: 1, body: 'Depends on #2' },
      { number: 2, body: 'Depends on #3' },
      { number: 3, body: 'x' },
      { number: 4, body: 'Depends on #3' },
    ];
    const said = commentsOf(maintain(lookAt({ issues }), quietly()));
    expect(said[1]).toContain(
      'It waits for #2 `Issue 2` (since 2026-10-29). Start with #3 (3 issues wait for it, 2 of them directly).',
    );
    expect(said[2]).toMatch(/It waits for #3 `Issue 3` \(since 2026-10-29\)\.\n\n#1 waits for this issue\./);
  });

  it('says which issue waits for which', () => {
    const issues = [
      { number: 2, body: 'x', reopened: ['-1d'] },
      { number: 3, body: 'Depends on #2' },
      { number: 37, body: 'Depends on #3' },
    ];
    const inLanguage = (lang: 'en' | 'ja') =>
      commentsOf(maintain(lookAt({ issues }, { settings: { lang } }), quietly()));
    expect(inLanguage('en')[2]).toContain('#3 waits for this issue, and #37 for #3.');
    expect(inLanguage('ja')[2]).toContain('#3 はこの Issue の完了、#37 は #3 の完了を待っています。');
  });

  it('shows the whole cycle to issues that wait for each other', () => {
    const issues = [1, 2, 3].map((number) => ({ number, body: `Depends on #${(number % 3) + 1}` }));
    for (const body of Object.values(commentsOf(maintain(lookAt({ issues }), quietly()))))
      expect(body).toContain('wait for each other: #1 → #2 → #3 → #1.');
  });

  it('mentions the person who must merge, and no person if auto-merge does it', () => {
    const pull = { number: 7, closes: [3], reviews: [{ by: 'noah', state: 'approved', at: '-1h' }] };
    const due = maintain(lookAt({ issues: [{ number: 3 }], pulls: [pull] }), quietly());
    expect(labelsOf(due)).toEqual(expect.arrayContaining(['+crew:merge-due 3', '+needs-attention 3']));
    expect(commentsOf(due)[3]).toContain('@maya');
    expect(due.actions.find(({ action }) => action === 'attention')?.body).toMatch(/^@maya: #7 is approved/);
    const moving = maintain(lookAt({ issues: [{ number: 3 }], pulls: [{ ...pull, 'auto-merge': true }] }), quietly());
    expect(moving.planned).toEqual([]);
  });

  it('never mentions people without write access, bots or crew', () => {
    const world = {
      issues: [{ number: 3, author: 'stranger', assignees: ['stranger', 'helper[bot]', 'crew[bot]'] }],
      pulls: [{ number: 7, author: 'stranger', closes: [3], reviews: [{ by: 'noah', state: 'approved', at: '-1h' }] }],
      'may-push': ['noah', 'helper[bot]', 'crew[bot]'],
    };
    const body = commentsOf(maintain(lookAt(world), quietly()))[3] ?? '';
    expect(body.match(/@[\w[\]-]+/g)).toEqual(['@noah']);
  });

  it('withholds titles of private repositories from readers of other repositories', () => {
    const boardFacts = lookAt({
      issues: [{ number: 3, body: 'x', 'blocked-by': [{ issue: 'acme/secret#5', since: '-2d' }] }],
    });
    const [issue] = boardFacts.board.issues;
    const hidden = {
      ...(issue as NonNullable<typeof issue>),
      ref: 'acme/secret#5',
      title: 'The merger',
      blockedBy: [],
    };
    const board = {
      ...boardFacts.board,
      issues: [...boardFacts.board.issues, hidden],
      repos: [...boardFacts.board.repos, { repo: 'acme/secret', defaultBranch: 'main', private: true }],
    };
    const look = maintain(boardFactsAt(board, boardFacts.rules), quietly());
    expect(JSON.stringify(look)).not.toContain('The merger');
    expect(commentsOf(look)[3]).toContain('acme/secret#5');
    const open = { ...board, repos: board.repos.map((each) => ({ ...each, private: false })) };
    expect(commentsOf(maintain(boardFactsAt(open, boardFacts.rules), quietly()))[3]).toContain(
      'acme/secret#5 `The merger`',
    );
  });

  it('writes to the repository of each issue', () => {
    const boardFacts = lookAt({ issues: [{ number: 3, body: 'x' }] });
    const board = {
      ...boardFacts.board,
      issues: boardFacts.board.issues.map((each) => ({ ...each, ref: 'acme/other#3' })),
    };
    const { changes, actions } = maintain(boardFactsAt(board, boardFacts.rules), quietly());
    expect(changes).toContainEqual({
      kind: 'label',
      repo: 'acme/other',
      issue: 3,
      label: 'crew:ready',
      action: 'add',
      look: { colour: '2da44e', description: 'Ready to start.' },
      while: { issue: 'open', evidence: expect.any(String) },
    });
    expect(actions[0]?.issue).toBe('acme/other#3');
  });

  it('compares a comment in the form in which it would be posted', () => {
    const outgoing = (text: string) => text.replaceAll('Accounts', '[redacted]');
    const boardFacts = lookAt({ issues: [blocked, blocker] });
    const body = outgoing(commentsOf(maintain(boardFacts, quietly()))[3] ?? '');
    const existing = new Map([['acme/app#3', { body, digest: bodyDigest(body) }]]);
    expect(commentsOf(maintain(boardFacts, quietly({ ownComments: existing, outgoing })))).toEqual({});
  });
});

describe('a large board', () => {
  const many = (n: number) => ({
    issues: [
      blocker,
      ...Array.from({ length: n }, (_, at) => ({ number: 100 + at, title: `T${at}`, body: 'Depends on #9' })),
    ],
  });

  it('gets its comments if there are thirty', () => {
    expect(Object.keys(commentsOf(maintain(lookAt(many(30)), quietly())))).toHaveLength(30);
  });

  it('gets no comments at the first scan if there would be more than thirty, and later only on issues that change', () => {
    const boardFacts = lookAt(many(31));
    const { first, second } = twice(boardFacts);
    expect(commentsOf(first)).toEqual({});
    expect(first.leftOut).toHaveLength(31);
    expect(labelsOf(first)).toContain('+blocked 130');
    expect(second.planned).toEqual([]);
    const changed = boardAfter(boardFacts.board, first.planned);
    const issues = changed.issues.map((each) =>
      each.ref.endsWith('#104') ? { ...each, body: 'Depends on #9\nDepends on https://example.org/x' } : each,
    );
    const third = boardFactsAt({ ...changed, issues }, boardFacts.rules, {
      previous: observed(boardFacts, second.next),
    });
    expect(Object.keys(commentsOf(maintain(third, quietly())))).toEqual(['104']);
  });

  it('gets no comments about unreadable issues if there would be more than thirty', () => {
    const issues = Array.from({ length: 40 }, (_, at) => ({ number: at + 1, body: 'x' }));
    const { second } = twice(lookAt({ issues, unread: issues.map(({ number }) => `issue ${number} blockedBy`) }));
    expect(commentsOf(second)).toEqual({});
    expect(second.leftOut).toHaveLength(40);
  });

  it('gets the comments beyond the hourly limit in the next scans, until all are written', () => {
    let boardFacts = lookAt(many(20));
    let existing = quietly().ownComments;
    const seen: string[] = [];
    for (let look = 0; look < 10; look += 1) {
      const made = maintain(boardFacts, quietly({ ownComments: existing, room: 7 }));
      expect(made.planned.filter(({ change }) => change.kind === 'comment').length).toBeLessThanOrEqual(7);
      seen.push(...made.planned.map(({ ref, change }) => `${ref} ${JSON.stringify(change)}`));
      existing = standingAfter(existing, made.planned);
      boardFacts = boardFactsAt(boardAfter(boardFacts.board, made.planned), boardFacts.rules, {
        previous: observed(boardFacts, made.next),
      });
    }
    expect(maintain(boardFacts, quietly({ ownComments: existing })).planned).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
    const whole = maintain(lookAt(many(20)), quietly());
    expect(seen).toHaveLength(whole.planned.length);
  });

  it('records changes that could not be written as owed', () => {
    const { next, planned } = maintain(lookAt({ issues: [blocked, blocker] }), quietly());
    const left = withUnwritten({ next, previous: undefined, unwritten: planned });
    expect(left['acme/app#3']).toMatchObject({ labels: [], notified: false, owed: true });
    expect(next['acme/app#3']).toMatchObject({ notified: true, owed: false });
    expect(next['acme/app#3']?.labels).toContain('blocked');
  });
});

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
      'has a question to crew',
      { issues: [{ number: 3, comments: [{ ...question, body: '/crew ask Why are there no time zones?' }] }] },
      'Ready to start.',
    ],
    [
      'got no plan',
      { issues: [{ number: 3 }], runs: [{ ...stuck, status: 'no-plan' }] },
      "crew's last run ended “no plan made” on 2026-11-16. Ready to start.",
    ],
    [
      'was worked on by a run that ended stuck',
      { issues: [{ number: 3 }], runs: [stuck] },
      "crew's last run ended “stuck” on 2026-11-16. Ready to start.",
    ],
  ])('that %s has the label crew:ready and is suggested as ready to start', (_, world, says) => {
    expect(about(world)).toMatchObject({ state: 'incomplete', says, isReady: true, isSuggested: true });
  });

  it.each<[string, World, string]>([
    [
      'waits for its reporter',
      { issues: [{ number: 3, comments: [question] }] },
      '`ann` has to answer the question in the comment by `maya` of 2026-11-16 first.',
    ],
    [
      'has an open question with a command to crew after it',
      { issues: [{ number: 3, comments: [question, { at: '-1d', by: 'maya', body: '/crew status' }] }] },
      '`ann` has to answer the question in the comment by `maya` of 2026-11-16 first.',
    ],
    [
      'has an open question and a command in one comment',
      { issues: [{ number: 3, comments: [{ ...question, body: 'Which browser do you use?\n\n/crew status' }] }] },
      '`ann` has to answer the question in the comment by `maya` of 2026-11-16 first.',
    ],
    [
      'waits for its reporter after a run that ended stuck',
      { issues: [{ number: 3, comments: [question] }], runs: [stuck] },
      "crew's last run ended “stuck” on 2026-11-16. " +
        '`ann` has to answer the question in the comment by `maya` of 2026-11-16 first.',
    ],
    [
      'waits for its reporter, who was mentioned and asked in the middle of a line',
      { issues: [{ number: 3, comments: [{ ...question, body: 'Hi @ann, which one? A line of code would help.' }] }] },
      '`ann` has to answer the question in the comment by `maya` of 2026-11-16 first.',
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
      'a rhetorical question to somebody else',
      { number: 3, comments: [{ ...question, body: '@noah Why not? Let us do it.' }] },
    ],
    [
      'an address with a query',
      { number: 3, comments: [{ ...question, body: '@ann see https://example.org/?q=1 for the cause.' }] },
    ],
    [
      'a question in a quote',
      { number: 3, comments: [{ ...question, body: '> Which browser?\n\nFirefox, I think.' }] },
    ],
  ])('is ready in spite of %s', (_, issue) => {
    expect(about({ issues: [issue] })).toMatchObject({ says: 'Ready to start.', isReady: true });
  });
});

/** crew's comment on #3. */
const commentOn = (world: World, lang: 'en' | 'ja' = 'en') =>
  commentsOf(maintain(lookAt(world, { settings: { lang, comments: 'all' } }), quietly()))[3] ?? '';

describe('the comment on an issue whose earlier work ended', () => {
  const reopened = { number: 3, assignees: ['maya'], reopened: ['-4d'] };
  const pull = { number: 14, body: 'Closes #3', state: 'closed', 'closed-at': '-5d' } as const;

  it('asks only the person who has to answer a question', () => {
    const says = commentOn({ issues: [{ ...reopened, comments: [question] }] });
    expect(says).toContain('`ann` has to answer the question');
    expect(says).toContain('@ann: please answer that comment.');
    expect(says).not.toContain('@maya');
  });

  it('asks for a description where there is none', () => {
    expect(commentOn({ issues: [{ ...reopened, body: '' }] })).toContain('@maya: please add a description.');
  });

  it('asks to continue work that there was, and else to start it', () => {
    expect(commentOn({ issues: [reopened], pulls: [pull] })).toContain('@maya: please continue the work, or say');
    expect(commentOn({ issues: [reopened] })).toContain('@maya: please start the work, or say what is missing.');
    expect(commentOn({ issues: [reopened] }, 'ja')).toContain('@maya さん、着手をお願いします。');
  });

  it('says when the issue was opened again, and names only work as work', () => {
    expect(commentOn({ issues: [reopened] })).toContain(
      'This issue was closed and opened again on 2026-11-14; no work has started since. Ready to start.',
    );
    expect(commentOn({ issues: [reopened], pulls: [pull] })).toContain(
      'Earlier work ended without a result: #14 was closed without a merge (2026-11-13). This issue was closed and opened again on 2026-11-14. Ready to start.',
    );
    expect(commentOn({ issues: [reopened] }, 'ja')).toContain(
      'この Issue は一度クローズされ、2026-11-14 に再オープンされました。それ以降の作業はありません。着手できます。',
    );
  });
});

describe('the completion criteria of an issue', () => {
  const run = { run: 'fix-3-0123456789', workflow: 'fix', issue: 3, status: 'running', started: '-1h' };

  it('are proposed for work that a person can continue', () => {
    const branches = [{ name: 'issue-3', ahead: [{ sha: 'c1', message: 'Try', at: '-1d', by: 'maya' }] }];
    expect(commentOn({ issues: [{ number: 3 }], branches })).toContain('Proposed completion criteria: a pull request');
  });

  it('are not proposed while a run of crew is all there is', () => {
    expect(commentOn({ issues: [{ number: 3 }], runs: [run] })).not.toContain('completion criteria');
  });
});

describe('a blocker that crew cannot check', () => {
  const issue = { number: 3, body: 'Blocked by: the new API', created: '-9d' };
  const asks =
    'crew cannot check “`the new API`”. Does it still block this issue? If not, remove it from the description.';

  it('is quoted; crew asks about it until a comment by a person with write access', () => {
    expect(commentOn({ issues: [issue] })).toContain(asks);
    const byStranger = { at: '-1d', by: 'stranger', body: 'Any news?' };
    const command = { at: '-1d', by: 'maya', body: '/crew status' };
    expect(commentOn({ issues: [{ ...issue, comments: [byStranger, command] }] })).toContain(asks);
  });

  it('is not asked about again after an answer', () => {
    const comments = [{ at: '-1d', by: 'maya', body: 'Not before June.' }];
    const world = { issues: [{ ...issue, assignees: ['maya'], comments }] };
    const says = commentOn(world);
    expect(says).toContain('It waits for “`the new API`”');
    expect(says).toContain(
      'Last comment on it: `maya`, 2026-11-17. When it no longer blocks this issue, remove it from the description.',
    );
    expect(says).not.toContain('Does it still block');
    expect(says).toContain('@maya: please update this issue when that changes.');
    expect(labelsOf(maintain(lookAt(world), quietly()))).toEqual(['+blocked 3', '+needs-attention 3']);
    expect(commentOn(world, 'ja')).toContain(
      '最後のコメントは 2026-11-17 の `maya` さんのものです。ブロックしなくなったら、説明文から削除してください。',
    );
  });
});

describe('a blocker that cannot be read', () => {
  it('is to be removed from the place that names it', () => {
    const written = { number: 3, body: 'Blocked by: other/repo#9' };
    expect(commentOn({ issues: [written] })).toContain('If not, remove it from the description.');
  });
});

describe('a command to crew', () => {
  it("is activity of the person who writes it, on the board, in the columns and for claims; crew's answer is none", () => {
    const comments = [
      { at: '-2d', by: 'maya', body: '/crew fix' },
      { at: '-1h', by: 'crew[bot]', body: 'It is running.' },
    ];
    const boardFacts = lookAt({ issues: [{ number: 3, created: '-60d', assignees: ['maya'], comments }] });
    const acts = eventsOf(boardFacts).flatMap(({ own, type }) => (own ? [] : [type]));
    expect(boardFacts.freshness('acme/app#3')).toBe('recent');
    expect(acts).toEqual(['issue_created', 'commented']);
    expect(labelsOf(maintain(boardFacts, quietly()))).not.toContain('+crew:stale 3');
  });

  it('starts a run that moves neither the dot nor the time of the issue on the board', () => {
    const issue = { number: 3, created: '-60d', comments: [{ at: '-2d', by: 'ines', body: 'Happens to me, too.' }] };
    const runs = [{ ...stuck, started: '-1h', ended: '-1h' }];
    const boardFacts = lookAt({ issues: [issue], runs });
    const times = eventsOf(boardFacts).flatMap(({ own, time }) => (own ? [] : [time]));
    expect(boardFacts.freshness('acme/app#3')).toBe('recent');
    expect(times.at(-1)).toBe(boardFacts.activity('acme/app#3'));
  });
});

describe('an issue that was opened again after a merge', () => {
  const issue = { number: 3, assignees: ['maya'], reopened: ['-4d'] };
  const pull = { number: 14, body: 'Closes #3', state: 'merged', created: '-7d', 'closed-at': '-5d' } as const;
  const already = { ...stuck, status: 'already' };
  const world = { issues: [issue], pulls: [pull], runs: [{ ...stuck, started: '-3d', ended: '-3d' }, already] };

  it('stays ready and suggested after a run that found nothing to change, and a maintainer is asked what is missing', () => {
    const unassigned = { ...world, issues: [{ ...issue, assignees: [] }] };
    expect(about(unassigned)).toMatchObject({ state: 'incomplete', isReady: true, isSuggested: true });
    expect(about(world).turn).toMatchObject({ who: ['maya'], for: 'answer', why: 'say-or-close' });
    expect(commentOn(world)).toBe(
      '**Not finished.** Earlier work: #14 was merged into `main` (2026-11-13). ' +
        'This issue was closed and opened again on 2026-11-14. ' +
        "crew's last run ended “nothing to change” on 2026-11-16. " +
        'A maintainer can say what is missing, or close this issue.\n\n@maya: please say what is missing, or close this.',
    );
    expect(commentOn(world, 'ja')).toContain('@maya さん、足りない点を書くか、クローズをお願いします。');
  });

  it('can be continued after somebody has said what is missing', () => {
    const comments = [{ at: '-1d', by: 'maya', body: 'A month of 30 days is still wrong.' }];
    expect(about({ ...world, issues: [{ ...issue, assignees: [], comments }] })).toMatchObject({
      isReady: true,
      isSuggested: true,
    });
  });
});

describe('a run of crew that ended without success', () => {
  it('gets no second comment: it has said itself how it ended', () => {
    const boardFacts = lookAt({ issues: [{ number: 3 }], runs: [stuck] });
    expect(commentsOf(maintain(boardFacts, quietly()))).toEqual({});
    expect(suggestionsOf(boardFacts)[0]?.description).toBe('Start on #3');
  });

  it.each([
    ['already', 'nothing to change'],
    ['refused', 'refused'],
    ['partial', 'partly finished'],
  ])('gets a comment if it ended %s: somebody must act', (status, words) => {
    const boardFacts = lookAt({ issues: [{ number: 3 }], runs: [{ ...stuck, status }] });
    expect(commentsOf(maintain(boardFacts, quietly()))[3]).toContain(`crew's last run ended “${words}” on 2026-11-16.`);
    expect(about({ issues: [{ number: 3 }], runs: [{ ...stuck, status }] })).toMatchObject({ rule: 'interrupted' });
  });

  it.each(['failed', 'cancelled', 'no-plan'])('gets no second comment either if it ended %s', (status) => {
    const boardFacts = lookAt({ issues: [{ number: 3 }], runs: [{ ...stuck, status }] });
    expect(commentsOf(maintain(boardFacts, quietly()))).toEqual({});
  });

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

  it('is named by what it ended with, also a plan that was not found', () => {
    const runs = [{ ...stuck, run: 'plan-3-0123456789', status: 'no-plan' }];
    expect(commentOn({ issues: [{ number: 3 }], runs })).toContain(
      "**Not started.** crew's last run ended “no plan made” on 2026-11-16.",
    );
    expect(commentOn({ issues: [{ number: 3 }], runs }, 'ja')).toContain(
      'crew の最後の実行は 2026-11-16 に「計画なし」で終わりました。',
    );
  });

  it('is called stuck if it is the work on an approved plan', () => {
    const runs = [{ ...stuck, run: 'plan-3-0123456789' }];
    expect(commentOn({ issues: [{ number: 3 }], runs })).toContain("crew's last run ended “stuck”");
  });

  it('does not hide later work of a person on its branch', () => {
    const ahead = [commit, { sha: 'c2', message: 'Go on', at: '-1h', by: 'maya' }];
    expect(
      about({ issues: [{ number: 3 }], runs: [stuck], branches: [{ name: 'crew/issue-3', ahead }] }),
    ).toMatchObject({ state: 'in_progress', rule: 'started', isReady: false });
  });

  it('waits for a reply, and is not said to work, while a plan waits for approval', () => {
    const world = { issues: [{ number: 3 }], runs: [{ ...stuck, status: 'awaiting_approval' }] };
    expect(about(world)).toMatchObject({ rule: 'started', isReady: false });
    expect(commentOn(world)).toContain("**Waiting for a reply.** crew's run is “waiting for approval”");
    expect(commentOn(world, 'ja')).toContain('**返信待ち** crew の実行は「承認待ち」の状態');
  });

  it('does not hide another run that is still running', () => {
    const next = { run: 'fix-3-9876543210', workflow: 'fix', issue: 3, status: 'running', started: '-1h' };
    expect(about({ issues: [{ number: 3 }], runs: [stuck, next] })).toMatchObject({ rule: 'started', isReady: false });
  });
});
