import { performance } from 'node:perf_hooks';
import type Anthropic from '@anthropic-ai/sdk';
import { APIError } from '@anthropic-ai/sdk';
import { describe, expect, it } from '@jest/globals';
import type { ScriptedModel } from '../../../src/sample/model/index.js';
import { ask, post, withModel } from './with-model.js';

const call = { name: 'write', input: { path: 'a.txt', text: 'größer als zuvor' } };
const turn = { text: 'I write it.', tools: [call] };

/** What a careful client keeps of a stream: finished calls, and only when the message was finished too. */
async function callsOf(client: Anthropic, words = 'go'): Promise<unknown[]> {
  const json = new Map<number, string>();
  const finished: string[] = [];
  for await (const event of await client.messages.create({ ...ask(words), stream: true })) {
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') json.set(event.index, '');
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
      json.set(event.index, (json.get(event.index) ?? '') + event.delta.partial_json);
    }
    if (event.type === 'content_block_stop' && json.has(event.index)) finished.push(json.get(event.index) ?? '');
    if (event.type === 'message_stop') return finished.map((text) => JSON.parse(text));
  }
  throw new Error('the stream ended without message_stop');
}

describe('a status', () => {
  it.each([
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [529, 'overloaded_error'],
  ])('%i comes with its type, once, and then the turn is answered', async (status, type) => {
    const { client, model } = await withModel({ turns: [{ ...turn, fault: { kind: 'status', status } }] });
    await expect(callsOf(client)).rejects.toMatchObject({ status, type });
    expect(await callsOf(client)).toEqual([call.input]);
    expect(model.requests.map(({ answer }) => [answer.status, answer.fault])).toEqual([
      [status, 'status'],
      [200, undefined],
    ]);
  });

  it('says when to come back, and whether to', async () => {
    const fault = { kind: 'status', status: 429, retry_after: 3, retry_after_ms: 5, should_retry: false };
    const { model } = await withModel({ turns: [{ fault }] });
    const { headers } = await post(model, { body: JSON.stringify(ask('go')) });
    expect(['retry-after', 'retry-after-ms', 'x-should-retry'].map((name) => headers.get(name))).toEqual([
      '3',
      '5',
      'false',
    ]);
  });

  it('is retried by the SDK when it may be', async () => {
    const fault = { kind: 'status', status: 429, retry_after_ms: 1, times: 2 };
    const { client, model } = await withModel({ turns: [{ text: 'hi', fault }] });
    await client.messages.create(ask('go'), { maxRetries: 2 });
    expect(model.requests.map(({ answer }) => answer.status)).toEqual([429, 429, 200]);
  });

  it('befalls each conversation for itself, and for ever if the script says so', async () => {
    const { client } = await withModel({
      turns: [{ text: 'hi', fault: { kind: 'status', status: 529, times: 'always' } }],
    });
    for (const words of ['a', 'a', 'b']) await expect(callsOf(client, words)).rejects.toMatchObject({ status: 529 });
  });

  it('may be followed by another fault', async () => {
    const { client } = await withModel({
      turns: [
        {
          ...turn,
          fault: [
            { kind: 'status', status: 500 },
            { kind: 'cut', after: 300 },
          ],
        },
      ],
    });
    await expect(callsOf(client)).rejects.toMatchObject({ status: 500 });
    await expect(callsOf(client)).rejects.toThrow('terminated');
    expect(await callsOf(client)).toEqual([call.input]);
  });
});

