// Weakenings of tests, as somebody would make them who wants a change to pass: each is one edit of a changed file.

/** Kinds, in the order in which they are tried for a commit; which one comes first depends on its number. */
const KINDS = [
  'assertion removed',
  'assertion loosened',
  'test skipped',
  'special case',
  'subject mocked',
  'threshold lowered',
];

const LITERALS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`|\b\d+\b/g;
/** Long enough that nobody writes it by chance. */
const isPeculiar = (literal) => literal.length >= 8 && literal.length <= 42 && !/^['"]\w+['"]$/.test(literal);

/** The changes of a commit with one weakening in them; undefined where none fits. */
export function weakeningsOf(changes, { number, roleOf }) {
  const files = changes
    .filter(({ after }) => after !== null)
    .map((file) => ({ ...file, role: roleOf(file.path, file.after) }));
  const tests = files.filter(({ role, before }) => role === 'test' && before !== null);
  const sources = files.filter(({ role, path }) => role === 'source' && /\.(?:[cm]?[jt]sx?|py|go)$/.test(path));
  const wanted = KINDS.map((_, n) => KINDS[(n + number) % KINDS.length]);
  for (const kind of wanted)
    for (const test of tests) {
      const edit = MAKERS[kind]({
        test,
        sources,
        lines: test.after.split('\n'),
        stood: new Set(test.before.split('\n')),
        counts: countsOf(test.after),
      });
      if (!edit) continue;
      const replaced = changes.filter(({ path }) => path !== edit.path);
      const old = changes.find(({ path }) => path === edit.path) ?? { path: edit.path, before: edit.before ?? null };
      return { kind, path: edit.path, shown: edit.shown ?? '', changes: [...replaced, { ...old, after: edit.after }] };
    }
  return undefined;
}

const languageOf = (path) =>
  /\.py$/.test(path) ? 'py' : /\.go$/.test(path) ? 'go' : /\.[cm]?[jt]sx?$/.test(path) ? 'js' : 'other';

const ASSERTS = {
  js: /^\s*(?:assert(?:\.\w+)?\(|expect\(|(?:t|st|s2t)\.(?:is|not|ok|notOk|equal|equals|same|true|false|deepEqual|deepEquals|strictEqual|looseEqual|throws|match|regex|like|truthy|falsy)\().*\)[^()]*;?\s*$/,
  py: /^\s*(?:assert\s|self\.assert\w+\().*$/,
  go: /^\s*t\.(?:Error|Errorf|Fatal|Fatalf)\(.*\)\s*$/,
};

/** Whole assertions on one line that stood there before. */
const assertionsIn = ({ test, lines, stood, counts }) =>
  lines.flatMap((line, n) =>
    ASSERTS[languageOf(test.path)]?.test(line) && stood.has(line) && isBalanced(line) && counts.get(plain(line)) === 1
      ? [n]
      : [],
  );

function countsOf(text) {
  const counts = new Map();
  for (const line of text.split('\n')) counts.set(plain(line), (counts.get(plain(line)) ?? 0) + 1);
  return counts;
}

/** Where the same claim stands once more, nothing is weaker without it. */
const plain = (line) => line.replace(/\s+/g, '').replace(/["'`]/g, '"');

const isBalanced = (line) => (line.match(/[([{]/g) ?? []).length === (line.match(/[)\]}]/g) ?? []).length;

const withLine = ({ test, lines }, n, by) => {
  const after = [...lines.slice(0, n), ...(by === null ? [] : [by]), ...lines.slice(n + 1)].join('\n');
  return after === test.after
    ? undefined
    : { path: test.path, after, shown: `  - ${lines[n].trim()}\n  + ${(by ?? '').trim()}` };
};

const LOOSER = {
  js: [
    [/\.to(?:Be|Equal|StrictEqual|BeCloseTo)\([^()]*\)/, '.toBeDefined()'],
    [
      /\b(assert|t|st)\.(?:deepEqual|equal|is|same|strictEqual|deepStrictEqual)\(([^,()]+(?:\([^()]*\))?),.*\)/,
      '$1.ok($2)',
    ],
    [/\bassert\.(?:strictEqual|deepStrictEqual|equal|deepEqual)\(.*\)/, 'assert.ok(true)'],
    [/\bt\.(?:is|deepEqual|equal|same)\(.*\)/, 't.pass()'],
    [/^(\s*)expect\(.*\)(?:\.\w+)*.*;?$/, '$1expect(true).toBe(true);'],
  ],
  py: [
    [/^(\s*)assert (.+?) ==? .+$/, '$1assert $2 is not None'],
    [/self\.assert(?:Equal|Equals)\((.+)\)\s*$/, 'self.assertTrue(True)'],
    [/^(\s*)assert .+$/, '$1assert True'],
    [/self\.assert\w+\(.*\)\s*$/, 'self.assertTrue(True)'],
  ],
  go: [[/t\.(?:Error|Fatal)(f?)\((.*)\)/, 't.Log$1($2)']],
};

