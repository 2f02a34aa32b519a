import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withMoves } from '../../../src/verify/tamper/change.js';
import { type ChangedFile, findTampering } from '../../../src/verify/tamper/index.js';
import { languageOf } from '../../../src/verify/tamper/language.js';
import { isDocumentation } from '../../../src/verify/tamper/role.js';
import { readSource } from '../../../src/verify/tamper/source.js';
import { sweep } from '../../build/sweep.js';
import { buildChange, casesIn } from './build-change.js';

const everything: readonly ChangedFile[] = casesIn(false).flatMap(([, cases]) =>
  cases.flatMap((each) => buildChange(each).changes),
);
const path = fc.constantFrom(
  'a.test.js',
  'src/a.ts',
  'tests/test_a.py',
  'a_test.go',
  'src/lib.rs',
  'ATest.java',
  'b.yml',
);
/** Bits of code that mean something to the rules, in any order. */
const scraps = fc
  .array(
    fc.constantFrom(
      ...[
        'test("a", () => {',
        'expect(a).toBe(1);',
        '});',
        '"',
        "'",
        '`',
        '/*',
        '*/',
        '//',
        '#',
        '/',
        '(',
        ')',
        '{',
        '}',
      ],
      ...[
        'def test_a():\n    ',
        'assert a == 1\n',
        '@Test void a() {',
        '#[test]\nfn a() {',
        'assert_eq!(1, 2);',
        '\n',
        ' ',
      ],
      ...[
        'func TestA(t *testing.T) {',
        't.Errorf("x")',
        'if a != 1 {',
        '\\',
        'it.each([1, 2])("x", f)',
        '"""',
        'r#"',
        '${',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('whatever a change holds', () => {
  it('is read to its end', () => {
    fc.assert(
      fc.property(path, scraps, scraps, (name, before, after) => {
        for (const finding of findTampering([{ path: name, before, after }])) {
          expect(finding.line).toBeGreaterThanOrEqual(1);
          expect(finding.line).toBeLessThanOrEqual(Math.max(before.split('\n').length, after.split('\n').length));
        }
      }),
      { numRuns: sweep(500) },
    );
  });

  it('nothing is found where nothing changed', () => {
    fc.assert(
      fc.property(path, scraps, (name, text) => {
        expect(findTampering([{ path: name, before: text, after: text }])).toEqual([]);
      }),
    );
    const same = everything
      .filter(({ before }) => before !== null)
      .map(({ path: name, before }) => ({ path: name, before, after: before }));
    expect(findTampering(same)).toEqual([]);
  });

  it('the order of files changes nothing', () => {
    const [, cases = []] = casesIn(false)[0] ?? [];
    for (const each of cases) {
      const { changes, known } = buildChange(each);
      expect(findTampering([...changes].reverse(), known)).toEqual(findTampering(changes, known));
    }
  });

  it('line ends of another machine change nothing', () => {
    const windows = (text: string | null) => text?.replaceAll('\n', '\r\n') ?? null;
    for (const each of casesIn(false).flatMap(([, cases]) => cases)) {
      const { changes, known } = buildChange(each);
      const foreign = changes.map((file) => ({ ...file, before: windows(file.before), after: windows(file.after) }));
      expect(findTampering(foreign, known)).toEqual(findTampering(changes, known));
    }
  });

  it('a file that is no text, or too long for a person, is judged by its name alone', () => {
    const long = 'test("a", () => { expect(1).toBe(1); });\n'.repeat(40_000);
    expect(findTampering([{ path: 'logo.png', before: null, after: null }])).toEqual([]);
    expect(findTampering([{ path: 'a.test.js', before: long, after: `${long}it.only('x', () => {});` }])).toEqual([]);
  });
});

describe('a text made to be slow', () => {
  /** Seconds of computing. */
  function costOf(path: string, after: string, before = 'x\n'): number {
    const start = process.cpuUsage();
    findTampering([{ path, before, after }]);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  }

  it.each([
    ['slashes', 'a.test.js', '', '(/', 100_000],
    ['tests in tests', 'a.test.js', '', 'test("a", () => {', 8_000],
    ['tests with assertions in tests', 'a.test.js', '', 'test("a", () => { expect(a).toBe(101);', 4_000],
    ['brackets', 'src/a.js', '', '([{', 80_000],
    ['marks without a method', 'ATest.java', '', '@Test ', 40_000],
    ['attributes without a function', 'src/lib.rs', '', '#[test]\n', 30_000],
    ['tries', 'a.test.js', '', 'try {', 20_000],
    ['dots', 'a.test.js', 'expect(a)', '.not', 50_000],
    ['spaces', 'tests/test_a.py', 'def test_a():\n', ' ', 200_000],
    ['quotation marks', 'tests/test_a.py', '', `"""'`, 50_000],
    ['decorators', 'tests/test_a.py', '', '@pytest.mark.skip\n', 20_000],
    ['compared literals in a line', 'src/a.js', 'export const a = b', ' === "a-b-1" || b', 20_000],
  ])('costs at most ten times as much when it is four times as long: %s', (_, name, start, part, count) => {
    const quarter = costOf(name, start + part.repeat(count / 4));
    expect(costOf(name, start + part.repeat(count))).toBeLessThan(10 * quarter + 1);
  });

  const asserts = "test('a', () => {\n  expect(read('one')).toBe(17);\n});\n";
  const calls = "test('a', () => {\n  check(read('one'), 17);\n});\n";
  const checks = `${calls}function check(a, b) {\n`;
  const section = '\n[mypy]\nstrict = false\n';

  it.each([
    ['modifiers without a declaration', 'a.test.js', asserts, calls, 'pub ', 40_000, ''],
    ['receivers without a name', 'a.test.js', asserts, calls, 'func (\n', 40_000, ''],
    ['a declaration without a name', 'a.test.js', asserts, `${calls}function`, ' ', 60_000, '('],
    ['a long name in a helper', 'a.test.js', asserts, checks, 'a', 60_000, '\n}\n'],
    ['empty lines of a configuration', 'setup.cfg', '[flake8]\n', '', '\n', 100_000, section],
    ['sections that do not end', 'setup.cfg', '[flake8]\n', '', '[a\n', 60_000, section],
    ['a long name of a section', 'setup.cfg', '[flake8]\n', '[', 'a', 60_000, section],
  ])('nor does a change: %s', (_, name, before, start, part, count, end) => {
    const quarter = costOf(name, start + part.repeat(count / 4) + end, before);
    expect(costOf(name, start + part.repeat(count) + end, before)).toBeLessThan(10 * quarter + 1);
  });
});

describe('code is told from what only looks like it', () => {
  const codeOf = (name: string, text: string): string =>
    readSource(text, languageOf(name)).code.replace(/ +/g, ' ').trim();

  it.each([
    ['a.js', "a = 'it.skip' // it.skip", "a = ' '"],
    ['a.js', 'a = b / c / d; // x', 'a = b / c / d;'],
    ['a.js', 'a = /[\'"]it.skip/.test(b)', 'a = / /.test(b)'],
    ['a.js', "<p>don't</p>\nit()", "<p>don' \nit()"],
    ['a.py', '"""it\'s # x"""\nb # c', '" "\nb'],
    ['a.py', "'a\\'b' + c", "' ' + c"],
    ['a.go', '`raw \\` + "x" /* y */ + z', '` ` + " " + z'],
    ['a.rs', "fn a<'b>(c: &'b str) { 'x' }", "fn a<'b>(c: &'b str) { ' ' }"],
    ['a.rs', 'r#"a "b" c"# + d', 'r # + d'],
    ['A.java', 'String a = """\n x "y"\n """;', 'String a = " \n \n ";'],
    ['a.yml', 'run: echo a#b # c', 'run: echo a#b'],
  ])('%s: %s', (name, text, code) => {
    expect(codeOf(name, text)).toBe(code);
  });
});

it('on a line, what blocks comes before what is only named', () => {
  const before = 'export default { coverageThreshold: { global: { lines: 90 } } };\n';
  const found = findTampering([{ path: 'jest.config.js', before, after: before.replace('90', '9') }]);
  expect(found.map(({ weight, kind }) => `${weight} ${kind}`)).toEqual([
    'blocks threshold-lowered',
    'named config-edited',
  ]);
});

describe.each(casesIn(false))('%s', (_, cases) => {
  it.each(cases)('finds: $name', (each) => {
    const { changes, known } = buildChange(each);
    const found = findTampering(changes, known).map(
      ({ file, line, kind, weight }) => `${weight === 'named' ? '?' : ''}${file}:${line} ${kind}`,
    );
    expect(found).toEqual(each.expect ?? ['nothing is expected']);
  });
});

it('holds at least 60 ways to bend a judge', () => {
  expect(casesIn(false).flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(60);
});

describe.each(casesIn(true))('%s', (_, cases) => {
  it.each(cases)('lets pass: $name', (each) => {
    const { changes, known } = buildChange(each);
    const found = findTampering(changes, known).filter(
      ({ kind, weight }) => weight === 'blocks' || !(each.asks ?? []).includes(kind),
    );
    expect(found).toEqual([]);
  });
});

it('holds at least 60 honest changes', () => {
  expect(casesIn(true).flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(60);
});

const file = (path: string, before: string | null, after: string | null) => ({ path, before, after });
const SNAPSHOT = 'exports[`sum 1`] = `5`;\n';

describe('files that only went elsewhere', () => {
  it('are one change each, with the path where they were', () => {
    const changes = [file('a.js', 'one\n', null), file('b.js', 'x\n', 'y\n'), file('c/a.js', null, 'one\n')];
    expect(withMoves(changes)).toEqual([
      file('b.js', 'x\n', 'y\n'),
      { ...file('c/a.js', 'one\n', 'one\n'), from: 'a.js' },
    ]);
  });

  it('are as many as are gone: a copy is a new file', () => {
    const changes = [file('a.js', 'one\n', null), file('b.js', null, 'one\n'), file('c.js', null, 'one\n')];
    expect(withMoves(changes)).toEqual([
      { ...file('b.js', 'one\n', 'one\n'), from: 'a.js' },
      file('c.js', null, 'one\n'),
    ]);
  });

  it('stay two where something in them was edited, and empty ones say nothing', () => {
    const edited = [file('a.js', 'one\n', null), file('b.js', null, 'two\n')];
    const empty = [file('a.js', '', null), file('b.js', null, '')];
    expect([withMoves(edited), withMoves(empty)]).toEqual([edited, empty]);
  });

  it('are no expectation that was deleted', () => {
    const moved = [file('test/sum.test.js.snap', SNAPSHOT, null), file('test/unit/sum.test.js.snap', null, SNAPSHOT)];
    expect(findTampering(moved).map(({ kind }) => kind)).toEqual(['record-changed']);
    expect(findTampering(withMoves(moved))).toEqual([]);
  });
});

describe('a change of documentation alone', () => {
  it.each([
    [['README.md']],
    [['docs/guide/start.md', 'docs/images/boat.png', 'LICENSE']],
    [['CHANGELOG', '.github/PULL_REQUEST_TEMPLATE/fix.md', '.github/ISSUE_TEMPLATE.md', 'README.ja.md']],
    [['.github/SECURITY.md', 'doc/api.adoc', 'CONTRIBUTING.txt', 'README-pt-BR.md']],
  ])('is %j', (paths) => expect(isDocumentation(paths)).toBe(true));

  it.each([
    [[]],
    [['README.md', 'src/sum.js']],
    [['test/fixtures/page.md']],
    [['docs/fixtures/page.md']],
    [['requirements.txt']],
    [['docs/conf.py']],
    [['docs/page.mdx']],
    [['src/icon.svg']],
    [['.agent/editor/prompt.md']],
    [['.github/workflows/ci.yml']],
    [['.github/copilot-instructions.md']],
    [['package.json']],
    [['src/__snapshots__/a.snap']],
  ])('is not %j', (paths) => expect(isDocumentation(paths)).toBe(false));

  it.each([
    'src/prompts/system.md',
    'packages/x/templates/mail.md',
    'packages/x/README.md',
    'skills/x/SKILL.md',
    'AGENTS.md',
    'CLAUDE.md',
    'content/post.md',
    'docs/api.rst',
    'README.rst',
    'src/locale/CHANGES',
    'notes.md',
  ])('is not %s, which a program may read', (file) => expect(isDocumentation([file])).toBe(false));

  it.each([
    ['README.md', "const text = readFileSync(new URL('../README.md', import.meta.url));"],
    ['README.md', '#![doc = include_str!("../README.md")]'],
    ['docs/guide/start.md', "for (const page of globSync('docs/**/*.md')) test(page, () => {});"],
    ['docs/guide/start.md', "const folder = path.join(root, 'docs');"],
    ['docs/guide/start.md', '"files": ["guide/start.md"]'],
  ])('is not %s where a test or a manifest says: %s', (file, text) => {
    expect(isDocumentation([file], ['', text])).toBe(false);
  });

  it('is what others only name the folder of the docs in passing', () => {
    expect(isDocumentation(['docs/guide/start.md'], ['// see the docs', "import './documents/docs-page.js'"])).toBe(
      true,
    );
  });
});
