// `lang: ja`: whatever crew says while it works is Japanese, from the first comment to the summary of the last job.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../../build/root.js';
import { answer, call, edit, type Fixes, part, REPO, turn, withFixes } from './with-fixes.js';

const LONG = 900_000;

/** People and the model speak Japanese as well: what is English then is crew's. */
const asked = (title: string, body: string) => ({ title, body, author: 'sam' });
const mend = [
  turn(edit('add.js', 'a - b', 'a + b')),
  turn(
    answer({
      approach: '二つめの数を引かずに足します。',
      what: 'add.js の演算子。',
      why: '二つめの数を引いていました。',
      shownBy: [{ file: 'test/add.test.js', test: 'add' }],
    }),
  ),
];
const giveUp = turn(
  call('answer', {
    result: 'cannot',
    kind: 'bug',
    approach: '直す場所が見つかりません。',
    what: 'なし。',
    why: 'half.js の意図がわかりません。',
  }),
);

const CONFIG = `lang: ja
sandbox:
  required: false
verify:
  reruns: 0
  steps:
    - { name: test, run: node --test test/add.test.js }
`;

let environment: Fixes;
/** Everything that crew sent to be read, by where it was sent, also what was edited away later. */
const written: { readonly where: string; readonly text: string }[] = [];

beforeAll(async () => {
  environment = await withFixes({
    issues: [
      asked('足し算がまちがっている', 'add.js の add(1, 2) は 3 になるべきです。'),
      asked('こわれている', ''),
      asked('もう一度足し算', 'add.js の add(1, 2) は 3 になるべきです。'),
      asked('半分がまちがっている', 'half.js の half(8) は 4 になるべきです。'),
    ],
    parts: [part('足し算がまちがっている', mend), part('もう一度足し算', mend), part('半分がまちがっている', [giveUp])],
    repository: { files: { '.github/crew.yml': CONFIG } },
  });
  environment.github.observe(({ method, path, requestBody }) => {
    if (!['POST', 'PATCH'].includes(method) || !/\/(?:comments|issues|pulls|check-runs|replies|reviews)\b/.test(path))
      return;
    written.push({ where: `${method} ${path}`, text: readable(requestBody.toString()) });
  });
  await environment.say('maya', '/crew help\n/crew status\n/crew fxi\n/crew fix --budget\n/crew build', 2);
  await environment.say('maya', '/crew fix', 1);
  await environment.say('maya', '/crew fix', 2);
  await environment.say('maya', '/crew fix --dry-run', 3);
  await environment.say('maya', '/crew fix', 4);
  await environment.runs();
  for (const { id } of environment.actions.runs.list(REPO))
    for (const { job, markdown } of environment.actions.runs.pages(id).summaries)
      written.push({ where: `the summary of ${job}`, text: markdown });
}, LONG);
afterAll(() => environment.close());

/** What a person sees of what was sent. */
function readable(body: string): string {
  const {
    title,
    body: text,
    output,
  } = JSON.parse(body || '{}') as {
    [name: string]: unknown;
    output?: { title?: string; summary?: string; annotations?: readonly { title?: string; message: string }[] };
  };
  const notes = (output?.annotations ?? []).flatMap((each) => [each.title, each.message]);
  return [title, text, output?.title, output?.summary, ...notes]
    .filter((each) => typeof each === 'string')
    .join('\n\n');
}

/** What is quoted from a file, a command, a log or GitHub's pages is nobody's language, and neither is where a link leads. */
const ownWords = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(~~~+|```+)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`|「[^」\n]*」/g, '·')
    .replace(/\]\([^)]*\)/g, ']');

/** Three English words in a row. */
const englishIn = (text: string): readonly string[] => ownWords(text).match(/[A-Za-z’]+(?:[ ,]+[A-Za-z’]+){2,}/g) ?? [];

/** Every piece of a sentence in the English tables, as long as it is longer than a name. */
function englishSentences(folder = join(ROOT, 'src')): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return englishSentences(path);
    if (!/[/.]en\.ts$/.test(path)) return [];
    const literals = readFileSync(path, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
    const pieces = literals.flatMap((each) => each.slice(1, -1).split(/\$\{[^}]*\}|`/));
    return pieces.map((piece) => piece.trim()).filter((piece) => /^[A-Z].*[a-z]+ [a-z]+ [a-z]+/.test(piece));
  });
}

describe('a repository that speaks Japanese', () => {
  it('hears how it goes, what is asked, what was not understood, and how it came out', () => {
    expect(environment.said(2).join('\n')).toContain('`/crew fxi` というコマンドはありません');
    expect(environment.said(1).at(-1)).toMatch(/^@maya\n\n#\d+ をレビューできます。/);
    expect(environment.said(2).join('\n')).toContain('crew があなたの回答を待っています');
    expect(environment.said(3).at(-1)).toContain('**ドライラン済み。** 差分は下にあります。');
    expect(environment.said(4).at(-1)).toContain('**行き詰まり。**');
    const gate = written
      .filter(({ where }) => where === 'the summary of crew / read the request')
      .map(({ text }) => text);
    expect(gate.join()).toContain('行の先頭に');
  });

  it('reads the same on the pull request and its check', async () => {
    const [pull] = await environment.pulls();
    expect(pull).toMatchObject({ title: 'add.js の演算子', draft: false });
    expect(pull?.body).toContain('検証の詳細');
    const checks = written.filter(({ where }) => where.includes('check-runs')).map(({ text }) => text);
    expect(checks.join()).toContain('修正 1 件、破損なし');
  });

  it('reads no English sentence of crew’s anywhere, not even in what was edited away', () => {
    expect(written.length).toBeGreaterThan(10);
    const english = written.flatMap(({ where, text }) => englishIn(text).map((each) => `${where}: ${each}`));
    expect(english).toEqual([]);
    const sentences = englishSentences();
    expect(sentences.length).toBeGreaterThan(350);
    const taken = written.flatMap(({ where, text }) =>
      sentences.filter((each) => ownWords(text).includes(each)).map((each) => `${where}: ${each}`),
    );
    expect(taken).toEqual([]);
  });
});
