import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { type Approvals, openApprovals } from '../../../src/agent/approvals.js';
import type { ToolResult } from '../../../src/agent/tool.js';
import type { Signal } from '../../../src/ports/run.js';
import type { Guard, ToolRequest } from '../../../src/ports/sandbox.js';
import { benchOf, openGate } from './bench-of-tools.js';

const INPUTS: Readonly<Record<string, object>> = {
  read: { path: 'a' },
  list: { path: '.' },
  glob: { pattern: '*', under: '.' },
  search: { pattern: 'x' },
  edit: { path: 'a', edits: [{ old: 'one', new: 'two' }] },
  write: { path: 'new', content: 'x' },
  shell: { command: 'touch new', folder: 'src' },
  fetch: { url: 'https://docs.example.org/' },
};

const net = { get: () => Promise.reject(new Error('no network here')), hosts: ['docs.example.org'] };

describe('the gate', () => {
  it('is asked for all that a tool touches, in its own words', async () => {
    const asked: ToolRequest[] = [];
    const gate: Guard = (request) => {
      asked.push(request);
      return { verdict: 'allow', phase: '7A', why: '' };
    };
    const { root, call } = await benchOf({ a: 'one', 'src/b': '' }, { gate, net });
    for (const [tool, input] of Object.entries(INPUTS)) await call(tool, input);
    // A command means its paths as seen from where it runs.
    const places = asked.map(({ tool, cwd }) => (tool === 'Bash' ? `${root}/src` : root) === cwd);
    expect(places).not.toContain(false);
    expect(asked.map(({ tool, command }) => `${tool} ${command}`)).toEqual([
      'Read a',
      'Read .',
      'Glob *',
      'Glob .',
      'Grep .',
      'Edit a',
      'Write new',
      'Bash touch new',
      'Read src',
      'Fetch https://docs.example.org/',
    ]);
  });

  it.each(['deny', 'ask'] as const)('keeps everything from happening when it says %s', async (verdict) => {
    const gate: Guard = () => ({ verdict, phase: '2', why: 'It is Sunday.' });
    const { root, call } = await benchOf({ a: 'one' }, { gate, net });
    for (const [tool, input] of Object.entries(INPUTS)) {
      const acted = await call(tool, input);
      expect(acted).toMatchObject({ failed: true, text: expect.stringMatching(/^Refused.*: It is Sunday\.$/) });
    }
    expect(existsSync(path.join(root, 'new'))).toBe(false);
  });

  const asks: Guard = () => ({ verdict: 'ask', phase: '7D', why: 'It is Sunday.' });
  const approval: Signal = { key: 'k', by: { login: 'maya' }, at: '2026-11-18T12:00:00Z', is: 'approve', ids: [] };

  it('lets a sealed cell run what it would only have asked about, and says so for the page of the run', async () => {
    const { call } = await benchOf({}, { gate: asks });
    const sealed = { ...(await openUnsandboxed({ PATH: process.env.PATH })), strength: 'sealed' as const };
    const acted = await call('shell', { command: 'echo hello' }, { sandbox: sealed });
    expect(acted.failed ?? false).toBe(false);
    expect(acted.text).toContain('hello');
    expect(acted.unasked).toEqual(['Bash echo hello: It is Sunday.']);
    await sealed.close();
  });

  it('asks a person after three refusals in a row, and not when something ran between', async () => {
    const { call } = await benchOf({ a: 'one' }, { gate: asks });
    const approvals = openApprovals([]);
    const shell = (n: number) => call('shell', { command: `echo ${n}` }, { approvals });
    expect((await shell(1)).question).toBeUndefined();
    expect((await shell(2)).question).toBeUndefined();
    await call('read', { path: 'a' }, { approvals, guard: openGate });
    expect((await shell(3)).question).toBeUndefined();
    expect((await shell(4)).question).toBeUndefined();
    expect((await shell(5)).question).toMatchObject({
      kind: 'pause',
      text: 'shell echo 5: It is Sunday.',
      stopped: { tool: 'shell', what: 'echo 5', why: 'It is Sunday.', lifts: true },
    });
  });

  it('runs once what a person has approved, of just these words', async () => {
    const words: Signal[] = [];
    const approvals = openApprovals(words);
    const { call } = await benchOf({}, { gate: asks });
    const shell = (command: string) => call('shell', { command }, { approvals });
    let id = '';
    for (let n = 0; n < 3; n += 1) id = (await shell('echo yes')).question?.id ?? id;
    words.push({ ...approval, ids: [id] });
    expect((await shell('echo no')).failed).toBe(true);
    expect((await shell('echo yes')).text).toContain('yes');
    expect((await shell('echo yes')).failed).toBe(true);
  });

  it('asks anew about the same words in another call, and takes no old answer for it', async () => {
    const { call } = await benchOf({}, { gate: asks });
    const approvals = openApprovals([]);
    const asked: (string | undefined)[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const { question } = await call('shell', { command: 'echo yes' }, { approvals, call: `a call ${n}.1` });
      if (question) asked.push(question.id);
    }
    expect(new Set(asked).size).toBe(2);
  });

  it('lets an approval count once, however many lives the run has', async () => {
    const words: Signal[] = [];
    const { call } = await benchOf({}, { gate: asks });
    const shell = (approvals: Approvals, n: number) =>
      call('shell', { command: 'echo yes' }, { approvals, call: `a call ${n}.1` });
    const one = openApprovals(words);
    const acted: ToolResult[] = [];
    for (let n = 1; n <= 3; n += 1) acted.push(await shell(one, n));
    words.push({ ...approval, ids: [acted[2]?.question?.id ?? ''] });
    const afterwards = openApprovals(words);
    for (const { tried } of acted) afterwards.restore(tried);
    acted.push(await shell(afterwards, 4));
    expect(acted[3]?.text).toContain('yes');
    const later = openApprovals(words);
    for (const { tried } of acted) later.restore(tried);
    expect((await shell(later, 5)).failed).toBe(true);
  });

  it('counts refusals over the lives of a run', async () => {
    const { call } = await benchOf({}, { gate: asks });
    const shell = (approvals: Approvals) => call('shell', { command: 'echo yes' }, { approvals });
    const one = openApprovals([]);
    const acted = [await shell(one), await shell(one)];
    const two = openApprovals([]);
    for (const { tried } of acted) two.restore(tried);
    expect((await shell(two)).question).toMatchObject({ kind: 'pause' });
  });

  it('takes a sealed cell for no wall around what runs outside of it', async () => {
    const { root, call } = await benchOf({ '.env': 'KEY=1' }, { gate: asks });
    const sealed = { ...(await openUnsandboxed({ PATH: process.env.PATH })), strength: 'sealed' as const };
    for (const [tool, input] of Object.entries({ ...INPUTS, read: { path: '.env' } })) {
      if (tool === 'shell' || tool === 'fetch') continue;
      const acted = await call(tool, input, { sandbox: sealed, approvals: openApprovals([]) });
      expect({ tool, ...acted }).toMatchObject({ tool, failed: true, text: expect.stringMatching(/^Refused/) });
    }
    expect(existsSync(path.join(root, 'new'))).toBe(false);
    await sealed.close();
  });

  it('asks nobody about a host that no answer could open', async () => {
    const { call } = await benchOf({}, { gate: asks });
    const approvals = openApprovals([]);
    for (let n = 0; n < 3; n += 1) {
      const acted = await call('fetch', { url: 'https://elsewhere.example/' }, { approvals });
      expect(acted.question).toBeUndefined();
      expect(acted.text).toContain('sandbox.hosts');
    }
  });

  it('runs what is denied for nobody', async () => {
    const gate: Guard = () => ({ verdict: 'deny', phase: '7B', why: 'It is never allowed.' });
    const words: Signal[] = [];
    const approvals = openApprovals(words);
    const { call } = await benchOf({}, { gate });
    const shell = () => call('shell', { command: 'echo yes' }, { approvals });
    const asked = [await shell(), await shell(), await shell()].flatMap(({ question }) => question ?? []);
    // Whoever is asked is not told that an approval would help.
    expect(asked).toMatchObject([{ stopped: { lifts: false } }]);
    words.push({ ...approval, ids: asked.map(({ id }) => id) });
    expect((await shell()).text).toContain('Refused');
  });

  it('is not asked for an input that does not fit', async () => {
    const gate: Guard = () => {
      throw new Error('asked');
    };
    const { call } = await benchOf({}, { gate });
    for (const tool of [...Object.keys(INPUTS), 'ask-person'])
      for (const input of [null, 7, 'x', [], {}, { nonsense: 1 }, { ...INPUTS[tool], extra: true }]) {
        const lone = tool === 'list' && JSON.stringify(input) === '{}';
        if (lone) continue;
        expect(await call(tool, input)).toMatchObject({
          failed: true,
          text: expect.stringContaining(`input of ${tool} is wrong`),
        });
      }
  });
});

