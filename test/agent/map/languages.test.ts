import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, languageOf } from '../../../src/agent/map/languages.js';
import { linksOf, outlineOf } from '../../../src/agent/map/links.js';
import { isTest } from '../../../src/agent/map/tests-of.js';

type Files = Readonly<Record<string, string>>;

const outlined = (path: string, text: string) => {
  const language = languageOf(path);
  if (!language) throw new Error(`no language for ${path}`);
  return outlineOf(text, language);
};

/** Which files a file needs, of these. */
function needsOf(files: Files, file: string): readonly string[] {
  const outlines = new Map(
    Object.entries(files)
      .filter(([path]) => languageOf(path))
      .map(([path, text]) => [path, outlined(path, text)]),
  );
  return [...(linksOf(outlines, Object.keys(files)).imports.get(file) ?? [])].sort();
}

describe('what a file offers', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a.ts',
      `import x from './x.js';
export const one = 1, other = 2;
export async function two<T>(a: T) {}
export default class Three {}
export interface Four {}
export type Five = 1;
export { six, seven as eight };
export type { Nine } from './nine.js';
export abstract class Ten {}
export const { a } = b;
const hidden = 1;
  export const indented = 1;`,
      ['one', 'two', 'Three', 'Four', 'Five', 'six', 'eight', 'Nine', 'Ten'],
    ],
    [
      'a.cjs',
      'exports.one = 1;\nmodule.exports.two = 2;\nmodule.exports = { three, four };\n',
      ['one', 'two', 'three', 'four'],
    ],
    [
      'a.py',
      'import os\nMOST = 3\nLIMIT: int = 4\ndef one():\n    def inner(): pass\nasync def two(): pass\nclass Three(Base):\n    def method(self): pass\ndef _hidden(): pass\nx == 1\n',
      ['MOST', 'LIMIT', 'one', 'two', 'Three'],
    ],
    [
      'a.go',
      'package a\nfunc One() {}\nfunc (s *Store) Two() {}\nfunc three() {}\ntype Four struct {}\nvar Five = 1\n',
      ['One', 'Two', 'Four', 'Five'],
    ],
    [
      'a.rs',
      'pub fn one() {}\npub(crate) async fn two() {}\nfn three() {}\npub struct Four;\npub trait Five {}\nmacro_rules! six {}\n',
      ['one', 'two', 'Four', 'Five', 'six'],
    ],
    [
      'A.java',
      'package a;\npublic final class One {\n  public class Inner {}\n}\ninterface Two {}\npublic record Three(int a) {}\n',
      ['One', 'Two', 'Three'],
    ],
    [
      'a.kt',
      'data class One(val a: Int)\nfun two() {}\nsuspend fun <T> List<T>.three() {}\nobject Four\n',
      ['One', 'two', 'Four'],
    ],
    [
      'A.cs',
      'namespace A;\npublic sealed class One {}\ninternal record struct Two(int A);\n    public interface Three {}\nclass Hidden {}\n',
      ['One', 'Two', 'Three'],
    ],
    [
      'a.rb',
      'module One\n  class Two\n    def method; end\n  end\nend\ndef three?; end\ndef self.four; end\n',
      ['One', 'Two', 'three?', 'four'],
    ],
    [
      'a.php',
      '<?php\nfinal class One {}\ntrait Two {}\nfunction three() {}\nenum Four {}\n',
      ['One', 'Two', 'three', 'Four'],
    ],
    [
      'a.h',
      '#include "b.h"\nstruct one {\n};\nint two(int a)\n{\nstatic int three(int a)\nint four(int a);\ntypedef unsigned five;\nclass Six : public Base {\n',
      ['one', 'two', 'five', 'Six'],
    ],
    [
      'a.swift',
      'public final class One {}\nfunc two() {}\n@main struct Three {}\nprivate func four() {}\n',
      ['One', 'two', 'Three'],
    ],
    ['a.sh', '#!/bin/sh\none() {\n}\nfunction two {\n}\nthree=1\n', ['one', 'two']],
  ])('%s', (path, text, names) => {
    expect(outlined(path, text).exports).toEqual(names);
  });
});

