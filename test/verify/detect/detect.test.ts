import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { verifyWords } from '../../../src/text/lang/verify/index.js';
import { affected, detect, type Package, readTree, type Step, type Tree } from '../../../src/verify/detect/index.js';
import { jsonc } from '../../../src/verify/detect/manifest-text.js';
import { programsOf, startedRunners } from '../../../src/verify/detect/runner-starts.js';
import { simpleCommands } from '../../../src/verify/detect/shell.js';
import { projectOf, testStep } from '../pipeline/projects.js';

const treeOf = (files: Readonly<Record<string, string>>): Tree => ({
  files: Object.keys(files).sort(),
  text: (file) => files[file],
  has: () => true,
});
const NOTHING = { setup: [], steps: [] };
const json = (value: unknown) => JSON.stringify(value);

const workspace = treeOf({
  'package.json': json({ workspaces: ['packages/*'] }),
  'packages/core/package.json': json({ name: 'core', scripts: { test: 'node --test' } }),
  'packages/web/package.json': json({ name: 'web', scripts: { test: 'node --test' }, dependencies: { core: '*' } }),
  'packages/shop/package.json': json({ name: 'shop', scripts: { test: 'node --test' }, devDependencies: { web: '*' } }),
  'packages/alone/package.json': json({ name: 'alone', scripts: { test: 'node --test' } }),
});
const testedFor = (...changed: readonly string[]) => detect(workspace, NOTHING, changed).steps.map(({ cwd }) => cwd);

describe('an installation', () => {
  it('names the packages whose install scripts would download browsers', () => {
    const tree = treeOf({
      'package.json': json({ devDependencies: { puppeteer: '24', jest: '30' }, scripts: { test: 'jest' } }),
    });
    const [install] = detect({ ...tree, has: () => false }, NOTHING).steps;
    expect(install).toMatchObject({ purpose: 'install', downloads: ['puppeteer'] });
  });
});

describe('verify.root', () => {
  const backend = treeOf({
    'package.json': json({ scripts: { test: 'node --test' } }),
    'backend/package.json': json({ workspaces: ['packages/*'], scripts: { lint: 'eslint .' } }),
    'backend/packages/core/package.json': json({ name: 'core', scripts: { test: 'jest' } }),
  });
  const rooted = { ...NOTHING, root: './backend/' };

  it('is the folder that is detected, with its steps where they stand in the repository', () => {
    const { steps } = detect(backend, rooted);
    expect(steps.map(({ purpose, cwd }) => [purpose, cwd])).toEqual([
      ['lint', 'backend'],
      ['test', 'backend/packages/core'],
    ]);
    expect(steps[0]?.why).toMatchObject({ file: 'backend/package.json' });
    expect(steps[1]?.testRunners?.scripts?.map(({ folder }) => folder)).toEqual(['backend/packages/core']);
  });

  it('is where configured commands run as well', () => {
    const { steps } = detect(backend, {
      root: 'backend',
      setup: ['make tools'],
      steps: [{ name: 'unit', run: 'npm test', timeout: 60 }],
    });
    expect(steps.map(({ name, cwd }) => [name, cwd])).toEqual([
      ['setup 1', 'backend'],
      ['unit', 'backend'],
    ]);
  });

  it('counts changed files below it alone', () => {
    const affectedBy = (...changed: readonly string[]) => detect(backend, rooted, changed).steps.map(({ cwd }) => cwd);
    expect(affectedBy('backend/packages/core/a.js')).toContain('backend/packages/core');
    expect(affectedBy('packages/core/a.js')).toEqual([]);
  });
});

