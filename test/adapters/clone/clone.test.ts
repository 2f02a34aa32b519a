import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Clone, openClone } from '../../../src/adapters/clone/index.js';
import { readWorkLogs, workLogOf } from '../../../src/adapters/clone/work-logs.js';
import { gitArgs, gitEnv } from '../../../src/adapters/git/index.js';
import { newFolder } from '../../build/folder.js';

describe('a clone', () => {
  let folder: string;
  let clone: Clone;

  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

  function commit(message: string, at: string, author = 'Maya <12+maya@users.noreply.github.com>'): string {
    const env = { ...process.env, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at };
    execFileSync('git', ['commit', '-q', '--allow-empty', '-m', message, `--author=${author}`], { cwd: folder, env });
    return git('rev-parse', 'HEAD');
  }

  const opened = async (at: string): Promise<Clone> => {
    const found = await openClone(at);
    if ('why' in found) throw new Error(found.why);
    return found;
  };

  const shas: Record<string, string> = {};

  beforeAll(async () => {
    folder = await newFolder();
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.com');
    shas.one = commit('One', '2026-01-01T00:00:00Z');
    shas.two = commit('Two\n\nFixes #2\n\n日本語 🎉', '2026-02-01T10:00:00+09:00');
    git('switch', '-q', '-c', 'issue-3');
    shas.three = commit(
      'Three',
      '2026-03-01T00:00:00Z',
      'dependabot[bot] <49+dependabot[bot]@users.noreply.github.com>',
    );
    shas.four = commit('Four', '2026-04-01T00:00:00Z', 'Somebody <x@example.com>');
    git('switch', '-q', 'main');
    clone = await opened(folder);
  });

  const of = (name: string): string => shas[name] ?? '';

  it('tells the history of a branch back to a time, newest first', async () => {
    const all = await clone.history({ tip: of('two'), since: '2025-01-01T00:00:00Z', most: 10 });
    expect(all).toEqual({
      cut: false,
      commits: [
        { sha: of('two'), message: 'Two\n\nFixes #2\n\n日本語 🎉', at: '2026-02-01T01:00:00Z', by: { login: 'maya' } },
        { sha: of('one'), message: 'One', at: '2026-01-01T00:00:00Z', by: { login: 'maya' } },
      ],
    });
    expect((await clone.history({ tip: of('two'), since: '2026-01-15T00:00:00Z', most: 10 }))?.commits).toHaveLength(1);
  });

  it('says when there is more than was asked for', async () => {
    expect(await clone.history({ tip: of('four'), since: '2025-01-01T00:00:00Z', most: 3 })).toMatchObject({
      cut: true,
    });
  });

  it('knows which commits it has, and which of them a branch holds', async () => {
    const away = 'f'.repeat(40);
    expect([...(await clone.existingAmong([of('one'), away, 'main']))]).toEqual([of('one')]);
    expect([...((await clone.ancestorsAmong(of('two'), [of('one'), of('four')])) ?? [])]).toEqual([of('one')]);
    expect(await clone.ancestorsAmong(away, [of('one')])).toBeNull();
  });

  it('knows what a branch has that another one lacks, oldest first, and a bot by its name', async () => {
    const ahead = await clone.commitsAhead({ base: of('two'), tip: of('four'), most: 10 });
    expect(ahead?.map(({ message, by }) => `${message} ${by.login} ${by.bot}`)).toEqual([
      'Three dependabot[bot] true',
      'Four Somebody undefined',
    ]);
  });

  it('that is shallow is none, and neither is a plain folder', async () => {
    const shallow = path.join(await newFolder(), 'shallow');
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${folder}`, shallow]);
    expect(await openClone(shallow)).toMatchObject({ why: expect.stringContaining('shallow') });
    expect(await openClone(await newFolder())).toEqual({ why: 'it is no clone of a repository' });
  });

  it('runs nothing that its configuration names', async () => {
    const evil = path.join(await newFolder(), 'evil');
    execFileSync('git', ['clone', '-q', folder, evil]);
    const trace = path.join(evil, 'ran');
    const script = path.join(evil, 'script.sh');
    await writeFile(script, `#!/bin/sh\ntouch ${trace}\n`);
    await chmod(script, 0o755);
    await mkdir(path.join(evil, '.git/hooks'), { recursive: true });
    for (const setting of ['core.fsmonitor', 'core.pager', 'gpg.program', 'diff.external'])
      execFileSync('git', ['config', setting, script], { cwd: evil });
    execFileSync('git', ['config', 'log.showSignature', 'true'], { cwd: evil });
    const there = await opened(evil);
    await there.history({ tip: of('two'), since: '2025-01-01T00:00:00Z', most: 10 });
    await there.ancestorsAmong(of('two'), [of('one')]);
    expect(existsSync(trace)).toBe(false);
  });
});

