// One change, and what can go wrong between crew and GitHub while it is applied.
import { describe, expect, it } from '@jest/globals';
import type { Fault } from 'github-sandbox';
import { applied, comment, environment, existing, reaction, reactions } from './applying.js';

const post = (path: string) => ({ method: 'POST', path });
const date = () => new Date(environment.clock.now() + 30_000).toUTCString();

/** Everything that can go wrong with a write, once or for a while. */
const troubles: readonly [string, (path: string) => Fault[]][] = [
  ['the reply was lost after it was done', (path) => [{ kind: 'drop', when: 'after', ...post(path) }]],
  ['the request was lost before it was done', (path) => [{ kind: 'drop', when: 'before', ...post(path) }]],
  ['two replies were lost', (path) => [{ kind: 'drop', when: 'after', times: 2, ...post(path) }]],
  ['two requests were lost', (path) => [{ kind: 'drop', when: 'before', times: 2, ...post(path) }]],
  ['the answer was 500, though it was done', (path) => [{ kind: 'status', status: 500, when: 'after', ...post(path) }]],
  [
    'the answer was 502, and it was not done',
    (path) => [{ kind: 'status', status: 502, when: 'before', ...post(path) }],
  ],
  ['the answer was 503 twice', (path) => [{ kind: 'status', status: 503, when: 'before', times: 2, ...post(path) }]],
  ['the answer was cut off', (path) => [{ kind: 'truncate', ...post(path) }]],
  ['a limit said for how long', (path) => [limit(path, 429, { 'retry-after': '30' })]],
  ['a limit said until when', (path) => [limit(path, 403, { 'retry-after': date() })]],
  ['a limit said nothing', (path) => [limit(path, 429, {})]],
  ['a limit was only said in words', (path) => [limit(path, 403, {}, 'You have exceeded a secondary rate limit')]],
  ['the token had died', (path) => [{ kind: 'status', status: 401, when: 'before', ...post(path) }]],
  ['the reads before it broke', () => [{ kind: 'drop', when: 'before', method: 'GET', times: 2 }]],
  ['the reads before it were cut off', () => [{ kind: 'truncate', method: 'GET', times: 2 }]],
  [
    'the reads before it were answered 503',
    () => [{ kind: 'status', status: 503, when: 'before', method: 'GET', times: 2 }],
  ],
];

function limit(path: string, status: number, headers: Record<string, string>, message = 'Too many'): Fault {
  return { kind: 'status', when: 'before', status, headers, message, ...post(path) };
}

const stale = (): Fault => ({ kind: 'stale', method: 'GET', forMs: 30_000 });

describe('a comment', () => {
  it.each(troubles)('stands exactly once when %s', async (_, faults) => {
    for (const fault of faults('/comments$')) environment.embedded.faults.add(fault);
    await applied([comment()]);
    expect(existing()).toEqual(['Here is what I found.']);
  });

  it.each(troubles)('stands exactly once when %s and lists are half a minute behind', async (_, faults) => {
    environment.embedded.faults.add(stale());
    for (const fault of faults('/comments$')) environment.embedded.faults.add(fault);
    await applied([comment()]);
    expect(existing()).toEqual(['Here is what I found.']);
  });

  it('is said not to be written when GitHub never answers, and written by the next attempt', async () => {
    const mended = environment.embedded.faults.add({
      kind: 'drop',
      when: 'before',
      times: 'all',
      ...post('/comments$'),
    });
    await expect(applied([comment()])).rejects.toMatchObject({ ends: 'infra_error' });
    expect(existing()).toEqual([]);
    mended();
    await applied([comment()]);
    expect(existing()).toEqual(['Here is what I found.']);
  });
});

describe('a reaction', () => {
  it.each(troubles)('stands exactly once when %s', async (_, faults) => {
    for (const fault of faults('/reactions$')) environment.embedded.faults.add(fault);
    await applied([reaction()]);
    expect(reactions()).toBe(1);
  });
});
