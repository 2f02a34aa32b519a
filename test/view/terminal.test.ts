import { describe, expect, it } from '@jest/globals';
import { cliCommands } from '../../src/cli/commands/index.js';
import { commandHelpPage, helpPage } from '../../src/view/help.js';
import { type Paint, paintFor, wrapText } from '../../src/view/terminal.js';
import { terminalMarkdown } from '../../src/view/terminal-markdown.js';
import { threadCommands } from '../../src/workflows/instant.js';

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

describe('a wrapped text', () => {
  it('drops a dot between two items where the line breaks', () => {
    expect(wrapText('tree-1 · 1.0 s · /home/me/.crew/verify/tree-1', 32)).toEqual([
      'tree-1 · 1.0 s',
      '/home/me/.crew/verify/tree-1',
    ]);
    expect(wrapText('tree-1 · 1.0 s · /tmp', 32)).toEqual(['tree-1 · 1.0 s · /tmp']);
  });
});

describe('help', () => {
  const paint = paintFor(false);
  const terminal = cliCommands.map((each) => ({ ...each, terminalExample: each.example }));
  const pageOf = (lang: 'en' | 'ja') => helpPage({ thread: threadCommands(), terminal, lang, paint });
  const named = (name: string) => {
    const line = threadCommands().find((each) => each.name === name);
    if (!line) throw new Error(`no command ${name}`);
    return commandHelpPage(line, 'en', paint);
  };

  describe('the page of all commands', () => {
    it('shows the commands of the terminal before those of comments', () => {
      const page = pageOf('en');
      expect(page.indexOf('crew doctor')).toBeLessThan(page.indexOf('crew fix'));
    });

    it('lists facilitate once, with its flags and its form in a comment, and says how the two apply differ', () => {
      const lines = pageOf('en').split('\n');
      expect(lines.filter((line) => line.includes('crew facilitate'))).toEqual([
        expect.stringContaining('--plan-out FILE]'),
        expect.stringContaining('(in a comment: /crew facilitate)'),
        expect.stringMatching(/crew apply FILE .*changes that crew facilitate --plan-out FILE saved/),
      ]);
      expect(lines.filter((line) => line.includes('crew apply [HASH]'))[0]).toContain('the diff of a dry run');
    });

    it.each(['en', 'ja'] as const)('shows every command and every common flag once in %s', (lang) => {
      const page = pageOf(lang);
      const listed = [...terminal, ...threadCommands().filter(({ name }) => name !== 'facilitate')];
      for (const { summary } of listed) expect(page.split(summary[lang])).toHaveLength(2);
      for (const flag of ['--json', '--run RUN', '--no-color', '--lang en|ja']) expect(page).toContain(`  ${flag} `);
    });

    it('shows a slash only before commands that work in a comment only', () => {
      const slashed = [...pageOf('en').matchAll(/^ {2}\/crew (\w+)/gm)].map(([, name]) => name);
      expect(slashed).toEqual(['quiet', 'wake', 'review']);
    });
  });

  describe('the page of one command', () => {
    it('explains each flag with its default', () => {
      const page = named('fix');
      for (const flag of ['--dry-run', '--scope GLOB', '--base BRANCH', '--budget USD'])
        expect(page).toMatch(new RegExp(`^ {2}${flag} +\\S.*Default: `, 'm'));
    });

    it('quotes globs and free text for a shell, and not in a comment', () => {
      const lines = named('fix').split('\n');
      expect(lines).toContain(`  crew fix --scope 'src/dates/**' --budget 2 "addMonths skips February"`);
      expect(lines).toContain('  /crew fix --scope src/dates/** --budget 2 addMonths skips February');
    });

    it('shows no terminal example of a command that works in a comment only', () => {
      expect(named('quiet')).not.toMatch(/^ {2}crew quiet/m);
      expect(named('quiet')).toMatch(/^ {2}\/crew quiet$/m);
    });
  });

  describe.each(cliCommands.map((each) => [each.name, each] as const))(
    'crew %s',
    (name, { usage, explained, example }) => {
      it('explains every flag and argument of its usage, besides the common flags', () => {
        const known = explained.map((each) => each.name.split(' ')[0]);
        const used = [...usage.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
        const common = ['--repo', '--root', '--dry-run', '--yes'];
        expect(used.filter((flag) => !known.includes(flag) && !common.includes(flag))).toEqual([]);
      });

      it('has an example with its name', () => expect(example).toContain(`crew ${name}`));
    },
  );
});
