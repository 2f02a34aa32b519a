import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { newFolder } from '../../build/folder.js';
import { project } from './place.js';

const LONG = process.env.CREW_LONG === '1';

/** Below the repository: roles and packages are found from there. */
const made = mkdtempSync(path.resolve('node_modules/.crew-test-'));
let program = '';
beforeAll(async () => {
  program = path.join(made, 'kill.mjs');
  const entryPoints = ['test/workflows/build/kill.entry.ts'];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

const lines = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

async function place() {
  const { root, home, folder, file } = await project();
  const begun = path.join(await newFolder(), 'begun');
  const run = (dies: number) => {
    const env = {
      ...process.env,
      CREW_TEST_ROOT: root,
      CREW_TEST_HOME: home,
      CREW_TEST_FOLDER: folder,
      CREW_TEST_BEGUN: begun,
      CREW_TEST_DIES: String(dies),
    };
    return spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
  };
  return { run, begun, file };
}

/** Evenly over the whole run. */
const AT = LONG ? Array.from({ length: 30 }, (_, n) => (n + 1) / 31) : [0.1, 0.35, 0.6, 0.8, 0.95];

describe('a build that is killed with kill -9', () => {
  it('wherever that is, goes on: no succeeded task runs again, none is lost, and its change is the same', async () => {
    const whole = JSON.parse((await place()).run(0).stdout) as { sha256: string; points: number };
    for (const share of AT) {
      const { run, begun, file } = await place();
      expect(run(Math.max(1, Math.round(whole.points * share))).signal).toBe('SIGKILL');
      const log = parse(file('execution_log.yaml') ?? '{ tasks: [] }') as { tasks: { task: string; status: string }[] };
      const succeeded = log.tasks.flatMap(({ task, status }) => (task && status === 'success' ? [task] : []));
      const before = lines(begun).length;
      const second = run(0);
      expect(second.stderr).toBe('');
      expect(JSON.parse(second.stdout)).toMatchObject({ outcome: 'done', sha256: whole.sha256 });
      const again = lines(begun)
        .slice(before)
        .map((id) => `task_${id}`);
      expect([share, again.filter((name) => succeeded.includes(name))]).toEqual([share, []]);
    }
  }, 240_000);
});
