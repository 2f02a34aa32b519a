// A recorded answer, cut off at every one of its bytes: a turn happens whole or not at all.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { messagesModel } from '../../../src/adapters/model/index.js';
import { requestOf } from '../../../src/adapters/model/request.js';
import { runAgent } from '../../../src/agent/run.js';
import { ModelError, type ModelRequest, type Turn } from '../../../src/ports/model.js';
import { parseScript, startModel } from '../../../src/sample/model/index.js';
import { deeds, jobOf, nowhere } from '../../agent/at-work.js';
import { quickClock } from '../../build/clock.js';

const LONG = process.env.CREW_LONG === '1';

const ask: ModelRequest = {
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
    body: JSON.stringify(requestOf(ask, { contextEdits: false })),
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
    .turn(ask, {})
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
