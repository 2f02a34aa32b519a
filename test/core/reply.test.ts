import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Asked } from '../../src/commands/parse.js';
import { parseComment } from '../../src/commands/parse.js';
import { mark, readMarker } from '../../src/core/marker.js';
import { replyTo } from '../../src/core/reply.js';
import type { Event } from '../../src/event.js';

const actor = { login: 'maya', id: 7, bot: false };
const at = { repo: 'ann/shop', issue: 7 };
const commented = (where: 'thread' | 'review' | 'inline'): Event => ({
  kind: 'comment',
  key: `${where}-12`,
  actor,
  at,
  comment: { id: 12, where, body: '/crew help' },
});
const labelled = (label: string): Event => ({
  kind: 'labelled',
  key: `label-7-${label}-2026-11-18T12:00:00Z`,
  actor,
  at,
  label,
});
const right: readonly Asked[] = parseComment('/crew help');
const wrong: readonly Asked[] = parseComment('/crew hepl');
const kinds = (event: Event, asked = right) =>
  replyTo(event, asked, 'Hello.').map((change) => (change.kind === 'reaction' ? change.reaction : change.kind));

describe('an answer', () => {
  it('to a comment of the thread is a reaction on it, and a comment', () => {
    expect(kinds(commented('thread'))).toEqual(['eyes', 'comment']);
  });

  it('to something that is all wrong looks confused; with something right in it, it does not', () => {
    expect(kinds(commented('thread'), wrong)).toEqual(['confused', 'comment']);
    expect(kinds(commented('thread'), [...wrong, ...right])).toEqual(['eyes', 'comment']);
  });

  it.each([commented('review'), commented('inline'), labelled('crew:fix')])('to %j is a comment', (event) => {
    expect(kinds(event)).toEqual(['comment']);
  });

  it('to the schedule, a form or a terminal is no change at all', () => {
    expect(kinds({ kind: 'scheduled', key: 's', repo: 'ann/shop', command: 'facilitate' })).toEqual([]);
    expect(kinds({ kind: 'dispatched', key: 'd', actor, repo: 'ann/shop', issue: undefined, command: 'help' })).toEqual(
      [],
    );
    expect(kinds({ kind: 'typed', key: 't', repo: undefined, issue: undefined, words: ['help'] })).toEqual([]);
  });

  it('stands in a slot that can be read back, whatever the label is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (label) => {
        for (const change of replyTo(labelled(label), right, 'Hello.')) {
          if (change.kind !== 'comment') continue;
          expect(readMarker(mark('Hello.', { ...change, place: 'ann/shop#7' }))?.slot).toBe(change.slot);
        }
      }),
    );
  });

  it('to another event stands in another slot, to the same one in the same', () => {
    const slotOf = (event: Event) =>
      replyTo(event, right, '').flatMap((one) => (one.kind === 'comment' ? [one.slot] : []));
    expect(slotOf(labelled('crew:fix'))).toEqual(slotOf(labelled('crew:fix')));
    expect(slotOf(labelled('crew:fix'))).not.toEqual(slotOf(labelled('crew:build')));
    expect(slotOf(commented('thread'))).not.toEqual(slotOf(commented('inline')));
  });
});
