import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseScript, type ScriptedModel, startModel } from '../../src/sample/model/index.js';
import { git } from '../adapters/workspace/tree.js';
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
    const [low, high] = shown.budget.estimateUsd;
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThan(low);
    expect(err).toMatch(/\$\d+\.\d\d–\$\d+\.\d\d/);
    const [first, second] = [await crew('replay', json.run), await crew('replay', json.run)];
    expect(first.json).toMatchObject({ same: true, stoppedAt: null });
    expect(second.json.digest).toBe(first.json.digest);
  });

  it('keeps its own folder out of what the role finds, and out of what git takes for a change', async () => {
    const search = (pattern: string) => `  - tools: [{ name: search, input: { pattern: ${pattern} } }]`;
    const { crew, folder } = await place(
      `turns:\n${search('fornicalia')}\n  - tools: [{ name: list, input: {} }]\n${DONE}`,
    );
    git(folder, ['init', '-q']);
    git(folder, ['add', '-A']);
    git(folder, ['commit', '-qm', 'as it was']);
    const { json } = await crew('agent', 'counter', 'Look for fornicalia.');
    expect(json.status).toBe('succeeded');
    expect(existsSync(path.join(folder, '.crew/runs'))).toBe(true);
    const told = JSON.stringify(model.requests.at(-1)?.body);
    expect(told).toContain('Nothing fits fornicalia.');
    expect(told).toContain('a.txt');
    expect(told).not.toContain('.crew');
    expect(git(folder, ['status', '--porcelain'])).toBe('');
  });

  it('waits when it asks, holds nothing meanwhile, and goes on with the answer', async () => {
    const { crew, folder, env } = await place(
      `turns:\n  - tools: [{ name: ask-person, input: { question: Which file? } }]\n  - when: { tool: { contains: a.txt } }\n    tools: [{ name: answer, input: { text: There are two lines. } }]`,
    );
    const asked = await crew('agent', 'counter', 'How many lines has it?');
    expect(asked.code).toBe(0);
    expect(asked.json).toMatchObject({ status: 'awaiting', awaits: { kind: 'question', question: 'Which file?' } });
    const wrong = await crew('answer', 'q-0', 'b.txt', '--run', asked.json.run);
    expect(wrong.code).toBe(4);
    // What was said in vain is no work; what waits says what for, and how it is answered.
    const { run, awaits } = asked.json;
    for (const command of ['status', 'list']) {
      const { out } = await runCrew([command], { cwd: folder, env });
      expect(out).toContain(`${run}  waits for a person`);
      expect(out).toContain(`  ? Which file?\n    Reply with \`crew answer ${awaits.id} … --run ${run}\`.`);
      expect(out).not.toContain('word-here');
    }
    expect((await crew('status')).json.runs).toMatchObject([{ run, workflow: 'agent' }]);
    const answered = await crew('answer', asked.json.awaits.id, 'a.txt', '--run', asked.json.run);
    expect(answered).toMatchObject({ code: 0, json: { status: 'succeeded', run: asked.json.run } });
    expect(model.requests.filter(({ path: where }) => where.includes('/messages'))).toHaveLength(2);
  });

  it('is named before anything else is done, and so is a fix', async () => {
    const { crew } = await place(`turns:\n${DONE}`);
    for (const words of [
      ['agent', 'counter', 'How many lines has a.txt?'],
      ['fix', 'Sort the lines of `a.txt` by length'],
    ]) {
      const { err, json } = await crew(...words);
      expect(err.split('\n')[0]).toBe(json.run);
    }
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
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      error: expect.objectContaining({ expected: expect.stringContaining('ANTHROPIC_API_KEY') }),
    });
    expect(existsSync(path.join(folder, '.crew/runs'))).toBe(false);
  });

  it.each([
    [['agent'], 'no role'],
    [['agent', 'counter'], 'no task'],
    [['agent', 'nobody', 'Count'], 'nobody'],
  ])('%j is wrong usage: no run at all, and told what it lacks', async (args, says) => {
    const { crew } = await place(`turns:\n${DONE}`);
    const ran = await crew(...args);
    expect(ran.code).toBe(2);
    expect(ran.json.error.found).toContain(says);
    expect((await crew('list')).json.runs).toEqual([]);
  });

  it('belongs to the issue that was named', async () => {
    const { crew } = await place(`turns:\n${DONE}`);
    const { json } = await crew('agent', 'counter', 'Count', '--issue', '12');
    expect(json.run).toMatch(/^agent-12-/);
    expect((await crew('list', '--issue', '12')).json.runs).toMatchObject([{ run: json.run, issue: 12 }]);
  });

  it('has nothing at hand that changes anything in a dry run, and gives a plan', async () => {
    const { crew, folder } = await place(
      `turns:\n  - tools: [{ name: shell, input: { command: 'printf x >> ran.txt' } }]\n${DONE}`,
    );
    const { code, json } = await crew('agent', '--dry-run', 'counter', 'Count');
    expect({ code, status: json.status }).toEqual({ code: 0, status: 'succeeded' });
    expect(existsSync(path.join(folder, 'ran.txt'))).toBe(false);
    expect((await crew('show', json.run)).json.result.outcome).toBe('planned');
    expect(JSON.stringify(model.requests)).not.toContain('"name":"shell","description"');
  });

  it('is not said to go on where somebody else is at it: it says so', async () => {
    const { folder, env, crew } = await place(
      `turns:\n  - tools: [{ name: shell, input: { command: 'sleep 20' } }]\n${DONE}`,
    );
    const child = spawn(process.execPath, [path.join(ROOT, 'bin/crew.mjs'), 'agent', 'counter', 'Count', '--json'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    const ended = new Promise((end) => child.once('close', end));
    await new Promise<void>((begun) => {
      child.stderr.on('data', (text) => {
        if (String(text).includes('shell')) begun();
      });
    });
    const [{ run }] = (await crew('list')).json.runs;
    const went = await crew('continue', '+1', '--run', run);
    child.kill('SIGINT');
    await ended;
    expect(went.json).toEqual({ run, status: 'running', elsewhere: run });
  });
});
