import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { languages } from '../../../src/text/lang/index.js';
import { nodesOf, readMarkdown } from '../../../src/text/markdown-tree.js';
import { buildDocument } from '../../../src/verify/build-artifact.js';
import { compare } from '../../../src/verify/compare/index.js';
import { begunCheck, type CheckEnding, endedCheck } from '../../../src/view/check/index.js';
import { BASE, bent, document, failed, HEAD, passed, proof, record, step } from '../../verify/proofs.js';

const details = 'https://github.example/ann/shop/actions/runs/77';
const told = (sides: Parameters<typeof proof>[0]): CheckEnding => ({ is: 'told', document: proof(sides) });
const show = (ending: CheckEnding) => endedCheck(ending, { lang: 'en', details });

const lint = step(undefined, {
  name: 'lint',
  command: 'npm run lint',
  status: 'FAIL',
  exit: 2,
  tail: 'src/sum.js:3 unused variable',
  reason: { is: 'time-out', seconds: 600 },
});
const before = [
  step([passed('cart › adds'), failed('cart › old wound'), failed('cart › heals'), passed('cart › goes')]),
];
const after = [
  step([
    failed('cart › adds'),
    failed('cart › old wound', { at: undefined }),
    passed('cart › heals'),
    passed('cart › new'),
  ]),
  lint,
];
const mixed = told({
  base: before,
  head: after,
  tamper: [bent('blocks'), bent('ask', { file: 'package-lock.json', line: 1 })],
});

const endings: readonly (readonly [string, CheckEnding])[] = [
  ['much happened', mixed],
  ['all is well', told({ base: [step([passed('a')])], head: [step([passed('a'), passed('b')])] })],
  ['no test was seen', told({ base: [step()], head: [step()] })],
  ['documentation alone', { is: 'told', document: document({ is: 'nothing', files: ['README.md'], total: 4 }) }],
  [
    'it could not be begun',
    {
      is: 'told',
      document: document({ is: 'unable', expected: 'a sandbox', found: 'none', remedy: 'Install bubblewrap.' }),
    },
  ],
  ['a fault', { is: 'told', document: document({ is: 'fault', id: '1a2b3c4d' }) }],
  ['a newer commit', { is: 'superseded', by: BASE }],
  ['cancelled', { is: 'cancelled' }],
  ['the job died', { is: 'died' }],
  ['another digest', { is: 'unusable', flaw: 'another digest' }],
  ['its own workflows', { is: 'unjudged', files: ['.github/workflows/a.yml', '.github/workflows/b.yml'] }],
  ['too many files to tell', { is: 'unjudged', files: null }],
];

describe.each(languages)('the check as it is shown, in %s', (lang) => {
  it('while it is in progress', () => {
    expect(begunCheck(lang, details)).toMatchSnapshot();
  });

  it.each(endings)('when %s', (_, ending) => {
    const { title, summary, annotations } = endedCheck(ending, { lang, details });
    expect([`# ${title}`, summary, ...annotations.map((each) => JSON.stringify(each))].join('\n')).toMatchSnapshot();
  });
});

it.each(languages)(
  'names no commit that nobody could look up: a change that is on no branch yet has none (%s)',
  (lang) => {
    const made = proof({ base: [step([passed('a')])], head: [step([passed('a')])] });
    const laid = { ...made, change: { sha256: 'd'.repeat(64), tree: 'e'.repeat(40) } };
    const { title, summary } = endedCheck({ is: 'told', document: laid }, { lang, details });
    expect(summary).toContain(BASE.slice(0, 7));
    expect(`${title}\n${summary}`).not.toContain(HEAD.slice(0, 7));
    expect(endedCheck({ is: 'told', document: made }, { lang, details }).summary).toContain(HEAD.slice(0, 7));
  },
);

const madeOf = (head: ReturnType<typeof step>, again: readonly ReturnType<typeof step>[] = []) =>
  buildDocument(
    { run: 'review-1-1', head: HEAD, base: BASE },
    {
      against: {
        ...{ base: record(step([passed('a')])), head: record(head) },
        comparison: compare({ base: record(step([passed('a')])), head: record(head) }),
        again: { base: [], head: again.map((each) => record(each)) },
      },
      ...{ tamper: [], because: [], sandbox: 'bubblewrap' },
    },
  );

it('names the logs of what was run again, so that they can be told apart', () => {
  const again = step([passed('a')], { sha256: 'c'.repeat(64), log: '01-test.chosen.log' });
  const made = madeOf(step([passed('a')]), [again]);
  expect(made.found).toMatchObject({ again: { total: 1, runs: [{ side: 'head', log: '01-test.chosen.log' }] } });
  expect(show({ is: 'told', document: made }).summary).toContain(`test (run 2 on head): sha256 \`${'c'.repeat(16)}\``);
});

