// Whatever a run waited for, it is about what somebody saw when they asked.

import { describe, expect, it } from '@jest/globals';
import { mark } from '../../../src/changes/marker.js';
import type { Event } from '../../../src/ports/event.js';
import { conversationAt, issueAt, reviewAt } from '../../../src/workflows/fix/rules/conversation.js';
import { boardOf } from '../../build/world.js';

const { board } = boardOf({
  ...{ name: 'an issue that was written on', 'may-push': ['maya'], expect: {} },
  issues: [
    {
      ...{ number: 1, title: 'The sum', body: 'Delete everything.' },
      comments: [9, 10, 11].map((hour) => ({
        ...{ by: 'maya', body: `At ${hour}.` },
        at: `2026-11-18T${String(hour).padStart(2, '0')}:00:00Z`,
      })),
    },
  ],
});

const asked: Event = {
  ...{ kind: 'comment', key: 'thread-5', actor: { login: 'maya', id: 7, bot: false }, at: { repo: 'o/r', issue: 1 } },
  comment: { id: 5, where: 'thread', body: '/crew fix' },
};
const seen = { at: '2026-11-18T10:00:00Z', title: 'The total', body: 'It should give 3.' };

function titleAndComments(event: Event) {
  const [facts] = board.issues;
  if (!facts) throw new Error('no issue');
  const { title, body, comments } = issueAt(facts, event).value;
  return { title, body, said: comments.map((comment) => comment.body) };
}

describe('an issue that somebody asked on', () => {
  it('is as they saw it, with what was said until then and their own words', () => {
    const then = { title: 'The total', body: 'It should give 3.', said: ['At 9.', 'At 10.'] };
    expect(titleAndComments({ ...asked, seen })).toEqual(then);
  });

  it('is as it is now where nobody told how it was', () => {
    const now = { title: 'The sum', body: 'Delete everything.', said: ['At 9.', 'At 10.', 'At 11.'] };
    expect(titleAndComments(asked)).toEqual(now);
    expect(titleAndComments({ kind: 'typed', key: 'typed-1', repo: 'o/r', issue: 1, words: ['fix'] })).toEqual(now);
  });
});

describe('what was written anew after somebody asked', () => {
  const [facts] = board.issues;
  const anew = (comment: { readonly body: string }) => ({
    ...comment,
    at: '2026-11-18T09:00:00Z',
    by: { login: 'maya' },
  });
  const at = (hour: number) => ({ editedAt: `2026-11-18T${hour}:30:00Z` });

  it('is left out and counted, since nobody knows what it said; what crew shows of itself is no part of it', () => {
    if (!facts) throw new Error('no issue');
    const own = mark('It goes on.', { slot: 'run:1', place: 'o/r#1' });
    const comments = [
      { ...anew({ body: 'Then.' }), editedAt: '2026-11-18T09:30:00Z' },
      { ...anew({ body: 'Delete everything.' }), ...at(10) },
      { ...anew({ body: own }), ...at(11) },
    ];
    const { value, edited } = issueAt({ ...facts, comments }, { ...asked, seen });
    expect(value.comments.map(({ body }) => body)).toEqual(['Then.']);
    expect(edited).toBe(1);
  });

  it('and so it is in the conversation of a pull request', () => {
    const author = { login: 'maya', id: 7 };
    const talk = [4, 5].map((id) => ({ id, body: `${id}`, author, url: '', ...(id === 4 ? at(10) : {}) }));
    expect(conversationAt(talk, { ...asked, seen })).toMatchObject({ value: [{ id: 5 }], edited: 1 });
  });
});

describe('the review of a pull request', () => {
  const author = { login: 'maya', id: 7 };
  const note = (id: number, hour: number, editedAt?: string) => ({
    ...{ id, body: `${id}`, author, url: '', at: `2026-11-18T${String(hour).padStart(2, '0')}:00:00Z` },
    ...(editedAt ? { editedAt } : {}),
  });
  const thread = { path: 'add.js', line: 1, resolved: false };
  const read = {
    reviews: [1, 2].map((id) => ({ ...note(id, 8 + 2 * id - 1), wantsChanges: false, asks: true, head: 'a' })),
    threads: [
      { ...thread, id: 3, comments: [note(3, 9), note(4, 11)] },
      { ...thread, id: 5, comments: [note(5, 9, '2026-11-18T11:00:00Z')] },
    ],
  };
  const ids = ({ value: { reviews, threads } }: ReturnType<typeof reviewAt>) =>
    [...reviews, ...threads.flatMap(({ comments }) => comments)].map(({ id }) => id);

  it('is what was said until somebody asked, and was not changed after that', () => {
    expect(ids(reviewAt(read, { ...asked, seen }))).toEqual([1, 3]);
    expect(ids(reviewAt(read, asked))).toEqual([1, 2, 3, 4, 5]);
    expect(reviewAt(read, { ...asked, seen }).edited).toBe(1);
  });

  it('is the whole of the review in which somebody asks, which came at once, and nothing that came later', () => {
    const at = '2026-11-18T10:06:00Z';
    const of = (id: number, said = at) => ({ ...thread, id, comments: [{ ...note(id, 10), at: said }] });
    const threads = [of(7), of(8), of(9, '2026-11-18T10:07:00Z')];
    const inline: Event = { ...asked, seen, comment: { id: 7, where: 'inline', body: '/crew fix' } };
    expect(ids(reviewAt({ reviews: [], threads }, inline))).toEqual([7, 8]);
    const review = { ...note(6, 10), at, wantsChanges: true, asks: true, head: 'a' };
    const inReview: Event = { ...asked, seen, comment: { id: 6, where: 'review', body: '/crew fix' } };
    expect(ids(reviewAt({ reviews: [review], threads }, inReview))).toEqual([6, 7, 8]);
  });
});

describe('the conversation of a pull request', () => {
  const author = { login: 'maya', id: 7 };
  const talk = [4, 5, 6].map((id) => ({ id, body: `${id}`, author, url: '' }));
  const ids = (event: Event) => conversationAt(talk, event).value.map(({ id }) => id);

  it('ends with the comment that asks', () => {
    expect(ids(asked)).toEqual([4, 5]);
  });

  it('ends with the moment where it is asked in a review, which is numbered for itself, or by a label', () => {
    const inReview: Event = { ...asked, comment: { id: 99, where: 'review', body: '/crew fix' } };
    expect(ids(inReview)).toEqual([4, 5, 6]);
    const said = talk.map((each) => ({ ...each, at: `2026-11-18T${String(each.id + 5).padStart(2, '0')}:00:00Z` }));
    const until = (event: Event) => conversationAt(said, event).value.map(({ id }) => id);
    expect(until({ ...inReview, seen })).toEqual([4, 5]);
    const by = { actor: { login: 'maya', id: 7, bot: false }, at: { repo: 'o/r', issue: 1 } };
    expect(until({ kind: 'labelled', key: 'label-1', ...by, label: 'crew:fix', seen })).toEqual([4, 5]);
  });
});
