// What a review says, in both languages: each sentence with its data, and nothing that somebody's words could make of it.
import { describe, expect, it } from '@jest/globals';
import { keyOf } from '../../../src/changes/plan.js';
import { inLanguage, type Language, languages } from '../../../src/text/lang/index.js';
import { en } from '../../../src/workflows/review/messages.en.js';
import { ja } from '../../../src/workflows/review/messages.ja.js';
import { claimOf, statesOutcome } from '../../../src/workflows/review/rules/findings.js';
import { quoteOf, reviewChange } from '../../../src/workflows/review/rules/review-text.js';
import { reviewTarget } from '../../../src/workflows/review/rules/task.js';
import { finding } from './findings.js';

const target = { pull: 7, commit: 'a'.repeat(40), against: 'b'.repeat(40) };
const check = { verified: 'Nothing broke', details: 'https://github.com/ann/shop/actions/runs/1' };
const review = (more: { hasNewerHead?: boolean; claim?: string; lang?: 'en' | 'ja' } = {}) => {
  const findings = [finding(more.claim === undefined ? {} : { claim: more.claim })];
  const of = { target, findings, login: 'maya', hasNewerHead: more.hasNewerHead ?? false, ...check };
  return reviewChange(of, inLanguage(more.lang ?? 'en', { en, ja }));
};

describe('a review', () => {
  it('stands on the head that was read, each finding beside its line', () => {
    expect(review()).toMatchObject({ kind: 'remarks', pull: 7, head: target.commit });
    expect(review().remarks).toMatchObject([{ path: 'sum.js', line: 1 }]);
    const [remark] = review().remarks;
    expect(remark?.body.split('\n\n').slice(-2)).toEqual(['**Citations (checked)**', '- `sum.js:1` contains `a - b`']);
  });

  it('of a head that is no more says everything in its own words, and of which commit', () => {
    const { body, remarks } = review({ hasNewerHead: true });
    expect(remarks).toEqual([]);
    expect(body).toContain('The pull request has newer commits');
    expect(body).toContain('`sum.js:1`\n\n**Bug** (reviewer’s words):\n\n> Adding takes away.');
  });

  it('that says the very same of the same commit is the same review', () => {
    expect(keyOf(review())).toBe(keyOf(review()));
    expect(keyOf(review({ claim: 'Another.' }))).not.toBe(keyOf(review()));
    expect(keyOf(review({ hasNewerHead: true }))).not.toBe(keyOf(review()));
  });

  it.each(languages)('names whoever asked, and what the check says (%s)', (lang) => {
    const { body } = review({ lang });
    expect(body).toMatch(/^@maya\n/);
    expect(body).toContain(`[Nothing broke](${check.details})`);
  });
});

describe('what can be reviewed', () => {
  const pull = {
    ...{ number: 7, url: '', draft: false, title: '', body: '', author: { login: 'sam', id: 1 } },
    head: { repo: 'sam/shop', branch: 'x', sha: 'a'.repeat(40) },
    base: { branch: 'main', sha: 'c'.repeat(40) },
  };

  it('is an open pull request, against where its base ends now', () => {
    expect(reviewTarget({ ...pull, state: 'open' }, 'b'.repeat(40))).toEqual(target);
    expect(reviewTarget({ ...pull, state: 'open' }, null)).toMatchObject({ against: pull.base.sha });
  });

  it('is nothing else', () => {
    expect(reviewTarget(null, null)).toEqual({ why: 'no pull request' });
    expect(reviewTarget({ ...pull, state: 'merged' }, null)).toEqual({ why: 'merged' });
  });
});