it('says that a log is empty, and not the digest of nothing', () => {
  const silent = step([passed('a')], { sha256: createHash('sha256').digest('hex') });
  const { summary } = show({ is: 'told', document: madeOf(silent) });
  expect(summary).toContain('test: the log is empty');
  expect(summary).not.toContain('e3b0c442');
});

describe('annotations', () => {
  const { annotations } = show(mixed);

  it('stand beside what broke, what bends, and what names a command that failed; the gravest first', () => {
    expect(annotations.map(({ path, line, level, title }) => [path, line, level, title])).toEqual([
      ['test/sum.test.js', 8, 'failure', 'test-skipped'],
      ['test/sum.test.js', 9, 'failure', 'Passed on base, fails here: cart › adds'],
      ['package.json', 1, 'failure', 'Command failed: lint'],
      ['package-lock.json', 1, 'warning', 'lock-changed'],
    ]);
  });

  it('and the page say in the language of the repository what bends it', () => {
    const because = [{ says: 'skipped-now', of: ['xit "adds"'] }] as const;
    const ending = told({ base: before, head: before, tamper: [bent('blocks', { because })] });
    const { annotations, summary } = endedCheck(ending, { lang: 'ja', details });
    expect(annotations.map(({ message }) => message)).toContain('このテストはスキップされます: xit "adds"');
    expect(summary).toContain('このテストはスキップされます: xit');
  });

  it('are only warnings where base failed as well', () => {
    const same = show(told({ base: [step([failed('a')])], head: [step([failed('a')])] }));
    expect(same.annotations).toMatchObject([{ level: 'warning', title: 'Also failed on base: a' }]);
  });

  it.each(['/etc/passwd', '../up.js', 'a/../../up.js', ''])('never stand at %j', (file) => {
    const head = [step([failed('a', { at: { file, line: 1 } }), passed('b')])];
    expect(
      show(told({ base: [step([passed('a'), passed('b')])], head })).annotations.map(({ path }) => path),
    ).not.toContain(file);
  });

  it('are a hundred at most', () => {
    const many = Array.from({ length: 180 }, (_, n) => bent('ask', { line: n + 1 }));
    expect(
      show(told({ base: [step([passed('a')])], head: [step([passed('a')])], tamper: many })).annotations,
    ).toHaveLength(100);
  });
});

describe('words of a repository', () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '@maya ',
        'Fixes #1 ',
        '/crew fix ',
        '\n',
        '`',
        '```',
        '~~~~',
        '</details>',
        '<img src=x>',
        '[a](https://evil.example)',
        '| ',
        '# ',
        '- ',
        '**',
        '\u202e',
        '\u001b[31m',
        '::error::',
        'https://evil.example ',
        '<!-- ',
        'word ',
        '字',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('stand there as text: no mention, no link but the run’s, no picture, no HTML of theirs', () => {
    fc.assert(
      fc.property(nasty, nasty, (id, words) => {
        const test = failed(`t ${id}`, { message: words, at: { file: `src/${id}`, line: 2 } });
        const mute = step(undefined, { name: `s ${id}`, command: words, status: 'FAIL', exit: 1, tail: words });
        const head = [step([test, passed(`p ${id}`)]), mute];
        const tamper = [bent('ask', { file: id, why: words })];
        const { summary } = show(told({ base: [step([passed(`t ${id}`)])], head, tamper }));
        expect(aliveIn(summary)).toEqual([details]);
      }),
      { numRuns: 150 },
    );
  });

  it('make the page no longer than GitHub takes', () => {
    const tests = Array.from({ length: 300 }, (_, n) =>
      failed(`案件 ${n} ${'長'.repeat(400)}`, { message: '誤'.repeat(3000) }),
    );
    const steps = Array.from({ length: 120 }, (_, n) =>
      step(tests, { name: `${n} ${'é'.repeat(300)}`, tail: '誤'.repeat(9000) }),
    );
    const { title, summary } = show(told({ base: [step([passed('a')])], head: steps }));
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(65_535);
    expect(title.length).toBeLessThan(200);
    expect(summary).toContain('[Actions run and log]');
  });
});

/** What GitHub would do something about: targets of links and pictures, mentions, raw HTML that is not ours. */
function aliveIn(markdown: string): readonly string[] {
  const root = readMarkdown(markdown);
  if (root === undefined) throw new Error('beyond reading');
  return [...nodesOf(root)].flatMap((node): readonly string[] => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') return [node.url];
    if (node.type === 'html')
      return /^<\/?details>(?:<summary>[^<]*<\/summary>)?$/.test(node.value.trim()) ? [] : [node.value];
    if (node.type === 'text') return node.value.match(/(?<!\w)@\w+|https?:\/\/\S+|(?<!&)#\d+|^\/crew/g) ?? [];
    return [];
  });
}