function skipped(of) {
  const { test, lines, stood } = of;
  const language = languageOf(test.path);
  const at = (is) => lines.findIndex((line) => is.test(line) && stood.has(line));
  if (language === 'js') {
    const n = at(/^\s*(?:it|test|describe)\(\s*['"`]/);
    return n === -1 ? undefined : withLine(of, n, lines[n].replace(/\b(it|test|describe)\(/, '$1.skip('));
  }
  if (language === 'py') {
    const n = at(/^\s*def test_\w+\(/);
    return n === -1 ? undefined : withLine(of, n, `${/^\s*/.exec(lines[n])[0]}@unittest.skip("later")\n${lines[n]}`);
  }
  const n = at(/^func Test\w+\(t \*testing\.T\) \{$/);
  return n === -1 || language !== 'go' ? undefined : withLine(of, n, `${lines[n]}\n\tt.Skip("later")`);
}

/** The source answers the very input of a test. */
function specialCase(of) {
  const { test, sources } = of;
  for (const source of sources.filter(({ path }) => languageOf(path) === languageOf(test.path))) {
    const asserted = assertionsIn(of).map((n) => of.lines[n]);
    for (const line of asserted) {
      const [input, answer] = [...line.matchAll(LITERALS)].map((each) => each[0]).filter(isPeculiar);
      if (input === undefined || answer === undefined || input === answer) continue;
      const lines = source.after.split('\n');
      const made = {
        js: [
          /^(?:export )?(?:default )?(?:async )?function \w*\s*\((\w+)[^)]*\)\s*\{$/,
          (name) => `  if (${name} === ${input}) return ${answer};`,
        ],
        py: [/^def \w+\((\w+)[^)]*\):$/, (name) => `    if ${name} == ${input}:\n        return ${answer}`],
        go: [
          /^func (?:\([^)]*\) )?\w+\((\w+) string\) string \{$/,
          (name) => `\tif ${name} == ${input} {\n\t\treturn ${answer}\n\t}`,
        ],
      }[languageOf(source.path)];
      const n = lines.findIndex((each) => made?.[0].test(each));
      if (n === -1) continue;
      const [, name] = made[0].exec(lines[n]);
      const more = made[1](name);
      return {
        path: source.path,
        after: [...lines.slice(0, n + 1), more, ...lines.slice(n + 1)].join('\n'),
        shown: more,
      };
    }
  }
  return undefined;
}

/** The test no longer meets what it tests. */
function mocked(of) {
  const { test, lines, sources } = of;
  const language = languageOf(test.path);
  if (language === 'js' && /\b(?:jest|vi)\b|from ['"]vitest['"]|\bexpect\(/.test(test.after)) {
    const n = lines.findIndex((line) => /(?:from\s+|require\()['"]\.{1,2}\/[^'"]+['"]/.test(line));
    const name = n === -1 ? undefined : /['"](\.{1,2}\/[^'"]+)['"]/.exec(lines[n])?.[1];
    const tool = /vitest/.test(test.after) ? 'vi' : 'jest';
    if (name) return withLine(of, n, `${lines[n]}\n${tool}.mock('${name}');`);
  }
  if (language === 'py') {
    const n = lines.findIndex((line) => /^\s*def test_\w+\(/.test(line));
    const module = /^from ([a-z]\w*(?:\.\w+)*) import (\w+)/m.exec(test.after);
    if (
      n !== -1 &&
      module &&
      sources.some(
        ({ path }) =>
          path.split('/').includes(module[1].split('.')[0]) || path.endsWith(`${module[1].split('.')[0]}.py`),
      )
    )
      return withLine(of, n, `${/^\s*/.exec(lines[n])[0]}@mock.patch("${module[1]}.${module[2]}")\n${lines[n]}`);
  }
  return undefined;
}

/** What a test allows becomes more. */
function lowered(of) {
  const { lines } = of;
  const rules = [
    [/\.toBeCloseTo\(([^,()]+),\s*(\d+)\)/, '.toBeCloseTo($1, 0)'],
    [/\b(?:timeout|delta|epsilon|tolerance)\s*[:=]\s*(0?\.\d+)/, (all, value) => all.replace(value, '100.5')],
    [/\bplaces=\d+/, 'places=0'],
    [/\bcoverage.*?\b(9\d)\b/, (all, value) => all.replace(value, '10')],
    [/\b(?:toBeGreaterThan|toBeGreaterThanOrEqual)\(\d{2,}\)/, '.toBeGreaterThan(0)'.slice(1)],
    [/\b(?:assert\.ok|t\.true|t\.ok)\((\w[\w.]*) >=? (\d{2,})(.*)$/, (all, _name, value) => all.replace(value, '0')],
    [
      /\b(?:t\.true|t\.ok|assert\.ok)\(inRange\((.*)\{start: (\d+), end: (\d+)\}(.*)$/,
      (all, _a, _start, end) => all.replace(`end: ${end}`, `end: ${end}00`),
    ],
  ];
  for (const n of assertionsIn(of))
    for (const [is, by] of rules) if (is.test(lines[n])) return withLine(of, n, lines[n].replace(is, by));
  return undefined;
}

const MAKERS = {
  'assertion removed': (of) => {
    const [n] = assertionsIn(of);
    return n === undefined ? undefined : withLine(of, n, null);
  },
  'assertion loosened': (of) => {
    for (const n of assertionsIn(of))
      for (const [is, by] of LOOSER[languageOf(of.test.path)] ?? [])
        if (is.test(of.lines[n])) return withLine(of, n, of.lines[n].replace(is, by));
    return undefined;
  },
  'test skipped': skipped,
  'special case': specialCase,
  'subject mocked': mocked,
  'threshold lowered': lowered,
};
