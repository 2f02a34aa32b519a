import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LEVELS, type SandboxOptions } from '../../../src/adapters/sandbox/index.js';
import type { Command, Sandbox } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { opens, RUNGS, repository, runIn, tried } from './in-sandboxes.js';

for (const { level, need, there } of RUNGS) {
  const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

  describe(`a cell of ${level.name}`, () => {
    let root = '';
    let sandbox: Sandbox;
    const open = (ask: Partial<SandboxOptions> = {}) => opens({ root, levels: [level], ...ask });
    const run = (line: string, more: Partial<Command> = {}) => runIn(sandbox, root, line, more);
    beforeAll(async () => {
      if (!there) return;
      root = await repository({ '.github/notes/b': '' });
      sandbox = await open();
    });

    when('is sealed, and says what it is made of', async () => {
      expect(sandbox.strength).toBe('sealed');
      expect(sandbox.name).toMatch(level.name === 'bubblewrap' ? /^bubblewrap \d/ : /user in namespaces/);
    });

    when('says how a command ended, and passes on what it said', async () => {
      const ran = await run('echo one; echo two >&2; exit 3');
      expect(ran).toMatchObject({ started: true, exit: 3, ended: 'itself', out: 'one\n', err: 'two\n', refused: [] });
    });

    when('tells install scripts by their own switches to download no browsers', async () => {
      const ran = await run('echo $PUPPETEER_SKIP_DOWNLOAD $PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD $CYPRESS_INSTALL_BINARY');
      expect(ran.out).toBe('true 1 0\n');
    });

    when('reads and writes the tree, and finds the tools', async () => {
      const ran = await run('node -p 6*7 > b.txt && mkdir -p deep/er && mv b.txt deep/er && cat deep/er/b.txt; pwd');
      expect(ran).toMatchObject({ exit: 0, out: `42\n${root}\n` });
      expect(readFileSync(path.join(root, 'deep/er/b.txt'), 'utf8')).toBe('42\n');
    });

    when('changes what crew itself writes while it is open', async () => {
      writeFileSync(path.join(root, 'of-crew.txt'), 'old\n');
      expect(await run('echo new >> of-crew.txt && cat of-crew.txt')).toMatchObject({ exit: 0, out: 'old\nnew\n' });
    });

    when('keeps /tmp and its home from one command to the next, and to itself', async () => {
      await run('echo kept > /tmp/kept; echo home > ~/kept');
      expect((await run('cat /tmp/kept ~/kept')).out).toBe('kept\nhome\n');
      expect(existsSync('/tmp/kept')).toBe(false);
    });

    when('lets git read the repository, without what is secret in its configuration', async () => {
      const ran = await run(
        'echo two >> a.txt; git status --short a.txt; git log --format=%s; git diff --stat; git remote -v; cat .git/config',
      );
      expect(ran.out).toContain(' M a.txt');
      expect(ran.out).toContain('first');
      expect(ran.out).toContain('https://github.com/o/r');
      expect(ran.out + ran.err).not.toMatch(/secret|c2VjcmV0|extraheader/);
    });

    when('protects .git, the workflow files and the folders above them', async () => {
      const ran = await run(
        [
          'echo x > .git/hooks/post-checkout',
          'git config alias.x "!id"',
          'mkdir -p .github/workflows; echo x > .github/workflows/x.yml',
          'mv .github away',
          'mv .git away-too',
          'rm -rf .github',
          'ln -sf .github/workflows w; echo x > w/x.yml',
          'echo fine > .github/notes/a',
        ].join('\n'),
      );
      expect(ran.exit).toBe(0);
      expect(existsSync(path.join(root, '.git/hooks/post-checkout'))).toBe(false);
      expect(readdirSync(path.join(root, '.github'))).toEqual(expect.arrayContaining(['notes', 'workflows']));
      expect(readFileSync(path.join(root, '.github/notes/a'), 'utf8')).toBe('fine\n');
      expect(readdirSync(path.join(root, '.github/workflows'))).toEqual([]);
      expect(existsSync(path.join(root, 'away'))).toBe(false);
      expect(readFileSync(path.join(root, '.git/config'), 'utf8')).not.toContain('alias');
    });

    when('protects other repositories in the tree, actions, crew’s configuration, and copies of git’s', async () => {
      const at = await repository();
      const other = path.join(at, 'vendor/x');
      const files = ['.github/crew.yml', '.github/actions/a/action.yml', 'settings/crew.yml', 'vendor/x/.git/config'];
      for (const file of files) {
        mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
        writeFileSync(path.join(at, file), '[http]\n\textraheader = hidden-word\n');
      }
      writeFileSync(path.join(at, '.git/config.bak'), '[http]\n\textraheader = hidden-word\n');
      const own = await open({ root: at, readOnly: [path.join(at, 'settings/crew.yml')] });
      const line = files.map((file) => `(echo bad > ${file}); rm -f ${file}`).join('; ');
      const wrote = await runIn(
        own,
        at,
        `${line}; mv .github away; echo x > vendor/x/.git/hook; echo fine > vendor/x/a`,
      );
      expect(wrote.started).toBe(true);
      expect(files.map((file) => readFileSync(path.join(at, file), 'utf8').includes('hidden-word'))).toEqual(
        files.map(() => true),
      );
      expect([existsSync(path.join(other, '.git/hook')), existsSync(path.join(other, 'a'))]).toEqual([false, true]);
      const seen = await runIn(own, at, 'cat vendor/x/.git/config .git/config.bak');
      expect(seen.exit).toBe(0);
      expect(seen.out).not.toContain('hidden-word');
    });

    when('does not see crew’s own folder', async () => {
      mkdirSync(path.join(root, '.crew'), { recursive: true });
      writeFileSync(path.join(root, '.crew/journal'), 'journal');
      const ran = await run('cat .crew/journal; echo x > .crew/x');
      expect(ran.out).toBe('');
      expect(readdirSync(path.join(root, '.crew'))).toEqual(['journal']);
    });

    when('ends at its time-out with all that it started', async () => {
      const ran = await run('trap "" TERM; env -i setsid sleep 77.7 & while :; do sleep 0.05; done', {
        timeoutMs: 500,
      });
      expect(ran).toMatchObject({ started: true, exit: null, ended: 'time-out' });
      expect(commandLines()).not.toContain('sleep\u000077.7');
    });

    when('asks first at a time-out', async () => {
      const ran = await run('trap "echo tidied; exit 0" TERM; while :; do sleep 0.05; done', { timeoutMs: 700 });
      expect(ran).toMatchObject({ ended: 'time-out', out: 'tidied\n' });
    });

    when('leaves nothing behind, not even what emptied its environment and fled', async () => {
      expect(await run('env -i setsid sleep 88.8 & sleep 0.2')).toMatchObject({ exit: 0, ended: 'itself' });
      expect(commandLines()).not.toContain('sleep\u000088.8');
    });

    when('names each host that it refused, and the setting that would let it through', async () => {
      const ran = await run(
        "node -e \"const s=require('net').connect(new URL(process.env.HTTPS_PROXY).port,'127.0.0.1');s.write('CONNECT evil.example:443 HTTP/1.1\\r\\n\\r\\n');s.on('data',d=>{console.log(String(d));s.end()})\"",
      );
      expect(ran.out).toContain('403 Forbidden');
      expect(ran.refused).toEqual([
        { host: 'evil.example', remedy: 'Add evil.example to sandbox.hosts in .github/crew.yml.' },
      ]);
      expect((await run('true')).refused).toEqual([]);
    });

    when('reaches the registry that the project is configured for, and nothing beside it', async () => {
      const asked: string[] = [];
      const listen = (name: string) =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer((request, answer) => {
            asked.push(`${name} ${request.url}`);
            answer.end(name);
          }).listen(0, '127.0.0.1', () => resolve(server));
        });
      const [registry, other] = [await listen('registry'), await listen('other')];
      const port = (server: typeof registry) => (server.address() as AddressInfo).port;
      const tree = realpathSync(await newFolder());
      writeFileSync(path.join(tree, 'package.json'), '{}');
      writeFileSync(path.join(tree, '.npmrc'), `registry=http://127.0.0.1:${port(registry)}/\n`);
      const here = await open({ root: tree });
      const get = (url: string) =>
        `node -e "fetch('${url}').then(r=>r.text()).then(console.log,()=>console.log('closed'))"`;
      const ran = await runIn(
        here,
        tree,
        `${get(`http://127.0.0.1:${port(registry)}/left-pad`)}; ${get(`http://127.0.0.1:${port(other)}/`)}`,
      );
      expect(ran.out).toBe('registry\nclosed\n');
      expect(asked).toEqual(['registry /left-pad']);
      registry.close();
      other.close();
    });

    when('serves what listens on its own loopback', async () => {
      const ran = await run(
        "node -e \"require('http').createServer((q,a)=>a.end('mine')).listen(4567,'127.0.0.1',()=>fetch('http://127.0.0.1:4567').then(r=>r.text()).then(t=>{console.log(t);process.exit()}))\"",
      );
      expect(ran.out).toBe('mine\n');
    });

    when('gives the tree back as it was when it closes', async () => {
      const tree = realpathSync(await newFolder());
      writeFileSync(path.join(tree, 'a'), 'a');
      const here = await open({ root: tree });
      await runIn(here, tree, 'echo b > b; echo c >> a');
      await here.close();
      expect(readdirSync(tree).sort()).toEqual(['a', 'b']);
      expect(readdirSync(tree).map((name) => lstatSync(path.join(tree, name)).uid)).toEqual([
        process.getuid?.(),
        process.getuid?.(),
      ]);
    });

    when('says that nothing was started where the folder of the command is gone', async () => {
      expect(await run('echo here', { cwd: path.join(root, 'nowhere') })).toMatchObject({ exit: 1, out: '' });
    });
  });
}

describe('the ladder', () => {
  it('has a word for every rung', () => {
    expect(tried.map(({ name }) => name)).toEqual(LEVELS.map(({ name }) => name));
    for (const each of tried) expect(each.works || each.remedy !== '').toBe(true);
  });
});

function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '');
      } catch {
        return '';
      }
    });
}
