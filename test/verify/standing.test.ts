import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../src/runs/outcome.js';
import { type CheckFacts, checkResultOf, OUTCOMES } from '../../src/verify/check-result.js';

const stands = (of: Partial<CheckFacts>) =>
  checkResultOf({
    base: { status: 'PASS' },
    head: { status: 'PASS' },
    comparison: { verdict: 'same' },
    tamper: { total: 0, found: [] },
    ...of,
  });
const tamper = (...weights: readonly ('blocks' | 'ask')[]) => ({
  tamper: { total: weights.length, found: weights.map((weight) => ({ weight })) },
});
const worse = { comparison: { verdict: 'worse' } } as const;
const unable = { base: { status: 'INFRA_ERROR' } } as const;

describe('what a verification comes to', () => {
  it.each([
    ['bent', { ...tamper('ask', 'blocks'), ...worse, ...unable }],
    ['worse', { ...tamper('ask'), ...worse, ...unable }],
    ['unable', { ...tamper('ask'), ...unable, comparison: { verdict: 'unknown' } }],
    ['unknown', { ...tamper('ask'), comparison: { verdict: 'unknown' } }],
    ['asks', tamper('ask')],
    ['fine', {}],
    ['fine', { head: { status: 'FAIL' } }],
  ] as const)('is the gravest of it: %s', (wanted, of) => {
    expect(stands(of)).toBe(wanted);
  });

  it.each([
    ['bent', 3, 'failure'],
    ['worse', 3, 'failure'],
    ['unable', 1, 'neutral'],
    ['unknown', 3, 'neutral'],
    ['asks', 0, 'neutral'],
    ['fine', 0, 'success'],
  ] as const)('%s ends with %i, and as %s', (standing, exit, conclusion) => {
    expect(outcomes[OUTCOMES[standing]]).toMatchObject({ exit, conclusion });
  });
});
