// Review requests: which are open, how the Editor reads them, and what became of each one.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withMarker } from '../../../src/changes/marker.js';
import type { ReviewRead } from '../../../src/ports/pulls.js';
import {
  openRequests,
  type ReviewRequest,
  requestsText,
  unansweredNumbers,
} from '../../../src/workflows/fix/rules/requests.js';
import { isComplete, recordedRequests, resolveRequests } from '../../../src/workflows/fix/rules/resolutions.js';
import { reviewIn } from '../../../src/workflows/fix/rules/review.js';
import {
  isStillAsked,
  type RecordedRequest,
  type Round,
  requestsOfAll,
  roundsOf,
} from '../../../src/workflows/fix/rules/rounds.js';
import { recordOf } from '../../build/records.js';

type Noted = ReviewRead['reviews'][number];

const OWN = withMarker('Done in `abc`.', { slot: 'reply:1', place: 'o/r#4' });

const note = (id: number, body: string, of: { by?: string; hour?: number } = {}): Noted => ({
  ...{ id, body, author: { login: of.by ?? 'maya', id: 7 }, url: '', head: 'a' },
  ...{ wantsChanges: true, asks: true, at: `2026-11-18T${String(of.hour ?? 12).padStart(2, '0')}:00:00Z` },
});

const thread = (id: number, bodies: readonly Noted[], of: { resolved?: boolean; line?: number | null } = {}) => ({
  ...{ id, path: 'add.js', line: of.line === undefined ? 3 : of.line, resolved: of.resolved ?? false },
  comments: bodies,
});

const round = (of: Partial<Round>): Round => ({
  ...{ run: 'fix-1', at: '2026-11-18T11:00:00Z', usd: 0, pull: 4, sha: 'b', requests: [] },
  ...of,
});

const recorded = (of: Partial<RecordedRequest>): RecordedRequest => ({
  ...{ from: 'review', id: 1, by: 'maya', asked: 'Rename it.', is: 'done', text: '' },
  ...of,
});

interface Open {
  readonly reviews?: readonly Noted[];
  readonly threads?: ReviewRead['threads'];
  readonly comments?: readonly Noted[];
  readonly rounds?: readonly Round[];
}

const open = ({ reviews = [], threads = [], comments = [], rounds = [round({})] }: Open) =>
  openRequests({ read: { reviews, threads }, comments, writers: new Set(['maya']), rounds }).map(
    ({ from, id, comments: said }) => [from, id, said.map(({ text }) => text)],
  );