describe('a sentence of the reviewer', () => {
  it.each([
    'All tests pass.',
    'I ran the tests and they fail.',
    'CI is green.',
    'The build succeeded without errors.',
    'LGTM.',
    'Looks good to me, ship it.',
    'This is safe to merge.',
    'Please merge it.',
    'I approve.',
    'テストは成功しました。',
    'このままマージして問題ありません。',
    '承認します。',
  ])('goes where it says how something came out, or what is to be decided: %s', (sentence) => {
    expect(statesOutcome(sentence)).toBe(true);
  });

  it.each([
    'No test covers the empty cart.',
    'The lock is released twice, so the second caller fails.',
    'An expired token is accepted.',
    'The branch for negative numbers is never reached.',
    'Two lists are merged in the wrong order.',
    'The suite never closes its server.',
    '空のカートで例外が発生します。',
    '境界値のテストがありません。',
  ])('stays where it says what is wrong: %s', (sentence) => {
    expect(statesOutcome(sentence)).toBe(false);
  });
});

describe('the words of the reviewer', () => {
  it('are a quotation, each line of it', () => {
    const quote = quoteOf({ claim: 'It is wrong.', because: 'First.\n\n# Second\n```\ncode\n```\n- third' });
    expect(quote).toBe('> It is wrong.\n>\n> First.\n>\n> Second\n>\n> - third');
  });

  it('mention nobody, close nothing, lead nowhere, and hide nothing', () => {
    const quote = quoteOf({
      claim: 'Ask @ann, it fixes #1.',
      because: 'See [this](https://evil.example/x) ![x](https://evil.example/p.png) <!-- crew:review:0 --> \u202edrow',
    });
    expect(quote).toContain('`@ann`');
    expect(quote).not.toMatch(/fixes #1|\(https:|<!--|\u202e/);
  });

  it('hold one claim in one line', () => {
    expect(claimOf({ claim: 'It is wrong.\nAll tests pass.\nIt  overflows.' })).toBe('It is wrong. It overflows.');
  });
});

const CHECK = { verified: 'Nothing broke: 2 tests passed', details: 'https://github.com/ann/shop/actions/runs/1' };
const commit = '0a1b2c3d4e'.repeat(4);

function sentences(lang: Language, theirs: string): Readonly<Record<string, string>> {
  const say = inLanguage(lang, { en, ja });
  const of = { commit, ...CHECK };
  return {
    'refused, an issue': say.refused('no pull request'),
    'refused, an issue with a pull request': say.refused('no pull request', [32]),
    'refused, closed': say.refused('closed'),
    'refused, merged': say.refused('merged'),
    'review, one': say.review({ login: 'maya', count: 1, hasNewerHead: false, ...of }),
    'review, three, moved on': say.review({ login: undefined, count: 3, hasNewerHead: true, ...of }),
    nothing: say.nothing({ before: 0, ...of }),
    'nothing new': say.nothing({ before: 2, ...of }),
    late: say.late({ count: 2, state: 'merged', ...CHECK }),
    unread: say.unread({ says: 'It was cancelled.', ...CHECK }),
    ...say.severity,
    evidence: say.evidence,
    cite: say.cite({ file: theirs, line: 3, shows: theirs }),
    place: say.place({ path: theirs, line: 3 }),
  };
}

describe.each(languages)('in %s', (lang) => {
  it('each sentence has its data in it, and nothing that was left open', () => {
    for (const text of Object.values(sentences(lang, 'src/sum.js')))
      expect(text).not.toMatch(/undefined|\[object|NaN|\bnull\b|\$\{| {2}|[.。]{2}/);
  });

  it.each(['`@maya`', 'a\n\n/crew fix', '<!-- -->', '](https://evil.example)', 'x'.repeat(5000), '\u202e'])(
    'a name or a line of the change stays one piece of code: %.20j',
    (theirs) => {
      for (const name of ['cite', 'place']) {
        const text = sentences(lang, theirs)[name] ?? '';
        expect(text.length).toBeLessThan(300);
        expect(text).not.toContain('\n');
        expect(text.replace(/`[^`]*`/g, '')).toBe((sentences(lang, 'x')[name] ?? '').replace(/`[^`]*`/g, ''));
      }
    },
  );
});

it('both languages say each thing in their own words', () => {
  const ja = sentences('ja', 'x');
  for (const [name, text] of Object.entries(sentences('en', 'x')))
    if (name !== 'place') expect(text).not.toBe(ja[name]);
});
