import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { messages } from '../../src/text/lang/index.js';
import { PHRASES } from '../../src/text/lang/phrases.ja.js';

const OWN = 'phrases.ja.ts';
const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith(OWN))
  .map((file) => readFileSync(path.join('src', file), 'utf8').replaceAll('\\`', '`'))
  .join('\n');

describe('user errors in Japanese', () => {
  it('are translated phrase by phrase, with their values', () => {
    const error = {
      expected: 'the branch next',
      found: 'no branch of that name',
      remedy: 'Name an existing one with `--base`.',
    };
    expect(messages('ja').userError(error)).toBe(
      '必要なもの: ブランチ next。実際: その名前のブランチがない。`--base` に、存在するブランチを指定してください。',
    );
  });

  it('keep in English what is not in the table', () => {
    expect(messages('ja').userError({ expected: 'x', found: 'y', remedy: 'Do z.' })).toBe(
      '必要なもの: x。実際: y。Do z.',
    );
  });

  it.each(PHRASES.map(([english]) => english))('translate a phrase that the source has: %s', (english) => {
    const parts = english.split('{}').map((part) => part.replace(/(?:closed|merged)$/, ''));
    expect(parts.filter((part) => !source.includes(part))).toEqual([]);
  });

  it.each(PHRASES)('keep every value of: %s', (english, japanese) => {
    expect(japanese.split('{}')).toHaveLength(english.split('{}').length);
  });
});