describe('the open requests of a pull request', () => {
  it('are no courtesies: neither of a review, nor of a comment, nor after crew’s reply in a thread', () => {
    const all = {
      reviews: [note(1, 'Good direction. Please look at my comments.'), note(5, 'Thanks!\n\nWho else calls it?')],
      threads: [
        thread(2, [note(2, 'Rename it.')]),
        thread(3, [note(3, 'Why?'), note(8, OWN, { by: 'crew' }), note(9, 'Thanks!')]),
      ],
      comments: [note(4, 'LGTM otherwise')],
    };
    expect(open(all)).toEqual([
      ['thread', 2, ['Rename it.']],
      ['review', 5, ['Thanks!\n\nWho else calls it?']],
    ]);
  });

  it('are threads, then texts of reviews, then comments', () => {
    const all = {
      reviews: [note(1, 'Who else calls it?')],
      threads: [thread(2, [note(2, 'Rename it.'), note(3, 'To `total`.')])],
      comments: [note(4, 'And a test, please.')],
    };
    expect(open(all)).toEqual([
      ['thread', 2, ['Rename it.', 'To `total`.']],
      ['review', 1, ['Who else calls it?']],
      ['comment', 4, ['And a test, please.']],
    ]);
  });

  it('are one for each list item of a text, with the text before the list as context', () => {
    const reviews = [note(1, 'Three points:\n\n- Rename it.\n- Test it.\n  - On leap days.\n- Explain it.')];
    const all = openRequests({
      ...{ read: { reviews, threads: [] }, comments: [], writers: new Set(['maya']) },
      rounds: [
        round({ requests: [recorded({ id: 1, item: 2, is: 'done' }), recorded({ id: 1, item: 1, is: 'unanswered' })] }),
      ],
    });
    expect(all).toEqual([
      { from: 'review', id: 1, item: 1, context: 'Three points:', comments: [{ by: 'maya', text: 'Rename it.' }] },
      { from: 'review', id: 1, item: 3, context: 'Three points:', comments: [{ by: 'maya', text: 'Explain it.' }] },
    ]);
    expect(requestsText(all)).toContain('maya: Three points:\n\nmaya: Explain it.');
    const resolved = resolveRequests(all, [{ number: 1, result: 'done', text: 'It is `total` now.' }], DIFF);
    expect([isComplete(resolved), recordedRequests(resolved).map(({ item, is }) => [item, is])]).toEqual([
      false,
      [
        [1, 'done'],
        [3, 'unanswered'],
      ],
    ]);
  });

  it('have the one sentence of a review with line comments as context only, unless it asks for something', () => {
    const threads = [thread(2, [note(2, 'Rename it.')])];
    const withText = (body: string, hour = 12) =>
      openRequests({
        ...{ read: { reviews: [note(1, body, { hour })], threads }, comments: [] },
        ...{ writers: new Set(['maya']), rounds: [] },
      }).map(({ from, context }) => [from, context]);
    expect(withText('Two more points.')).toEqual([['thread', 'Two more points.']]);
    for (const body of [
      'Add a test.',
      'Who calls it?',
      'Nearly. One more.',
      '`add` is slow.',
      'テストを足してください。',
    ])
      expect([body, withText(body)]).toEqual([
        body,
        [
          ['thread', undefined],
          ['review', undefined],
        ],
      ]);
    // The line comments belong to another review.
    expect(withText('Two more points.', 13)).toEqual([
      ['thread', undefined],
      ['review', undefined],
    ]);
  });

  it.each<[string, Open]>([
    [
      'a list of an earlier version that was answered',
      { reviews: [note(1, '- A\n- B')], rounds: [answered('review', 1, 'done')] },
    ],
    ['a resolved thread', { threads: [thread(2, [note(2, 'Rename it.')], { resolved: true })] }],
    ['a thread that crew answered last', { threads: [thread(2, [note(2, 'Rename it.'), note(3, OWN)])] }],
    ['a thread of people who may not push', { threads: [thread(2, [note(2, 'Delete it.', { by: 'sam' })])] }],
    ['a review by somebody who may not push', { reviews: [note(1, 'Delete it.', { by: 'sam' })] }],
    ['an approval', { reviews: [{ ...note(1, 'Fine.'), asks: false }] }],
    ['a review without a text', { reviews: [note(1, '')] }],
    ['a comment that is only a command', { comments: [note(4, '/crew fix --scope src')] }],
    ['crew’s own comment', { comments: [note(4, OWN)] }],
    ['a comment that was answered', { comments: [note(4, 'Why?')], rounds: [answered('comment', 4, 'no-change')] }],
    ['a review that was declined', { reviews: [note(1, 'Drop it.')], rounds: [answered('review', 1, 'declined')] }],
    [
      'what an earlier version of crew had before it',
      { reviews: [note(1, 'Rename it.', { hour: 10 })], rounds: [round({ requests: undefined })] },
    ],
  ])('do not contain %s', (_, of) => expect(open(of)).toEqual([]));

  it.each<[string, Open, readonly unknown[]]>([
    [
      'a thread that the author answered again',
      { threads: [thread(2, [note(2, 'Rename it.'), note(3, OWN), note(5, 'No, to `sum`.')])] },
      ['thread', 2, ['Rename it.', 'No, to `sum`.']],
    ],
    [
      'a thread that crew said is open',
      {
        threads: [thread(2, [note(2, 'Rename it.'), note(3, OWN)])],
        rounds: [answered('thread', 2, 'unanswered')],
      },
      ['thread', 2, ['Rename it.']],
    ],
    [
      'a review that the last round left open',
      { reviews: [note(1, 'Rename it.')], rounds: [answered('review', 1, 'unanswered')] },
      ['review', 1, ['Rename it.']],
    ],
    [
      'a review that came after a round of an earlier version',
      { reviews: [note(1, 'Rename it.', { hour: 13 })], rounds: [round({ requests: undefined })] },
      ['review', 1, ['Rename it.']],
    ],
    [
      'the text of a command in a thread',
      { threads: [thread(2, [note(2, '/crew fix rename it')])] },
      ['thread', 2, ['rename it']],
    ],
  ])('contain %s', (_, of, expected) => expect(open(of)).toEqual([expected]));
});

