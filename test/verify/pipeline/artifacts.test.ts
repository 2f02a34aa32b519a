import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { artifactsFolder, folderArtifacts, prune } from '../../../src/adapters/artifacts/index.js';
import { UserError } from '../../../src/ports/errors.js';
import { bundle } from '../../build/bundle.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { nodePackage, projectOf, recordOf, verified } from './projects.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-18T12:00:00Z');
const KEEPING = { newest: 20, days: 14, now: NOW };

/** A run that ended so many days ago. */
async function runAt(root: string, days: number, { whole = true } = {}): Promise<string> {
  const folder = await folderArtifacts(root).create(new Date(NOW - days * DAY).toISOString());
  if (whole) await folder.finish({});
  return folder.id;
}

describe('retention', () => {
  it('keeps the newest 20 runs whatever their age, and all of the last 14 days', async () => {
    const root = await newFolder();
    const old: string[] = [];
    for (let n = 0; n < 25; n += 1) old.unshift(await runAt(root, 20 + n));
    expect(await prune(root, KEEPING)).toEqual(old.slice(0, 5).reverse());
    for (let n = 0; n < 22; n += 1) await runAt(root, 1 + n / 4);
    expect((await prune(root, KEEPING)).length).toBe(20);
    expect(readdirSync(root)).toHaveLength(22);
  });

  it('keeps what was stuck for ever', async () => {
    const root = await newFolder();
    const stuck = await runAt(root, 400);
    await folderArtifacts(root).keep(stuck);
    for (let n = 0; n < 21; n += 1) await runAt(root, 30 + n);
    expect(await prune(root, KEEPING)).toHaveLength(1);
    expect(existsSync(path.join(root, stuck))).toBe(true);
  });

  it('removes half a run after a day, not while it may still be running; and nothing that is not its own', async () => {
    const root = await newFolder();
    const running = await runAt(root, 0.1, { whole: false });
    const dead = await runAt(root, 2, { whole: false });
    await mkdir(path.join(root, 'trees'));
    expect(await prune(root, KEEPING)).toEqual([dead]);
    expect(readdirSync(root).sort()).toEqual([running, 'trees'].sort());
  });
});

describe('where artifacts are', () => {
  it('is outside of the tree, whatever CREW_HOME says', () => {
    expect(artifactsFolder({ root: '/w/repo', home: '/srv/crew' })).toBe('/srv/crew/artifacts');
    for (const home of [undefined, '/w/repo/.crew', '/w/repo'])
      expect(artifactsFolder({ root: '/w/repo', home })).toMatch(
        new RegExp(`^${homedir()}/\\.cache/crew/artifacts/repo-[0-9a-f]{12}$`),
      );
  });

  it('is outside of the tree also where CREW_HOME testRunners into it through a link', async () => {
    const [root, elsewhere] = [await newFolder(), await newFolder()];
    const inCache = expect.stringContaining(path.join(homedir(), '.cache'));
    await mkdir(path.join(root, 'inside'));
    await mkdir(path.join(elsewhere, 'home'));
    for (const [link, to] of [
      ['there', path.join(root, 'inside')],
      ['not-yet', path.join(root, 'later')],
      ['home/artifacts', '../not-yet/x'],
      ['round', 'round'],
    ] as const)
      await symlink(to, path.join(elsewhere, link));
    for (const home of ['there', 'there/deeper', 'not-yet', 'not-yet/deeper', 'home'])
      expect(artifactsFolder({ root, home: path.join(elsewhere, home) })).toEqual(inCache);
    for (const home of ['plain', 'round'])
      expect(artifactsFolder({ root, home: path.join(elsewhere, home) })).toBe(path.join(elsewhere, home, 'artifacts'));
  });

  it('is nobody else of this machine’s to read, and what stands there is never written over', async () => {
    const root = path.join(await newFolder(), 'new');
    const folder = await folderArtifacts(root).create(new Date(NOW).toISOString());
    execFileSync('test', ['-z', execFileSync('find', [root, '-perm', '/077'], { encoding: 'utf8' })]);
    folder.log('a.log').close();
    expect(() => folder.log('a.log')).toThrow('EEXIST');
  });
});

describe('a run that was killed in the middle', () => {
  it('leaves no verdict: its folder has no manifest', async () => {
    const [artifacts, project] = [await newFolder(), await projectOf({ Makefile: 'test:\n\techo begun; sleep 60\n' })];
    const entry = await bundle('test/verify/pipeline/verify.entry.ts', await newFolder());
    const child = spawn(process.execPath, [entry, project, artifacts], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const [id = ''] = readdirSync(artifacts);
    expect(readFileSync(path.join(artifacts, id, '01-test.log'), 'utf8')).toContain('begun');
    expect(await folderArtifacts(artifacts).manifest(id)).toBeNull();
  });

  it('or called off, has none either', async () => {
    const artifacts = await newFolder();
    const stop = new AbortController();
    const root = await projectOf({ Makefile: 'test:\n\tsleep 60\n' });
    const run = verified(root, {
      artifacts,
      signal: stop.signal,
      onProgress: () => setTimeout(() => stop.abort(), 50),
    });
    expect(await run).toBeNull();
    expect(readdirSync(artifacts).flatMap((id) => readdirSync(path.join(artifacts, id)))).not.toContain(
      'manifest.json',
    );
  });

  it('that was not, has one that says the same as the record', async () => {
    const artifacts = await newFolder();
    const record = await recordOf(await projectOf(nodePackage("test('a', () => {});")), { artifacts });
    expect(await folderArtifacts(artifacts).manifest(record.run_id)).toMatchObject(JSON.parse(JSON.stringify(record)));
  });
});

/** A disk of 256 kB in a folder; null where only a stronger user could have one. */
function smallDisk(): string | null {
  try {
    const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'crew-test', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

const disk = smallDisk();
afterAll(async () => {
  if (disk === null) return;
  execFileSync('umount', [disk]);
  await rm(disk, { recursive: true });
});

describe('a disk without room', () => {
  const need = { need: 'right to mount a small disk', there: disk !== null };

  itWith(need, 'for a log ends in INFRA_ERROR, though the command said that all was well', async () => {
    const place = path.join(disk ?? '', 'logs');
    const root = await projectOf({ Makefile: 'test:\n\t@yes | head -c 2000000\n' });
    const ended = await recordOf(root, { artifacts: place }).catch((error: unknown) => error);
    // Where not even the manifest finds room, there is no record at all.
    if (ended instanceof UserError) expect(ended).toMatchObject({ ends: 'infra_error', found: 'ENOSPC' });
    else expect(ended).toMatchObject({ status: 'INFRA_ERROR', steps: [{ status: 'INFRA_ERROR', exit: 0 }] });
    await rm(place, { recursive: true });
  });

  itWith(need, 'for anything is said as what it is', async () => {
    const filler = path.join(disk ?? '', 'filler');
    await writeFile(filler, Buffer.alloc(300_000)).catch(() => undefined);
    const folder = await folderArtifacts(disk ?? '')
      .create(new Date(NOW).toISOString())
      .catch((error: unknown) => error);
    const ended =
      folder instanceof UserError
        ? folder
        : await (folder as { finish(of: unknown): Promise<void> })
            .finish({ long: 'x'.repeat(100_000) })
            .catch((error: unknown) => error);
    expect(ended).toMatchObject({ ends: 'infra_error', found: 'ENOSPC' });
  });
});