const PATH = 'tmp/logs/agents/iterator/session-1.jsonl';
const line = (minute: number, message: string, metadata: object = {}, level = 'info') =>
  JSON.stringify({
    step: minute,
    timestamp: `2026-11-18T10:0${minute}:00.000Z`,
    level,
    message,
    correlationId: 'c',
    metadata,
  });
const read = (...lines: string[]) => workLogOf({ path: PATH, repo: 'acme/app', text: lines.join('\n') });

describe('a work log', () => {
  it('is about the issue of its metadata, by the agent whose folder it lies in', () => {
    expect(read(line(0, 'start', { issue: 3 }), line(1, 'thinking'))).toEqual({
      path: PATH,
      agent: 'iterator',
      issue: 'acme/app#3',
      startedAt: '2026-11-18T10:00:00Z',
      lastAt: '2026-11-18T10:01:00Z',
      ended: undefined,
    });
  });

  it.each([['iterator --issue 12 --resume'], ['iterator --issue=12'], ['iterator --issue #12']])(
    'is about the issue of the command that started it: %s',
    (command) => {
      expect(read(line(0, command))?.issue).toBe('acme/app#12');
      expect(read(line(0, 'start', { argv: command.split(' ') }))?.issue).toBe('acme/app#12');
    },
  );

  it('may be about an issue of another repository, and may be about none', () => {
    expect(read(line(0, 'start', { issue: 'acme/lib#4' }))?.issue).toBe('acme/lib#4');
    expect(read(line(0, 'start'))).toBeNull();
    expect(read(line(0, 'start', { issue: 'none' }))).toBeNull();
  });

  it.each([
    ['ended', {}, 'info', true],
    ['Session completed', {}, 'info', true],
    ['end', { success: false }, 'info', false],
    ['end', { exitCode: 0 }, 'info', true],
    ['end', { exitCode: 2 }, 'info', false],
    ['end', { status: 'failed' }, 'info', false],
    ['run failed', {}, 'info', false],
    ['stopped', {}, 'error', false],
  ])('that ends with "%s" %j %s ended well: %s', (message, metadata, level, well) => {
    const log = read(line(0, 'start', { issue: 3 }), line(2, message, metadata, level));
    expect(log?.ended).toEqual({ at: '2026-11-18T10:02:00Z', succeeded: well });
  });

  it('whose last line was torn says what stood before it', () => {
    expect(read(line(0, 'start', { issue: 3 }), line(1, 'on'), line(2, 'end').slice(0, 40))).toMatchObject({
      lastAt: '2026-11-18T10:01:00Z',
      ended: undefined,
    });
  });

  it('never fails, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
        read(...lines);
      }),
    );
  });
});