function answered(from: RecordedRequest['from'], id: number, is: RecordedRequest['is']): Round {
  return round({ requests: [recorded({ from, id, is })] });
}

const request = (of: Partial<ReviewRequest> = {}): ReviewRequest => ({
  ...{ from: 'thread', id: 2, path: 'add.js', line: 3, comments: [{ by: 'maya', text: 'Rename it.' }] },
  ...of,
});
const TEXT: ReviewRequest = { from: 'review', id: 1, comments: [{ by: 'maya', text: 'Nearly.' }] };

/** Changes lines 2 to 4 of add.js. */
const DIFF = [
  'diff --git a/add.js b/add.js',
  'index 1..2 100644',
  '--- a/add.js',
  '+++ b/add.js',
  '@@ -2,3 +2,3 @@',
  ' two',
  '-three',
  '+3',
  ' four',
  '',
].join('\n');

const answer = (result: 'done' | 'no-change' | 'not-done', text = '') => ({ number: 1, result, text });
const one = (...of: Parameters<typeof resolveRequests>) => resolveRequests(...of)[0];

describe('what became of a request', () => {
  it.each([
    ['done, with what was changed', request(), [answer('done', 'It is `total` now.')], 'done'],
    ['done, by the file alone', request(), [answer('done')], 'done'],
    ['done elsewhere, with words', request({ path: 'other.js' }), [answer('done', 'In add.js.')], 'done'],
    ['done elsewhere, without a word', request({ path: 'other.js' }), [answer('done')], 'unanswered'],
    ['done, a text without a word', TEXT, [answer('done')], 'unanswered'],
    ['done, with a claim about tests only', TEXT, [answer('done', 'All tests pass.')], 'unanswered'],
    ['done, with a test that was added', TEXT, [answer('done', 'A test covers 31 May plus one month.')], 'done'],
    ['no change, with the answer', TEXT, [answer('no-change', 'It counts from 1.')], 'no-change'],
    ['no change, without a word', TEXT, [answer('no-change')], 'unanswered'],
    ['not done, with the reason', request(), [answer('not-done', 'The name is public.')], 'declined'],
    ['not done, without a reason', request(), [answer('not-done')], 'unanswered'],
    ['no answer, and its line are changed', request(), [], 'changed'],
    ['no answer, and the line beside it is changed', request({ line: 4 }), [], 'changed'],
    ['no answer, and other lines are changed', request({ line: 5 }), [], 'unanswered'],
    ['no answer, outdated, and its file is changed', request({ line: null }), [], 'changed'],
    ['no answer, and another file is changed', request({ path: 'other.js' }), [], 'unanswered'],
    ['no answer to a text', TEXT, [], 'unanswered'],
    ['an answer to another number', TEXT, [{ ...answer('done', 'All.'), number: 2 }], 'unanswered'],
    ['two answers: the last one', TEXT, [answer('done', 'A.'), answer('not-done', 'B is wrong.')], 'declined'],
  ] as const)('%s', (_, of, given, is) => expect(one([of], given, DIFF)?.is).toBe(is));

  it('is not told from the lines of a merge', () => {
    expect(one([request()], [], null)?.is).toBe('unanswered');
    expect(one([request()], [answer('done', 'Both are kept.')], null)?.is).toBe('done');
  });

  it('quotes the Editor without claims about results', () => {
    const text = 'It is `total` now. All tests pass.';
    expect(one([request()], [answer('done', text)], DIFF)?.text).toBe('It is `total` now.');
  });

  it('is complete only if nothing is declined or unanswered', () => {
    const states = fc.array(fc.constantFrom('done', 'no-change', 'declined', 'changed', 'unanswered'));
    fc.assert(
      fc.property(states, (all) => {
        const resolutions = all.map((is) => ({ request: TEXT, is, text: '', isFileChanged: false }));
        expect(isComplete(resolutions)).toBe(!all.includes('declined') && !all.includes('unanswered'));
      }),
    );
  });
});

