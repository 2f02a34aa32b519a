// What lies in a tree and is not for commands: a configuration that is not there yet, other repositories wherever they are, and what deny
// rules name. All of it holds for what a program does once it runs.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parentMounts } from '../../../src/adapters/sandbox/mounts/protect-tree.js';
import { noRules } from '../../../src/guard/index.js';
import { pathDenials } from '../../../src/guard/rules/match.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { fill, opens, RUNGS, repository, runIn } from './in-sandboxes.js';

const forbids = (...deny: readonly string[]) =>
  pathDenials({ rules: { project: { ...noRules, deny } }, home: '/home/somebody' });

const textOf = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8');

/** Every way to make a file, and to bring one there. */
const making = (file: string) =>
  [
    `(echo bad > ${file})`,
    `cp a.txt ${file}`,
    `mv a.txt ${file}`,
    `ln -s a.txt ${file}`,
    `ln a.txt ${file}`,
    `mkdir ${file}`,
    `(cd "$(dirname ${file})" && echo bad > "$(basename ${file})")`,
    `d=$(dirname ${file}); mv "$d" away; mkdir -p "$d"; (echo bad > ${file}); mv away/* "$d"`,
  ].join('\n');

for (const { level, need, there } of RUNGS) {
  const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

  describe(`what is covered in a cell of ${level.name}`, () => {
    const open = (root: string, more: Partial<Parameters<typeof opens>[0]> = {}) =>
      opens({ root, levels: [level], ...more });

    when(
      'makes no configuration of crew’s where there is none, and leaves the rest of .github to be changed',
      async () => {
        const root = await repository({ '.github/CODEOWNERS': '* @maya\n' });
        const sandbox = await open(root);
        const ran = await runIn(
          sandbox,
          root,
          `${making('.github/crew.yml')}\n${making('.github/crew.yaml')}\necho '* @ren' > .github/CODEOWNERS`,
        );
        expect(ran).toMatchObject({ started: true, exit: 0 });
        await sandbox.close();
        expect(readdirSync(path.join(root, '.github'))).toEqual(['CODEOWNERS']);
        expect(textOf(root, '.github/CODEOWNERS')).toBe('* @ren\n');
      },
    );

    when('makes none under another name either', async () => {
      const root = await repository();
      const sandbox = await open(root, { readOnly: [path.join(root, 'settings/crew.yml')] });
      await runIn(sandbox, root, making('settings/crew.yml'));
      await sandbox.close();
      expect(existsSync(path.join(root, 'settings'))).toBe(false);
    });

    when('is refused where nothing could keep it from being made', async () => {
      const root = await repository();
      const opening = open(root, { readOnly: [path.join(root, 'crew.yml')] });
      await expect(opening).rejects.toMatchObject({
        ends: 'refused',
        remedy: expect.stringContaining('Create the file'),
      });
      expect(readdirSync(root).sort()).toEqual(['.git', 'a.txt']);
    });

    when('protects repositories below installed packages, whatever folder is moved away above them', async () => {
      const root = await repository();
      const secret = '[http]\n\textraheader = hidden-word\n';
      const others = ['node_modules/p/.git', 'node_modules/@s/q/deep/.git', 'vendor/x/.git'];
      for (const other of others) fill(root, { [`${other}/config`]: secret, [`${other}/HEAD`]: 'ref: x\n' });
      const sandbox = await open(root);
      await runIn(sandbox, root, 'mv vendor v; mv node_modules n; mv node_modules/@s n; mkdir -p vendor/x/.git');
      const line = others
        .map((other) => `cat {,v,n}/${other}/config ${other}/config; echo x > ${other}/hook`)
        .join('\n');
      const ran = await runIn(sandbox, root, `${line}; rm -rf vendor node_modules; find . -name config -exec cat {} +`);
      expect(ran.started).toBe(true);
      expect(ran.out).not.toContain('hidden-word');
      expect(
        others.map((other) => [textOf(root, `${other}/config`), existsSync(path.join(root, other, 'hook'))]),
      ).toEqual(others.map(() => [secret, false]));
    });

    when('shows nothing of what a deny rule keeps from being read, to whatever program', async () => {
      const root = await repository();
      const word = ['hidden', 'word'].join('-');
      fill(root, {
        'secrets/deep/key': word,
        '.env': word,
        'app/.env': word,
        'scripts/all.sh': 'cat .e* app/.e* "$@"',
      });
      symlinkSync('secrets', path.join(root, 'door'));
      const sandbox = await open(root, { forbids: forbids('Read(secrets/**)', 'Read(.env)') });
      const lines = [
        'bash scripts/all.sh secrets/deep/key door/deep/key',
        'grep -rIs . . --exclude-dir=.git; find / -xdev -name key -not -path "/proc/*" -exec cat {} +',
        'mv app b; cat b/.env; mv secrets s; cat s/deep/key; ln .env h; cat h; cp -rL . /tmp/all; cat /tmp/all/.env',
        "node -e \"console.log(require('fs').readFileSync('app/.env', 'utf8'))\"",
        '(echo mine > .env); (echo mine > secrets/mine); rm -rf secrets .env; ls -A secrets',
      ];
      for (const line of lines) {
        const ran = await runIn(sandbox, root, line);
        expect(ran.started).toBe(true);
        expect(ran.out + ran.err).not.toContain(word);
      }
      await sandbox.close();
      expect(['secrets/deep/key', '.env', 'app/.env'].map((file) => textOf(root, file))).toEqual([word, word, word]);
      expect(existsSync(path.join(root, 'secrets/mine'))).toBe(false);
    });

    when('covers what a link that a rule names leads to', async () => {
      const root = await repository({ 'data/key': 'hidden-word' });
      symlinkSync('data', path.join(root, 'secrets'));
      const sandbox = await open(root, { forbids: forbids('Read(secrets/**)') });
      expect((await runIn(sandbox, root, 'cat secrets/key data/key; ls data')).out).toBe('');
    });

    when('lets git say nothing of it: a tracked file counts as it was committed', async () => {
      const root = await repository({ 'secrets/key': 'hidden-word\n', 'b.txt': 'two\n' });
      const sandbox = await open(root, { forbids: forbids('Read(secrets/**)') });
      const ran = await runIn(sandbox, root, 'echo more >> b.txt; git status --short; git diff; git diff HEAD');
      expect(ran.out).toMatch(/^ M b\.txt\n/);
      expect(ran.out).not.toMatch(/hidden-word|secrets/);
      await sandbox.close();
      const status = execFileSync('git', ['status', '--short'], { cwd: root, encoding: 'utf8' });
      expect(status).toBe(' M b.txt\n');
    });

    when('keeps what a deny rule keeps from being written', async () => {
      const root = await repository({ 'docs/a.md': 'a\n', 'docs/b/c.md': 'c\n', 'src/lock.txt': 'l\n' });
      const sandbox = await open(root, { forbids: forbids('Write(docs/**)', 'Edit(lock.txt)') });
      const lines = [
        'echo x >> docs/a.md; echo x > docs/new; rm -rf docs; mv docs d; mv docs/b e; sed -i s/l/x/ src/lock.txt',
        'mv src s; echo x > src/lock.txt; rm -f src/lock.txt; cat docs/a.md docs/b/c.md src/lock.txt; echo y > src/other',
      ];
      const [, ran] = [await runIn(sandbox, root, lines[0] ?? ''), await runIn(sandbox, root, lines[1] ?? '')];
      expect(ran.out).toBe('a\nc\nl\n');
      expect(['docs/a.md', 'docs/b/c.md', 'src/lock.txt', 'src/other'].map((file) => textOf(root, file))).toEqual([
        'a\n',
        'c\n',
        'l\n',
        'y\n',
      ]);
      expect(readdirSync(path.join(root, 'docs')).sort()).toEqual(['a.md', 'b']);
    });

    when('hides a folder with all that is protected in it', async () => {
      const root = await repository();
      fill(root, {
        'vendor/x/.git/config': 'hidden-word',
        'vendor/x/a': 'hidden-word',
        '.github/notes/key': 'hidden-word',
      });
      const sandbox = await open(root, { forbids: forbids('Read(vendor)', 'Read(key)') });
      const ran = await runIn(
        sandbox,
        root,
        'ls -A vendor; cat vendor/x/a .github/notes/key; echo fine > .github/notes/b',
      );
      expect(ran).toMatchObject({ started: true, exit: 0, out: '' });
    });

    when('is refused where rules name more than can be covered', async () => {
      const files = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`keys/${n}.key`, '']));
      const root = await repository(files);
      const opening = open(root, { forbids: forbids('Read(*.key)', 'Read(**/*.key)') });
      await expect(opening).rejects.toMatchObject({ ends: 'refused', expected: expect.stringContaining('200') });
      await expect(open(root, { forbids: forbids('Read(keys/**)') })).resolves.toMatchObject({ strength: 'sealed' });
    });
  });
}

