import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { newFolder } from '../../build/folder.js';
import { crew, live, modelOf, type Project, type Say } from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';

const coder = (id: number, of: Parameters<typeof task>[1] = {}) =>
  task(id, { persona: 'coder', writes: [`src/t${id}.js`], ...of });
const adds = (id: number) => ({ files: { [`src/t${id}.js`]: `export const t${id} = ${id};\n` } });

class Killed extends Error {}

/** A model that is gone at its n-th turn, with the process that asked. */
function dying(say: Say, at: number): Say {
  let asked = 0;
  return (asking) => {
    asked += 1;
    if (asked >= at) throw new Killed('killed');
    return say(asking);
  };
}

const tasks = [
  coder(1),
  task(2, { persona: 'researcher' }),
  coder(3, { dependsOn: [1] }),
  coder(4, { dependsOn: [2] }),
];
const helpful = crew({ tasks, deeds: { 1: adds(1), 3: adds(3), 4: adds(4) } });
/** Turns of an undisturbed run: two for each agent. */
const TURNS = 12;
/** Every third one, in a short run. */
const AT = Array.from({ length: TURNS }, (_, n) => n + 1).filter((n) => process.env.CREW_LONG === '1' || n % 3 === 2);

/** Tasks whose worker was asked for its first turn, in this process. */
const begun = (model: ReturnType<typeof modelOf>) =>
  model.askings.filter(({ task: id, turn }) => id > 0 && turn === 0).map(({ task: id }) => id);

async function succeededIn(place: Project): Promise<readonly string[]> {
  const log = parse(place.file('execution_log.yaml') ?? '{ tasks: [] }') as {
    tasks: { task: string; status: string }[];
  };
  return log.tasks
    .filter(({ status, task: name }) => status === 'success' && name !== null)
    .map(({ task: name }) => name);
}

describe('a build that was killed', () => {
  it.each(AT)(
    'at turn %d goes on: no succeeded task runs again, none is lost',
    async (at) => {
      const place = await project();
      const first = modelOf(dying(helpful, at));
      await expect(live(place, { model: first })).rejects.toThrow();
      const succeeded = await succeededIn(place);
      const second = modelOf(helpful);
      const { result: ended, document } = await live(place, { model: second });
      expect(ended.outcome.name).toBe('done');
      expect(document.tasks.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'success']);
      expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t3.js', 'src/t4.js']);
      const again = begun(second).map((id) => `task_${id}`);
      expect(again.filter((name) => succeeded.includes(name))).toEqual([]);
      // Interrupted attempts are no retries.
      const log = parse(place.file('execution_log.yaml') ?? '') as { tasks: { retries: number; status: string }[] };
      expect(log.tasks.map(({ retries, status }) => [retries, status])).toEqual(log.tasks.map(() => [0, 'success']));
      expect(log.tasks).toHaveLength(6);
    },
    60_000,
  );

  it('again and again comes to the same end, and its spending counts once', async () => {
    const place = await project();
    const whole = await live(await project(), { model: modelOf(helpful) });
    for (let n = 0; n < 4; n += 1) await live(place, { model: modelOf(dying(helpful, 4)) }).catch(() => undefined);
    const { result: ended } = await live(place, { model: modelOf(helpful) });
    expect(ended.diff?.sha256).toBe(whole.result.diff?.sha256);
    expect(ended.spent.usd).toBeGreaterThanOrEqual(whole.result.spent.usd - 1e-9);
  }, 60_000);

  it.each(process.env.CREW_LONG === '1' ? [3, 5, 8, 11] : [5, 8])(
    'at turn %d goes on with its journal alone, on a machine that has nothing else',
    async (at) => {
      const place = await project();
      const whole = await live(await project(), { model: modelOf(helpful) });
      await live(place, { model: modelOf(dying(helpful, at)) }).catch(() => undefined);
      const succeeded = await succeededIn(place);
      const fresh = { ...place, folder: path.join(await newFolder(), 'build-1') };
      mkdirSync(fresh.folder, { recursive: true });
      copyFileSync(path.join(place.folder, 'journal.jsonl'), path.join(fresh.folder, 'journal.jsonl'));
      const model = modelOf(helpful);
      const { result: ended } = await live(fresh, { model });
      expect(ended.diff?.sha256).toBe(whole.result.diff?.sha256);
      expect(begun(model).filter((id) => succeeded.includes(`task_${id}`))).toEqual([]);
      for (const file of ['plan.md', 'tasks/task_1.md', 'results/result_1.md', 'report_summary.md'])
        expect([file, existsSync(path.join(fresh.folder, 'work/cmd_007', file))]).toEqual([file, true]);
    },
    60_000,
  );

  it('after its end changes nothing more', async () => {
    const place = await project();
    const first = await live(place, { model: modelOf(helpful) });
    const model = modelOf(helpful);
    const second = await live(place, { model });
    expect(model.askings).toEqual([]);
    expect(second.result.diff).toEqual(first.result.diff);
    expect(second.result.spent.usd).toBeCloseTo(first.result.spent.usd, 9);
    expect(second.document).toEqual(first.document);
  });

  it('in a tree that stands on another commit is refused by name', async () => {
    const place = await project();
    await live(place, { model: modelOf(dying(helpful, 3)) }).catch(() => undefined);
    place.git('commit', '-q', '--allow-empty', '-m', 'moved');
    await expect(live(place, { model: modelOf(helpful) })).rejects.toThrow(/on which this run began/);
  });
});

const LONG = process.env.CREW_LONG === '1';

/** Below the repository: roles and packages are found from there. */
const bundleFolder = mkdtempSync(path.resolve('node_modules/.crew-test-'));
let program = '';
beforeAll(async () => {
  program = path.join(bundleFolder, 'kill.mjs');
  const entryPoints = ['test/workflows/build/kill.entry.ts'];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

async function killablePlace() {
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
const SHARES = LONG ? Array.from({ length: 30 }, (_, n) => (n + 1) / 31) : [0.1, 0.35, 0.6, 0.8, 0.95];

describe('a build that is killed with kill -9', () => {
  it('wherever that is, goes on: no succeeded task runs again, none is lost, and its change is the same', async () => {
    const whole = JSON.parse((await killablePlace()).run(0).stdout) as { sha256: string; points: number };
    for (const share of SHARES) {
      const { run, begun, file } = await killablePlace();
      expect(run(Math.max(1, Math.round(whole.points * share))).signal).toBe('SIGKILL');
      const log = parse(file('execution_log.yaml') ?? '{ tasks: [] }') as { tasks: { task: string; status: string }[] };
      const succeeded = log.tasks.flatMap(({ task, status }) => (task && status === 'success' ? [task] : []));
      const before = linesOf(begun).length;
      const second = run(0);
      expect(second.stderr).toBe('');
      expect(JSON.parse(second.stdout)).toMatchObject({ outcome: 'done', sha256: whole.sha256 });
      const again = linesOf(begun)
        .slice(before)
        .map((id) => `task_${id}`);
      expect([share, again.filter((name) => succeeded.includes(name))]).toEqual([share, []]);
    }
  }, 240_000);
});