describe('a fault within the answer', () => {
  it('may be an overload after 200', async () => {
    const { client } = await withModel({ turns: [{ ...turn, fault: { kind: 'overloaded' } }] });
    const error = await callsOf(client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: undefined, type: 'overloaded_error' });
  });

  it('is a status where there is no stream', async () => {
    const { client } = await withModel({ turns: [{ ...turn, fault: { kind: 'overloaded' } }] });
    await expect(client.messages.create(ask('go'))).rejects.toMatchObject({ status: 529 });
  });

  it('may be garbage', async () => {
    const { client } = await withModel({ turns: [{ ...turn, fault: { kind: 'garbage', after: 700 } }] });
    await expect(callsOf(client)).rejects.toThrow(SyntaxError);
  });

  it('may be a stall, which ends when the client loses patience', async () => {
    const { client, model } = await withModel({ turns: [{ ...turn, fault: { kind: 'stall', after: 500 } }] });
    const patience = AbortSignal.timeout(1000);
    const words = client.messages.stream(ask('go'), { signal: patience }).finalText();
    await expect(words).rejects.toThrow();
    expect(model.requests).toMatchObject([{ answer: { fault: 'stall' } }]);
  });

  it('may be a stall that passes', async () => {
    const { client } = await withModel({ turns: [{ ...turn, fault: { kind: 'stall', after: 500, ms: 60 } }] });
    const start = performance.now();
    expect(await callsOf(client)).toEqual([call.input]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('may be a call whose JSON is broken, though the message is whole', async () => {
    const { client } = await withModel({
      turns: [{ ...turn, fault: { kind: 'malformed_tool_json', times: 'always' } }],
    });
    await expect(callsOf(client)).rejects.toThrow(SyntaxError);
    const { content, stop_reason } = await client.messages.create(ask('go'));
    expect(content.at(-1)).toMatchObject({ type: 'tool_use', input: expect.any(String) });
    expect(stop_reason).toBe('tool_use');
  });

  it('may be max_tokens in the middle of a call', async () => {
    const { client } = await withModel({ turns: [{ ...turn, fault: { kind: 'max_tokens', times: 'always' } }] });
    expect(await client.messages.create(ask('go'))).toMatchObject({
      stop_reason: 'max_tokens',
      content: [{}, { input: {} }],
    });
    await expect(callsOf(client)).rejects.toThrow(SyntaxError);
  });
});

describe('time', () => {
  it('passes before an answer, and between its events', async () => {
    const { client } = await withModel({ turns: [{ text: 'hi', delay: 40, pace: 10 }] });
    const start = performance.now();
    await client.messages.stream(ask('go')).finalText();
    expect(performance.now() - start).toBeGreaterThanOrEqual(80);
  });
});

describe('a stream cut at any byte', () => {
  // As short as a call can be, since every byte of it costs a connection.
  const call = { name: 'w', input: { to: 'größer' } };
  const turn = { tools: [call] };

  async function streamLength(): Promise<number> {
    const { model } = await withModel({ turns: [turn] });
    return (await streamBytes(model)).byteLength;
  }

  async function streamBytes(model: ScriptedModel): Promise<ArrayBuffer> {
    return (await post(model, { body: JSON.stringify({ ...ask('go'), stream: true }) })).arrayBuffer();
  }

  it.each([
    ['drops', false, 'TypeError: terminated'],
    ['ends', true, 'Error: the stream ended without message_stop'],
  ])('gives no call to a client that waits for the end, when the connection %s', async (_, clean, failure) => {
    const every = process.env.CREW_LONG === '1' ? 1 : 4;
    const length = await streamLength();
    const lengths = Array.from({ length }, (_, at) => at).filter((at) => at % every === 0 || at > length - 8);
    const fault = lengths.map((after) => ({ kind: 'cut', after, clean }));
    const { client, model } = await withModel({ turns: [{ ...turn, fault }] });

    const outcomes = new Set<string>();
    for (const after of lengths) {
      outcomes.add(await callsOf(client).then(() => `a call got through at ${after}`, String));
    }
    expect([...outcomes]).toEqual([failure]);
    expect(model.requests).toHaveLength(lengths.length);
    expect(await callsOf(client)).toEqual([call.input]);
  });

  it('that ends cleanly just ends for who iterates over it: only message_stop proves that it was whole', async () => {
    const { client } = await withModel({
      turns: [{ ...turn, fault: { kind: 'cut', after: 800, clean: true, times: 2 } }],
    });
    const types: string[] = [];
    for await (const { type } of await client.messages.create({ ...ask('go'), stream: true })) types.push(type);
    expect(types[0]).toBe('message_start');
    expect(types).not.toContain('message_stop');
    await expect(client.messages.stream(ask('go')).finalMessage()).rejects.toThrow('without producing a Message');
  });

  it('sends exactly the bytes that the script says', async () => {
    const { model } = await withModel({ turns: [{ ...turn, fault: { kind: 'cut', after: 123, clean: true } }] });
    expect((await streamBytes(model)).byteLength).toBe(123);
  });
});
