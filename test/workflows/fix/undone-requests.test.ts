// Which requests of earlier rounds still count as not done.
import { describe, expect, it } from '@jest/globals';
import { type RecordedRequest, requestsOfAll, undoneIn } from '../../../src/workflows/fix/rules/rounds.js';

const request = (of: Partial<RecordedRequest>): RecordedRequest => ({
  ...{ from: 'comment', id: 1, by: 'maya', asked: 'Use BigInt.', is: 'declined', text: 'It is slower.' },
  ...of,
});
const declined = [request({ from: 'thread', id: 1 }), request({ from: 'review', id: 2 }), request({ id: 3 })];
const sourcesIn = (rounds: Parameters<typeof undoneIn>[0]) => undoneIn(rounds).map(({ from }) => from);

describe('requests that are not done', () => {
  it('stay after a round whose command has no text', () => {
    expect(sourcesIn([{ requests: declined }, { requests: [] }])).toEqual(['thread', 'review', 'comment']);
  });

  it('are replaced by a later command with a text, except in review threads', () => {
    expect(sourcesIn([{ requests: declined }, { requests: [], hasOwnText: true }])).toEqual(['thread']);
    expect(sourcesIn([{ requests: declined }, { hasOwnText: true }, {}])).toEqual(['thread']);
  });

  it('stay if the round with the text declined them itself, or a later one', () => {
    expect(sourcesIn([{ requests: declined, hasOwnText: true }])).toEqual(['thread', 'review', 'comment']);
    expect(sourcesIn([{ hasOwnText: true }, { requests: declined }])).toEqual(['thread', 'review', 'comment']);
  });

  it('stay without an answer, because the next round works on them', () => {
    const unanswered = { requests: [request({ is: 'unanswered' })] };
    expect(sourcesIn([unanswered, { hasOwnText: true }])).toEqual(['comment']);
  });
});

describe('the record of a whole text, of an earlier version', () => {
  const whole = request({ from: 'review', is: 'unanswered' });
  const items = [1, 2].map((item) => request({ from: 'review', item, is: 'done' }));

  it('is replaced by later records of its items', () => {
    expect(requestsOfAll([{ requests: [whole] }], items)).toEqual(items);
    expect(undoneIn([{ requests: [whole] }, { requests: items }])).toEqual([]);
  });

  it('stays beside items of another text', () => {
    const others = items.map((each) => ({ ...each, id: 9 }));
    expect(requestsOfAll([{ requests: [whole] }], others)).toEqual([whole, ...others]);
  });
});
