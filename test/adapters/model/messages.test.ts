// The Messages API through the official SDK, against a server that fails in every way in which the real one was seen to fail.
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { messagesModel } from '../../../src/adapters/model/index.js';
import { requestOf } from '../../../src/adapters/model/request.js';
import { runAgent } from '../../../src/agent/run.js';
import { ModelError, type ModelRequest, type Turn } from '../../../src/ports/model.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { deeds, jobOf, nowhere } from '../../agent/at-work.js';
import { quickClock } from '../../build/clock.js';

const open: ScriptedModel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(script: object): Promise<ScriptedModel> {
  const server = await startModel({ script: parseScript(JSON.stringify(script)), key: 'a-key' });
  open.push(server);
  return server;
}

const ask: ModelRequest = {
  model: 'claude-sonnet-5-5',
  system: 'You are the Tester.',
  tools: [{ name: 'look', description: 'looks', input: { type: 'object', properties: { at: { type: 'string' } } } }],
  messages: [{ role: 'user', blocks: [{ kind: 'text', text: 'Look.' }] }],
  maxTokens: 1000,
};

const modelAt = ({ url }: ScriptedModel, idleMs?: number) =>
  messagesModel({ provider: { is: 'anthropic', key: 'a-key', url }, idleMs });

/** What one turn of a script comes to: a turn, or the ModelError that it was. */
async function outcome(turn: object, idleMs?: number): Promise<Turn | ModelError> {
  const model = modelAt(await serve({ turns: [turn] }), idleMs);
  return model.turn(ask, {}).catch((error: unknown) => {
    if (error instanceof ModelError) return error;
    throw error;
  });
}

describe('a reply', () => {
  it('is a turn: thinking as it was, words, calls, why it ended, what it cost', async () => {
    const usage = { input_tokens: 7, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };
    const turn = await outcome({
      thinking: 'Where could it be?',
      text: 'I look at 日本語 and 🙂.',
      tools: [{ name: 'look', input: { at: 'a', deep: { list: [1, null, '✓'] } } }, { name: 'look' }],
      usage,
    });
    expect(turn).toMatchObject({
      stop: 'calls',
      usage: { in: 7, out: 5, cacheRead: 3, cacheWrite: 2 },
      blocks: [
        { kind: 'thinking', raw: { type: 'thinking', thinking: 'Where could it be?' } },
        { kind: 'text', text: 'I look at 日本語 and 🙂.' },
        { kind: 'call', tool: 'look', input: { at: 'a', deep: { list: [1, null, '✓'] } } },
        { kind: 'call', tool: 'look', input: {} },
      ],
    });
  });

  it('is heard word by word as it comes', async () => {
    const watch: string[] = [];
    const model = modelAt(await serve({ turns: [{ text: 'A sentence that comes in several pieces.' }] }));
    await model.turn(ask, { onText: (text) => watch.push(text) });
    expect(watch.length).toBeGreaterThan(1);
    expect(watch.join('')).toBe('A sentence that comes in several pieces.');
  });

  it.each([
    ['end_turn', 'said'],
    ['stop_sequence', 'said'],
    ['max_tokens', 'length'],
    ['refusal', 'declined'],
    ['model_context_window_exceeded', 'overflow'],
  ])('that ends with %s ends as %s', async (stop_reason, stop) => {
    expect(await outcome({ text: 'Well.', stop_reason })).toMatchObject({ stop });
  });

  it('with a call in broken JSON says so, and guesses nothing', async () => {
    const turn = await outcome({
      tools: [{ name: 'look', input: { at: 'everywhere' } }],
      fault: { kind: 'malformed_tool_json' },
    });
    expect(turn).toMatchObject({ blocks: [{ kind: 'call', input: {}, malformed: '{"at":"eve' }] });
  });

  it('that was cut off at its limit inside a call is one', async () => {
    const turn = await outcome({
      tools: [{ name: 'look', input: { at: 'everywhere' } }],
      fault: { kind: 'max_tokens' },
    });
    expect(turn).toMatchObject({ stop: 'length', blocks: [{ kind: 'call', malformed: '{"at":"eve' }] });
  });
});

