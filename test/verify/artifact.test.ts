import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { outcomes } from '../../src/runs/outcome.js';
import { digestOfBytes, LIMITS, MAX_BYTES, readArtifact, writeArtifact } from '../../src/verify/artifact.js';
import { type CheckFacts, checkResultOf, OUTCOMES } from '../../src/verify/check-result.js';
import { BASE, bent, failed, HEAD, passed, proof, RUN, step } from './proofs.js';

const made = proof({ base: [step([passed('a')])], head: [step([failed('a')])], tamper: [bent('ask')] });
const bytes = writeArtifact(made);
const expected = { run: RUN, head: HEAD };
const changed = (change: (text: string) => string) => Buffer.from(change(Buffer.from(bytes).toString()));
const flawOf = (of: Uint8Array | null, more: { digest?: string } = {}) => {
  const read = readArtifact(of, { ...expected, ...more });
  return 'flaw' in read ? read.flaw : undefined;
};

describe('the document between two jobs', () => {
  it('is read back as it was written', () => {
    expect(readArtifact(bytes, { ...expected, digest: digestOfBytes(bytes) })).toEqual({ document: made });
  });

  it.each([
    ['missing', null],
    ['too large', Buffer.alloc(MAX_BYTES + 1, ' ')],
    ['unreadable', Buffer.from('{"format":1')],
    ['unreadable', Buffer.from([0xff, 0xfe])],
    ['unreadable', changed((text) => text.replace('"format":1', '"format":2'))],
    ['unreadable', changed((text) => text.replace('"format":1', '"format":1,"conclusion":"success"'))],
    ['unreadable', changed((text) => text.replace('"verdict":"worse"', '"verdict":"best"'))],
    ['unreadable', changed((text) => text.replace('"exit":1', '"exit":"1"'))],
    ['another run', changed((text) => text.replace(RUN, 'review-78-1'))],
    ['another commit', changed((text) => text.replace(HEAD, BASE))],
  ] as const)('is %s, and then nothing of it is used', (flaw, of) => {
    expect(flawOf(of)).toBe(flaw);
  });

  it('is another one when a single letter differs from what the job said it left', () => {
    const digest = digestOfBytes(bytes);
    expect(flawOf(bytes, { digest })).toBeUndefined();
    expect(
      flawOf(
        changed((text) => text.replace('Expected 5', 'Expected 2')),
        { digest },
      ),
    ).toBe('another digest');
    expect(flawOf(bytes, { digest: '' })).toBe('another digest');
  });

  it('never makes its reader throw, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (of) => {
          expect(flawOf(of)).toBe('unreadable');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('records, abridged', () => {
  it('stay below what is read, and are read back, however many tests fail with however much to say', () => {
    const tests = Array.from({ length: 500 }, (_, n) =>
      failed(`suite › case ${n} ${'x'.repeat(600)}`, { message: '🙂'.repeat(9000) }),
    );
    const steps = Array.from({ length: 150 }, (_, n) =>
      step(tests, { name: `package-${n}: test`, tail: 'é'.repeat(60_000) }),
    );
    const large = proof({ base: steps, head: steps });
    const written = writeArtifact(large);
    expect(written.length).toBeLessThanOrEqual(MAX_BYTES);
    expect(readArtifact(written, expected)).toEqual({ document: JSON.parse(Buffer.from(written).toString()) });
    expect(large.found).toMatchObject({ comparison: { lists: { before: { total: 75_000 } } } });
  });

  it('count what they leave out, and keep what is gravest', () => {
    const tamper = [
      ...Array.from({ length: LIMITS.findings }, (_, line) => bent('ask', { line: line + 1 })),
      bent('blocks'),
    ];
    const { found } = proof({ base: [step([passed('a')])], head: [step([passed('a')])], tamper });
    if (found.is !== 'verified') throw new Error(found.is);
    expect(found.tamper.total).toBe(LIMITS.findings + 1);
    expect(found.tamper.found[0]?.weight).toBe('blocks');
    expect(checkResultOf(found)).toBe('weakened');
  });

  it('keep a red step among many green ones', () => {
    const green = Array.from({ length: LIMITS.steps + 20 }, (_, n) => step(undefined, { name: `step ${n}` }));
    const red = step(undefined, { name: 'last', status: 'FAIL', exit: 1 });
    const { found } = proof({ base: [...green, step(undefined, { name: 'last' })], head: [...green, red] });
    if (found.is !== 'verified') throw new Error(found.is);
    expect(found.head.steps).toHaveLength(LIMITS.steps);
    expect(found.head.steps.at(-1)?.name).toBe('last');
  });
});

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
    ['weakened', { ...tamper('ask', 'blocks'), ...worse, ...unable }],
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
    ['weakened', 3, 'failure'],
    ['worse', 3, 'failure'],
    ['unable', 1, 'neutral'],
    ['unknown', 3, 'neutral'],
    ['asks', 0, 'neutral'],
    ['fine', 0, 'success'],
  ] as const)('%s ends with %i, and as %s', (standing, exit, conclusion) => {
    expect(outcomes[OUTCOMES[standing]]).toMatchObject({ exit, conclusion });
  });
});
