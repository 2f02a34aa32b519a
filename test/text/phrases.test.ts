import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig, sentence } from '../../src/config/index.js';
import { messages, translated } from '../../src/text/lang/index.js';
import { inJapanese, PHRASES } from '../../src/text/lang/phrases.ja.js';
import { configFound, configKinds, configRemedies } from '../../src/text/lang/phrases-config.ja.js';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('/lang/phrases'))
  .map((file) => ({ file, text: readFileSync(path.join('src', file), 'utf8') }));
const source = files.map(({ text }) => text.replaceAll('\\`', '`').replaceAll("\\'", "'")).join('\n');

/** Read by models, or by the developer of a role, or with sentences of their own in each language. */
const OTHERS =
  /^(?:adapters\/(?:workspace|proxy|model)|agent\/(?:tools|map)|config|guard|sample|verify\/(?:detect|tamper|pipeline|prove|results)|workflows\/(?:facilitate|build\/agents|fix))\//;

/** The string literal that starts here, with `{}` for each value of a template, and the place after it. */
function literalAt(text: string, start: number): { readonly literal: string; readonly end: number } {
  const sign = text[start];
  let [literal, at] = ['', start + 1];
  while (at < text.length && text[at] !== sign && (sign === '`' || text[at] !== '\n')) {
    if (text[at] === '\\') {
      literal += text[at + 1];
      at += 2;
    } else if (sign === '`' && text.startsWith('${', at)) {
      literal += '{}';
      at += 2;
      for (let open = 1; open > 0 && at < text.length; at += 1) {
        if (`'"\``.includes(text[at] ?? '')) at = literalAt(text, at).end - 1;
        else if (text[at] === '{') open += 1;
        else if (text[at] === '}') open -= 1;
      }
    } else {
      literal += text[at];
      at += 1;
    }
  }
  return { literal, end: at + 1 };
}

/** The string literals of the value that starts here. */
function literalsAt(text: string, start: number): readonly string[] {
  const found: string[] = [];
  let [at, depth] = [start, 0];
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (`'"\``.includes(sign)) {
      const { literal, end } = literalAt(text, at);
      found.push(literal);
      at = end;
      continue;
    }
    if (')]},;'.includes(sign) && depth === 0) break;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    at += 1;
  }
  return found;
}

const errorTexts = files
  .filter(({ file }) => !OTHERS.test(file))
  .flatMap(({ text }) =>
    [...text.matchAll(/\b(?:expected|found|remedy):\s*/g)].flatMap((match) =>
      literalsAt(text, match.index + match[0].length),
    ),
  )
  .filter((text) => /[a-z]{3} [a-z]/.test(text.replaceAll('{}', '')));

describe('problems of the configuration, in Japanese', () => {
  it.each([
    ['fix:\n  dratf: true\n', '2 行目: `fix.dratf`: この名前の設定はありません。`fix.draft` ではありませんか'],
    ['fix:\n  ci-rounds: 9\n', '2 行目: `fix.ci-rounds`: 9。0 から 3 までの整数 と書いてください'],
    [
      'sandbox:\n  hosts: "*.example.org"\n',
      '2 行目: `sandbox.hosts`: "*.example.org"。ホストを 1 つずつ書いてください。ワイルドカードは使えません',
    ],
    [
      'labels: { attention: blocked }\n',
      '1 行目: `labels.attention`: "blocked" です。`labels.blocked` と同じです。別々のラベルにしてください',
    ],
    ['a: 1\na: 2\n', '2 行目: ファイル: 同じ設定が 2 回あります。どちらか 1 つを残してください'],
    ['fix:\n\tdraft: true\n', '2 行目: ファイル: ここがタブで字下げされています。空白で字下げしてください'],
  ])('name line, setting, fault and remedy: %j', (text, japanese) => {
    const read = readConfig(text);
    if (!('problems' in read)) throw new Error('the configuration is valid');
    expect(read.problems.map((problem) => inJapanese(sentence(problem)))).toContain(japanese);
  });

  it('name the defaults of the owner', () => {
    const english =
      "with the defaults of the owner's repository .github: line 3: `lang` is missing; add it: one of en, ja";
    expect(inJapanese(english)).toBe(
      'オーナーの .github リポジトリの既定値と合わせて: 3 行目: `lang`: ありません。追加してください: en, ja のどれか',
    );
  });

  it.each([...configFound, ...configRemedies, ...configKinds])('keep every value of: %s', (english, japanese) => {
    expect(japanese.match(/\{\d?\}/g)?.length ?? 0).toBe(english.split('{}').length - 1);
  });
});

describe('texts that the code writes in English, in Japanese', () => {
  it('are translated phrase by phrase, with their values', () => {
    const error = {
      expected: 'the branch next',
      found: 'no branch of that name',
      remedy: 'Name an existing one with `--base`.',
    };
    const japanese =
      '必要なもの: ブランチ next。実際: その名前のブランチがない。`--base` に、存在するブランチを指定してください。';
    expect(messages('ja').userError(error)).toBe(japanese);
    expect(translated('ja', messages('en').userError(error))).toBe(japanese);
  });

  it('put values in the order of the Japanese sentence', () => {
    expect(inJapanese('crew in process 12 on host')).toBe('host のプロセス 12 で実行中の crew');
  });

  it('stay in English if no table has them, and in English output', () => {
    expect(messages('ja').userError({ expected: 'x', found: 'y', remedy: 'Do z.' })).toBe(
      '必要なもの: x。実際: y。Do z.',
    );
    expect(translated('en', 'there are too many')).toBe('there are too many');
  });

  it.each([...new Set(errorTexts)])('have a phrase for: %s', (text) => {
    expect(inJapanese(text)).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  it.each(PHRASES.map(([english]) => english))('translate a phrase that the source has: %s', (english) => {
    const parts = english.split('{}').map((part) => part.replace(/(?:closed|merged)$/, ''));
    expect(parts.filter((part) => !source.includes(part))).toEqual([]);
  });

  it.each(PHRASES)('keep every value of: %s', (english, japanese) => {
    expect(japanese.match(/\{\d?\}/g)?.length ?? 0).toBe(english.split('{}').length - 1);
  });
});
