import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseScript, type ScriptedModel, startModel } from '../../src/sandbox/model/index.js';
import { ROOT, runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let model: ScriptedModel;
afterEach(() => model.close());

const COUNTER = {
  name: 'counter',
  displayName: 'Counter',
  description: 'Counts what it is asked to count.',
  actions: { types: ['count-action'] },
  behavior: {
    systemPromptPath: 'prompt.md',
    tier: 'haiku',
    allowedTools: ['read', 'list', 'search', 'shell', 'ask-person'],
    limits: { turns: 10, usd: 1, minutes: 5 },
  },
};

/** A folder with a role that is nothing but files, and a model that follows a script. */
async function place(script: string) {
  model = await startModel({ script: parseScript(script, 'model.yml') });
  const folder = await newFolder();
  const role = path.join(folder, '.agent/counter');
  await mkdir(role, { recursive: true });
  await writeFile(path.join(role, 'agent.json'), JSON.stringify(COUNTER));
  await writeFile(path.join(role, 'prompt.md'), 'You are the Counter.');
  await writeFile(path.join(folder, 'a.txt'), 'one\ntwo\n');
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: model.url };
  const crew = async (...args: readonly string[]) => {
    const ran = await runCrew([...args, '--json'], { cwd: folder, env });
    return { ...ran, json: JSON.parse(ran.out) };
  };
  return { folder, env, crew };
}

const DONE = '  - tools: [{ name: answer, input: { text: There are two lines. } }]';

describe('crew agent, with a role that is only files', () => {
  it('runs it, shows what it does, and gives its answer', async () => {
    const { crew } = await place(`turns:\n  - tools: [{ name: read, input: { path: a.txt } }]\n${DONE}`);
    const { code, json, err } = await crew('agent', 'counter', 'How many lines has a.txt?');
    expect({ code, status: json.status, says: json.says }).toEqual({
      code: 0,
      status: 'succeeded',
      says: 'There are two lines.',
    });
    expect(err).toContain('read');
    const shown = (await crew('show', json.run)).json;
    expect(shown).toMatchObject({ workflow: 'agent', status: 'succeeded' });
    expect(shown.budget.spentUsd).toBeGreaterThan(0);
    const [first, second] = [await crew('replay', json.run), await crew('replay', json.run)];
    expect(first.json).toMatchObject({ same: true, stoppedAt: null });
    expect(second.json.digest).toBe(first.json.digest);
  });

  it('waits when it asks, holds nothing meanwhile, and goes on with the answer', async () => {
    const { crew } = await place(
      `turns:\n  - tools: [{ name: ask-person, input: { question: Which file? } }]\n  - when: { tool: { contains: a.txt } }\n    tools: [{ name: answer, input: { text: There are two lines. } }]`,
    );
    const asked = await crew('agent', 'counter', 'How many lines has it?');
    expect(asked.code).toBe(0);
    expect(asked.json).toMatchObject({ status: 'awaiting', awaits: { kind: 'question', question: 'Which file?' } });
    const wrong = await crew('answer', 'q-0', 'b.txt', '--run', asked.json.run);
    expect(wrong.code).toBe(4);
    const answered = await crew('answer', asked.json.awaits.id, 'a.txt', '--run', asked.json.run);
    expect(answered).toMatchObject({ code: 0, json: { status: 'succeeded', run: asked.json.run } });
    expect(model.requests.filter(({ path: where }) => where.includes('/messages'))).toHaveLength(2);
  });

  it('cancelled by Ctrl-C keeps what is done, and continues from there', async () => {
    const { crew, folder, env } = await place(
      `turns:\n  - tools: [{ name: shell, input: { command: 'printf x >> ran.txt; sleep 30' } }]\n${DONE}`,
    );
    const child = spawn(process.execPath, [path.join(ROOT, 'bin/crew.mjs'), 'agent', 'counter', 'Count', '--json'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    await new Promise<void>((begun) => {
      child.stderr.on('data', (text) => {
        if (String(text).includes('shell')) begun();
      });
    });
    child.kill('SIGINT');
    const code = await new Promise((ended) => child.once('close', ended));
    expect(code).toBe(130);
    const { run, status } = JSON.parse(out);
    expect(status).toBe('cancelled');
    const went = await crew('continue', '--run', run);
    expect(went).toMatchObject({ code: 0, json: { status: 'succeeded' } });
    const again = await crew('continue', '--run', run);
    expect(again.code).toBe(4);
  });

  it('out of money stops, says so, and goes on when there is more', async () => {
    const { crew } = await place(
      `turns:\n  - usage: { output_tokens: 100000000 }\n    tools: [{ name: list, input: {} }]\n${DONE}`,
    );
    const asked = await crew('agent', 'counter', 'Count');
    expect(asked.json).toMatchObject({ status: 'awaiting', awaits: { id: 'b-1', kind: 'budget' } });
    const went = await crew('continue', '+200', '--run', asked.json.run);
    expect(went.json.status).toBe('succeeded');
  });

  it('without a key says what is missing, and spends nothing', async () => {
    const { folder } = await place(`turns:\n${DONE}`);
    const { code, out } = await runCrew(['agent', 'counter', 'Count', '--json'], { cwd: folder });
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ status: 'refused', says: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it.each([
    [['agent'], 'no role'],
    [['agent', 'counter'], 'no task'],
    [['agent', 'nobody', 'Count'], 'nobody'],
  ])('%j is told what it lacks', async (args, says) => {
    const { crew } = await place(`turns:\n${DONE}`);
    const ran = await crew(...args);
    expect(ran.code).toBeGreaterThan(0);
    expect(ran.out).toContain(says);
  });
});
