import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { crewVerify, git, repositoryOf } from './crew-verify.js';
import { type Files, nodePackage, writeFiles } from './projects.js';

const TESTS = `import { add } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
test('does nothing with zero', () => assert.equal(add(4, 0), 4));`;
const adding = (body: string): Files => ({
  ...nodePackage(TESTS),
  'add.js': `export const add = (a, b) => ${body};\n`,
  '.github/crew.yml': 'verify:\n  reruns: 0\n',
});

describe('crew verify', () => {
  it('says what passed, with exit 0, and what runs meanwhile beside it', async () => {
    const { exit, out, err } = await crewVerify(await repositoryOf(adding('a + b')));
    expect(exit).toBe(0);
    expect(out).toMatch(/^✓ Everything passed: 2 passed\./);
    expect(err).toContain('[1/1] test: npm test\n');
    expect(err).toMatch(/\[1\/1\] ✓ test · \d+\.\d s\n/);
  });

  it('says what failed and where, with exit 3', async () => {
    const { exit, out } = await crewVerify(await repositoryOf(adding('a - b')));
    expect(exit).toBe(3);
    expect(out).toContain('✗ test/little.test.js › adds');
    expect(out).toMatch(/Next step: Start with test\/little\.test\.js:\d+\./);
  });

  it('gives one JSON document: the record, and what was detected', async () => {
    const { exit, json } = await crewVerify(await repositoryOf(adding('a - b')), '--json');
    expect(exit).toBe(3);
    expect(json()).toMatchObject({
      workflow: 'verify',
      status: 'failed',
      detected: [{ name: 'test', command: 'npm test', why: { is: 'script', file: 'package.json', name: 'test' } }],
      verification: [
        {
          ...{ status: 'FAIL', ref: 'verify-job', dirty: false },
          steps: [{ name: 'test', exit: 1, tests: [{ status: 'failed' }, { status: 'passed' }] }],
        },
      ],
    });
  });

  it('with --dry-run says what it would run and why, and runs nothing', async () => {
    const root = await repositoryOf(adding('a - b'));
    const { exit, out, err } = await crewVerify(root, '--dry-run', '--yes');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Dry run\. These steps would run:\n {2}test {2}npm test {2}the script "test" in package\.json\n/,
    );
    const { json } = await crewVerify(root, '--dry-run', '--json');
    expect(json()).toMatchObject({ status: 'succeeded', detected: [{ command: 'npm test' }] });
    expect(json()).not.toHaveProperty('verification');
  });

  it('takes --yes, though there is nothing to agree to', async () => {
    expect((await crewVerify(await repositoryOf(adding('a + b')), '--yes')).exit).toBe(0);
  });

  it('that is stopped says so, with exit 130 and without a verdict', async () => {
    const root = await repositoryOf({ 'package.json': '{"scripts":{"test":"sleep 600"}}' });
    const stopping = crewVerify(root);
    while (process.listenerCount('SIGINT') === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    process.emit('SIGINT');
    expect(await stopping).toMatchObject({ exit: 130, out: 'Stopped; there is no verdict.\n' });
  });

  it('names a manifest that it cannot read, instead of passing over it', async () => {
    const { exit, out, json } = await crewVerify(await repositoryOf({ 'package.json': '{ "scripts": ' }));
    expect(exit).toBe(1);
    expect(out).toContain('crew cannot read package.json, so steps from there are missing.');
    expect(out).toContain('Next step: Fix package.json, which crew cannot read');
    expect(() => json()).toThrow();
  });

  it('speaks the language of the configuration, unless another one is asked for', async () => {
    const root = await repositoryOf({ ...adding('a + b'), '.github/crew.yml': 'lang: ja\n' });
    expect((await crewVerify(root)).out).toContain('すべて成功しました');
    expect((await crewVerify(root, '--lang', 'en')).out).toContain('Everything passed');
  });

  it('says that there is nothing to run, with exit 1', async () => {
    const { exit, out } = await crewVerify(await repositoryOf({ 'README.md': '# Words\n' }), '--lang', 'ja');
    expect(exit).toBe(1);
    expect(out).toContain('実行する手順が見つからず、判定できません');
  });

  it.each([
    [['--base', 'nowhere'], 'nowhere'],
    [['--base'], 'nothing'],
    [['--bas', 'x'], '--bas'],
    [['more'], 'more'],
  ])('refuses %j before anything runs, with exit 2', async (words, named) => {
    const { exit, out, err } = await crewVerify(await repositoryOf(adding('a + b')), ...words);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain(named);
  });

  it('refuses a configuration that it cannot read, with exit 2', async () => {
    const root = await repositoryOf({ ...adding('a + b'), '.github/crew.yml': 'verify: [1]\n' });
    const { exit, err } = await crewVerify(root);
    expect(exit).toBe(2);
    expect(err).toContain('.github/crew.yml');
  });

  it('runs what the configuration names instead of what it would find', async () => {
    const config = 'verify:\n  steps:\n    - name: only\n      run: node --version\n';
    const { json } = await crewVerify(await repositoryOf({ ...adding('a - b'), '.github/crew.yml': config }), '--json');
    expect(json()).toMatchObject({
      verification: [{ status: 'PASS', steps: [{ name: 'only', command: 'node --version' }] }],
    });
  });
});

