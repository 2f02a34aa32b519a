// The description of a pull request after a further round.
import { describe, expect, it } from '@jest/globals';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { bodyOf, countsOf, subjectOfRequests, threadReplies } from '../../../src/workflows/fix/rules/pull-request.js';
import type { Resolution } from '../../../src/workflows/fix/rules/resolutions.js';
import { pullRequestTextsIn, type RecordedRequest, type Round } from '../../../src/workflows/fix/rules/rounds.js';

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
      ...{ found: undefined, run: 'fix-2', url: 'https://example.org', login: 'maya', usd: 0, limitUsd: 1 },
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
  it('gives the reason why a change of documentation alone was not verified', () => {
    const body = textOf({ found: undefined });
    expect(body).toContain(' · not verified: only documentation changed · ');
    expect(body).not.toContain('no checks');
  });

  it.each([
    [
      'without checks says that nothing verified the change',
      [],
      'Nothing verified this change',
      'not verified: no checks found',
    ],
    [
      'with checks shows them',
      [{ name: 'test', command: 'npm test', cwd: '.', status: 'PASS', count: null }],
      '| `npm test` |',
      'verified in a separate job',
    ],
  ] as const)('%s', (_, steps, lead, details) => {
    const body = textOf({ found: foundOf({ head: { steps } }) });
    expect(body).toContain(lead);
    expect(body).toContain(` · ${details} · `);
  });

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

  it('counts the tests of a step, and says of a new or edited test that it fails without the change', () => {
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
          { name: 'sum › rounds', by: 'assertion' },
        ],
      },
      comparison: {
        lists: {
          added: { total: 1, names: ['test/sum.test.js › sum › adds'] },
          fixed: { total: 1, names: ['test/sum.test.js › sum › counts'] },
        },
      },
    });
    expect(textOf({ found })).toContain(
      [
        '| `npm test` | 7 passed | 8 passed |',
        '| `sum › adds` (new) | fails without the change | passes |',
        '| `sum › counts` | fails | passes |',
        // It passed on the base; the change edited it.
        '| `sum › rounds` | fails without the change | passes |',
      ].join('\n'),
    );
  });
});

describe('the cost in the body', () => {
  const url = 'https://github.com/ann/shop/actions/runs/9';

  it('of one run has its limit and links the run', () => {
    expect(textOf({ usd: 0.02, limitUsd: 5, url })).toContain(` · cost $0.02 (limit $5.00) · [run](${url})`);
  });

  it('of several runs is the sum, and each run has its limit and its link', () => {
    const first = { ...FIRST, usd: 0.02, limitUsd: 5, actions: 7 };
    expect(textOf({ rounds: [first], usd: 0.01, limitUsd: 2, url })).toContain(
      ` · cost $0.03 in 2 runs: [run 1](${url.replace('9', '7')}) $0.02 (limit $5.00), [run 2](${url}) $0.01 (limit $2.00)`,
    );
  });

  it('of a run in an old record has no link to it', () => {
    const rounds = [{ ...FIRST, usd: 0.02 }];
    expect(textOf({ rounds, usd: 0.01, limitUsd: 2, url })).toContain(`: run 1 $0.02, [run 2](${url}) $0.01`);
  });
});

const requestOf = (of: Partial<RecordedRequest>): RecordedRequest => ({
  ...{ from: 'comment', id: 1, by: 'maya', asked: 'Rename it.', is: 'done', text: '' },
  ...of,
});

describe('the counts of review requests', () => {
  it('count an answered question as answered, and a remark that asks for nothing as without a change', () => {
    const requests = [
      requestOf({}),
      requestOf({ is: 'no-change', isQuestion: true }),
      requestOf({ is: 'no-change' }),
      requestOf({ is: 'declined', isQuestion: true }),
    ];
    const { thread } = fixMessages('en');
    expect(thread.requestCounts(countsOf(requests))).toBe(
      'Review requests: 1 change made, 1 question answered, 1 needs no change, 1 not done.',
    );
    expect(fixMessages('ja').thread.requestCounts(countsOf(requests.slice(0, 2)))).toBe(
      'レビューでの依頼: 変更 1 件、質問への回答 1 件。',
    );
    expect(thread.requestResult(requestOf({ is: 'no-change', isQuestion: true, text: 'Yes.' }))).toBe('answered: Yes.');
  });
});

describe('the subject of a further commit, if the Editor gives none', () => {
  const TITLE = 'addMonths: stop at the last day of a shorter month';
  const subjectOf = (asked: string, title = TITLE) => subjectOfRequests([requestOf({ asked })], title);

  it.each([
    ['Rename `result` to `shifted`', TITLE, 'addMonths: rename `result` to `shifted`'],
    ['Could you please add a test for May? It is short.', TITLE, 'addMonths: add a test for May'],
    ['@crew please rename it.', 'fix(core): keep the date', 'fix(core): rename it'],
    ['rename it', 'Keep the date', 'Rename it'],
    ['JSON is parsed twice', TITLE, 'addMonths: JSON is parsed twice'],
    ['テストを追加してください。', '日付を保つ', 'テストを追加してください'],
  ])('comes from the request %j (title %j)', (asked, title, subject) => expect(subjectOf(asked, title)).toBe(subject));

  it('is shortened at a word', () => {
    const subject = subjectOf(`Rename it ${'and every caller of it '.repeat(6)}`);
    expect(subject.length).toBeLessThanOrEqual(72);
    expect(subject).toMatch(/^addMonths: rename it .*(?:and|every|caller|of|it)…$/);
  });

  it('comes from the first request that was carried out, and rather from no question', () => {
    const requests = [
      requestOf({ asked: 'Drop Node 20', is: 'declined' }),
      requestOf({ asked: 'Is 0 a day?', isQuestion: true }),
      requestOf({ asked: 'Rename it' }),
    ];
    expect(subjectOfRequests(requests, TITLE)).toBe('addMonths: rename it');
    expect(subjectOfRequests(requests.slice(0, 2), TITLE)).toBe('addMonths: is 0 a day');
    expect(subjectOfRequests(requests.slice(0, 1), TITLE)).toBe('');
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
