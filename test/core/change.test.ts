import { describe, expect, it } from '@jest/globals';
import { type Change, keyOf } from '../../src/core/change.js';

const comment = { kind: 'comment', issue: 7, slot: 'plan', body: 'A plan.', standing: null } as const;
const reaction = { kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' } as const;
const dispatch = { kind: 'dispatch', workflow: 'crew.yml', nonce: 'fix-7-abc', inputs: {} } as const;

const different: readonly Change[] = [
  comment,
  { ...comment, issue: 8 },
  { ...comment, slot: 'report' },
  { ...comment, body: 'Another plan.' },
  reaction,
  { ...reaction, on: { comment: 7 } },
  { ...reaction, reaction: 'rocket' },
  dispatch,
  { ...dispatch, workflow: 'other.yml' },
  { ...dispatch, nonce: 'fix-7-abd' },
];

describe('what makes a change the same change', () => {
  it('is what it says, and where', () => {
    expect(new Set(different.map(keyOf)).size).toBe(different.length);
    for (const change of different) expect(keyOf(structuredClone(change))).toBe(keyOf(change));
  });

  it('is not what stood there before', () => {
    expect(keyOf({ ...comment, standing: '0123456789abcdef' })).toBe(keyOf(comment));
  });
});
