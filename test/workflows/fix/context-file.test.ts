import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { contextFile, type Payload } from '../../../src/workflows/fix/rules/debug-loop.js';

const at = '2030-01-02T03:04:05Z';
const of = (payloads: readonly Payload[], n = 1) => contextFile({ n, at, why: 'start', payloads });

/** Every code block of a page, as a reader of Markdown finds it. */
const blocksOf = (text: string) => fromMarkdown(text).children.filter((node) => node.type === 'code');

describe('the file of what Scouts said', () => {
  it('is numbered with three digits', () => {
    expect([1, 12, 123, 1234].map((n) => of([], n).path)).toEqual([
      'agent/context_001.md',
      'agent/context_012.md',
      'agent/context_123.md',
      'agent/context_1234.md',
    ]);
  });

  it('says when it was written, and why', () => {
    const heads = (['start', 'replan', 'success'] as const).map(
      (why) => contextFile({ n: 2, at, why, payloads: [] }).text.split('\n')[0],
    );
    expect(heads).toEqual([
      '# Context 002, at the start (2030-01-02T03:04:05Z)',
      '# Context 002, at a REPLAN (2030-01-02T03:04:05Z)',
      '# Context 002, at success (2030-01-02T03:04:05Z)',
    ]);
    expect(of([]).text).toContain('No Scout was asked.');
  });

  it('holds each answer as it came', () => {
    const { text } = of([
      { who: 'A', question: 'Where is `sum`?', answer: { risk: [{ file: 'a.js', line: 3 }] } },
      { who: 'B', question: 'How is it tested?', answer: 'npm test' },
    ]);
    expect(text).toContain('## 1. Scout A');
    expect(text).toContain('## 2. Scout B');
    const [, answer, , second] = blocksOf(text);
    expect(JSON.parse(answer?.value ?? '')).toEqual({ risk: [{ file: 'a.js', line: 3 }] });
    expect(second?.value).toBe('npm test');
  });

  it('keeps whatever they said inside its own block, letter for letter', () => {
    const nasty = fc.constantFrom(
      '```',
      '````',
      '~~~',
      '`'.repeat(40),
      '\n',
      '# Context 002',
      '-->',
      '<!--',
      'a',
      ' ',
      '> ',
    );
    const words = fc.array(nasty, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const payload = fc.record({ who: fc.constantFrom<'A' | 'B'>('A', 'B'), question: words, answer: words });
    fc.assert(
      fc.property(fc.array(payload, { minLength: 1, maxLength: 4 }), (payloads) => {
        const blocks = blocksOf(of(payloads).text).map(({ value }) => value);
        expect(blocks).toEqual(payloads.flatMap(({ question, answer }) => [question, answer]));
      }),
    );
  });

  it('has data for an answer that is none', () => {
    expect(blocksOf(of([{ who: 'A', question: 'q', answer: undefined }]).text)[1]?.value).toBe('null');
  });
});
