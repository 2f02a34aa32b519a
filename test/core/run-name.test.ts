import { describe, expect, it } from '@jest/globals';
import { issueOf, repoOf, runName } from '../../src/core/run-name.js';
import type { Event } from '../../src/event.js';

const actor = { login: 'maya', id: 7, bot: false };
const comment: Event = {
  kind: 'comment',
  key: 'thread-12',
  actor,
  at: { repo: 'ann/shop', issue: 7 },
  comment: { id: 12, where: 'thread', body: '/crew fix' },
};
const schedule: Event = { kind: 'scheduled', key: 'schedule-1', repo: 'ann/shop', command: 'facilitate' };
const typed: Event = { kind: 'typed', key: 't', repo: undefined, issue: undefined, words: ['help'] };

describe('the name of a run', () => {
  it('is the same for the same event, however often it is delivered', () => {
    expect(runName('fix', structuredClone(comment), 'fix')).toBe(runName('fix', comment, 'fix'));
  });

  it('is another for another workflow, event, repository or text', () => {
    const names = [
      runName('fix', comment, 'fix'),
      runName('build', comment, 'fix'),
      runName('fix', { ...comment, key: 'thread-13' }, 'fix'),
      runName('fix', { ...comment, at: { repo: 'ann/shed', issue: 7 } }, 'fix'),
      runName('fix', { ...comment, at: { repo: 'ann/shop', issue: 8 } }, 'fix'),
      runName('fix', comment, 'fix something else'),
    ];
    expect(new Set(names).size).toBe(names.length);
  });

  it('says workflow and issue to whoever reads it, and can be part of a ref and of a path', () => {
    expect(runName('fix', comment, 'fix')).toMatch(/^fix-7-[0-9a-f]{10}$/);
    expect(runName('facilitate', schedule, '')).toMatch(/^facilitate-here-[0-9a-f]{10}$/);
  });
});

describe('where an event belongs', () => {
  it.each([
    [comment, 7, 'ann/shop'],
    [schedule, undefined, 'ann/shop'],
    [typed, undefined, undefined],
    [{ ...typed, issue: 9 }, 9, undefined],
  ] as const)('of %j', (event, issue, repo) => {
    expect([issueOf(event), repoOf(event)]).toEqual([issue, repo]);
  });
});
