import { describe, expect, it } from '@jest/globals';
import { mark } from '../../../src/core/marker.js';
import { languages, messages } from '../../../src/text/lang/index.js';
import { quietText, withBefore, withLine } from '../../../src/workflows/fix-checks/words.js';

const of = { run: 'fix-1-0123456789', sha: 'c'.repeat(40), details: 'https://github.test/7', before: undefined };
const thread = (lang: (typeof languages)[number]) => messages(lang).fix.thread;

describe.each(languages)('what is said when checks are waited for no longer (%s)', (lang) => {
  const say = thread(lang);
  const text = (is: Parameters<typeof quietText>[0]['is'], missing: readonly string[] = []) =>
    quietText({ is, missing }, of, say);
  const before = say.redBefore({ names: ['lint', 'e2e'], base: 'main' });

  it('names run, commit and log, in one line, and differs for each way to end', () => {
    const all = [text('green'), text('none'), text('missing', ['deploy']), text('late')];
    for (const each of all) {
      for (const part of [of.run, of.sha.slice(0, 12), of.details]) expect(each).toContain(part);
      expect(each).not.toContain('\n');
      expect(each).not.toContain('undefined');
    }
    expect(new Set(all).size).toBe(all.length);
  });

  it('says how long it was, and what did not come', () => {
    expect(
      [text('none'), text('missing', ['deploy']), text('late')].map((each) => / (\d+) ?(?:minutes|分)/.exec(each)?.[1]),
    ).toEqual(['2', '10', '45']);
    expect(text('missing', ['deploy'])).toContain('`deploy`');
  });

  it('says of the others alone that they passed, or never began, where some were red before', () => {
    for (const is of ['green', 'none'] as const) {
      const whole = quietText({ is, missing: [] }, { ...of, before }, say);
      expect(whole.endsWith(before)).toBe(true);
      expect(whole.startsWith(text(is))).toBe(false);
    }
    for (const part of ['`lint`', '`e2e`', '`main`']) expect(before).toContain(part);
  });
});

describe('the comment that shows how it stands', () => {
  it('gets another first line, and keeps what is folded below', () => {
    expect(withLine('Passed.', 'It is over.\n\n<details>How\n\nit went</details>')).toBe(
      'Passed.\n\n<details>How\n\nit went</details>',
    );
    expect(withLine('Passed.', 'It is over.')).toBe('Passed.');
    expect(withLine('Passed.', null)).toBe('Passed.');
  });
});

describe('the words of a pull request', () => {
  const body = (words: string, slot = 'pull') => mark(words, { slot, place: 'ann/shop:crew/issue-1' });

  it('get one more line, once', () => {
    expect(withBefore(body('It adds.'), 'Red before.')).toBe('It adds.\n\nRed before.');
    expect(withBefore(body('It adds.\n\nRed before.'), 'Red before.')).toBeNull();
  });

  it('are left alone where they are not crew’s', () => {
    expect(withBefore('It adds.', 'Red before.')).toBeNull();
    expect(withBefore(body('It adds.', 'end:0'), 'Red before.')).toBeNull();
  });
});
