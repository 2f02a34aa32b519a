import { describe, expect, it } from '@jest/globals';
import { ask, post, withModel } from './with-model.js';

const editor = `
turns:
  - thinking: The test is wrong. 🤔
    text: I look at it — 見ます.
    tools:
      - { name: read, input: { path: src/größe.ts, lines: [1, 20] } }
      - { name: list }
  - text: Done.
`;

const message = {
  content: [
    { type: 'thinking', thinking: 'The test is wrong. 🤔' },
    { type: 'text', text: 'I look at it — 見ます.' },
    { type: 'tool_use', name: 'read', input: { path: 'src/größe.ts', lines: [1, 20] } },
    { type: 'tool_use', name: 'list', input: {} },
  ],
  stop_reason: 'tool_use',
  model: 'claude-sonnet-5-5',
};

describe('the scripted model, seen by the real SDK', () => {
  it('answers in one piece', async () => {
    const { client } = await withModel(editor);
    expect(await client.messages.create(ask('go'))).toMatchObject(message);
  });

  it('answers the same as a stream', async () => {
    const { client } = await withModel(editor);
    const whole = await client.messages.create(ask('go'));
    const streamed = await client.messages.stream(ask('go')).finalMessage();
    expect(streamed).toMatchObject(message);
    expect({ ...streamed, parsed_output: undefined }).toMatchObject({
      id: whole.id,
      usage: { output_tokens: whole.usage.output_tokens },
    });
    expect(streamed.content.map((block) => ('id' in block ? block.id : ''))).toEqual(
      whole.content.map((block) => ('id' in block ? block.id : '')),
    );
  });

  it('streams in the order of the API', async () => {
    const { client } = await withModel('turns: [text: hi]');
    const types: string[] = [];
    for await (const event of await client.messages.create({ ...ask('go'), stream: true })) types.push(event.type);
    expect(types).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('goes on when the results of its calls come back, thinking included', async () => {
    const { client } = await withModel(editor);
    const { content } = await client.messages.stream(ask('go')).finalMessage();
    const results = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'ok' }] : [],
    );
    const messages = [
      ...ask('go').messages,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: results },
    ];
    const last = await client.messages.create({ ...ask('go'), messages });
    expect(last).toMatchObject({ content: [{ text: 'Done.' }], stop_reason: 'end_turn' });
  });

  it('gives a client that starts over the same answer, ids included', async () => {
    const { client } = await withModel(editor);
    const [one, two] = [await client.messages.create(ask('go')), await client.messages.create(ask('go'))];
    expect(two).toEqual(one);
    expect((await client.messages.create(ask('other'))).id).not.toBe(one.id);
  });

  it('answers several conversations at once', async () => {
    const parts = [...'abcdef'].map((name) => ({ name, when: { first: `part ${name}` }, turns: [{ text: name }] }));
    const { client } = await withModel({ parts });
    const replies = await Promise.all(parts.map(({ name }) => client.messages.stream(ask(`part ${name}`)).finalText()));
    expect(replies).toEqual([...'abcdef']);
  });

  it('says typed answers as JSON', async () => {
    const { client } = await withModel('turns: [{ json: { verdict: PASS } }]');
    expect(await client.messages.stream(ask('go')).finalText()).toBe('{"verdict":"PASS"}');
  });

  it('reports what was read from the cache, in both ways of answering', async () => {
    const { client } = await withModel(editor);
    const cached = { ...ask('go'), cache_control: { type: 'ephemeral' as const } };
    const { usage: first } = await client.messages.create(cached);
    const { usage: second } = await client.messages.stream(cached).finalMessage();
    expect(first).toMatchObject({ cache_read_input_tokens: 0, input_tokens: 0 });
    expect(first.cache_creation_input_tokens).toBeGreaterThan(0);
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
  });

  it('says the usage that the script gives', async () => {
    const { client } = await withModel('turns: [{ text: hi, usage: { input_tokens: 7, output_tokens: 9 } }]');
    expect((await client.messages.create(ask('go'))).usage).toMatchObject({ input_tokens: 7, output_tokens: 9 });
    expect((await client.messages.stream(ask('go')).finalMessage()).usage).toMatchObject({
      input_tokens: 7,
      output_tokens: 9,
    });
  });

  it('counts tokens as it charges them', async () => {
    const { client } = await withModel(editor);
    const { max_tokens, ...conversation } = ask('go');
    const { usage } = await client.messages.create({ max_tokens, ...conversation });
    expect(await client.messages.countTokens(conversation)).toEqual({ input_tokens: usage.input_tokens });
  });

  it('lists its models, and has only those that the script names', async () => {
    const { client } = await withModel('models: [claude-opus-5-5]\nturns: [text: hi]');
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['claude-opus-5-5']);
    expect(await client.models.retrieve('claude-opus-5-5')).toMatchObject({ type: 'model' });
    await expect(client.models.retrieve('claude-sonnet-5-5')).rejects.toMatchObject({ status: 404 });
    await expect(client.messages.create(ask('go'))).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });
});

describe('its refusals are the API’s own', () => {
  it('401 without a key, and with another than the one it knows', async () => {
    const { model, client } = await withModel(editor, { key: 'the-key' });
    await expect(client.messages.create(ask('go'))).rejects.toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    expect((await post(model, { headers: { 'x-api-key': '' } })).status).toBe(401);
    const bearer = { authorization: 'Bearer the-key', 'anthropic-version': '2026-10-21' };
    const response = await fetch(`${model.url}/v1/messages`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify(ask('go')),
    });
    expect(response.status).toBe(200);
  });

  it.each([
    [
      '400 without a version',
      { headers: { 'anthropic-version': '' } },
      400,
      'invalid_request_error',
      /anthropic-version/,
    ],
    ['400 for what is no JSON', { body: '{' }, 400, 'invalid_request_error', /valid JSON/],
    ['400 for a wrong shape', { body: '{}' }, 400, 'invalid_request_error', /model: Field required/],
    ['404 for another path', { path: '/v1/complete' }, 404, 'not_found_error', /Not Found/],
    ['413 for too much', { body: ' '.repeat(5000) }, 413, 'request_too_large', /maximum size/],
  ])('%s', async (_, request, status, type, words) => {
    const { model } = await withModel('max_request_bytes: 4000\nturns: [text: hi]');
    const response = await post(model, request);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type, message: expect.stringMatching(words) },
      request_id: response.headers.get('request-id'),
    });
  });

  it('400 when the script has no turn, with the request that found none', async () => {
    const { client } = await withModel('name: fix\nparts: [{ name: a, when: { first: hello }, turns: [text: hi] }]');
    await expect(client.messages.create(ask('goodbye'))).rejects.toMatchObject({
      status: 400,
      apiMessage: expect.stringContaining(
        'script "fix" has no turn for this request (model claude-sonnet-5-5, turn 1, last user text "goodbye"',
      ),
    });
  });
});

describe('its record', () => {
  it('holds each request with its answer, and no key', async () => {
    const { model, client } = await withModel(editor);
    await client.messages.create(ask('go'));
    await post(model, { body: 'not json', headers: { authorization: 'Bearer a-key' } });
    expect(model.requests).toMatchObject([
      { path: '/v1/messages', body: ask('go'), answer: { status: 200, part: 'main', turn: 1 } },
      { path: '/v1/messages', body: 'not json', bytes: 8, answer: { status: 400 } },
    ]);
    expect(model.requests[0]?.headers).toMatchObject({
      authorization: '[secret]',
      'anthropic-version': expect.any(String),
    });
    expect(JSON.stringify(model.requests)).not.toContain('a-key');
  });
});
