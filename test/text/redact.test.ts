import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact } from '../../src/text/redact.js';
import { sweep } from '../build/sweep.js';
import { liveIn } from './live.js';
import { nastyText } from './pieces.js';

type Vector = readonly [why: string, input: string, output: string];

const here = { secrets: [], issue: 7, repository: 'o/r' };

const MENTIONS: readonly Vector[] = [
  ['a person', 'thanks @user!', 'thanks `@user`!'],
  ['a team', 'ask @org/team.', 'ask `@org/team`.'],
  ['at the beginning', '@all hi', '`@all` hi'],
  ['after a letter that is not ASCII', '日本@user', '日本`@user`'],
  ['escaped, which still notifies', '\\@user', '`@user`'],
  ['as a numeric reference', '&#64;user', '`@user`'],
  ['as a named reference', '&commat;user', '`@user`'],
  ['in emphasis', '**@user**', '**`@user`**'],
  ['in a heading', '# @user', '# `@user`'],
  ['in a quote', '> @user', '> `@user`'],
  ['beside a lone backtick', 'it`s @user', 'it\\`s `@user`'],
  ['in a footnote', '[^1]: @user', '\\[^1]: `@user`'],
  ['in a code span that a table cuts', '| a |\n|--|\n| `a | @user b` |', '| a |\n|--|\n| \\`a | `@user` b\\` |'],
  ['joined by an invisible character', '@\u200Buser', '`@user`'],
  ['an e-mail address is none', 'a@b.example', 'a@b.example'],
  ['in code it notifies nobody', '`@user` and\n\n```\n@user\n```', '`@user` and\n\n```\n@user\n```'],
];

const CLOSING: readonly Vector[] = [
  ['fixes', 'Fixes #1', 'Fixes `#1`'],
  ['each of them in any case', 'CLOSED #1, resolve #2', 'CLOSED `#1`, resolve `#2`'],
  ['with a colon', 'Fixes: #1', 'Fixes: `#1`'],
  ['of another repository', 'closes x/y#7', 'closes `x/y#7`'],
  ['as an address', 'Resolves https://github.com/x/y/issues/1', 'Resolves `x/y#1`'],
  ['as the short form', 'fixed GH-12', 'fixed `GH-12`'],
  ['over a line', 'Fixes\n#1', 'Fixes\n`#1`'],
  ['through emphasis', 'fixes **#1**', 'fixes **`#1`**'],
  ['with an escaped number sign', 'Fixes \\#1', 'Fixes `#1`'],
  ['by a link', 'Fixes [it](https://github.com/x/y/issues/1)', 'Fixes it (`github.com`)'],
  ['the issue at hand stays', 'Fixes #7, closes o/r#7', 'Fixes #7, closes o/r#7'],
  [
    'the issue at hand by address stays',
    'Fixes https://github.com/O/R/issues/7',
    'Fixes https://github.com/O/R/issues/7',
  ],
  ['a longer number is another issue', 'Fixes #70', 'Fixes `#70`'],
  ['a plain reference stays', 'See #1', 'See #1'],
  ['other words stay', 'prefixes #1', 'prefixes #1'],
];

const COMMANDS: readonly Vector[] = [
  ['at the beginning of a line', '/crew fix it', '\\/crew fix it'],
  ['after spaces', 'x\n  /lgtm', 'x\n  \\/lgtm'],
  ['in a list', '- /crew x', '- \\/crew x'],
  ['in a quote', '> /crew x', '> \\/crew x'],
  ['inside a comment', '<!--\n/crew fix\n-->', '&lt;!--\n\\/crew fix\n-->'],
  ['in a code span over two lines', '`a\n/crew fix`', '`a /crew fix`'],
  ['in the middle of a line it starts nothing', 'type /crew fix', 'type /crew fix'],
  ['a path is no command', '/usr/bin/env', '/usr/bin/env'],
  ['in a fence it stays', '```\n/crew fix\n```', '```\n/crew fix\n```'],
];

const LINKS: readonly Vector[] = [
  ['a picture', '![x](https://evil.example/?d=1)', '[image removed]'],
  ['a picture on an allowed host too', '![x](https://github.com/a.png)', '[image removed]'],
  ['a picture by reference', '![x][i]\n\n[i]: https://evil.example', '[image removed]\n\n'],
  ['a foreign link', '[click](https://evil.example/?d=1)', 'click (`evil.example`)'],
  ['a foreign link by reference', '[a][b]\n\n[b]: https://evil.example', 'a (`evil.example`)\n\n'],
  ['an autolink', '<https://evil.example/y>', '`evil.example`'],
  ['a bare address', 'see https://evil.example/x?d=1 now', 'see `evil.example` now'],
  ['a bare address without a scheme', 'www.evil.example/x', '`www.evil.example`'],
  ['a bare address spelled with references', 'https&colon;//evil.example', '`evil.example`'],
  ['an address without a scheme', '[b](//evil.example)', 'b (`evil.example`)'],
  ['a misleading user part', '[a](https://github.com@evil.example/)', 'a (`evil.example`)'],
  ['a misleading ending', '[a](https://github.com.evil.example)', 'a (`github.com.evil.example`)'],
  ['a misleading beginning', '[a](https://evilgithub.com)', 'a (`evilgithub.com`)'],
  ['a script', '[d](javascript:alert)', 'd'],
  ['capitals', '[a](HTTPS://EVIL.example)', 'a (`evil.example`)'],
  ['a picture inside a link', '[![a](b)](https://evil.example)', '[image removed] (`evil.example`)'],
  ['GitHub stays', '[a](https://github.com/o/r)', '[a](https://github.com/o/r)'],
  ['its own hosts stay', 'https://docs.github.com/en', 'https://docs.github.com/en'],
  ['a relative link stays', '[a](docs/x.md#y)', '[a](docs/x.md#y)'],
];