describe('with --affected', () => {
  it('a package is tested when a file of it changed, and when one that it uses did, however far', () => {
    expect(testedFor('packages/core/src/a.js')).toEqual(['packages/core', 'packages/shop', 'packages/web']);
    expect(testedFor('packages/shop/a.js')).toEqual(['packages/shop']);
    expect(testedFor('packages/alone/a.js')).toEqual(['packages/alone']);
  });

  it('everything is tested when something changed that all are built on', () => {
    expect(testedFor('package-lock.json')).toHaveLength(4);
    expect(testedFor('package.json')).toHaveLength(4);
  });

  it('what belongs to nobody reaches no package, and nothing changed is nothing to test', () => {
    expect(testedFor('README.md')).toEqual([]);
    expect(testedFor()).toEqual([]);
  });

  it('what is left out is named', () => {
    expect(detect(workspace, NOTHING, ['packages/alone/a.js']).unaffected).toEqual(['core', 'shop', 'web']);
  });

  it('members of a Cargo workspace are tested one by one', () => {
    const tree = treeOf({
      'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
      'a/Cargo.toml': '[package]\nname = "one"\n',
      'b/Cargo.toml': '[package]\nname = "two"\n[dependencies]\none = { path = "../a" }\n',
    });
    const tests = (file: string) =>
      detect(tree, NOTHING, [file]).steps.flatMap(({ purpose, command }) => (purpose === 'test' ? [command] : []));
    expect(tests('b/src/lib.rs')).toEqual(['cargo test -p two']);
    expect(tests('a/src/lib.rs')).toEqual(['cargo test -p one', 'cargo test -p two']);
  });

  it('a package without a changed file and without a changed dependency is never among them', () => {
    const names: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const packages = fc
      .uniqueArray(fc.record({ name: names, uses: fc.uniqueArray(names) }), { selector: ({ name }) => name })
      .map((all) => all.map((each): Package => ({ ...each, ecosystem: 'npm', folder: each.name, steps: [] })));
    fc.assert(
      fc.property(packages, fc.uniqueArray(names), (all, changed) => {
        const reached = new Set(
          affected(
            all,
            changed.map((name) => `${name}/file`),
          ).map(({ name }) => name),
        );
        for (const { name, uses } of all) {
          const should = changed.includes(name) || uses.some((each) => reached.has(each));
          expect(reached.has(name)).toBe(should);
        }
      }),
    );
  });
});

describe('the configuration', () => {
  it('replaces what would be found, in its own order and with its own limits', () => {
    const steps = [
      { name: 'unit', run: 'npm test', timeout: 5 },
      { name: 'style', run: 'make style', timeout: 60 },
    ];
    const found = detect(treeOf({ 'package.json': json({ scripts: { test: 'jest' } }) }), { setup: ['npm ci'], steps });
    expect(found.steps.map(({ name, command, timeoutMs }) => [name, command, timeoutMs])).toEqual([
      ['setup 1', 'npm ci', 900_000],
      ['unit', 'npm test', 5000],
      ['style', 'make style', 60_000],
    ]);
    expect(found.steps[1]?.testRunners).toEqual({ runners: ['jest'], scripts: [{ folder: '.', text: 'jest' }] });
  });

  it('sets up before everything that was found', () => {
    const found = detect(treeOf({ 'go.mod': 'module m\n' }), { setup: ['a', 'b'], steps: [] });
    expect(found.steps.map(({ name }) => name)).toEqual(['setup 1', 'setup 2', 'lint', 'build', 'test']);
  });
});

