// The one document that crosses from `work` to `publish`, written by a job that runs code of the repository.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OutcomeName } from '../../src/ports/run.js';
import type { WorkResult } from '../../src/ports/workflow.js';
import { outcomes } from '../../src/runs/outcome.js';
import { digestOfBytes, type Flaw, maxBytes, readResult, writeResult } from '../../src/runs/work-result.js';

const RUN = 'fix-12-0123456789';
const TEXT = 'diff --git a/a.js b/a.js\n';
const SPENT = { usd: 0.5, tokens: { in: 1, out: 2, cacheRead: 3, cacheWrite: 4 } };
const RESULT: WorkResult = {
  outcome: { name: 'done', says: 'Done.', result: { fixed: ['adds'] } },
  diff: { base: 'b'.repeat(40), sha256: digestOfBytes(TEXT), files: ['a.js'], text: TEXT },
  spent: SPENT,
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, of: { run?: string; workflow?: string; digest?: string } = {}) =>
  readResult(bytesOf(text), { run: RUN, workflow: 'fix', digest: undefined, ...of });

type Json = { [key: string]: Json } & Json[];
const forged = (change: (document: Json) => void): string => {
  const document = JSON.parse(writeResult(RUN, RESULT)) as Json;
  change(document);
  return JSON.stringify(document);
};

describe('a work result', () => {
  it('is read as it was written', () => {
    const text = writeResult(RUN, RESULT);
    expect(read(text, { digest: digestOfBytes(text) })).toEqual({ result: RESULT });
  });

  it('of any outcome, text and cost is read as it was written', () => {
    const count = fc.double({ min: 0, max: 1e12, noNaN: true }).map((each) => each + 0);
    const tokens = fc.record({ in: count, out: count, cacheRead: count, cacheWrite: count });
    const name = fc.constantFrom(...(Object.keys(outcomes) as OutcomeName[]));
    const any = fc.record({
      name,
      says: fc.string({ unit: 'grapheme' }),
      text: fc.string({ unit: 'grapheme' }),
      usd: count,
      tokens,
    });
    fc.assert(
      fc.property(any, ({ name: outcome, says, text, usd, tokens: all }) => {
        const diff = { base: 'a'.repeat(40), sha256: digestOfBytes(text), files: [], text };
        const result: WorkResult = { outcome: { name: outcome, says }, diff, spent: { usd, tokens: all } };
        expect(read(writeResult(RUN, result))).toEqual({ result });
      }),
    );
  });

  it('does not carry what a work job may not decide', () => {
    const followUp = { why: 'ci', order: {} } as const;
    const result = { ...RESULT, outcome: { ...RESULT.outcome, followUp, shows: 'x' } };
    expect(read(writeResult(RUN, result))).toEqual({ result: RESULT });
  });

  it.each<[string, (document: Json) => void]>([
    ['a further field', (all) => Object.assign(all, { verified: true })],
    ['a further round', (all) => Object.assign(all.outcome ?? {}, { followUp: { why: 'ci', order: {} } })],
    ['an outcome that there is not', (all) => Object.assign(all.outcome ?? {}, { name: 'published' })],
    ['a negative cost', (all) => Object.assign(all.spent ?? {}, { usd: -1 })],
    ['a cost beyond any', (all) => Object.assign(all.spent ?? {}, { usd: 1e13 })],
    ['tokens that are missing', (all) => Object.assign(all.spent ?? {}, { tokens: {} })],
    ['a base that is no commit', (all) => Object.assign(all.diff ?? {}, { base: 'main' })],
    ['a digest that is none', (all) => Object.assign(all.diff ?? {}, { sha256: '../../x' })],
    ['files that are no list', (all) => Object.assign(all.diff ?? {}, { files: 'a.js' })],
    ['more files than a change may have', (all) => Object.assign(all.diff ?? {}, { files: Array(3001).fill('a') })],
    ['words without end', (all) => Object.assign(all.outcome ?? {}, { says: 'x'.repeat(200_001) })],
    [
      'a question with a command in its id',
      (all) => Object.assign(all.outcome ?? {}, { awaits: { id: 'q-1 --all', kind: 'question', question: '?' } }),
    ],
    [
      'a question of another kind',
      (all) => Object.assign(all.outcome ?? {}, { awaits: { id: 'q-1', kind: 'token', question: '?' } }),
    ],
    ['another format', (all) => Object.assign(all, { format: 2 })],
  ])('is unreadable with %s', (_, change) => {
    expect(read(forged(change))).toEqual({ flaw: 'unreadable' });
  });

  it.each<[Flaw, () => ReturnType<typeof readResult>]>([
    ['missing', () => readResult(null, { run: RUN, workflow: 'fix', digest: undefined })],
    ['another-digest', () => read(writeResult(RUN, RESULT), { digest: 'f'.repeat(64) })],
    ['another-run', () => read(writeResult('fix-13-0123456789', RESULT))],
    ['another-diff', () => read(forged((all) => Object.assign(all.diff ?? {}, { text: 'rm -rf /' })))],
    ['unreadable', () => read('{')],
    ['unreadable', () => readResult(Uint8Array.of(0x22, 0xff, 0x22), { run: RUN, workflow: 'fix', digest: '' })],
    ['too-large', () => read(' '.repeat(maxBytes('fix') + 1))],
    ['too-large', () => read(' '.repeat(maxBytes('build') + 1), { workflow: 'build' })],
  ])('is %s', (flaw, reads) => {
    expect(reads()).toEqual({ flaw });
  });

  it('may be larger where several commits are published', () => {
    expect([maxBytes('fix'), maxBytes('build'), maxBytes('task')]).toEqual([5_000_000, 20_000_000, 20_000_000]);
  });

  it('is never taken from bytes that say something else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readResult(bytes, { run: RUN, workflow: 'fix', digest: undefined })).toEqual({ flaw: 'unreadable' });
      }),
    );
  });
});
