import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openJournal, readSteps } from '../../src/runs/journal.js';
import { newFolder } from '../build/folder.js';

const open = (file: string, redact = (text: string) => text) => openJournal(file, { now: () => 7, redact });
const newFile = async () => path.join(await newFolder(), 'deep', 'journal.jsonl');
const SPENT = { usd: 0.5, tokens: { in: 1, out: 2, cacheRead: 0, cacheWrite: 0 } };

describe('a step of a journal', () => {
  it('is done once, and returned to each later process as JSON keeps it', async () => {
    const file = await newFile();
    let done = 0;
    const work = async () => {
      done += 1;
      return { found: ['a'], gone: undefined };
    };
    const first = await (await open(file)).step('look', work);
    expect(first).toStrictEqual({ found: ['a'] });
    const later = await open(file);
    expect(await later.step('look', work)).toEqual(first);
    expect(done).toBe(1);
    expect(later.steps()).toEqual([{ name: 'look', began: 7, at: 7, value: first }]);
  });

  it('is done again by the next process where it failed', async () => {
    const file = await newFile();
    await expect((await open(file)).step('look', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await (await open(file)).step('look', async () => 1)).toBe(1);
  });

  it('keeps what it cost, and null where it came to nothing', async () => {
    const file = await newFile();
    const journal = await open(file);
    await journal.step(
      'ask',
      async () => undefined,
      () => SPENT,
    );
    expect(readSteps(await readFile(file, 'utf8'))).toEqual([
      { name: 'ask', began: 7, at: 7, value: null, spent: SPENT },
    ]);
  });

  it('is written without secrets, and returned as it is written', async () => {
    const file = await newFile();
    const journal = await open(file, (text) => text.replaceAll('secret', '***'));
    expect(await journal.step('ask', async () => ({ deep: ['a secret'] }))).toEqual({ deep: ['a ***'] });
    expect(await readFile(file, 'utf8')).not.toContain('secret');
  });

  it('is written whole when several end at once', async () => {
    const file = await newFile();
    const journal = await open(file);
    const names = Array.from({ length: 40 }, (_, n) => `look ${n}`);
    await Promise.all(names.map((name) => journal.step(name, async () => 'x'.repeat(5000))));
    expect(new Set(readSteps(await readFile(file, 'utf8')).map(({ name }) => name))).toEqual(new Set(names));
  });
});

describe('a journal whose process was killed', () => {
  it('has the steps before a torn last line, wherever it was torn, and goes on behind them', async () => {
    const file = await newFile();
    const journal = await open(file);
    await journal.step('one', async () => 1);
    const whole = await readFile(file, 'utf8');
    await journal.step('two', async () => 'zwei – 二');
    const bytes = await readFile(file);
    for (let length = Buffer.byteLength(whole); length < bytes.length; length += 1) {
      await writeFile(file, bytes.subarray(0, length));
      const again = await open(file);
      expect(again.steps().map(({ name }) => name)).toEqual(['one']);
      expect(await again.step('two', async () => 2)).toBe(2);
      expect(readSteps(await readFile(file, 'utf8')).map(({ value }) => value)).toEqual([1, 2]);
    }
  });

  it('passes over lines that are no steps', async () => {
    const file = await newFile();
    await (await open(file)).step('one', async () => 1);
    await appendFile(file, 'nonsense\nnull\n{"name":"two"}\n{"name":3,"began":1,"at":1}\n');
    expect((await open(file)).steps().map(({ name }) => name)).toEqual(['one']);
  });
});

it('any text is read as a journal without an error', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
      for (const step of readSteps(lines.join('\n'))) expect(typeof step.name).toBe('string');
    }),
  );
});
