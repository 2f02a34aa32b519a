import { describe, expect, it } from '@jest/globals';
import { languages } from '../../../src/text/lang/index.js';
import { en } from '../../../src/text/lang/tamper/en.js';
import { SAYINGS, type Said, sayTamper } from '../../../src/text/lang/tamper/index.js';
import { ja } from '../../../src/text/lang/tamper/ja.js';

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('what bends the judgement', () => {
  it.each(SAYINGS)('"%s" is a whole sentence in each language, with the same places', (says) => {
    expect(places(ja.sayings[says])).toEqual(places(en.sayings[says]));
    expect(en.sayings[says]).toMatch(/^[A-Z"{].*(?:\.|: \{0\})$/);
    expect(ja.sayings[says]).toMatch(/[ぁ-ん].*(?:。|: \{0\})$/);
  });

  it('is said sentence by sentence', () => {
    const because: readonly Said[] = [{ says: 'test-gone', of: ['adds'] }, { says: 'in-a-comment' }];
    expect(languages.map((lang) => sayTamper(because, lang))).toEqual([
      'The test "adds" is removed. It is commented out.',
      'テスト「adds」がなくなりました。コメントアウトされています。',
    ]);
    expect(sayTamper([{ says: 'config-edited', judge: 'linter' }], 'ja')).toBe('設定（リンター）が編集されました。');
  });

  it('takes nothing that a change says for a place of its own', () => {
    expect(sayTamper([{ says: 'cannot-fail-now', of: ['{1} $& {judge}', 'b'] }], 'en')).toBe(
      'The assertion can no longer fail: {1} $& {judge} became b.',
    );
  });
});
