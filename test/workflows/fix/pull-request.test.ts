// The description of a pull request after a further round.
import { describe, expect, it } from '@jest/globals';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { bodyOf, threadReplies } from '../../../src/workflows/fix/rules/pull-request.js';
import type { Resolution } from '../../../src/workflows/fix/rules/resolutions.js';
import { pullRequestTextsIn, type Round } from '../../../src/workflows/fix/rules/rounds.js';

const wordsOf = (words: object) => pullRequestTextsIn({ words });
const FIRST: Round = {
  ...{ run: 'fix-1', at: '2026-11-18T11:00:00Z', usd: 0, pull: 4, sha: 'b', requests: [] },
  words: wordsOf({ what: '`add` adds its arguments.', why: 'It gave 1 for 2 and 1, because it subtracted.' }),
};

type Text = Parameters<typeof bodyOf>[0];

const textOf = (of: Partial<Text>) =>
  bodyOf(
    {
      ...{ words: wordsOf({}), subject: 'test: negative numbers', rounds: [], requests: [], fixed: [] },
      ...{ found: undefined, run: 'fix-2', url: 'https://example.org', login: 'maya', costUsd: 0, limitUsd: 1 },
      ...{
        closes: 2,
        diff: { base: 'a', sha256: 'c' },
        verified: { title: '', summary: '' },
        notes: [],
        template: null,
      },
      ...of,
    },
    fixMessages('en').thread,
  );

const leadOf = (pullWhat: string) => textOf({ words: wordsOf({ pullWhat }), rounds: [FIRST] }).split('\n\nCloses')[0];

describe('the description of the whole pull request', () => {
  it('is what the Editor writes in the last round', () => {
    expect(leadOf('`add` adds its arguments, negative ones too.')).toBe('`add` adds its arguments, negative ones too.');
  });

  it('stays that of the first round, with its cause, if the last one only repeats it', () => {
    const first = leadOf('') ?? '';
    expect(first).toMatch(/^`add` adds its arguments\. It gave 1 for 2 and 1, because it subtracted\.\n\n.*negative/);
    expect(leadOf('`add` adds its arguments. It gave 1.')).toBe(first);
  });
});

/** Only the fields that the body reads; a whole document would hide them. */
const foundOf = (of: object) =>
  ({
    ...{ base: { steps: [] }, head: { steps: [] }, tamper: { total: 0 } },
    ...{ comparison: { lists: { added: { total: 0, names: [] } } } },
    ...of,
  }) as unknown as NonNullable<Text['found']>;

describe('the body of a pull request', () => {
  const subject = 'Accept hexadecimal values';
  const words = wordsOf({ what: subject, why: 'Values were parsed with base 10. Base 0 reads the prefix' });

  it('does not repeat the title, and ends its last sentence', () => {
    expect(textOf({ words, subject })).toMatch(
      /^Values were parsed with base 10\. Base 0 reads the prefix\.\n\nCloses #2/,
    );
    expect(textOf({ words: wordsOf({ what: subject }), subject })).toMatch(/^Accept hexadecimal values\.\n\nCloses #2/);
    const japanese = wordsOf({ what: '16進数を受け付ける', why: '10進数だけを読んでいた' });
    expect(textOf({ words: japanese, subject: '16進数を受け付ける' })).toMatch(/^10進数だけを読んでいた。\n\n/);
  });

  it('quotes the explanation only if it says more than the text above it', () => {
    expect(textOf({ words, subject })).not.toContain('explanation (not verified)');
    const long = wordsOf({ what: 'One. Two. Three. Four.', why: 'Five.' });
    expect(textOf({ words: long, subject })).toContain('explanation (not verified)');
  });

  it('names a long test in full', () => {
    const test = `a list of values that are written in base sixteen ${'and so on '.repeat(4)}`.trim();
    const step = { name: 'test', cwd: '.', command: 'npm test', status: 'PASS' };
    const side = { steps: [step] };
    const found = foundOf({ base: side, head: side });
    expect(textOf({ found, fixed: [test] })).toContain(`| \`${test}\` | fails | passes |`);
    expect(textOf({ found, fixed: ['x'.repeat(200)] })).toContain(`| \`${'x'.repeat(119)}…\` | fails | passes |`);
  });

  it('counts the tests of a step, and says of a new test that it fails without the change', () => {
    const step = (passed: number) => ({
      ...{ name: 'test', cwd: '.', command: 'npm test', status: 'PASS' },
      count: { passed, failed: 0, skipped: 0 },
    });
    const found = foundOf({
      base: { steps: [step(7)] },
      head: { steps: [step(8)] },
      proof: {
        tests: [
          { name: 'sum › adds', by: 'assertion' },
          { name: 'sum › counts', by: 'assertion' },
        ],
      },
      comparison: { lists: { added: { total: 1, names: ['test/sum.test.js › sum › adds'] } } },
    });
    expect(textOf({ found })).toContain(
      [
        '| `npm test` | 7 passed | 8 passed |',
        '| `sum › adds` (new) | fails without the change | passes |',
        '| `sum › counts` | fails | passes |',
      ].join('\n'),
    );
  });
});

describe('the replies in review threads', () => {
  const thread = (text: string) => ({
    from: 'thread' as const,
    id: 7,
    path: 'a.js',
    line: 1,
    comments: [{ by: 'maya', text }],
  });
  const replyTo = (text: string, of: Pick<Resolution, 'is' | 'text'>) => {
    const resolution = { request: thread(text), isFileChanged: true, ...of };
    const reply = {
      pull: 4,
      slot: 's',
      sha: '0b358f349a26'.repeat(3),
      runUrl: 'https://github.com/ann/shop/actions/runs/1',
    };
    return threadReplies([resolution], reply, fixMessages('en').thread)[0]?.body;
  };
  const LINK = `[\`0b358f3\`](https://github.com/ann/shop/commit/${'0b358f349a26'.repeat(3)})`;

  it.each([
    ['Rename it.', { is: 'done', text: 'It is `total`.' }, `Done in ${LINK}.\n\n> It is \`total\`.`],
    [
      'What is it?',
      { is: 'done', text: 'The sum. A comment says so.' },
      `> The sum. A comment says so.\n\nDone in ${LINK}.`,
    ],
    ['What is it?', { is: 'no-change', text: 'The sum.' }, '> The sum.\n\nNo change.'],
    ['Rename it.', { is: 'declined', text: 'Callers use it.' }, 'Not done:\n\n> Callers use it.'],
    ['Rename it?', { is: 'declined', text: 'Callers use it.' }, 'Not done:\n\n> Callers use it.'],
  ] as const)('%s %j', (request, of, body) => expect(replyTo(request, of)).toBe(body));
});