describe('crew verify --base', () => {
  it('says what was fixed, ends with 0, and leaves no tree behind', async () => {
    const root = await repositoryOf(adding('a - b'));
    await writeFiles(root, adding('a + b'));
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(json()).toMatchObject({
      status: 'succeeded',
      verification: [
        { status: 'PASS', ref: 'verify-job', dirty: true },
        { status: 'FAIL', ref: 'baseline' },
      ],
      comparison: { verdict: 'better', fixed: ['test/little.test.js › adds'], broken: [] },
    });
    expect(exit).toBe(0);
    expect(git(root, 'worktree', 'list').toString().trim().split('\n')).toHaveLength(1);
  });

  it('says what was broken, and ends with 3', async () => {
    const root = await repositoryOf(adding('a + b'));
    await writeFiles(root, adding('a - b'));
    const { exit, out } = await crewVerify(root, '--base', 'HEAD');
    expect(exit).toBe(3);
    expect(out).toContain('Worse than the base');
    expect(out).toContain('test/little.test.js › adds');
  });

  it('says of what it runs again that it does, and leaves a trace of it beside the manifest', async () => {
    const root = await repositoryOf({ ...adding('a - b'), '.github/crew.yml': 'verify:\n  reruns: 1\n' });
    await writeFiles(root, { 'add.js': 'export const add = (a, b) => a + b;\n' });
    const { err, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(err).toContain('base [1/1] test: npm test\n');
    expect(err).toContain('base (run again, since base and head differ) [1/1] test: npm test\n');
    const { again, verification, comparison } = json();
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(again).toEqual([
      { run_id: expect.any(String), side: 'base', step: 'test', log: expect.any(String), sha256: digest },
      { run_id: expect.any(String), side: 'head', step: 'test', log: expect.any(String), sha256: digest },
    ]);
    const kept = JSON.parse(await readFile(path.join(verification[0].artifacts, 'comparison.json'), 'utf8'));
    expect(kept).toEqual({
      ...{ format: 1, head: verification[0].run_id, base: verification[1].run_id },
      ...{ again, comparison },
    });
  });

  const scripted = (test: string) => ({ 'package.json': JSON.stringify({ type: 'module', scripts: { test } }) });

  it('calls nothing whole where the tests came to no word on either side', async () => {
    const root = await repositoryOf({ ...adding('a + b'), ...scripted('node missing.js') });
    await writeFiles(root, { 'add.js': 'export const add = (a, b) => a - b;\n' });
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(json().comparison).toMatchObject({ verdict: 'unknown', unknown: ['step test'], before: [] });
    expect([json().status, exit]).toEqual(['partial', 3]);
  });

  it('takes it for a break where the change asks for a tool that is not there', async () => {
    const root = await repositoryOf(adding('a + b'));
    await writeFiles(root, scripted('nosuch-tool && node --test'));
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(json().comparison).toMatchObject({ verdict: 'worse', broken: ['step test'] });
    expect([json().status, exit]).toEqual(['failed', 3]);
  });

  it('ends with 0 where what fails has failed before', async () => {
    const root = await repositoryOf(adding('a - b'));
    await writeFiles(root, { 'NOTES.md': 'words\n' });
    const { exit, out } = await crewVerify(root, '--base', 'main');
    expect(exit).toBe(0);
    expect(out).toContain('Next step: Nothing to do: every failure was there before this change.');
  });
});

describe('crew verify --base, of a change to what judges it', () => {
  const skipped = TESTS.replace("test('adds'", "test.skip('adds'");

  it('names a skipped test by file and line, and does not let it pass', async () => {
    const root = await repositoryOf(adding('a + b'));
    await writeFiles(root, { ...adding('a - b'), ...nodePackage(skipped) });
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(exit).toBe(3);
    expect(json().tamper).toContainEqual({
      ...{ file: 'test/little.test.js', kind: 'test-skipped', line: 4, weight: 'blocks' },
      why: '"adds" ran before and is now skipped (.skip).',
      because: [{ says: 'ran-and-is-skipped', of: ['adds', '.skip'] }],
    });
    const { out } = await crewVerify(root, '--base', 'HEAD', '--lang', 'ja');
    expect(out).toContain('「adds」は実行されていましたが、スキップされます（.skip）。');
  });

  it('shows it before everything else, with what to do', async () => {
    const root = await repositoryOf(adding('a + b'));
    await writeFiles(root, { ...adding('a - b'), ...nodePackage(skipped) });
    const { out } = await crewVerify(root, '--base', 'HEAD');
    expect(out).toMatch(/^Changes to tests and checks\n {2}✗ test-skipped \(blocks\)\n {6}test\/little\.test\.js:4\n/);
    expect(out).toContain('Next step: Undo the lines');
  });

  it('names what may well be meant, and lets it pass', async () => {
    const root = await repositoryOf(adding('a + b'));
    await writeFiles(root, { 'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n' });
    const { exit, out, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect(json().tamper).toMatchObject([{ file: 'tsconfig.json', weight: 'named' }]);
    expect([exit, out.includes('"verdict": "same"')]).toEqual([0, true]);
  });

  it('sees new files and deleted ones, and looks at no more than the change', async () => {
    const root = await repositoryOf({
      ...adding('a + b'),
      'old.test.js': "import test from 'node:test'; test('old', () => {});",
    });
    git(root, 'rm', '--quiet', 'old.test.js');
    await writeFiles(root, {
      '.npmrc': 'ignore-scripts=true\n',
      '.crew/runs/a.test.js': "test.skip('x', () => {});\n",
    });
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    const found: readonly { readonly file: string; readonly kind: string }[] = json().tamper;
    expect(found.map(({ file, kind }) => `${kind} ${file}`)).toEqual([
      'config-edited .npmrc',
      'test-deleted old.test.js',
    ]);
    expect(exit).toBe(3);
  });

  it('does not take a line break at the end of a file for a change of its last line', async () => {
    const tests = "import test from 'node:test';\ntest.skip('later', () => {});";
    const root = await repositoryOf({ ...adding('a + b'), 'test/z.test.js': tests });
    await writeFiles(root, { 'test/z.test.js': `import test from 'node:test';\n\ntest.skip('later', () => {});\n` });
    const { exit, json } = await crewVerify(root, '--base', 'HEAD', '--json');
    expect([json().tamper, exit]).toEqual([[], 0]);
  });

  it('does not take for a change what came to the base after the tree had left it', async () => {
    const root = await repositoryOf(adding('a + b'));
    git(root, 'checkout', '--quiet', '-b', 'mine');
    git(root, 'checkout', '--quiet', 'main');
    await writeFiles(root, {
      'test/later.test.js': nodePackage("test('later', () => {});")['test/little.test.js'] ?? '',
    });
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=later');
    git(root, 'checkout', '--quiet', 'mine');
    const { exit, json } = await crewVerify(root, '--base', 'main', '--json');
    expect(json()).toMatchObject({ tamper: [], comparison: { verdict: 'same', removed: [] } });
    expect(exit).toBe(0);
  });
});

describe('crew verify --affected', () => {
  it('runs only what the changes reach, and names what it left out', async () => {
    const inner = (name: string) => JSON.stringify({ name, type: 'module', scripts: { test: 'node --test' } });
    const root = await repositoryOf({
      'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
      'packages/a/package.json': inner('a'),
      'packages/b/package.json': inner('b'),
      'packages/a/a.test.js': "import test from 'node:test'; test('a', () => {});",
    });
    await writeFiles(root, { 'packages/a/日本.js': '' });
    const { json } = await crewVerify(root, '--affected', '--json');
    expect(json()).toMatchObject({
      unaffected: ['b'],
      verification: [{ steps: [{ name: 'packages/a: test', cwd: 'packages/a' }] }],
    });
  });
});
