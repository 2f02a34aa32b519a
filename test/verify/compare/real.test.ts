// Real little projects, before and after, with real processes: what the pipeline sees is what is compared.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openWorktree } from '../../../src/adapters/worktrees/index.js';
import { type ComparedVerifications, type Verify, verifyAgainst } from '../../../src/verify/compare/index.js';
import { newFolder } from '../../build/folder.js';
import {
  type Files,
  type How,
  nodePackage,
  projectOf,
  pythonProject,
  recordOf,
  stepsOf,
  writeFiles,
} from '../pipeline/projects.js';

type Lists = Partial<Pick<ComparedVerifications['comparison'], (typeof LISTS)[number]>>;
const LISTS = ['fixed', 'broken', 'before', 'flaky', 'added', 'removed', 'refused', 'silenced', 'unknown'] as const;

/** The pipeline as it is, of the steps that are asked for. */
const verifier =
  (how: How): Verify =>
  async ({ tree, only }) => {
    const steps = (await stepsOf(tree, how)).filter(
      ({ name, cwd }) => !only || only.some((each) => each.step === name && each.cwd === cwd),
    );
    return recordOf(tree, { ...how, steps });
  };

async function between(base: Files, head: Files, how: How = {}): Promise<Lists & { readonly verdict: string }> {
  const [before, after] = [await projectOf(base), await projectOf(head)];
  const verify = verifier(how);
  const { comparison } = await verifyAgainst({ base: before, head: after, verify, reruns: 1, isParallel: true });
  const said = LISTS.filter((list) => comparison[list].length > 0).map((list) => [list, comparison[list]]);
  return { verdict: comparison.verdict, ...Object.fromEntries(said) };
}

const FILE = 'test/little.test.js';
const ok = (name: string) => `test('${name}', () => {});`;
const bad = (name: string) => `test('${name}', () => assert.fail('no'));`;
const node = (...tests: readonly string[]) => nodePackage(tests.join('\n'));
const named = (...names: readonly string[]) => names.map((name) => `${FILE} › ${name}`);

describe("packages with Node's own tests", () => {
  it.each<[string, Files, Files, Awaited<ReturnType<typeof between>>]>([
    ['one was fixed', node(ok('a'), bad('b')), node(ok('a'), ok('b')), { verdict: 'better', fixed: named('b') }],
    ['one broke', node(ok('a'), ok('b')), node(ok('a'), bad('b')), { verdict: 'worse', broken: named('b') }],
    ['one failed before', node(ok('a'), bad('b')), node(ok('a'), bad('b')), { verdict: 'same', before: named('b') }],
    [
      'one was fixed and one broke',
      node(bad('a'), ok('b')),
      node(ok('a'), bad('b')),
      { verdict: 'worse', fixed: named('a'), broken: named('b') },
    ],
    ['the failing one vanished', node(ok('a'), bad('b')), node(ok('a')), { verdict: 'unknown', removed: named('b') }],
    [
      'one was skipped',
      node(ok('a'), bad('b')),
      node(ok('a'), "test.skip('b', () => {});"),
      { verdict: 'unknown', silenced: named('b') },
    ],
    [
      'a passing one was renamed',
      node(ok('a'), ok('reads a file')),
      node(ok('a'), ok('reads the file')),
      { verdict: 'same', removed: named('reads a file'), added: named('reads the file') },
    ],
    [
      'a failing one was renamed and passes',
      node(ok('a'), bad('reads a file')),
      node(ok('a'), ok('reads the file')),
      { verdict: 'unknown', removed: named('reads a file'), added: named('reads the file') },
    ],
    ['a new one fails', node(ok('a')), node(ok('a'), bad('b')), { verdict: 'worse', refused: named('b') }],
    [
      'the file does not load any more',
      node(ok('a')),
      node("throw new Error('early');"),
      { verdict: 'worse', broken: [FILE], unknown: named('a') },
    ],
    ['the file loads again', node('syntax error'), node(ok('a')), { verdict: 'better', fixed: [FILE] }],
    [
      'a passing run is imitated, and the process exits well',
      node(bad('a')),
      node("console.log('ok 1 - a\\n1..1\\n# pass 1\\n# fail 0'); process.exit(0);"),
      { verdict: 'unknown', removed: named('a') },
    ],
    [
      'names in Japanese, with colours',
      node(ok('足し算'), bad('\\u001b[31m引き算\\u001b[0m')),
      node(ok('足し算'), ok('引き算')),
      { verdict: 'better', fixed: named('引き算') },
    ],
    [
      'two files at once, interleaved',
      { ...node(bad('a')), 'test/more.test.js': `import test from 'node:test';\n${ok('x')}` },
      { ...node(ok('a')), 'test/more.test.js': `import test from 'node:test';\nsetTimeout(() => {}, 50);\n${ok('x')}` },
      { verdict: 'better', fixed: named('a') },
    ],
  ])('%s', async (_, base, head, truth) => {
    expect(await between(base, head)).toMatchObject(truth);
  });

  it('one that fails by turns is flaky, and no repair', async () => {
    // The first run of head passes, and the second fails: as chance would have it.
    const turns = `import { existsSync, rmSync, writeFileSync } from 'node:fs';
const file = new URL('./turn', import.meta.url);
const first = !existsSync(file);
if (first) writeFileSync(file, ''); else rmSync(file);`;
    const flaky = node(turns, "test('by turns', () => assert.ok(first));");
    expect(await between(node(bad('by turns')), flaky)).toEqual({ verdict: 'same', flaky: named('by turns') });
  });

  it('on both sides the new suite is new', async () => {
    const bare = { 'package.json': JSON.stringify({ name: 'little', scripts: { lint: 'true' } }) };
    const compared = await between(bare, node(ok('a')));
    expect(compared).toMatchObject({ added: ['step test', ...named('a')] });
    expect(compared.fixed).toBeUndefined();
  });
});

