import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chooseTurn } from '../../../src/sample/model/choose-turn.js';
import { parseScript, ScriptError } from '../../../src/sample/model/index.js';
import type { Conversation } from '../../../src/sample/model/request.js';
import { requestsText } from '../../../src/workflows/fix/rules/requests.js';
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

/** A conversation in which person and model take turns, the person first. */
function talk(words: readonly string[], more: Partial<Conversation> = {}): Conversation {
  const messages = words.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }) as const);
  return { model: 'claude-sonnet-5-5', messages, ...more };
}

function said(script: string, conversation: Conversation): string | undefined {
  const choice = chooseTurn(parseScript(script), conversation);
  return choice.found ? choice.turn.text : choice.why;
}

describe('turns in order', () => {
  const script = 'turns: [text: one, text: two]';

  it('are counted by the answers that stand in the conversation', () => {
    expect(said(script, talk(['go']))).toBe('one');
    expect(said(script, talk(['go', 'one', 'on']))).toBe('two');
  });

  it('are the same again for a client that starts over', () => {
    expect([said(script, talk(['go'])), said(script, talk(['go']))]).toEqual(['one', 'one']);
  });

  it('are not used up by answers that were given on a condition', () => {
    const asked = 'turns: [text: one, { when: { user: "?" }, text: aside }, text: two]';
    expect(said(asked, talk(['go', 'one', 'what?']))).toBe('aside');
    expect(said(asked, talk(['go', 'one', 'what?', 'aside', 'on']))).toBe('two');
  });

  it('come to an end that names the request which found none', () => {
    const why = said(script, talk(['go', 'one', 'on', 'two', 'and now']));
    expect(why).toContain('script "script" has no turn for this request');
    expect(why).toContain('model claude-sonnet-5-5, turn 3, last user text "and now"');
    expect(why).toContain('part "main" has 2 turns in order, all used');
  });
});

describe('a condition', () => {
  const holds = (when: string, conversation: Conversation) =>
    said(`turns: [{ when: ${when}, text: yes }, text: no]`, conversation) === 'yes';
  const results = (text: string): Conversation => ({
    model: 'claude-haiku-5-5',
    system: [{ type: 'text', text: 'You are the Editor.' }],
    tools: [{ name: 'bash' }],
    messages: [
      { role: 'user', content: 'Fix #12' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'bash', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }] },
    ],
  });

  it.each([
    ['the tier of the model', '{ model: haiku }', '{ model: opus }'],
    ['words of the system prompt', '{ system: Editor }', '{ system: Scout }'],
    ['the first words of the conversation', '{ first: "#12" }', '{ first: "#13" }'],
    ['the last words of a person, although tools spoke since', '{ user: Fix }', '{ user: exit }'],
    ['what the tools answered', '{ tool: { matches: "exit [1-9]" } }', '{ tool: { contains: exit 0 } }'],
    ['a tool that is offered', '{ offers: bash }', '{ offers: browser }'],
    ['the number of the turn', '{ turn: 2 }', '{ turn: 1 }'],
    ['a range of turns', '{ turn: { from: 2 } }', '{ turn: { to: 1 } }'],
    ['all of them together', '{ model: haiku, turn: 2 }', '{ model: haiku, turn: 3 }'],
  ])('is met by %s', (_, met, unmet) => {
    expect(holds(met, results('exit 1'))).toBe(true);
    expect(holds(unmet, results('exit 1'))).toBe(false);
  });

  it('chooses among parts, and the first that fits answers', () => {
    const script = 'parts: [{ name: a, when: { system: Scout }, turns: [text: scout] }]\nturns: [text: other]';
    expect(said(script, talk(['go'], { system: 'You are a Scout.' }))).toBe('scout');
    expect(said(script, talk(['go']))).toBe('other');
  });

  it('that no part meets is an error which names them', () => {
    const script = 'parts: [{ name: a, when: { system: Scout }, turns: [text: scout] }]';
    expect(said(script, talk(['go']))).toContain('none of the parts "a" fits');
  });
});

