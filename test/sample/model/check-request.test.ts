import { describe, expect, it } from '@jest/globals';
import { checkRequest } from '../../../src/sample/model/answer.js';
import { digest, requestSchema } from '../../../src/sample/model/request.js';

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