describe('what is sent', () => {
  const second: ModelRequest = {
    ...ask,
    messages: [
      ...ask.messages,
      { role: 'assistant', blocks: [{ kind: 'call', id: 'toolu_1', tool: 'look', input: { at: 'a' } }] },
      { role: 'user', blocks: [{ kind: 'result', of: 'toolu_1', text: 'half a \ud83d character', failed: true }] },
    ],
  };

  it('is read from the cache the next time, all but what is new', async () => {
    const server = await serve({ turns: [{ tools: [{ name: 'look', input: { at: 'a' } }] }, { text: 'Well.' }] });
    const model = modelAt(server);
    const first = await model.turn(ask, {});
    const result = {
      kind: 'result',
      of: first.blocks[0]?.kind === 'call' ? first.blocks[0].id : '',
      text: 'x',
      failed: false,
    } as const;
    const grown = [
      ...ask.messages,
      { role: 'assistant', blocks: first.blocks },
      { role: 'user', blocks: [result] },
    ] as const;
    const next = await model.turn({ ...ask, messages: grown }, {});
    expect(first.usage).toMatchObject({ in: 0, cacheRead: 0 });
    expect(next.usage.cacheRead).toBe(first.usage.cacheWrite);
    expect(next.usage.in).toBe(0);
  });

  it('carries the key in its header and nowhere else', async () => {
    const server = await serve({ turns: [{ text: 'Well.' }] });
    await modelAt(server).turn(ask, {});
    const [request] = server.requests;
    expect(request?.headers.authorization).toBe('[secret]');
    expect(JSON.stringify(request)).not.toContain('a-key');
  });

  it('asks the service itself to clear old results, and never holds half a character', async () => {
    const server = await serve({ turns: [{ text: 'Well.' }, { text: 'Well.' }] });
    await modelAt(server).turn(second, {});
    const [request] = server.requests;
    expect(request?.headers['anthropic-beta']).toBe('context-management-2025-06-27');
    expect(request?.body).toMatchObject({
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      messages: [{}, {}, { content: [{ type: 'tool_result', is_error: true, content: 'half a \ufffd character' }] }],
    });
  });

  it('sends no half a character of a call either, however deep it stands', async () => {
    const server = await serve({ turns: [{ text: 'Well.' }, { text: 'Well.' }] });
    const input = { at: 'a\ud83d', all: [{ '\ud83d': 'b\ude00' }], whole: '😀', count: 1, none: null };
    const messages = second.messages.map((message) => ({
      ...message,
      blocks: message.blocks.map((block) => (block.kind === 'call' ? { ...block, input } : block)),
    }));
    await modelAt(server).turn({ ...second, messages }, {});
    const sent = { at: 'a\ufffd', all: [{ '\ufffd': 'b\ufffd' }], whole: '😀', count: 1, none: null };
    expect(JSON.stringify(server.requests[0]?.body)).toContain(JSON.stringify(sent));
  });

  it.each([
    'context_management: Extra inputs are not permitted',
    'Unexpected value(s) `context-management-2025-06-27` for the `anthropic-beta` header',
  ])('does without that where the service knows nothing of it: %s', async (message) => {
    const fault = { kind: 'status', status: 400, message };
    const server = await serve({ turns: [{ text: 'Well.', fault }] });
    const model = modelAt(server);
    await expect(model.turn(ask, {})).rejects.toMatchObject({ isRetryable: true, afterMs: 0 });
    expect(await model.turn(ask, {})).toMatchObject({ stop: 'said' });
    expect(server.requests[1]?.body).not.toHaveProperty('context_management');
    expect(server.requests[1]?.headers).not.toHaveProperty('anthropic-beta');
  });
});

