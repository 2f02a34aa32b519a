import { describe, expect, it } from '@jest/globals';
import { mark } from '../../../src/core/marker.js';
import { languages, messages } from '../../../src/text/lang/index.js';
import { quietText, withLine, withNote } from '../../../src/workflows/fix/rules/check-words.js';

const of = { run: 'fix-1-0123456789', sha: 'c'.repeat(40), details: 'https://github.test/7', note: undefined };
const thread = (lang: (typeof languages)[number]) => messages(lang).fix.thread;

describe.each(languages)('what is said when checks are waited for no longer (%s)', (lang) => {
  const say = thread(lang);
  const text = (is: Parameters<typeof quietText>[0]['is'], missing: readonly string[] = []) =>
    quietText({ is, missing }, of, say);
  const note = say.redToo({ names: ['lint', 'e2e'], base: 'main', same: true });

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

  it('says of the others alone that they passed, or never began, where some are as red on the branch that it goes into', () => {
    for (const is of ['green', 'none'] as const) {
      const whole = quietText({ is, missing: [] }, { ...of, note }, say);
      expect(whole.endsWith(note)).toBe(true);
      expect(whole.startsWith(text(is))).toBe(false);
    }
    for (const part of ['`lint`', '`e2e`', '`main`']) expect(note).toContain(part);
  });

  it('says that nothing more is said here than there only where that is known', () => {
    const unknown = say.redToo({ names: ['lint', 'e2e'], base: 'main', same: false });
    for (const part of ['`lint`', '`e2e`', '`main`']) expect(unknown).toContain(part);
    expect(unknown).not.toMatch(/remark|指摘/);
    expect(note).toMatch(/remark|指摘/);
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
    expect(withNote(body('It adds.'), 'Red there, too.')).toBe('It adds.\n\nRed there, too.');
    expect(withNote(body('It adds.\n\nRed there, too.'), 'Red there, too.')).toBeNull();
  });

  it('are left alone where they are not crew’s', () => {
    expect(withNote('It adds.', 'Red there, too.')).toBeNull();
    expect(withNote(body('It adds.', 'end:0'), 'Red there, too.')).toBeNull();
  });
});
