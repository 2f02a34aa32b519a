import { describe, expect, it } from '@jest/globals';
import { keyOf } from '../../src/changes/plan.js';
import type { Change } from '../../src/ports/change.js';

const comment = { kind: 'comment', issue: 7, slot: 'plan', body: 'A plan.', existing: null } as const;
const reaction = { kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' } as const;
const label = { kind: 'label', issue: 7, label: 'bug', action: 'add' } as const;
const branch = { kind: 'branch', branch: 'b', at: null, parent: 'p', message: 'm', diff: 'd', tree: 't' } as const;

const different: readonly Change[] = [
  comment,
  { ...comment, issue: 8 },
  { ...comment, repo: 'ann/other' },
  { ...comment, slot: 'report' },
  { ...comment, body: 'Another plan.' },
  reaction,
  { ...reaction, on: { comment: 7 } },
  { ...reaction, reaction: 'rocket' },
  label,
  { ...label, action: 'remove' },
  { ...label, label: 'feature' },
  branch,
  { ...branch, tree: 'u' },
  { ...branch, parent: 'q' },
];

describe('the key of a change', () => {
  it('differs with what is written and where', () => {
    expect(new Set(different.map(keyOf)).size).toBe(different.length);
    for (const change of different) expect(keyOf(structuredClone(change))).toBe(keyOf(change));
  });

  it('does not depend on what stood there before', () => {
    expect(keyOf({ ...comment, existing: '0123456789abcdef' })).toBe(keyOf(comment));
  });
});