describe('ask-person', () => {
  it('asks, with choices where there are any', async () => {
    const { call } = await benchOf();
    const { question } = await call('ask-person', { question: 'Which one?', choices: ['a', 'b'] });
    expect(question).toEqual({
      id: expect.stringMatching(/^q-\d{1,6}$/),
      kind: 'question',
      text: 'Which one?',
      choices: ['a', 'b'],
    });
  });

  it('gives another question another id, and the same one the same', async () => {
    const { call } = await benchOf();
    const idOf = async (input: object) => (await call('ask-person', input)).question?.id;
    expect(await idOf({ question: 'One?' })).toBe(await idOf({ question: 'One?' }));
    expect(await idOf({ question: 'One?' })).not.toBe(await idOf({ question: 'Two?' }));
    expect(await idOf({ question: 'One?' })).not.toBe(await idOf({ question: 'One?', choices: ['a', 'b'] }));
  });

  it('asks anew when the same is asked later, so that no old answer is taken for the new one', async () => {
    const { call } = await benchOf();
    const idIn = async (name: string) => (await call('ask-person', { question: 'One?' }, { call: name })).question?.id;
    expect(await idIn('a call 1.1')).toBe(await idIn('a call 1.1'));
    expect(await idIn('a call 1.1')).not.toBe(await idIn('a call 4.1'));
  });

  it('hides nothing from the person', async () => {
    const { call } = await benchOf();
    expect((await call('ask-person', { question: 'a\u202Eb?' })).question?.text).toBe('a\\u{202e}b?');
  });
});
