import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkRequest } from '../../../src/sample/model/answer.js';
import { countTokens, promptCache } from '../../../src/sample/model/prompt-cache.js';
import { type Block, type Conversation, digest, requestSchema } from '../../../src/sample/model/request.js';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const call = (...ids: string[]) => assistant(ids.map((id) => ({ type: 'tool_use', id, name: 'bash', input: {} })));
const result = (...ids: string[]) => user(ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })));
const thinking = (signature: string) => [{ type: 'thinking', thinking: 'hm', signature }];
const cached = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };

function complaint(body: unknown): string | undefined {
  const checked = checkRequest(requestSchema, body);
  return checked.ok ? undefined : checked.error.message;
}

function about(...messages: unknown[]): string | undefined {
  return complaint({ model: 'claude-opus-5-5', max_tokens: 100, messages });
}

describe('a request is taken', () => {
  it('when person and model alternate and every call has its result', () => {
    expect(about(user('go'), call('a', 'b'), result('b', 'a'), assistant('done'), user('more'))).toBeUndefined();
  });

  it('with system messages in between', () => {
    expect(about(user('go'), { role: 'system', content: 'note' }, assistant('ok'), user('on'))).toBeUndefined();
  });

  it('with thinking that is as it was given', () => {
    expect(about(user('go'), assistant(thinking(digest('hm'))), user('on'))).toBeUndefined();
  });
});

describe('a request is refused', () => {
  it.each([
    ['without a model', { max_tokens: 1, messages: [user('go')] }, 'model: Field required'],
    ['without max_tokens', { model: 'claude-x', messages: [user('go')] }, 'max_tokens: Field required'],
    ['without messages', { model: 'claude-x', max_tokens: 1 }, 'messages: Field required'],
    ['with none', { model: 'claude-x', max_tokens: 1, messages: [] }, 'messages: at least one message is required'],
    ['when it is no object', [], 'Input should be a valid dictionary'],
    [
      'with an unknown role',
      { model: 'claude-x', max_tokens: 1, messages: [{ role: 'tool', content: '' }] },
      'messages.0.role: ',
    ],
  ])('%s', (_, body, message) => {
    expect(complaint(body)).toContain(message);
  });

  it.each([
    ['that starts with the model', [assistant('hi'), user('go')], 'first message must use the "user" role'],
    ['with two turns of a person in a row', [user('a'), user('b')], 'found multiple "user" roles in a row'],
    [
      'with two turns of the model in a row',
      [user('a'), assistant('b'), assistant('c'), user('d')],
      'multiple "assistant"',
    ],
    ['that ends with the model', [user('a'), assistant('b')], 'must end with a user message'],
    [
      'with a call that has no result',
      [user('a'), call('x', 'y'), result('x')],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: y',
    ],
    ['with a call that was talked past', [user('a'), call('x'), user('b')], 'immediately after: x'],
    [
      'with a result for no call',
      [user('a'), assistant('b'), result('x')],
      'messages.2: unexpected `tool_use_id` found in `tool_result` blocks: x',
    ],
    ['with a result in the first message', [result('x')], 'unexpected `tool_use_id`'],
    [
      'with two results for a call',
      [user('a'), call('x'), result('x', 'x')],
      'Found multiple `tool_result` blocks with id: x',
    ],
    ['with two calls of one id', [user('a'), call('x', 'x'), result('x')], '`tool_use` ids must be unique'],
    [
      'with empty text',
      [user([{ type: 'text', text: '' }])],
      'messages.0.content.0: text content blocks must be non-empty',
    ],
    ['with no content', [user([])], 'messages.0: all messages must have non-empty content'],
    [
      'with thinking that was rewritten',
      [user('a'), assistant(thinking('forged')), user('b')],
      'Invalid `signature` in `thinking` block',
    ],
    [
      'with five breakpoints',
      [user([cached, cached, cached, cached, cached])],
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
  ])('for a conversation %s', (_, messages, message) => {
    expect(about(...messages)).toContain(message);
  });
});

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
