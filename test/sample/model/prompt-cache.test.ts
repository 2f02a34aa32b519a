import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokens, promptCache } from '../../../src/sample/model/prompt-cache.js';
import type { Block, Conversation } from '../../../src/sample/model/request.js';

const mark = { type: 'ephemeral' as const };

function conversation(texts: readonly string[], marked: readonly number[] = []): Conversation {
  const content = texts.map(
    (text, at): Block => ({ type: 'text', text, ...(marked.includes(at) && { cache_control: mark }) }),
  );
  return { model: 'claude-opus-5-5', messages: [{ role: 'user', content }] };
}

describe('the prompt cache', () => {
  it('writes what stands before a breakpoint, and reads it for the same prefix', () => {
    const cache = promptCache(0);
    const first = cache.charge(conversation(['long', 'short'], [0]));
    const second = cache.charge(conversation(['long', 'other'], [0]));
    expect(first.cache_read_input_tokens).toBe(0);
    expect(first.cache_creation_input_tokens).toBeGreaterThan(0);
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(second.cache_creation_input_tokens).toBe(0);
  });

  it('reads the old part and writes the new one when the breakpoint moves on', () => {
    const cache = promptCache(0);
    const first = cache.charge(conversation(['a'], [0]));
    const second = cache.charge(conversation(['a', 'b'], [1]));
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(second.cache_creation_input_tokens).toBeGreaterThan(0);
    expect(second.input_tokens).toBe(0);
  });

  it('takes a breakpoint at the top of the request for one at its end', () => {
    const cache = promptCache(0);
    const usage = cache.charge({ ...conversation(['a']), cache_control: { type: 'ephemeral', ttl: '1h' } });
    expect(usage.cache_creation.ephemeral_1h_input_tokens).toBe(countTokens(conversation(['a'])));
  });

  it.each<[string, Conversation]>([
    ['an earlier block', conversation(['A', 'b'], [1])],
    ['the model', { ...conversation(['a', 'b'], [1]), model: 'claude-haiku-5-5' }],
    ['a tool', { ...conversation(['a', 'b'], [1]), tools: [{ name: 'bash' }] }],
    ['the system prompt', { ...conversation(['a', 'b'], [1]), system: 'be kind' }],
  ])('reads nothing when %s changed', (_, changed) => {
    const cache = promptCache(0);
    cache.charge(conversation(['a', 'b'], [1]));
    expect(cache.charge(changed).cache_read_input_tokens).toBe(0);
  });

  it('does not look further back than the API does', () => {
    const cache = promptCache(0);
    const texts = Array.from({ length: 30 }, (_, at) => `${at}`);
    cache.charge(conversation(texts.slice(0, 5), [4]));
    expect(cache.charge(conversation(texts, [29])).cache_read_input_tokens).toBe(0);
  });

  it('keeps nothing shorter than its minimum', () => {
    const cache = promptCache(1024);
    cache.charge(conversation(['short'], [0]));
    const usage = cache.charge(conversation(['short'], [0]));
    expect([usage.cache_read_input_tokens, usage.cache_creation_input_tokens]).toEqual([0, 0]);
    expect(usage.input_tokens).toBe(countTokens(conversation(['short'])));
  });

  it('never loses or invents a token: read, written and fresh are always the whole input', () => {
    const request = fc
      .array(fc.constantFrom('a', 'b', 'longer text'), { minLength: 1, maxLength: 25 })
      .chain((texts) =>
        fc
          .subarray([...texts.keys()], { maxLength: Math.min(4, texts.length) })
          .map((marked) => conversation(texts, marked)),
      );
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 20), (requests, minimum) => {
        const cache = promptCache(minimum);
        for (const one of requests) {
          const usage = cache.charge(one);
          const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;
          expect(input_tokens + cache_read_input_tokens + cache_creation_input_tokens).toBe(countTokens(one));
          expect(Math.min(input_tokens, cache_read_input_tokens, cache_creation_input_tokens)).toBeGreaterThanOrEqual(
            0,
          );
        }
      }),
    );
  });
});