const HTML: readonly Vector[] = [
  ['a script', '<script>x</script>', '&lt;script>x&lt;/script>'],
  ['details', '<details>\nx', '&lt;details>\nx'],
  ['a comment', 'a <!-- b -->', 'a &lt;!-- b -->'],
  ['an image', '<img src=x>', '&lt;img src=x>'],
  ['a comparison stays', 'a < b', 'a < b'],
  ['an encoded tag stays', '&lt;b&gt;', '&lt;b&gt;'],
  ['markup in a fence stays', '```\n<b>![x](y)</b>\n```', '```\n<b>![x](y)</b>\n```'],
];

describe('what leaves crew starts nothing', () => {
  for (const [title, vectors] of Object.entries({ MENTIONS, CLOSING, COMMANDS, LINKS, HTML })) {
    describe(title.toLowerCase(), () => {
      it.each(vectors)('%s', (_why, input, output) => {
        expect(redact(input, here).text).toBe(output);
        expect(redact(output, here).text).toBe(output);
      });
    });
  }

  it('says what it did, by kind', () => {
    const { redactions } = redact(
      '@everyone-team Fixes #1, closes #2\n/crew fix <script> ![a](b) [c](http://d.example)',
      here,
    );
    expect(Object.fromEntries(redactions.map(({ kind, count }) => [kind, count]))).toEqual({
      mention: 1,
      'closing-word': 2,
      command: 1,
      html: 1,
      image: 1,
      link: 1,
    });
  });

  it('lets a configured host through, and then no other', () => {
    const text = 'https://docs.example/a https://github.com/b';
    expect(redact(text, { secrets: [], allowedHosts: ['docs.example'] }).text).toBe(
      'https://docs.example/a `github.com`',
    );
  });

  it('finds, by reading its own output again, nothing live', () => {
    for (const [, input] of [...MENTIONS, ...CLOSING, ...COMMANDS, ...LINKS, ...HTML]) {
      expect(liveIn(redact(input, { secrets: [] }).text, ['github.com', 'docs.github.com'])).toEqual([]);
    }
  });
});

describe('what leaves crew is short enough', () => {
  it.each([
    ['paragraphs', 'word word\n\n'.repeat(9_000)],
    ['one word', 'x'.repeat(70_000)],
    ['an open fence', `\`\`\`\n${'x\n'.repeat(40_000)}`],
    ['mentions, which grow', '@user '.repeat(12_000)],
    ['a fence as long as the text', '~'.repeat(70_000)],
    ['a text made to be slow', 'x<?'.repeat(25_000)],
  ])('cuts %s and says so', (_what, text) => {
    const once = redact(text, here);
    expect(once.text.length).toBeLessThanOrEqual(60_000);
    expect(once.text).toContain('The rest was left out');
    expect(redact(once.text, here).text).toBe(once.text);
  });

  it('closes the fence that a cut left open, so that the notice is read as text', () => {
    const { text } = redact(`\`\`\`\n${'x\n'.repeat(40_000)}`, here);
    expect(text).toMatch(/x\n```\n\n_The rest was left out/);
  });

  it('leaves 60,000 characters alone', () => {
    const text = 'word '.repeat(12_000).trimEnd();
    expect(redact(text, here)).toEqual({ text, redactions: [] });
  });
});

const options = { secrets: ['hunter2hunter2'] };

describe('redacting any text', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const once = redact(text, options).text;
        expect(redact(once, options)).toEqual({ text: once, redactions: [] });
      }),
      { numRuns: sweep(1000) },
    );
  });

  it('leaves nothing live', () => {
    fc.assert(
      fc.property(nastyText, (text) => expect(liveIn(redact(text, options).text, ['github.com'])).toEqual([])),
      { numRuns: sweep(1000) },
    );
  });

  it('leaves no secret, whatever stands between its halves', () => {
    const between = fc.array(fc.constantFrom(' ', '\n', '-', '**', '\u200B', '&#8203;', '<b>', '`', '%20', '\n\n'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(nastyText, between, nastyText, (before, gap, after) => {
        const { text } = redact(`${before} hunter2${gap.join('')}hunter2 ${after}`, options);
        expect(text.replace(/[^a-z0-9[]/gi, '')).not.toContain('hunter2hunter2');
      }),
      { numRuns: sweep(600) },
    );
  });

  it('answers for any string at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => redact(text, options).text.length <= 60_000));
  });

  it.each([
    '> ',
    '*a_ ',
    'x<?',
    '[a][b]',
    '``</b><',
    '\n|',
    '\n\n> ',
    '@u ',
    'eyJ-',
    '-----BEGIN PRIVATE KEY-----',
    '&#',
    '<b',
  ])('is not held up by 64 kB of %j', (piece) => {
    redact(piece.repeat(65_536 / piece.length), options);
  });
});
