import { describe, expect, it } from '@jest/globals';
import { keyOf } from '../../../src/changes/plan.js';
import { inLanguage, languages } from '../../../src/text/lang/index.js';
import { en } from '../../../src/workflows/review/messages.en.js';
import { ja } from '../../../src/workflows/review/messages.ja.js';
import { remarksOf } from '../../../src/workflows/review/rules/review-text.js';
import { reviewTarget } from '../../../src/workflows/review/rules/task.js';
import { finding } from './findings.js';

const target = { pull: 7, commit: 'a'.repeat(40), against: 'b'.repeat(40) };
const check = { verified: 'Nothing broke', details: 'https://github.com/ann/shop/actions/runs/1' };
const review = (more: { moved?: boolean; claim?: string; lang?: 'en' | 'ja' } = {}) => {
  const findings = [finding(more.claim === undefined ? {} : { claim: more.claim })];
  const of = { target, findings, login: 'maya', moved: more.moved ?? false, ...check };
  return remarksOf(of, inLanguage(more.lang ?? 'en', { en, ja }));
};

describe('a review', () => {
  it('stands on the head that was read, each finding beside its line', () => {
    expect(review()).toMatchObject({ kind: 'remarks', pull: 7, head: target.commit });
    expect(review().remarks).toMatchObject([{ path: 'sum.js', line: 1 }]);
  });

  it('of a head that is no more says everything in its own words, and of which commit', () => {
    const { body, remarks } = review({ moved: true });
    expect(remarks).toEqual([]);
    expect(body).toContain('The pull request has newer commits');
    expect(body).toContain('`sum.js:1`\n\n**Bug** (reviewer’s words):\n\n> Adding takes away.');
  });

  it('that says the very same of the same commit is the same review', () => {
    expect(keyOf(review())).toBe(keyOf(review()));
    expect(keyOf(review({ claim: 'Another.' }))).not.toBe(keyOf(review()));
    expect(keyOf(review({ moved: true }))).not.toBe(keyOf(review()));
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