function problemsOf(text: string) {
  try {
    parseScript(text, 'fix.yml');
  } catch (error) {
    if (error instanceof ScriptError) return error.problems;
    throw error;
  }
  return [];
}

describe('a script', () => {
  it('is YAML, and its loose turns become the last part', () => {
    const script = parseScript('name: fix\nparts:\n  - name: scout\n    turns: [text: seen]\nturns:\n  - text: done\n');
    expect(script.name).toBe('fix');
    expect(script.parts.map(({ name }) => name)).toEqual(['scout', 'main']);
    expect(script.parts[1]?.turns[0]?.text).toBe('done');
  });

  it('is JSON just as well', () => {
    expect(parseScript('{"turns":[{"tools":[{"name":"read"}]}]}').parts[0]?.turns[0]?.tools).toEqual([
      { name: 'read', input: {} },
    ]);
  });

  it('takes one fault or several', () => {
    const script = parseScript(
      'turns:\n  - text: a\n    fault: { kind: cut }\n  - text: b\n    fault: [kind: stall]\n',
    );
    expect(script.parts[0]?.turns.map(({ fault }) => fault.map(({ kind }) => kind))).toEqual([['cut'], ['stall']]);
  });
});

describe('a wrong script is refused', () => {
  it('with line and field of an unknown key', () => {
    expect(problemsOf('turns:\n  - text: a\n  - txet: b\n')).toEqual([
      { line: 3, field: 'turns.1', message: 'Unrecognized key: "txet"' },
    ]);
  });

  it('with every problem at once', () => {
    const problems = problemsOf('turns:\n  - text: a\n    delay: soon\n  - tools:\n      - input: {}\n');
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [3, 'turns.0.delay'],
      [5, 'turns.1.tools.0.name'],
    ]);
  });

  it.each([
    ['an unknown fault', 'turns:\n  - text: a\n    fault: { kind: fire }\n', 3, 'turns.0.fault', /kind/],
    [
      'a broken expression',
      'turns:\n  - when:\n      user: { matches: "(" }\n',
      3,
      'turns.0.when.user.matches',
      /regular expression/,
    ],
    ['no turn at all', 'name: empty\n', 1, '', /needs turns/],
    ['text beside json', 'turns:\n  - text: a\n    json: {}\n', 3, 'turns.0.json', /beside text/],
    ['a spoilt call without a call', 'turns:\n  - fault: { kind: malformed_tool_json }\n', 2, 'turns.0.fault', /call/],
    [
      'a part chosen by what changes',
      'parts:\n  - name: a\n    when: { turn: 1 }\n    turns: [{}]\n',
      3,
      'parts.0.when',
      /turn/,
    ],
    ['text that is no YAML', 'turns: [\n', 2, '', /./],
  ])('when it has %s', (_, text, line, field, message) => {
    expect(problemsOf(text)).toEqual([{ line, field, message: expect.stringMatching(message) }]);
  });

  it('in one sentence a line, each with the name of the file', () => {
    expect(() => parseScript('turns:\n  - txet: b\n', 'fix.yml')).toThrow(
      'fix.yml:2: turns.0: Unrecognized key: "txet"',
    );
  });
});

// The numbered requests of a review.

const FILE = path.join(import.meta.dirname, '../../../src/sample/model.yml');
const sampleScript = parseScript(readFileSync(FILE, 'utf8'), 'model.yml');
const ADD = { from: 'thread', path: 'src/add.js', line: 13 } as const;

interface Answered {
  readonly files: readonly string[];
  readonly edits: string;
  readonly result: unknown;
  readonly answers: readonly { readonly number: number; readonly result: string; readonly text: string }[];
}

