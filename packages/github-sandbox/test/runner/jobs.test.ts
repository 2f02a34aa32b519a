import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/runner/index.js';
import { createWorld, push, script, type World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(() => world.close());

async function jobs(body: string, more: Partial<WorldOptions> = {}): Promise<Run> {
  world = createWorld({ workflows: { 'w.yml': `on: push\njobs:\n${body}` }, ...more });
  return push(world);
}

const results = (run: Run): Record<string, string | null> =>
  Object.fromEntries(run.jobs.map(({ name, conclusion }) => [name, conclusion]));
const job = (id: string, { keys = '', code = '1' }: { keys?: string; code?: string } = {}): string =>
  `  ${id}:\n    runs-on: x\n${keys === '' ? '' : `    ${keys}\n`}    steps:\n      - ${script(code)}\n`;

describe('jobs that need each other', () => {
  it('a failure skips what needs it, however far down; always() and failure() run', async () => {
    const run = await jobs(
      [
        job('a', { code: 'process.exit(1)' }),
        job('b', { keys: 'needs: a' }),
        job('c', { keys: 'needs: b\n    if: failure()' }),
        job('d', { keys: 'needs: [a, b]\n    if: always()' }),
      ].join(''),
    );
    expect(results(run)).toEqual({ a: 'failure', b: 'skipped', c: 'success', d: 'success' });
    expect(run.conclusion).toBe('failure');
  });

  it('a skipped job skips what needs it', async () => {
    const run = await jobs(job('a', { keys: "if: github.actor == 'nobody'" }) + job('b', { keys: 'needs: a' }));
    expect(results(run)).toEqual({ a: 'skipped', b: 'skipped' });
    expect(run.conclusion).toBe('skipped');
  });

  it('continue-on-error shows the failure and goes on', async () => {
    const run = await jobs(
      job('a', { keys: 'continue-on-error: true', code: 'process.exit(1)' }) + job('b', { keys: 'needs: a' }),
    );
    expect(results(run)).toEqual({ a: 'failure', b: 'success' });
    expect(run.conclusion).toBe('success');
  });

  it('independent jobs run at the same time', async () => {
    const meetingPlace = mkdtempSync(join(tmpdir(), 'meet-'));
    const meet = `const fs = await import('node:fs'); const dir = process.env.MEET; fs.writeFileSync(dir + '/' + process.env.GITHUB_JOB, ''); while (fs.readdirSync(dir).length < 2) await new Promise((done) => setTimeout(done, 5))`;
    const keys = 'timeout-minutes: 1\n    env: { MEET: "${{ vars.MEET }}" }';
    const run = await jobs(job('a', { keys, code: meet }) + job('b', { keys, code: meet }), {
      variables: { MEET: meetingPlace },
      timing: { minuteMs: 8_000 },
    });
    rmSync(meetingPlace, { recursive: true });
    expect(run.conclusion).toBe('success');
  });

  it('a job knows its environment by name', async () => {
    const run = await jobs(job('a', { keys: 'environment: { name: "to-${{ github.ref_name }}" }' }));
    expect(run.jobs[0]?.environment).toBe('to-main');
  });
});

describe('a matrix', () => {
  it('runs a job once for each combination, without the excluded and with the included', async () => {
    const strategy =
      'strategy: { matrix: { node: [20, 24], os: [linux, mac], exclude: [{ node: 20, os: mac }], include: [{ node: 24, extra: yes }, { node: 26, os: linux }] } }';
    const run = await jobs(job('test', { keys: strategy }));
    expect(Object.keys(results(run)).sort()).toEqual([
      'test (20, linux)',
      'test (24, linux, yes)',
      'test (24, mac, yes)',
      'test (26, linux)',
    ]);
  });

  it('can come from an output of an earlier job', async () => {
    const plan =
      '  plan:\n    runs-on: x\n    outputs: { tasks: "${{ steps.a.outputs.tasks }}" }\n    steps:\n      - { id: a, uses: crew/act/script@v1, with: { run: "output(\'tasks\', JSON.stringify([1, 2]))" } }\n';
    const run = await jobs(
      plan +
        job('wave', {
          keys: 'needs: plan\n    strategy: { matrix: { task: "${{ fromJSON(needs.plan.outputs.tasks) }}" } }',
        }),
    );
    expect(Object.keys(results(run))).toEqual(['plan', 'wave (1)', 'wave (2)']);
  });

  it('that is empty fails its job by name', async () => {
    const run = await jobs(job('test', { keys: 'strategy: { matrix: { a: "${{ fromJSON(\'[]\') }}" } }' }));
    expect(run.jobs[0]).toMatchObject({ conclusion: 'failure', annotations: [{ message: 'the matrix is empty' }] });
  });

  const legs = (keys: string): string =>
    job('t', {
      keys: `strategy: { ${keys}, max-parallel: 1, matrix: { n: [1, 2, 3] } }`,
      code: 'process.exit(process.env.INPUT_RUN.length > 0 && "${{ matrix.n }}" === "1" ? 1 : 0)',
    });

  it('stops at the first failure', async () => {
    expect(results(await jobs(legs('fail-fast: true')))).toEqual({
      't (1)': 'failure',
      't (2)': 'cancelled',
      't (3)': 'cancelled',
    });
  });

  it('goes on without fail-fast', async () => {
    expect(results(await jobs(legs('fail-fast: false')))).toEqual({
      't (1)': 'failure',
      't (2)': 'success',
      't (3)': 'success',
    });
  });

  it('runs no more at a time than max-parallel', async () => {
    await jobs(legs('fail-fast: false'));
    const busiest = Math.max(
      ...world.updates.map(({ jobs: all }) => all.filter(({ status }) => status === 'in_progress').length),
    );
    expect(busiest).toBe(1);
  });
});

describe('refusals', () => {
  /** The problems of a run of this workflow on a push. */
  async function problemsOf(body: string): Promise<string[]> {
    world = createWorld({ workflows: { 'w.yml': body } });
    const run = await push(world);
    expect(run.conclusion).toBe('startup_failure');
    expect(world.tokens).toEqual([]);
    return run.problems;
  }

  const job = (steps: string): string => `on: push\njobs:\n  build:\n    runs-on: x\n    steps:\n      - ${steps}\n`;
  const FILE = '.github/workflows/w.yml';

  describe('what the runner does not do is refused by name, before anything runs', () => {
    it.each([
      ['uses: docker://alpine', 'step 1 (docker://alpine): docker actions are not run by the embedded runner'],
      [
        'uses: actions/cache@v4',
        'step 1 (actions/cache@v4): the embedded runner has no actions/cache; it runs ./folders, the built-in actions and those it was given a folder for',
      ],
      [
        'uses: actions/checkout@main',
        'step 1 (actions/checkout@main): actions/checkout is known to the embedded runner at de0fac2e4500dabe0009e67214ff5f5447ce83dd (v6.0.2) and by release tags, not at main',
      ],
    ])('%s', async (steps, sentence) => {
      expect(await problemsOf(job(steps))).toEqual([`${FILE}, job 'build', ${sentence}`]);
    });

    it.each([
      ['container: node:24', 'job containers are not run by the embedded runner'],
      ['services: { db: { image: postgres } }', 'service containers are not run by the embedded runner'],
    ])('%s', async (key, sentence) => {
      const body = `on: push\njobs:\n  build:\n    runs-on: x\n    ${key}\n    steps:\n      - ${script('1')}\n`;
      expect(await problemsOf(body)).toEqual([`${FILE}, job 'build': ${sentence}`]);
    });

    it('pull_request_target, with the reason', async () => {
      const [problem] = await problemsOf(
        `on: [push, pull_request_target]\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script('1')}\n`,
      );
      expect(problem).toMatch(
        /^\.github\/workflows\/w\.yml: pull_request_target is not supported: it hands write tokens/,
      );
    });

    it('an event that nothing here ever fires', async () => {
      expect(
        await problemsOf(`on: [push, gollum]\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script('1')}\n`),
      ).toEqual([`${FILE}: the event 'gollum' starts nothing in the embedded runner`]);
    });

    it.each([
      ['context', '${{ githbu.actor }}', "Unrecognized named-value: 'githbu'"],
      ['function', '${{ shout(github.actor) }}', "Unrecognized function: 'shout'"],
    ])('an unknown %s, with file, job and step', async (_, expression, sentence) => {
      const [problem] = await problemsOf(job(`{ id: say, uses: crew/act/script@v1, with: { run: "${expression}" } }`));
      expect(problem).toContain(`${FILE}, job 'build', step 1 (say): line 6: ${sentence}`);
    });

    it('a secret in a condition, which GitHub does not allow either', async () => {
      const [problem] = await problemsOf(job(`{ if: secrets.KEY != '', uses: crew/act/script@v1 }`));
      expect(problem).toContain("Unrecognized named-value: 'secrets'");
    });

    it('a file that is no workflow, when it is pushed', async () => {
      const [problem] = await problemsOf('jobs: [');
      expect(problem).toContain(FILE);
    });
  });

  describe('what only shows when the step comes is refused there', () => {
    it.each([
      ['docker', 'docker actions are not run by the embedded runner'],
      ['nowhere', 'there is no action.yml or action.yaml; did the job check out its repository first?'],
    ])('an action that is %s', async (kind, sentence) => {
      world = createWorld({ workflows: { 'w.yml': job(`uses: crew/act/${kind}@v1`) } });
      const run = await push(world);
      expect(run.conclusion).toBe('failure');
      expect(run.jobs[0]?.annotations).toEqual([
        { level: 'error', message: `${FILE}, job 'build', step 1 (crew/act/${kind}@v1): ${sentence}` },
      ]);
    });

    it('an input of a pinned action that would change what it does', async () => {
      const uses = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd';
      world = createWorld({ workflows: { 'w.yml': job(`{ uses: ${uses}, with: { submodules: recursive } }`) } });
      const run = await push(world);
      expect(run.jobs[0]?.annotations[0]?.message).toContain(
        "the input 'submodules' is not supported by the embedded runner",
      );
    });
  });
});