describe('a service that only resembles the maker’s', () => {
  it('may leave out what a reply cost so far, at its end', async () => {
    const event = (it: { type: string }) => `event: ${it.type}\ndata: ${JSON.stringify(it)}\n\n`;
    const usage = { input_tokens: 3, output_tokens: 1 };
    const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', stop_reason: null, usage };
    const events = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Well.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
      { type: 'message_stop' },
    ];
    const reply = async () =>
      new Response(events.map(event).join(''), { headers: { 'content-type': 'text/event-stream' } });
    const model = messagesModel({
      provider: { is: 'anthropic', key: 'a-key', url: 'http://localhost:1' },
      fetch: reply,
    });
    expect(await model.turn(ask, {})).toMatchObject({ stop: 'said', usage: { in: 3, out: 1 } });
  });
});

describe('trouble', () => {
  it.each([429, 500, 502, 503, 529, 408])('of status %i may pass', async (status) => {
    expect(await outcome({ text: 'Well.', fault: { kind: 'status', status } })).toMatchObject({ isRetryable: true });
  });

  it.each([400, 401, 403, 404])('of status %i will not', async (status) => {
    expect(await outcome({ text: 'Well.', fault: { kind: 'status', status } })).toMatchObject({ isRetryable: false });
  });

  it('says how long it wants to be left alone, and whether it can pass at all', async () => {
    const status = (more: object) => outcome({ text: 'Well.', fault: { kind: 'status', status: 429, ...more } });
    expect(await status({ retry_after: 7 })).toMatchObject({ isRetryable: true, afterMs: 7000 });
    expect(await status({ retry_after: 7, retry_after_ms: 1500 })).toMatchObject({ isRetryable: true, afterMs: 1500 });
    expect(await status({ should_retry: false })).toMatchObject({ isRetryable: false });
  });

  it.each([413, 400])('with a conversation that is too long (%i) is an overflow, and a turn', async (status) => {
    const fault = { kind: 'status', status, message: 'prompt is too long: 1200000 tokens > 1000000 maximum' };
    expect(await outcome({ text: 'Well.', fault })).toMatchObject({ stop: 'overflow', blocks: [] });
  });

  it('after the reply had begun is no turn, though what it cost is known', async () => {
    const fault = { kind: 'overloaded', after_events: 4 };
    const lost = await outcome({ text: 'Well, well, well, well.', usage: { input_tokens: 11 }, fault });
    expect(lost).toMatchObject({ isRetryable: true, usage: { in: 11, out: 1 } });
  });

  it('with garbage in the stream is no turn', async () => {
    const fault = { kind: 'garbage', after: 900, text: 'event: content_block_delta\ndata: {"oh":\n\n' };
    expect(await outcome({ text: 'Well, well, well, well, well.', fault })).toMatchObject({ isRetryable: true });
  });

  it('of a service that falls silent is no turn', async () => {
    for (const after of [0, 400]) {
      expect(await outcome({ text: 'Well.', fault: { kind: 'stall', after } }, 80)).toMatchObject({
        isRetryable: true,
        message: 'the model fell silent',
      });
    }
  });

  it('is none while the service is slow, as long as something comes', async () => {
    expect(await outcome({ text: 'A word. '.repeat(20), pace: 30 }, 400)).toMatchObject({ stop: 'said' });
  });

  it('of an address where nobody is may pass', async () => {
    const server = await serve({ turns: [{ text: 'Well.' }] });
    const model = modelAt(server);
    await server.close();
    await expect(model.turn(ask, {})).rejects.toMatchObject({ isRetryable: true });
  });

  it('is sent once: the SDK tries nothing again', async () => {
    const server = await serve({ turns: [{ text: 'Well.', fault: { kind: 'status', status: 529 } }] });
    await expect(modelAt(server).turn(ask, {})).rejects.toThrow(ModelError);
    expect(server.requests).toHaveLength(1);
  });

  it('of our own making, a cancellation, is not to be tried again', async () => {
    const model = modelAt(await serve({ turns: [{ text: 'Well.', fault: { kind: 'stall', after: 300 } }] }));
    const ends = new AbortController();
    setTimeout(() => ends.abort(), 50);
    await expect(model.turn(ask, { signal: ends.signal })).rejects.toMatchObject({
      message: 'cancelled',
      isRetryable: false,
    });
    await expect(model.turn(ask, { signal: ends.signal })).rejects.toMatchObject({
      message: 'cancelled',
      isRetryable: false,
    });
  });
});