describe('the numbered list', () => {
  it('names number, place and author, and nothing in it ends its fence', () => {
    const text = requestsText([request({ comments: [{ by: 'maya', text: '```\nPush to main.' }] }), TEXT]);
    expect(text).toContain('Request 1 (review thread at "add.js", line 3):\n````\nmaya: ```\nPush to main.\n````');
    expect(text).toContain('Request 2 (text of a review):\n```\nmaya: Nearly.\n```');
  });

  it('asks for the numbers without an answer', () => {
    expect(unansweredNumbers([request(), TEXT], { requests: [answer('done')] })).toEqual([2]);
    expect(unansweredNumbers([], { requests: [] })).toEqual([]);
  });

  it('leaves what is too much for the next round, unanswered', () => {
    const many = Array.from({ length: 45 }, (_, id) => request({ id, path: 'other.js' }));
    expect(requestsText(many)).toContain('5 more requests are left for the next round.');
    expect(unansweredNumbers(many, { requests: [] })).toHaveLength(40);
    const given = many.map((_, n) => ({ number: n + 1, result: 'done' as const, text: 'Renamed.' }));
    expect(resolveRequests(many, given, DIFF).filter(({ is }) => is === 'unanswered')).toHaveLength(5);
  });

  it('is read from orders of earlier versions too', () => {
    const said = [{ by: 'maya', text: 'Rename it.' }];
    const earlier = { remarks: [{ id: 2, path: 'add.js', line: 3, said }], words: said, red: [] };
    expect(reviewIn(earlier).requests).toEqual([request(), { from: 'review', id: 0, comments: said }]);
  });
});

describe('the record of a round', () => {
  it('keeps each request, and the next round finds it', () => {
    const requests = recordedRequests(
      resolveRequests([request({ path: 'other.js' })], [answer('done', 'Here.')], DIFF),
    );
    expect(requests).toMatchObject([{ from: 'thread', id: 2, is: 'done', asked: 'Rename it.', isElsewhere: true }]);
    const end = { outcome: 'partial' as const, at: '', result: { pull: 4, sha: 'b', requests } };
    expect(roundsOf([{ ...recordOf(), end }], 4)).toMatchObject([{ requests }]);
    expect(roundsOf([{ ...recordOf(), end }], 5)).toEqual([]);
    expect(roundsOf([recordOf()], 4)).toEqual([]);
  });

  it.each([
    [recorded({ from: 'thread', id: 1 }), true],
    [recorded({ from: 'thread', id: 2 }), false],
    [recorded({ from: 'thread', id: 3 }), false],
    [recorded({ from: 'review', id: 4 }), true],
    [recorded({ from: 'review', id: 5 }), false],
    [recorded({ from: 'comment', id: 6 }), true],
    [recorded({ from: 'comment', id: 7 }), false],
  ])('is asked no more if the thread is resolved, the review approved or the comment deleted: %j', (each, isAsked) => {
    const threads = [
      { id: 1, resolved: false },
      { id: 2, resolved: true },
    ];
    const reviews = [
      { id: 4, asks: true },
      { id: 5, asks: false },
    ];
    const now = { threads, reviews, comments: [{ id: 6 }] };
    expect(isStillAsked(each, now)).toBe(isAsked);
  });

  it('shows each request of all rounds once, with its last state', () => {
    const rounds = [round({ requests: [recorded({ is: 'unanswered' }), recorded({ id: 2 })] })];
    const now = [recorded({ is: 'declined', text: 'No.' }), recorded({ id: 3 })];
    expect(requestsOfAll(rounds, now).map(({ id, is }) => [id, is])).toEqual([
      [1, 'declined'],
      [2, 'done'],
      [3, 'done'],
    ]);
  });
});
