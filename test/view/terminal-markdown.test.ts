import { describe, expect, it } from '@jest/globals';
import type { Paint } from '../../src/view/terminal.js';
import { terminalMarkdown } from '../../src/view/terminal-markdown.js';

const mark = (name: string) => (text: string) => `<${name}:${text}>`;
const paint: Paint = {
  strong: mark('b'),
  faint: mark('f'),
  good: mark('g'),
  bad: mark('r'),
  accent: mark('c'),
};
const shown = (...lines: string[]) => terminalMarkdown(lines.join('\n'), paint).split('\n');

describe('Markdown on a terminal', () => {
  it.each([
    ['emphasis', '**Done.** It works', '<b:Done.> It works'],
    ['code', 'run `npm test` now', 'run <c:npm test> now'],
    ['code with a backtick in it', 'the ``a`b`` sign', 'the <c:a`b> sign'],
    ['stars in code', '`src/**` and `test/**`', '<c:src/**> and <c:test/**>'],
    ['code in emphasis', '**`x` broke**', '<b:x broke>'],
    ['a link', 'see [run](https://x.test/1)', 'see run (https://x.test/1)'],
    ['a heading', '## What broke', '<b:What broke>'],
    ['a quote', '> as `a` says', '<f:│> as <c:a> says'],
    ['the title of a fold', '<summary>Details</summary>', '<b:Details>'],
    ['plain text', '2 * 3 * 4 [x] a|b', '2 * 3 * 4 [x] a|b'],
  ])('shows %s', (_name, line, expected) => {
    expect(shown(line)).toEqual([expected]);
  });

  it('lines up the columns of a table, also with code and an escaped bar', () => {
    expect(shown('| check | after |', '|---|---|', '| `npm test` | passed |', '| a\\|b | fails |', '', 'end')).toEqual([
      '  <b:check     after>',
      '  npm test  passed',
      '  a|b       fails',
      '',
      'end',
    ]);
  });

  it('leaves the text of a fence as it is, also of one that never ends', () => {
    expect(shown('```diff', '+**a** | `b`', '```', '**c**')).toEqual(['    +**a** | `b`', '<b:c>']);
    expect(shown('~~~', '**a**')).toEqual(['    **a**']);
  });

  it('drops comments and the tags of folds', () => {
    expect(shown('<!-- crew:x', 'y -->', '<details>', 'a', '</details>')).toEqual(['a']);
  });
});