describe('what a file needs', () => {
  it.each<[string, Files, string, readonly string[]]>([
    [
      'TypeScript by the names of JavaScript, folders and multi-line imports',
      {
        'src/a.ts':
          "import { b } from './b.js';\nimport {\n  c,\n} from './c';\nexport * from '../lib/index.js';\nimport 'node:fs';\nimport './style.css';\nconst d = await import('./d.mjs');\n",
        'src/b.ts': '',
        'src/c/index.ts': '',
        'lib/index.tsx': '',
        'src/d.mjs': '',
        'src/style.css': '',
      },
      'src/a.ts',
      ['lib/index.tsx', 'src/b.ts', 'src/c/index.ts', 'src/d.mjs', 'src/style.css'],
    ],
    [
      'an alias of the sources',
      { 'src/a.ts': "import { b } from '@/deep/b';", 'src/deep/b.ts': '' },
      'src/a.ts',
      ['src/deep/b.ts'],
    ],
    ['CommonJS', { 'a.js': "const b = require('./b');\nconst fs = require('fs');", 'b.js': '' }, 'a.js', ['b.js']],
    [
      'Python, absolute and relative',
      {
        'pkg/a.py':
          'import os\nfrom pkg.b import thing\nfrom . import c\nfrom .d import x\nfrom ..top import y\nimport pkg.e\n',
        'pkg/b.py': '',
        'pkg/c.py': '',
        'pkg/d/__init__.py': '',
        'top.py': '',
        'pkg/e.py': '',
      },
      'pkg/a.py',
      ['pkg/b.py', 'pkg/c.py', 'pkg/d/__init__.py', 'pkg/e.py', 'top.py'],
    ],
    [
      'Go packages',
      {
        'main.go': 'import (\n\t"fmt"\n\t"example.com/shop/internal/store"\n)\n',
        'internal/store/a.go': '',
        'internal/store/b.go': '',
        'internal/other/c.go': '',
      },
      'main.go',
      ['internal/store/a.go', 'internal/store/b.go'],
    ],
    [
      'Rust modules',
      {
        'src/main.rs': 'mod cart;\nmod deep;\n',
        'src/cart.rs': 'use crate::deep::inner::{One, Two};\nmod item;\n',
        'src/cart/item.rs': '',
        'src/deep/mod.rs': 'pub mod inner;',
        'src/deep/inner.rs': '',
      },
      'src/main.rs',
      ['src/cart.rs', 'src/deep/mod.rs'],
    ],
    [
      'Rust uses',
      {
        'src/cart.rs': 'use crate::deep::inner::{One, Two};\nmod item;\n',
        'src/cart/item.rs': '',
        'src/deep/inner.rs': '',
      },
      'src/cart.rs',
      ['src/cart/item.rs', 'src/deep/inner.rs'],
    ],
    [
      'Java',
      {
        'app/src/main/java/a/b/One.java': 'import a.c.Two;\nimport static a.c.Three.four;\nimport java.util.List;',
        'app/src/main/java/a/c/Two.java': '',
        'app/src/main/java/a/c/Three.java': '',
      },
      'app/src/main/java/a/b/One.java',
      ['app/src/main/java/a/c/Three.java', 'app/src/main/java/a/c/Two.java'],
    ],
    [
      'Ruby',
      {
        'lib/a.rb': "require 'json'\nrequire 'shop/cart'\nrequire_relative 'b'\n",
        'lib/shop/cart.rb': '',
        'lib/b.rb': '',
      },
      'lib/a.rb',
      ['lib/b.rb', 'lib/shop/cart.rb'],
    ],
    [
      'PHP',
      {
        'src/A.php': "<?php\nuse App\\Cart\\Item;\nrequire_once __DIR__ . '/b.php';",
        'src/Cart/Item.php': '',
        'src/b.php': '',
      },
      'src/A.php',
      ['src/Cart/Item.php', 'src/b.php'],
    ],
    [
      'C',
      { 'src/a.c': '#include <stdio.h>\n#include "a.h"\n#include "lib/b.h"\n', 'src/a.h': '', 'include/lib/b.h': '' },
      'src/a.c',
      ['include/lib/b.h', 'src/a.h'],
    ],
    [
      'Shell',
      { 'bin/a.sh': '. "$DIR/b.sh"\nsource ./c.sh\n', 'lib/b.sh': '', 'bin/c.sh': '' },
      'bin/a.sh',
      ['bin/c.sh', 'lib/b.sh'],
    ],
  ])('%s', (_, files, file, needs) => {
    expect(needsOf(files, file)).toEqual(needs);
  });

  it('is nothing where it could be anything', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`p${n}/util.py`, '']));
    expect(needsOf({ 'a.py': 'import util\n', ...many }, 'a.py')).toEqual([]);
  });

  it('never leads out', () => {
    expect(needsOf({ 'a.ts': "import '../../../etc/x.js';", 'etc/x.ts': '' }, 'a.ts')).toEqual([]);
  });
});

describe('tests', () => {
  it.each([
    ['test/a.ts', true],
    ['src/a.test.tsx', true],
    ['src/a.spec.js', true],
    ['src/__tests__/a.ts', true],
    ['src/latest/a.ts', false],
    ['src/contest.ts', false],
    ['pkg/test_a.py', true],
    ['pkg/a_test.go', true],
    ['pkg/a_test.py', true],
    ['src/test/java/CartTest.java', true],
    ['src/Latest.java', false],
    ['spec/cart_spec.rb', true],
    ['Shop.Tests/CartTests.cs', true],
    ['tests/cart.rs', true],
    ['README.md', false],
  ])('%s: %s', (path, expected) => {
    expect(isTest(path)).toBe(expected);
  });
});

describe('the list of languages', () => {
  it('gives every ending to one language', () => {
    const endings = LANGUAGES.flatMap((language) => language.endings);
    expect(new Set(endings).size).toBe(endings.length);
  });

  it('reads any line in no time', () => {
    const lines = [
      'import '.repeat(70),
      `export { ${'a, '.repeat(160)}`,
      `pub ${'async unsafe '.repeat(36)}`,
      `${'public static '.repeat(35)}x`,
      `from ${'.'.repeat(490)}`,
      `typedef ${'a '.repeat(240)}`,
      `${'a<b,c>*& '.repeat(55)}(`,
      ' '.repeat(499),
      '('.repeat(499),
      `require ${"'".repeat(480)}`,
    ];
    const text = `${lines.join('\n')}\n`.repeat(300);
    for (const language of LANGUAGES) expect(outlineOf(text, language).exports.length).toBeLessThanOrEqual(60);
  });

  it('passes over lines that nobody wrote', () => {
    expect(outlined('a.js', `export const a = 1;${'x'.repeat(5_000_000)}`).exports).toEqual([]);
  });
});
