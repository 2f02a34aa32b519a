// Two processes in one tree: the second one hears who is at it, and whoever was killed there is in nobody's way.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseScript, type ScriptedModel, startModel } from '../../src/sample/model/index.js';
import { git } from '../adapters/workspace/tree.js';
import { ROOT, runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

const BIN = 'bin/crew.mjs';
const FILES = {
  'add.js': 'export const add = (a, b) => a - b;\n',
  '.github/crew.yml': 'sandbox: { required: false }\nverify: { reruns: 0, steps: [{ name: wait, run: sleep 30 }] }\n',
};
const TASK = 'add(1, 2) in add.js should give 3';

let model: ScriptedModel;
let first: ChildProcess | undefined;
afterEach(async () => {
  if (first?.exitCode === null) first.kill('SIGKILL');
  await model.close();
});

async function place() {
  model = await startModel({ script: parseScript(JSON.stringify({ turns: [{ text: 'I look.' }] })) });
  const root = await newFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  git(root, ['init', '--quiet', '--initial-branch=main']);
  git(root, ['add', '--all']);
  git(root, ['commit', '--quiet', '--message=first']);
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: model.url };
  return { root, env };
}

/** A fix that is in the middle of its first verification. */
async function atWork({ root, env }: { root: string; env: Readonly<Record<string, string>> }): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(ROOT, BIN), 'fix', TASK, '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  first = child;
  await new Promise<void>((resolve) => {
    let heard = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
      if (heard.includes('sleep 30')) resolve();
    });
  });
  return child;
}

describe('two fixes in one tree, without an issue', () => {
  it('are not at work at once: the second one says who is, asks no model, and changes nothing', async () => {
    const here = await place();
    const busy = await atWork(here);
    const { code, out } = await runCrew(['fix', 'another thing in add.js', '--json'], {
      cwd: here.root,
      env: here.env,
      script: BIN,
    });
    const said = JSON.parse(out);
    expect({ code, status: said.status }).toEqual({ code: 4, status: 'refused' });
    expect(said.says).toContain(`process ${busy.pid}`);
    expect(model.requests).toEqual([]);
    expect(git(here.root, ['status', '--porcelain'])).toBe('');
  });

  it('follow each other where the first was killed: it holds nothing any more', async () => {
    const here = await place();
    const busy = await atWork(here);
    busy.kill('SIGKILL');
    await once(busy, 'exit');
    const next = await atWork(here);
    expect(next.exitCode).toBeNull();
    next.kill('SIGINT');
    await once(next, 'exit');
  });
});

describe('crew cancel from another terminal', () => {
  it('ends the run of this tree, which exits 130, can be seen as cancelled, and can be continued', async () => {
    const here = await place();
    const busy = await atWork(here);
    let out = '';
    busy.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const ended = once(busy, 'exit');
    const crew = (...args: string[]) => runCrew([...args, '--json'], { cwd: here.root, env: here.env, script: BIN });
    const cancelled = await crew('cancel');
    expect({ code: cancelled.code, status: JSON.parse(cancelled.out).status }).toEqual({
      code: 0,
      status: 'succeeded',
    });
    expect((await ended)[0]).toBe(130);
    const { run, status } = JSON.parse(out);
    expect(status).toBe('cancelled');
    expect(JSON.parse((await crew('show', run)).out)).toMatchObject({ status: 'cancelled' });
    expect(git(here.root, ['status', '--porcelain'])).toBe('');
    const again = await crew('cancel');
    expect({ code: again.code, status: JSON.parse(again.out).status }).toEqual({ code: 4, status: 'refused' });
  });
});