describe('the folders above covers', () => {
  const read = (at: string) => ({ kind: 'read' as const, from: at, at });

  it('are mounts of their own, from the top down, and each once', () => {
    expect(parentMounts('/t', [read('/t/a/b/c'), read('/t/a/d'), read('/t/e')]).map(({ at }) => at)).toEqual([
      '/t/a',
      '/t/a/b',
    ]);
  });

  it('are left alone where nothing can be renamed anyway', () => {
    expect(parentMounts('/t', [read('/t/.git'), read('/t/.git/modules/x/config')])).toEqual([]);
  });
});

describe('what deny rules say of paths', () => {
  it('is nothing, where none names one', () => {
    expect(forbids('Bash(curl *)', 'Read', 'Fetch(a.example)')).toBeUndefined();
  });

  it('is that what may not be read is neither read nor written, and the layers say it together', () => {
    const say = pathDenials({
      rules: {
        project: { ...noRules, deny: ['Read(.env)'] },
        local: { ...noRules, deny: ['Edit(/work/x/docs/**)', 'Read(~/k)'] },
      },
      home: '/work/x',
    });
    const of = (file: string) => say?.({ root: '/work/x', path: file });
    expect(['.env', 'a/.env', 'a/.env.js', 'docs/a', 'docs', 'k', 'a/k'].map(of)).toEqual([
      'read',
      'read',
      null,
      'write',
      'write',
      'read',
      null,
    ]);
  });
});

