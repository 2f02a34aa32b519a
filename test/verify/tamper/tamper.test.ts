import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChangedFile, findTampering } from '../../../src/verify/tamper/index.js';
import { languageOf } from '../../../src/verify/tamper/language.js';
import { readSource } from '../../../src/verify/tamper/source.js';
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
      { numRuns: 500 },
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

describe('a text made to be slow is read all the same', () => {
  it.each([
    ['slashes', 'a.test.js', '(/'.repeat(100_000)],
    ['tests in tests', 'a.test.js', 'test("a", () => {'.repeat(20_000)],
    ['brackets', 'src/a.js', '([{'.repeat(80_000)],
    ['marks without a method', 'ATest.java', '@Test '.repeat(40_000)],
    ['attributes without a function', 'src/lib.rs', '#[test]\n'.repeat(30_000)],
    ['tries', 'a.test.js', 'try {'.repeat(20_000)],
    ['dots', 'a.test.js', `expect(a)${'.not'.repeat(50_000)}`],
    ['spaces', 'tests/test_a.py', `def test_a():\n${' '.repeat(200_000)}assert a`],
    ['quotation marks', 'tests/test_a.py', `"""'`.repeat(50_000)],
    ['decorators', 'tests/test_a.py', '@pytest.mark.skip\n'.repeat(20_000)],
  ])('%s', (_, name, text) => {
    expect(() => findTampering([{ path: name, before: 'x\n', after: text }])).not.toThrow();
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
