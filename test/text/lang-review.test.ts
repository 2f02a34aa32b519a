// What a review says, in both languages: each sentence with its data, and nothing that somebody's words could make of it.
import { describe, expect, it } from '@jest/globals';
import { inLanguage, type Language, languages } from '../../src/text/lang/index.js';
import { en } from '../../src/workflows/review/messages.en.js';
import { ja } from '../../src/workflows/review/messages.ja.js';

const check = { verified: 'Nothing broke: 2 tests passed', details: 'https://github.com/ann/shop/actions/runs/1' };
const commit = '0a1b2c3d4e'.repeat(4);

function sentences(lang: Language, theirs: string): Readonly<Record<string, string>> {
  const say = inLanguage(lang, { en, ja });
  const of = { commit, ...check };
  return {
    'refused, an issue': say.refused('no pull request'),
    'refused, closed': say.refused('closed'),
    'refused, merged': say.refused('merged'),
    'review, one': say.review({ login: 'maya', count: 1, moved: false, ...of }),
    'review, three, moved on': say.review({ login: undefined, count: 3, moved: true, ...of }),
    nothing: say.nothing({ before: 0, ...of }),
    'nothing new': say.nothing({ before: 2, ...of }),
    late: say.late({ count: 2, state: 'merged', ...check }),
    unread: say.unread({ says: 'It was cancelled.', ...check }),
    ...say.severity,
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
