// Other services of the same models, through their own packages: what is sent where, and that the reply is the same turn.
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { messagesModel } from '../../../src/adapters/model/index.js';
import type { ModelRequest } from '../../../src/ports/model.js';
import { newFolder } from '../../build/folder.js';

const ask: ModelRequest = {
  model: 'claude-sonnet-5-5',
  system: 'You are the Tester.',
  tools: [],
  messages: [{ role: 'user', blocks: [{ kind: 'text', text: 'Look.' }] }],
  maxTokens: 1000,
  effort: 'low',
};

const usage = { input_tokens: 3, output_tokens: 1 };
const EVENTS = [
  {
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', stop_reason: null, usage },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Where is it?' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'Well.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

const serverSentEvents = () =>
  new Response(EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

/** A message of AWS's event stream: prelude, headers, payload, each with its checksum. */
function frame(payload: string): Buffer {
  const header = (name: string, value: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(value.length);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
  };
  const headers = Buffer.concat([
    header(':event-type', 'chunk'),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const sum = (bytes: Buffer) => {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(crc32(bytes));
    return four;
  };
  const start = Buffer.concat([prelude, sum(prelude), headers, body]);
  return Buffer.concat([start, sum(start)]);
}

const eventStream = () =>
  new Response(
    new Uint8Array(
      Buffer.concat(
        EVENTS.map((event) => frame(JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString('base64') }))),
      ),
    ),
    { headers: { 'content-type': 'application/vnd.amazon.eventstream' } },
  );

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A network that answers everything in the same way, and what was sent to it. */
function network(answer: () => Response) {
  const sent: Sent[] = [];
  const fake: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    sent.push({ url, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
    return answer();
  };
  return { sent, fetch: fake };
}

const TURN = {
  stop: 'said',
  usage: { in: 3, out: 1 },
  blocks: [{ kind: 'thinking' }, { kind: 'text', text: 'Well.' }],
};

describe('Vertex', () => {
  const { GOOGLE_APPLICATION_CREDENTIALS: before, GOOGLE_CLOUD_PROJECT: project } = process.env;
  let tokens: Server;
  beforeAll(async () => {
    tokens = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/json');
      answer.end('{"access_token":"a-token","token_type":"Bearer","expires_in":3600,"issued_token_type":"x"}');
    });
    await new Promise<void>((done) => tokens.listen(0, '127.0.0.1', done));
    const folder = await newFolder();
    const { port } = tokens.address() as AddressInfo;
    const file = path.join(folder, 'credentials.json');
    await writeFile(path.join(folder, 'subject'), 'a-subject');
    await writeFile(
      file,
      JSON.stringify({
        type: 'external_account',
        audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `http://127.0.0.1:${port}/token`,
        credential_source: { file: path.join(folder, 'subject') },
      }),
    );
    process.env.GOOGLE_APPLICATION_CREDENTIALS = file;
    process.env.GOOGLE_CLOUD_PROJECT = 'shop';
  });
  afterAll(() => {
    if (before === undefined) delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    else process.env.GOOGLE_APPLICATION_CREDENTIALS = before;
    if (project === undefined) delete process.env.GOOGLE_CLOUD_PROJECT;
    else process.env.GOOGLE_CLOUD_PROJECT = project;
    tokens.close();
  });

  it('is asked at the address of project, region and model, with the machine’s default credentials', async () => {
    const { sent, fetch } = network(serverSentEvents);
    const model = messagesModel({
      provider: { is: 'vertex', region: 'europe-west1', project: 'shop' },
      fetch,
    });
    expect(await model.turn(ask, {})).toMatchObject(TURN);
    expect(sent[0]?.url).toMatch(
      /europe-west1.*\/projects\/shop\/locations\/europe-west1\/publishers\/anthropic\/models\/claude-sonnet-5-5:streamRawPredict/,
    );
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-token');
    expect(sent[0]?.body).toMatchObject({ output_config: { effort: 'low' } });
  });
});

describe('Bedrock', () => {
  const before = process.env.AWS_BEARER_TOKEN_BEDROCK;
  beforeAll(() => {
    process.env.AWS_BEARER_TOKEN_BEDROCK = 'a-bearer';
  });
  afterAll(() => {
    if (before === undefined) delete process.env.AWS_BEARER_TOKEN_BEDROCK;
    else process.env.AWS_BEARER_TOKEN_BEDROCK = before;
  });

  it('is asked in its region for the model’s own id, and its event stream is the same turn', async () => {
    const { sent, fetch } = network(eventStream);
    const model = messagesModel({ provider: { is: 'bedrock', region: 'eu-central-1' }, fetch });
    const id = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
    expect(await model.turn({ ...ask, model: id }, {})).toMatchObject(TURN);
    expect(decodeURIComponent(sent[0]?.url ?? '')).toContain(`eu-central-1`);
    expect(decodeURIComponent(sent[0]?.url ?? '')).toContain(`/model/${id}/invoke-with-response-stream`);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-bearer');
  });
});

describe('summaries of thinking', () => {
  const provider = { is: 'anthropic', key: 'a-key', url: 'http://localhost:1' } as const;

  it('are asked for where somebody watches, and are heard apart from the words', async () => {
    const { sent, fetch } = network(serverSentEvents);
    const thoughts: string[] = [];
    await messagesModel({ provider, fetch, showsThinking: true }).turn(ask, {
      onThinking: (text) => thoughts.push(text),
    });
    expect(sent[0]?.body.thinking).toEqual({ type: 'adaptive', display: 'summarized' });
    expect(thoughts).toEqual(['Where is it?']);
  });

  it('are not asked for elsewhere', async () => {
    const { sent, fetch } = network(serverSentEvents);
    await messagesModel({ provider, fetch }).turn(ask, {});
    expect(sent[0]?.body).not.toHaveProperty('thinking');
  });

  it('are left out from then on where a model refuses them', async () => {
    let answers = 0;
    const refusal = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'adaptive thinking is not supported on this model' },
    };
    const { sent, fetch } = network(() => {
      answers += 1;
      return answers === 1 ? Response.json(refusal, { status: 400 }) : serverSentEvents();
    });
    const model = messagesModel({ provider, fetch, showsThinking: true });
    await expect(model.turn(ask, {})).rejects.toMatchObject({ isRetryable: true, afterMs: 0 });
    expect(await model.turn(ask, {})).toMatchObject(TURN);
    expect(sent[1]?.body).not.toHaveProperty('thinking');
  });
});