describe('the runners that a command testRunners to', () => {
  it.each<readonly [string, readonly string[]]>([
    ['jest', ['jest']],
    ['NODE_ENV=test npx jest --ci', ['jest']],
    ['npm run build && vitest run', ['vitest']],
    ['nyc --reporter=text mocha "test/**/*.js"', ['mocha']],
    ['./node_modules/.bin/jest', ['jest']],
    ['NODE_OPTIONS=--experimental-vm-modules jest', ['jest']],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', ['jest']],
    ['node --import tsx --test test/*.ts', ['node --test']],
    ['.venv/bin/python3.12 -m pytest -x', ['pytest']],
    ["tape 'test/**/*.js'", ['tape']],
    ['xo && ava && tsd', ['ava']],
    ['jest a && mocha b', ['jest', 'mocha']],
    ['if true; then jest; fi', ['jest']],
    ['(cd a && pytest) || go test ./...', ['pytest', 'go test']],
    ['pnpm exec vitest', ['vitest']],
    ['npm run jest', []],
    ['$(npm bin)/jest', []],
    ['echo jest', []],
    ['node build.js', []],
  ])('%s', (line, runners) => {
    expect(startedRunners(line)?.runners ?? []).toEqual(runners);
  });

  it('are found in every script that the package manager may run', () => {
    const scripts = {
      test: 'npm run lint && run-s test:*',
      lint: 'eslint .',
      'test:unit': 'mocha',
      'test:types': 'tsd',
    };
    expect(startedRunners('npm test', { scripts })).toEqual({
      runners: ['mocha'],
      scripts: [{ folder: '.', text: 'mocha' }],
    });
  });

  it('take arguments behind a caller whose scripts run in a shell of its own', () => {
    const scripts = { test: 'yarn unit', unit: 'jest', all: 'jest && tsc' };
    const of = { scripts, canSetScriptShell: false };
    expect(startedRunners('yarn test', of)?.runByCaller).toEqual({
      runner: 'jest',
      words: ['jest'],
      takesArguments: true,
    });
    expect(startedRunners('yarn all', of)?.runByCaller?.takesArguments).toBe(false);
  });

  it('are none where scripts go round in a circle', () => {
    expect(startedRunners('npm test', { scripts: { test: 'npm run test' } })).toBeUndefined();
    expect(startedRunners('yarn test', { scripts: { test: 'yarn test' }, canSetScriptShell: false })).toBeUndefined();
  });

  it('does not hide which programs have to be there', () => {
    expect(programsOf('npm run lint && cross-env CI=1 jest', { lint: 'eslint . && prettier -c .' })).toEqual([
      'npm',
      'eslint',
      'prettier',
      'cross-env',
    ]);
  });

  it('does not take the word after a wrapper for a program where it is a subcommand or a file', () => {
    expect(programsOf('coverage run -m pytest && node check.js && c8 mocha')).toEqual([
      'coverage',
      'node',
      'c8',
      'mocha',
    ]);
  });
});

describe('hostile repositories', () => {
  it.each([
    ['YAML that nests', { '.github/workflows/a.yml': `jobs: ${'['.repeat(100_000)}` }],
    ['YAML that multiplies', { 'pnpm-workspace.yaml': yamlBomb(), 'package.json': '{}' }],
    ['TOML that nests', { 'pyproject.toml': `a = ${'['.repeat(100_000)}` }],
    ['JSON that nests', { 'package.json': '{"a":'.repeat(100_000) }],
    ['prototypes', { 'package.json': '{"__proto__": {"scripts": {"test": "jest"}}, "workspaces": ["__proto__"]}' }],
    [
      'patterns that crawl',
      {
        'package.json': json({ workspaces: [`${'*a'.repeat(60)}b`, '**/'.repeat(60)] }),
        [`${'a'.repeat(200)}/package.json`]: '{}',
      },
    ],
    ['a Makefile of nothing but colons', { Makefile: ':'.repeat(100_000) }],
    ['a script that has no end', { 'package.json': json({ scripts: { test: `jest ${'"'.repeat(50_001)}` } }) }],
  ])('%s: it is no pipeline, and no trouble', (_, files) => {
    const { steps } = detect(treeOf(files), NOTHING);
    expect(steps.every(({ command }) => command === 'npm test')).toBe(true);
  });

  it('JSON with comments is read with its trailing commas, and its strings stay as they are', () => {
    const lint = 'deno lint --rules=[no-var,] // all, } of them';
    const text = `{ "tasks": { "lint": ${JSON.stringify(lint)}, /* the last */ }, // done\n}`;
    expect(jsonc(text)).toEqual({ tasks: { lint } });
  });

  it('any text at all is read without a fault', () => {
    const names = [
      'package.json',
      'pyproject.toml',
      'go.mod',
      'go.work',
      'Cargo.toml',
      'Makefile',
      'deno.json',
      '.github/workflows/a.yml',
      'pnpm-workspace.yaml',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.json())), (files) => {
        expect(Array.isArray(detect(treeOf(files), NOTHING).steps)).toBe(true);
      }),
    );
  });

  it('of a line of a shell every command stands where it says, whatever the line is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '&', '|', ';', '$', '(', '\n'), maxLength: 400 }),
        (line) => {
          for (const { words } of simpleCommands(line))
            for (const { value, from, to } of words)
              if (/^\w+$/.test(value)) expect(line.slice(from, to)).toContain(value[0]);
        },
      ),
    );
  });
});

