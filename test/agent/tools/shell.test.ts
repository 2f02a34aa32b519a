import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { terminalText } from '../../../src/agent/tools/excerpt.js';
import type { Sandbox } from '../../../src/ports/index.js';
import { benchOf } from './bench-of-tools.js';

describe('shell', () => {
  it('gives the exit code and both streams', async () => {
    const { call } = await benchOf({ 'a.txt': 'hello\n' });
    const { text, failed } = await call('shell', { command: 'cat a.txt; echo wrong >&2; exit 3' });
    expect(text).toMatch(/^exit 3 after \d+\.\d s\n/);
    expect(text).toContain('hello');
    expect(text).toContain('wrong');
    expect(failed).toBe(false);
  });

  it('runs where it is told to, and only inside', async () => {
    const { root, say, call } = await benchOf({ 'src/a.ts': '' });
    expect(await say('shell', { command: 'pwd', folder: 'src' })).toContain(path.join(root, 'src'));
    expect(await say('shell', { command: 'pwd', folder: path.join(root, 'src') })).toContain(path.join(root, 'src'));
    expect(await call('shell', { command: 'pwd', folder: '../' })).toMatchObject({ failed: true });
    expect(await say('shell', { command: 'pwd', folder: 'nowhere' })).toContain('Nothing was run.');
  });

  it('knows nothing of crew’s own environment', async () => {
    process.env.CREW_TEST_CANARY = 'canary-5717';
    const { say } = await benchOf();
    expect(await say('shell', { command: 'env; cat /proc/self/environ | tr "\\0" "\\n"' })).not.toContain(
      'canary-5717',
    );
    delete process.env.CREW_TEST_CANARY;
  });

  it('ends what runs too long, with all it started', async () => {
    const { root, call } = await benchOf();
    const { text, failed } = await call('shell', {
      command: 'echo begun; (sleep 3; touch late) & sleep 60',
      seconds: 1,
    });
    expect(text).toContain('it ran longer than 1 s');
    expect(text).toContain('begun');
    expect(failed).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(existsSync(path.join(root, 'late'))).toBe(false);
  });

  it('ends when it is cancelled', async () => {
    const { call } = await benchOf();
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 200);
    const { text, failed } = await call('shell', { command: 'sleep 60' }, { signal: ending.signal });
    expect(text).toMatch(/Cancelled/);
    expect(failed).toBe(true);
  });

  it('says that the disk was full, and not that somebody killed the command', async () => {
    const { call } = await benchOf();
    const ran = { started: true, exit: null, ended: 'full disk', ms: 1200, refused: [] } as const;
    const sandbox: Sandbox = {
      strength: 'sealed',
      name: 'full',
      home: '/',
      run: async () => ran,
      takeFiles: async () => 'taken',
      close: async () => {},
    };
    const { text, failed } = await call('shell', { command: 'dd if=/dev/zero of=big' }, { sandbox });
    expect(text).toMatch(/^Killed after 1\.2 s: the disk is nearly full/);
    expect(failed).toBe(true);
  });

  it('shows head and tail of a long output, and where all of it is', async () => {
    const { say, kept } = await benchOf();
    const text = await say('shell', { command: 'seq 1 1000000' });
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text).toContain('\n1\n2\n3\n');
    expect(text).toMatch(/\n999999\n1000000$/);
    const [, left = '', file = ''] = [
      null,
      /\[([\d,]+) characters left out\]/.exec(text)?.[1],
      /All of it: (\S+)/.exec(text)?.[1],
    ];
    const whole = readFileSync(file, 'utf8');
    expect(whole.split('\n')).toHaveLength(1_000_001);
    const shown = text.slice(text.indexOf('\n1\n') + 1).replace(/\n\[[\d,]+ characters left out\]\n/, '');
    // The last line break is not shown.
    expect(Number(left.replaceAll(',', '')) + shown.length + 1).toBe(whole.length);
    expect(readdirSync(kept)).toHaveLength(1);
  });

  it('keeps no file of what it shows whole', async () => {
    const { say, kept } = await benchOf();
    await say('shell', { command: 'echo hello' });
    expect(readdirSync(kept)).toEqual([]);
  });

  it('says when there was no output', async () => {
    const { say } = await benchOf();
    expect(await say('shell', { command: 'true' })).toMatch(/^exit 0 after .*\n\(no output\)$/);
  });

  it('reads an output in characters, wherever its pieces were cut', async () => {
    const { say } = await benchOf();
    expect(await say('shell', { command: "printf '\\xe9\\x87'; sleep 0.1; printf '\\x9d needle'" })).toContain(
      '針 needle',
    );
  });

  it('does not wait for input', async () => {
    const { say } = await benchOf();
    expect(await say('shell', { command: 'cat; echo done' })).toContain('done');
  });
});

describe('plain text of a terminal', () => {
  it.each([
    ['colours', '\u001B[1;31mred\u001B[0m text', 'red text'],
    ['a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['line endings of Windows', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['titles and links', '\u001B]0;title\u0007a\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'alink'],
    ['cursor moves', 'a\u001B[2Kb\u001B[1Gc\u001B[?25l', 'abc'],
    ['other control characters', 'a\u0007b\u0000c\u0008d', 'abcd'],
    ['a sequence that is cut off', 'end\u001B[3', 'end3'],
  ])('has no %s', (_, raw, text) => {
    expect(terminalText(raw)).toBe(text);
  });

  it('is made in one pass, whatever the output', () => {
    const hostile = '\u001B]'.repeat(100_000) + '\u001B['.repeat(100_000) + '\r'.repeat(100_000);
    expect(terminalText(hostile).length).toBeLessThan(hostile.length);
  });
});
