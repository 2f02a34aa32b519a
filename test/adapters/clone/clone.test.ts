import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Clone, openClone } from '../../../src/adapters/clone/index.js';
import { newFolder } from '../../build/folder.js';

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
  shas.three = commit('Three', '2026-03-01T00:00:00Z', 'dependabot[bot] <49+dependabot[bot]@users.noreply.github.com>');
  shas.four = commit('Four', '2026-04-01T00:00:00Z', 'Somebody <x@example.com>');
  git('switch', '-q', 'main');
  clone = await opened(folder);
});

const of = (name: string): string => shas[name] ?? '';

describe('a clone', () => {
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
    expect([...(await clone.has([of('one'), away, 'main']))]).toEqual([of('one')]);
    expect([...((await clone.holds(of('two'), [of('one'), of('four')])) ?? [])]).toEqual([of('one')]);
    expect(await clone.holds(away, [of('one')])).toBeNull();
  });

  it('knows what a branch has that another one lacks, oldest first, and a bot by its name', async () => {
    const ahead = await clone.ahead({ base: of('two'), tip: of('four'), most: 10 });
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
    await there.holds(of('two'), [of('one')]);
    expect(existsSync(trace)).toBe(false);
  });
});