it('logs are read where they lie in a clone, long ones by their ends, and links are not followed', async () => {
  const root = await newFolder();
  const folder = path.join(root, 'tmp/logs/agents/iterator');
  await mkdir(folder, { recursive: true });
  const long = Array.from({ length: 5000 }, (_, n) => line(1, `step ${n}`));
  await writeFile(path.join(folder, 'a.jsonl'), [line(0, 'start', { issue: 3 }), ...long, line(5, 'ended')].join('\n'));
  await writeFile(path.join(root, 'elsewhere.jsonl'), line(0, 'start', { issue: 4 }));
  await symlink(path.join(root, 'elsewhere.jsonl'), path.join(folder, 'b.jsonl'));
  const { logs, unread } = await readWorkLogs(root, 'acme/app');
  expect(unread).toEqual([]);
  expect(logs).toMatchObject([
    { issue: 'acme/app#3', startedAt: '2026-11-18T10:00:00Z', ended: { at: '2026-11-18T10:05:00Z', succeeded: true } },
  ]);
  expect(await readWorkLogs(path.join(root, 'nothing'), 'acme/app')).toEqual({ logs: [], unread: [] });
});

it('of more logs than are read, those with the newest file names are read, whatever their folder', async () => {
  const root = await newFolder();
  const write = async (agent: string, name: string, issue: number) => {
    const folder = path.join(root, 'tmp/logs/agents', agent);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${name}.jsonl`), line(0, 'start', { issue }));
  };
  for (let n = 0; n < 1000; n += 1) await write('writer', `2026-01-01-${String(n).padStart(4, '0')}`, 1);
  await write('architect', '2026-11-18', 2);
  const { logs } = await readWorkLogs(root, 'acme/app');
  expect(logs).toHaveLength(1000);
  expect(logs[0]).toMatchObject({ agent: 'architect', issue: 'acme/app#2' });
  expect(logs.some(({ path: file }) => file.endsWith('2026-01-01-0000.jsonl'))).toBe(false);
});

const plain = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe', encoding: 'utf8' });

function hardened(cwd: string, ...args: string[]): string {
  const env = { ...gitEnv({ PATH: process.env.PATH }), HOME: cwd };
  return execFileSync('git', [...gitArgs(), ...args], { cwd, env, stdio: 'pipe', encoding: 'utf8' });
}

async function repository(): Promise<string> {
  const root = await newFolder();
  plain(root, 'init', '-q');
  writeFileSync(path.join(root, 'a'), 'a\n');
  plain(root, 'add', '.');
  plain(root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  return root;
}

describe('git, hardened', () => {
  it('starts no monitor that the configuration names', async () => {
    const root = await repository();
    plain(root, 'config', 'core.fsmonitor', 'touch fired; false');
    plain(root, 'status');
    expect(existsSync(path.join(root, 'fired'))).toBe(true); // the trick works, where nobody hardened it
    plain(root, 'config', 'core.fsmonitor', 'touch again; false');
    hardened(root, 'status');
    expect(existsSync(path.join(root, 'again'))).toBe(false);
  });

  it('starts no hook', async () => {
    const root = await repository();
    writeFileSync(path.join(root, '.git/hooks/post-checkout'), '#!/bin/sh\ntouch fired\n', { mode: 0o755 });
    hardened(root, 'checkout', '-q', '-b', 'other');
    expect(existsSync(path.join(root, 'fired'))).toBe(false);
  });

  it('takes no configuration of a user’s', async () => {
    const root = await repository();
    writeFileSync(path.join(root, '.gitconfig'), '[alias]\n\tpwned = !touch fired\n');
    expect(() => hardened(root, 'pwned')).toThrow(/not a git command/);
    expect(existsSync(path.join(root, 'fired'))).toBe(false);
  });

  it('takes a bare repository only when it is named', async () => {
    const root = await repository();
    const planted = path.join(root, 'planted');
    mkdirSync(planted);
    plain(planted, 'init', '-q', '--bare');
    expect(() => hardened(planted, 'rev-parse', '--git-dir')).toThrow(/safe\.bareRepository/);
    const named = execFileSync('git', [...gitArgs({ bare: planted }), 'rev-parse', '--is-bare-repository'], {
      env: gitEnv({ PATH: process.env.PATH }),
      encoding: 'utf8',
    });
    expect(named.trim()).toBe('true');
  });
});