// A recorded answer, cut off at every one of its bytes: a turn happens whole or not at all.

const LONG = process.env.CREW_LONG === '1';

const cutRequest: ModelRequest = {
  model: 'claude-sonnet-5-5',
  system: 'You are the Tester.',
  tools: [],
  messages: [{ role: 'user', blocks: [{ kind: 'text', text: 'Do it.' }] }],
  maxTokens: 1000,
};
const acting = {
  thinking: 'Hm.',
  text: 'I do 二つ.',
  tools: [
    { name: 'write', input: { word: 'a' } },
    { name: 'write', input: { word: 'b' } },
  ],
};

/** The bytes of the answer, as they came over the wire. */
async function record(): Promise<Uint8Array> {
  const server = await startModel({ script: parseScript(JSON.stringify({ turns: [acting] })) });
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'a-key', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify(requestOf(cutRequest, { contextEdits: false })),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await server.close();
  return bytes;
}

/** What the real SDK makes of so many of its bytes, whether the connection then ends or breaks. */
async function hearing(bytes: Uint8Array, breaks: boolean): Promise<Turn | ModelError> {
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      out.enqueue(bytes);
      if (!breaks) out.close();
    },
    pull(out) {
      out.error(new TypeError('terminated'));
    },
  });
  const respond = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return messagesModel({ provider: { is: 'anthropic', key: 'a-key', url: 'http://model' }, fetch: respond })
    .turn(cutRequest, {})
    .catch((error: unknown) => {
      if (error instanceof ModelError) return error;
      throw error;
    });
}

let bytes: Uint8Array;
beforeAll(async () => {
  bytes = await record();
});

describe('a stream that was cut', () => {
  it.each([
    ['ends', false],
    ['breaks', true],
  ])(
    'at any byte, and then %s, is no turn before it is the whole one',
    async (_, breaks) => {
      const whole = await hearing(bytes, false);
      expect(whole).toMatchObject({ stop: 'calls', blocks: [{}, {}, { tool: 'write' }, { tool: 'write' }] });
      // Where the last event stands: it may count as soon as it can be read.
      const last =
        Buffer.from(bytes).lastIndexOf('data: {"type":"message_stop"}') + 'data: {"type":"message_stop"}'.length;
      for (let at = 0; at <= bytes.length; at += 1) {
        const watch = await hearing(bytes.slice(0, at), breaks);
        if (watch instanceof ModelError) expect([at, watch.isRetryable, at < bytes.length]).toEqual([at, true, true]);
        else expect([at, at >= last, watch]).toEqual([at, true, whole]);
      }
    },
    60_000,
  );

  it(
    'costs one turn at the most, and none of its calls runs before it is whole',
    async () => {
      const stride = LONG ? 1 : 41;
      for (let after = 1; after < bytes.length; after += stride) {
        const fault = { kind: 'cut', after, clean: after % 2 === 0 };
        const turns = [{ ...acting, fault }, { tools: [{ name: 'answer', input: { text: 'done' } }] }];
        const server = await startModel({ script: parseScript(JSON.stringify({ turns })) });
        const { tools, done } = deeds();
        const model = messagesModel({ provider: { is: 'anthropic', key: 'a-key', url: server.url } });
        const ended = await runAgent(await jobOf({ model, tools, toolContext: nowhere(quickClock()) }));
        expect([after, ended]).toMatchObject([after, { ended: 'answered', turns: 2 }]);
        expect([after, ...done]).toEqual([after, 'write a', 'write b']);
        expect(server.requests.length).toBeLessThanOrEqual(3);
        await server.close();
      }
    },
    LONG ? 3_600_000 : 60_000,
  );
});
