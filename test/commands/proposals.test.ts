import { describe, expect, it } from '@jest/globals';
import { parseComment } from '../../src/commands/parse.js';
import { decidesProposals } from '../../src/runs/gate.js';

describe('approve and reject', () => {
  it.each([
    ['/crew approve IMP-001', true],
    ['/crew approve lp-upd-1 replace', true],
    ['/crew approve LP-001 condition only in docs', true],
    ['/crew reject KNOW-002 not true here', true],
    ['/crew reject --category skill we keep our own', true],
    ['/crew approve p-482910', false],
    ['/crew approve q-1', false],
    ['/crew reject q-1 too expensive', false],
    ['/crew defer IMP-001', false],
    ['/crew continue +2', false],
  ])('%s decides about proposals, and not about a run that waits: %s', (text, is) => {
    const [asked] = parseComment(text);
    expect(asked && 'command' in asked && decidesProposals(asked.command)).toBe(is);
  });
});