/** A machine whose Go names these caches, and whose proxy is `https://proxy.example`. */
async function machine(): Promise<{ env: Record<string, string | undefined>; builds: string }> {
  const home = await newFolder();
  const [builds, bin] = [path.join(home, 'builds'), path.join(home, 'bin')];
  fill(home, {
    'builds/ab/abcdef-a': 'an action',
    'builds/cd/cdef01-d': 'an output',
    'builds/trim.txt': '1',
    'modules/cache/download/example.org/m/@v/list': 'v1.0.0\n',
  });
  mkdirSync(bin);
  const said = JSON.stringify({
    GOCACHE: builds,
    GOMODCACHE: path.join(home, 'modules'),
    GOPROXY: 'https://proxy.example',
  });
  writeFileSync(path.join(bin, 'go'), `#!/bin/sh\necho '${said}'\n`);
  chmodSync(path.join(bin, 'go'), 0o755);
  return { env: { ...process.env, PATH: `${bin}:${process.env.PATH}` }, builds };
}

for (const { level, need, there } of RUNGS) {
  describe(`Go's caches in a sandbox of ${level.name}`, () => {
    const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

    when('are read, and cannot be changed by a command', async () => {
      const { env, builds } = await machine();
      const root = await repository({ 'go.mod': 'module m\n' });
      const sandbox = await opens({ root, env, levels: [level] });
      const ran = await runIn(
        sandbox,
        root,
        [
          'cd ~/.cache/go-build && cat ab/abcdef-a cd/cdef01-d; echo; ls',
          'echo poison > ab/abcdef-a; chmod 777 ab/abcdef-a; echo poison > /crew/go-build/ab/new-a',
          'rm ab/abcdef-a && echo own > ab/abcdef-a && echo new > ef01 && cat ab/abcdef-a',
          'echo $GOPROXY; cat /crew/go-modules/example.org/m/@v/list',
        ].join('\n'),
      );
      expect(ran.out.split('\n')).toEqual([
        ...['an actionan output', 'ab', 'cd', 'own', 'file:///crew/go-modules,https://proxy.example', 'v1.0.0', ''],
      ]);
      expect(readFileSync(path.join(builds, 'ab/abcdef-a'), 'utf8')).toBe('an action');
      expect(readdirSync(path.join(builds, 'ab'))).toEqual(['abcdef-a']);
    });

    when('are fresh for the next sandbox', async () => {
      const { env, builds } = await machine();
      const root = await repository({ 'service/go.mod': 'module m\n' });
      const first = await opens({ root, env, levels: [level] });
      await runIn(first, root, 'rm ~/.cache/go-build/ab/abcdef-a; echo poison > ~/.cache/go-build/ab/abcdef-a');
      await first.close();
      const second = await opens({ root, env, levels: [level] });
      expect((await runIn(second, root, 'cat ~/.cache/go-build/ab/abcdef-a')).out).toBe('an action');
      expect(existsSync(path.join(builds, 'ab/abcdef-a'))).toBe(true);
    });

    when('are hidden from code of outsiders, and where there is no Go module', async () => {
      const { env } = await machine();
      const root = await repository({ 'go.mod': 'module m\n' });
      const other = await repository();
      const outside = await opens({ root, env, levels: [level], required: 'always' });
      const without = await opens({ root: other, env, levels: [level] });
      const line = 'ls ~/.cache /crew/go-build /crew/go-modules 2>/dev/null; echo "$GOPROXY"';
      expect((await runIn(outside, root, line)).out).toBe('\n');
      expect((await runIn(without, other, line)).out).toBe('\n');
    });
  });
}