describe('commands that say no more than how they ended', () => {
  const steps = (run: string, timeout = 20): How => ({ configured: [{ name: 'check', run, timeout }] });
  const marked = (mark: string): Files => ({ 'do.sh': `${mark}\n` });

  it.each([
    ['was fixed', 'exit 1', 'exit 0', { verdict: 'better', fixed: ['step check'] }],
    ['broke', 'exit 0', 'exit 3', { verdict: 'worse', broken: ['step check'] }],
    ['fails on both', 'exit 1', 'exit 2', { verdict: 'same', before: ['step check'] }],
    ['is killed now', 'exit 0', 'kill -9 $$', { verdict: 'worse', broken: ['step check'] }],
    ['aborts for its memory now', 'exit 0', 'kill -ABRT $$', { verdict: 'worse', broken: ['step check'] }],
    ['was killed before', 'kill -9 $$', 'exit 0', { verdict: 'better', fixed: ['step check'] }],
    [
      'prints a passing run and fails',
      'exit 1',
      'echo "1 passed"; exit 1',
      { verdict: 'same', before: ['step check'] },
    ],
  ])('%s', async (_, base, head, truth) => {
    expect(await between(marked(base), marked(head), steps('sh do.sh'))).toEqual(truth);
  });

  it('takes too long now', async () => {
    const how = steps('sh do.sh', 1);
    expect(await between(marked('exit 0'), marked('sleep 30'), how)).toEqual({
      verdict: 'worse',
      broken: ['step check'],
    });
  });

  it('has no tool on either side', async () => {
    const how = steps('no-such-tool-anywhere');
    expect(await between({}, {}, how)).toMatchObject({ verdict: 'unknown' });
  });
});

describe('Python projects', () => {
  const python = (...bodies: readonly string[]) =>
    pythonProject(`import unittest\n\n\nclass Little(unittest.TestCase):\n${bodies.join('\n')}`);
  const test = (name: string, claim: string) => `    def test_${name}(self):\n        ${claim}\n`;
  const [well, ill] = ['self.assertEqual(1, 1)', 'self.assertEqual(1, 2)'];

  it.each([
    [
      'one was fixed',
      python(test('a', well), test('b', ill)),
      python(test('a', well), test('b', well)),
      'better',
      'fixed',
    ],
    ['one broke', python(test('a', well), test('b', well)), python(test('a', well), test('b', ill)), 'worse', 'broken'],
    ['one failed before', python(test('b', ill)), python(test('b', ill)), 'same', 'before'],
    ['one vanished', python(test('a', well), test('b', ill)), python(test('a', well)), 'unknown', 'removed'],
    [
      'one was skipped',
      python(test('a', well), test('b', ill)),
      python(test('a', well), `    @unittest.skip("later")\n${test('b', ill)}`),
      'unknown',
      'silenced',
    ],
    ['a new one fails', python(test('a', well)), python(test('a', well), test('b', ill)), 'worse', 'refused'],
  ] as const)('%s', async (_, base, head, verdict, list) => {
    const compared = await between(base, head);
    expect(compared.verdict).toBe(verdict);
    expect(compared[list]).toEqual([expect.stringContaining('test_b')]);
  });
});

it('in a clone, the base is a commit and the head is the tree as it is', async () => {
  const root = await projectOf(node(ok('a'), bad('b')));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'base');
  await writeFiles(root, node(bad('a'), ok('b')));
  const owner = { name: 'here', isGone: () => false };
  const place = { repository: root, folder: path.join(await newFolder(), 'trees'), owner };
  const base = await openWorktree(place, 'HEAD');
  const ask = { base: base.root, head: root, verify: verifier({}), reruns: 1, isParallel: true };
  const { comparison } = await verifyAgainst(ask).finally(base.remove);
  expect([comparison.fixed, comparison.broken]).toEqual([named('b'), named('a')]);
});
