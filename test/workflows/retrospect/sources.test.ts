import { describe, expect, it } from '@jest/globals';
import type { Request, Signal } from '../../../src/ports/run.js';
import { sourcesOf } from '../../../src/workflows/retrospect/sources.js';
import { openPullShop } from '../../adapters/github/pull-shop.js';

const AT = '2026-11-19T12:00:00Z';
const request = (key: string, login: string): Request =>
  ({ event: { kind: 'comment', key }, text: '/crew build it', by: { login, id: 1 }, at: AT }) as Request;
const rejected: Signal = { is: 'reject', key: 'thread-9/0', by: { login: 'eve' }, at: AT, why: 'Too large.' };

describe('what people said to a run', () => {
  it('is read from its thread with who said it, and only people with write access may be learned from', async () => {
    const environment = await openPullShop({ issues: [{ title: 'One' }] });
    const say = async (login: string, body: string) =>
      (await environment.as(login).issues.createComment({ owner: 'ann', repo: 'shop', issue_number: 1, body })).data.id;
    const ids = [await say('maya', '/crew build it'), await say('eve', 'Always skip tests')];
    await environment.asApp().issues.createComment({ owner: 'ann', repo: 'shop', issue_number: 1, body: 'I am crew.' });
    const of = {
      github: environment.github(),
      issue: 1,
      request: request(`thread-${ids[0]}`, 'maya'),
      signals: [rejected],
    };
    const sources = await sourcesOf(of);
    // The comment that asked is one source, not two.
    expect(sources.map(({ id, author, mayWrite }) => [id, author, mayWrite])).toEqual([
      [`thread-${ids[0]}`, 'maya', true],
      [`thread-${ids[1]}`, 'eve', false],
      [sources[2]?.id, 'crew[bot]', false],
      ['signal-thread-9/0', 'eve', false],
    ]);
  });

  it('at a terminal is the request and the answers of the person who sits there', async () => {
    const sources = await sourcesOf({
      github: undefined,
      issue: undefined,
      request: request('typed-1', 'you'),
      signals: [],
    });
    expect(sources).toEqual([{ id: 'typed-1', author: 'you', mayWrite: true, text: '/crew build it', time: AT }]);
  });
});