describe('a tree on the disk', () => {
  it('is read as far as it says how it is built', async () => {
    const root = await projectOf({
      'package.json': json({ scripts: { test: 'node --test' }, dependencies: { a: '1' } }),
      'node_modules/a/package.json': '{}',
      '.gitignore': 'node_modules\n',
      'src/big.js': 'x',
    });
    const tree = await readTree(openWorkspace(root));
    expect(tree.has('node_modules')).toBe(true);
    expect(tree.text('src/big.js')).toBeUndefined();
    expect(detect(tree, NOTHING).steps.map(({ command }) => command)).toEqual(['npm test']);
  });
});

function yamlBomb(): string {
  const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`);
  return `a0: &a0 x\n${levels.join('\n')}\npackages: *a12\n`;
}

describe('the labelled projects', () => {
  const CORPUS = path.join(import.meta.dirname, '../../corpus/verify');

  interface Repository {
    readonly name: string;
    readonly files: Readonly<Record<string, string>>;
    readonly has?: readonly string[];
    readonly expect: readonly string[];
  }

  const treeOf = ({ files, has = [] }: Pick<Repository, 'files' | 'has'>): Tree => ({
    files: Object.keys(files).sort(),
    text: (file) => files[file],
    has: (folder) => has.includes(folder),
  });

  function lineOf({ name, cwd, command, why, testRunners }: Step): string {
    const asked = testRunners
      ? `${testRunners.runners.join(', ')}${testRunners.scripts ? ' in scripts' : testRunners.runByCaller ? ' behind a caller' : ''}`
      : '-';
    return [name, cwd, command, verifyWords('en').stepSource(why), asked].join(' | ');
  }

  describe.each(readdirSync(CORPUS).filter((file) => file.startsWith('detect-')))('%s', (file) => {
    const repositories = parse(readFileSync(path.join(CORPUS, file), 'utf8')) as readonly Repository[];

    it.each(repositories.map((each) => [each.name, each] as const))('%s', (_, repository) => {
      const { steps } = detect(treeOf(repository), { setup: [], steps: [] });
      expect(steps.map(lineOf)).toEqual(repository.expect);
      expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
    });
  });
});

it("tests of Python's unittest are run under either name that such files have", async () => {
  const tests = (name: string) =>
    `import unittest\n\n\nclass ${name}(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 3)\n`;
  const failing = async (files: Record<string, string>) => {
    const { record } = await testStep({ 'pyproject.toml': '[project]\nname = "little"\n', ...files });
    return record.steps.flatMap((step) => [step.status, ...(step.tests ?? []).map(({ id }) => id)]);
  };
  expect(await failing({ 'calc/calc_test.py': tests('Calc') })).toEqual([
    'FAIL',
    'calc/calc_test.py › Calc › test_sum',
  ]);
  expect(await failing({ 'tests/test_a.py': tests('A'), 'tests/b_test.py': tests('B') })).toEqual([
    'FAIL',
    'tests/test_a.py › A › test_sum',
    'FAIL',
    'tests/b_test.py › B › test_sum',
  ]);
});