/** What the script does about requests, given by their words; with `ADD` they stand beside the changed line. */
function answered(...requests: readonly (string | readonly [typeof ADD, string])[]): Answered {
  const list = requests.map((each, id) => {
    const [place, text] = typeof each === 'string' ? [{ from: 'review' } as const, each] : each;
    return { ...place, id, comments: [{ by: 'maya', text }] };
  });
  const messages = [{ role: 'user', content: requestsText(list) }] as const;
  const conversation = { model: 'claude-sonnet-5-5', system: 'You are the Editor.', messages: [...messages] };
  const first = chooseTurn(sampleScript, conversation);
  if (!first.found) throw new Error(first.why);
  const isEdit = first.turn.tools.every(({ name }) => name === 'edit');
  const done = { role: 'assistant', content: 'I take one request after the other.' } as const;
  const last = isEdit
    ? chooseTurn(sampleScript, { ...conversation, messages: [...messages, done, { role: 'user', content: 'Edited.' }] })
    : first;
  if (!last.found) throw new Error(last.why);
  const [answer] = last.turn.tools;
  return {
    files: isEdit ? first.turn.tools.map(({ input }) => String(input.path)) : [],
    edits: JSON.stringify(isEdit ? first.turn.tools : []),
    result: answer?.input.result,
    answers: (answer?.input.requests ?? []) as Answered['answers'],
  };
}

describe('a review of the pull request of issue 2', () => {
  it.each([
    ['Add a test for a month of 30 days.', 'test/add.test.js', '2026-06-30'],
    ['Could you add a test for May?', 'test/add.test.js', '2026-06-30'],
    ['5月のテストを追加してください。', 'test/add.test.js', '2026-06-30'],
    ['Please test the end of the year, too.', 'test/add.test.js', '2027-02-28'],
    ['Rename `result` to `target`.', 'src/add.js', 'const target = new Date(date)'],
    ['rename result', 'src/add.js', 'const shifted = new Date(date)'],
    [[ADD, 'Please explain this.'], 'src/add.js', 'Day 0 is the last day'],
  ] as const)('is answered: %j', (request, file, text) => {
    const { files, edits, answers } = answered(request);
    expect(files).toEqual([file]);
    expect(edits).toContain(text);
    expect(answers).toMatchObject([{ number: 1, result: 'done' }]);
  });

  it.each(['What does setUTCDate(0) do?', 'Why 0?', 'What does this line do?'])(
    'is answered without a change if it is a question alone: %j',
    (question) => {
      const { files, result, answers } = answered([ADD, question]);
      expect([files, result]).toEqual([[], 'no-change']);
      expect(answers).toMatchObject([{ number: 1, result: 'no-change' }]);
      expect(answers[0]?.text).toContain('the last day of the month before');
    },
  );

  it.each([
    ['Say in the test name which ticket of our accounting system reported it.'],
    ['Add a test for negative months.'],
    ['Please do not rename `result`.'],
    ['Comment out the tests.'],
    [[ADD, 'Which rounding rule does the accounting department prescribe here?']],
    [[ADD, 'What do our customers in Japan expect, and how do they pay?']],
    [[ADD, 'Explain in the README how leap years work.']],
  ] as const)('is not answered where it only shares a word with a known request: %j', (request) => {
    const { files, answers } = answered(request, 'Rename result.');
    expect(files).toEqual(['src/add.js']);
    expect(answers.map(({ result }) => result)).toEqual(['not-done', 'done']);
  });

  it('is answered request by request, and the script says which ones it does not know', () => {
    const { files, answers } = answered([ADD, 'Why 0?'], 'Port it to Temporal.', 'Add a test for June.');
    expect(files).toEqual(['test/add.test.js']);
    expect(answers.map(({ result }) => result)).toEqual(['no-change', 'not-done', 'done']);
    expect(answers[1]?.text).toContain('I only know three requests');
  });

  it('changes nothing where the script knows no request, and says for each what it knows', () => {
    const { files, result, answers } = answered('Port it to Temporal.', 'Nearly.');
    expect([files, result]).toEqual([[], 'no-change']);
    expect(answers.map((each) => each.result)).toEqual(['not-done', 'not-done']);
    expect(answers[1]?.text).toContain('I only know three requests');
  });
});
