import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { mapOf } from '../../../src/agent/map/index.js';
import { tokensOf } from '../../../src/agent/map/render.js';
import { type Files, putPipe, treeOf } from '../../adapters/workspace/tree.js';
import { newFolder } from '../../build/folder.js';

const SHOP: Files = {
  'package.json': '{ "main": "./dist/index.js", "bin": { "shop": "bin/shop.mjs" } }',
  'bin/shop.mjs': "import '../dist/index.js';\n",
  'src/index.ts': "export { total } from './cart.js';\n",
  'src/cart.ts': "import { round } from './money.js';\nexport function total() {}\nexport interface Cart {}\n",
  'src/money.ts': 'export const round = 1;\nexport const format = 2;\n',
  'src/tax.ts': "import { round } from './money.js';\nexport const taxOf = 1;\n",
  'test/cart.test.ts': "import { total } from '../src/cart.js';\n",
  'test/build/cart.ts': 'export const aCart = 1;\n',
  'test/sums.test.ts': "import { taxOf } from '../src/tax.js';\n",
  'README.md': '# shop\n',
  'dist/index.js': 'export const built = 1;\n',
};

const mapped = async (files: Files, ask: { task?: string; tokens?: number } = {}) =>
  mapOf(openWorkspace(await treeOf(files)), { tokens: 2_000, ...ask });

describe('the map of a repository', () => {
  it('shows files by folder: what they offer, how many need them, their test', async () => {
    expect(await mapped(SHOP)).toBe(
      `11 files: 9 TypeScript and JavaScript, 2 other; 3 are tests.
Programs begin in bin/shop.mjs, src/index.ts.
./
  README.md
  package.json
bin/
  shop.mjs
dist/
  index.js: built
src/
  cart.ts: total, Cart · test/cart.test.ts
  index.ts: total
  money.ts: round, format · needed by 2
  tax.ts: taxOf · test/sums.test.ts
test/
  cart.test.ts
  sums.test.ts
test/build/
  cart.ts: aCart`,
    );
  });

  it('shows what matters most when there is little room, and counts the rest', async () => {
    const page = await mapped(SHOP, { tokens: 90 });
    expect(page).toContain('  money.ts: round, format · needed by 2');
    expect(page).toContain('  index.ts: total');
    expect(page).not.toContain('README.md');
    expect(page).toMatch(/Not shown: \d+ files \(.*\)\.$/);
  });

  it.each([
    ['a path', 'Please look at src/tax.ts.', '  tax.ts'],
    ['a file', 'the numbers in `tax.ts` are wrong', '  tax.ts'],
    ['a name', 'taxOf gives the wrong number', '  tax.ts'],
    ['a file without its ending', 'It is said in README', '  README.md'],
  ])('shows first what a task names by %s', async (_, task, line) => {
    expect(await mapped(SHOP, { task, tokens: 65 })).toContain(line);
    expect(await mapped(SHOP, { tokens: 65 })).not.toContain(line);
  });

  it('is never longer than it may be, however little that is', async () => {
    const root = await treeOf(SHOP);
    for (let tokens = 1; tokens < 200; tokens += 7)
      expect(tokensOf(await mapOf(openWorkspace(root), { tokens }))).toBeLessThanOrEqual(tokens);
  });

  it('is the same every time', async () => {
    const name = fc.constantFrom('a.ts', 'b.py', 'c/d.go', 'c/e.rs', 'f/g.md', 'c/a.ts', 'test/a.ts');
    const text = fc.constantFrom("import './a.js';", 'export const x = 1;', 'def f(): pass', '');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, text), fc.nat({ max: 150 }), async (files, tokens) => {
        const [one, other] = [await treeOf(files), await treeOf(Object.fromEntries(Object.entries(files).reverse()))];
        const pages = await Promise.all([one, other].map((root) => mapOf(openWorkspace(root), { tokens, task: 'x' })));
        expect(pages[0]).toBe(pages[1]);
      }),
      { numRuns: 25 },
    );
  });

  it('is there for an empty tree, and for a hostile one', async () => {
    expect(await mapped({})).toBe('No files.');
    const outside = await newFolder();
    writeFileSync(path.join(outside, 'secret.ts'), 'export const canary = 1;\n');
    const root = await treeOf({
      'package.json': '{ "main": [',
      'pkg/package.json': '7',
      'a\nb.ts': 'export const one = 1;\n',
      'min.js': 'x'.repeat(3_000_000),
      'bin.ts': Buffer.from([0, 255, 10]),
      'escape\u001B[2J.ts': 'export const two = 1;\n',
    });
    symlinkSync(path.join(outside, 'secret.ts'), path.join(root, 'link.ts'));
    symlinkSync('/dev/zero', path.join(root, 'zero.ts'));
    putPipe(path.join(root, 'pipe.ts'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    const page = await mapOf(openWorkspace(root), { tokens: 2_000 });
    expect(page).toContain('  a\\nb.ts: one');
    expect(page).toContain('escape\\u{1b}[2J.ts: two');
    expect(page).not.toContain('canary');
  });
});
