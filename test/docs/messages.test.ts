import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../build/crew.js';
import { messagesPage, parts } from './messages/page.js';

describe('docs/messages.md', () => {
  it('has every message as the source writes it', () => {
    expect(readFileSync(path.join(ROOT, 'docs/messages.md'), 'utf8')).toBe(messagesPage());
  });
});

describe('every message', () => {
  const texts = parts.flatMap(({ title, entries }) =>
    entries.flatMap(({ name, en, ja }) => [
      { at: `${title}: ${name} (en)`, text: en },
      { at: `${title}: ${name} (ja)`, text: ja },
    ]),
  );

  it('has its data in it, and no empty place', () => {
    for (const { at, text } of texts)
      expect([at, text]).toEqual([at, expect.not.stringMatching(/undefined|\[object|NaN|\bnull\b|\$\{|=>/)]);
  });
});
