// A bug is put into a project that is whole: `crew verify --base` says which tests it broke, and, the other way round, which ones
// taking it out has mended. CREW_LONG=1 does the same with published packages whose archives carry their tests.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newFolder } from '../../build/folder.js';
import { crewVerify, git, repositoryOf } from './crew-verify.js';
import { type Files, writeFiles } from './projects.js';

const LONG = process.env.CREW_LONG === '1';

interface Bug {
  readonly file: string;
  readonly well: string;
  readonly ill: string;
  /** Every test that it breaks, and no other. */
  readonly breaks: readonly string[];
}

/** Puts the bug in, then takes it out again; both times against the commit before. */
async function expectTold(root: string, { file, well, ill, breaks }: Bug): Promise<void> {
  const text = await readFile(path.join(root, file), 'utf8');
  expect(text.split(well)).toHaveLength(2);
  await writeFile(path.join(root, file), text.replace(well, ill));
  const broken = await crewVerify(root, '--base', 'HEAD', '--json');
  const nothing = { before: [], flaky: [], added: [], removed: [], refused: [], silenced: [], unknown: [] };
  expect(broken.json()).toMatchObject({
    comparison: { verdict: 'worse', broken: breaks, fixed: [], ...nothing },
    tamper: [],
  });
  git(root, 'commit', '--quiet', '--all', '--message=second');
  await writeFile(path.join(root, file), text);
  const mended = await crewVerify(root, '--base', 'HEAD', '--json');
  expect(mended.json()).toMatchObject({
    comparison: { verdict: 'better', fixed: breaks, broken: [], ...nothing },
    tamper: [],
  });
  expect([broken.exit, mended.exit]).toEqual([3, 0]);
}

const NUMERALS: Files = {
  'pyproject.toml': '[project]\nname = "numerals"\n',
  'numerals/__init__.py': 'from .read import read\nfrom .write import write\n',
  'numerals/table.py': `TABLE = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]
`,
  'numerals/write.py': `from .table import TABLE


def write(number):
    if not 0 < number < 4000:
        raise ValueError(number)
    text = ""
    for worth, sign in TABLE:
        while number >= worth:
            text += sign
            number -= worth
    return text
`,
  'numerals/read.py': `from .table import TABLE
from .write import write


def read(text):
    number, rest = 0, text
    for worth, sign in TABLE:
        while rest.startswith(sign):
            number += worth
            rest = rest[len(sign):]
    if rest or not number or write(number) != text:
        raise ValueError(text)
    return number
`,
  'tests/__init__.py': '',
  'tests/test_read.py': `import unittest

from numerals import read


class Read(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(read("XVI"), 16)

    def test_takes_away(self):
        self.assertEqual(read("XCIV"), 94)

    def test_refuses_what_nobody_writes(self):
        for text in ("", "IIII", "IC", "x"):
            with self.subTest(text), self.assertRaises(ValueError):
                read(text)
`,
  'tests/test_write.py': `import unittest

from numerals import read, write


class Write(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(write(16), "XVI")

    def test_takes_away(self):
        self.assertEqual(write(94), "XCIV")

    def test_refuses_what_has_no_numeral(self):
        for number in (0, 4000):
            with self.subTest(number), self.assertRaises(ValueError):
                write(number)

    def test_is_read_back(self):
        for number in range(1, 4000):
            self.assertEqual(read(write(number)), number)
`,
};

describe('a bug in a Python project', () => {
  it('is told by the tests that it breaks, in two files', async () => {
    await expectTold(await repositoryOf(NUMERALS), {
      ...{ file: 'numerals/table.py', well: '(90, "XC")', ill: '(90, "LC")' },
      breaks: ['tests/test_read.py › Read › test_takes_away', 'tests/test_write.py › Write › test_takes_away'],
    });
  });

  it('is told where it lets through what was refused', async () => {
    await expectTold(await repositoryOf(NUMERALS), {
      ...{ file: 'numerals/write.py', well: '0 < number < 4000', ill: '0 <= number < 4000' },
      breaks: ['tests/test_write.py › Write › test_refuses_what_has_no_numeral'],
    });
  });
});

interface Published {
  readonly name: string;
  readonly needs: readonly string[];
  readonly bug: Bug;
}

const PUBLISHED: readonly Published[] = [
  {
    name: 'qs@6.13.0',
    needs: ['es-value-fixtures', 'has-override-mistake', 'has-property-descriptors', 'has-symbols', 'iconv-lite@0.5'],
    bug: {
      file: 'lib/utils.js',
      well: 'target[i] = merge(targetItem, item, options);',
      ill: 'target[i] = item;',
      breaks: ['transforms arrays to objects', 'transforms arrays to objects (dot notation)'],
    },
  },
  {
    name: 'object-inspect@1.13.2',
    needs: [
      'error-cause',
      'es-value-fixtures',
      'for-each',
      'functions-have-names',
      'globalthis',
      'has-tostringtag',
      'has-symbols',
    ],
    bug: {
      file: 'index.js',
      well: 'return markBoxed(inspect(Number(obj)));',
      ill: 'return markBoxed(String(obj));',
      breaks: ['negative zero'],
    },
  },
  {
    name: 'minimist@1.2.8',
    needs: [],
    bug: { file: 'index.js', well: '/^0x[0-9a-f]+$/i', ill: '/^0x[0-9a-e]+$/i', breaks: ['nums'] },
  },
];

const MORE = [
  'qs-iconv',
  'safer-buffer',
  'mock-property',
  'object-inspect',
  'make-arrow-function',
  'string.prototype.repeat',
];

/** A published package as a repository: its code and its tests as they are, without what its makers publish it with. */
async function unpacked({ name, needs }: Published): Promise<string> {
  const folder = await newFolder();
  const run = (cwd: string, program: string, ...words: readonly string[]) =>
    execFileSync(program, words, { cwd, stdio: 'pipe', timeout: 300_000 });
  const archive = run(folder, 'npm', 'pack', '--silent', name).toString().trim();
  run(folder, 'tar', '-xzf', archive);
  const root = path.join(folder, 'package');
  const about = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const trimmed = { ...about, devDependencies: {}, scripts: { test: "tape 'test/*.js'" } };
  await writeFiles(root, { 'package.json': JSON.stringify(trimmed), '.gitignore': 'node_modules\n' });
  run(root, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-dev', 'tape@5', ...needs, ...MORE);
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=published');
  return root;
}

if (LONG)
  describe('a bug in a published package', () => {
    it.each(PUBLISHED)(
      'is told by the tests that it breaks: $name',
      async (published) => {
        await expectTold(await unpacked(published), published.bug);
      },
      900_000,
    );
  });
