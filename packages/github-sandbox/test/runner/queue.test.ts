import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, push, REPO, runOf, SHA, script, until, type World, type WorldOptions } from '../support/world.js';

describe('queues and cancelling', () => {
  let world: World;
  let go: string;
  afterEach(async () => {
    await world.close();
    rmSync(go, { force: true });
  });

  /** A step that says its run's id and waits until the file GO is there. */
  const GATE =
    "const fs = await import('node:fs'); console.log('began ' + process.env.GITHUB_RUN_ID); while (!fs.existsSync(process.env.GO)) await new Promise((done) => setTimeout(done, 10))";

  const jobs = (more = ''): string =>
    `jobs:\n  work:\n${more}    runs-on: x\n    env: { GO: "\${{ vars.GO }}" }\n    steps:\n      - ${script(GATE)}\n`;

  const CALLS = (name: string, key = ''): string => `jobs:\n  call:\n${key}    uses: ./.github/workflows/${name}\n`;

  function open(workflows: Record<string, string>, more: Partial<WorldOptions> = {}): void {
    go = `/tmp/go-${process.pid}-${Math.random().toString(36).slice(2)}`;
    world = createWorld({ workflows, variables: { GO: go }, ...more });
  }

  async function start(name = 'push'): Promise<number> {
    const event = { name, repo: 'octo/shop', actor: 'mona', ref: 'refs/heads/main', sha: SHA, payload: {} };
    const [ref] = await world.runner.trigger(event);
    return ref?.runId ?? 0;
  }

  const begun = (): string[] => world.lines.filter(({ text }) => text.startsWith('began')).map(({ text }) => text);

  async function letGo(): Promise<void> {
    writeFileSync(go, '');
    await world.runner.idle();
  }

  const conclusions = (): (string | null)[] => world.runner.runs().map(({ conclusion }) => conclusion);

  describe('queue: max', () => {
    const queued = 'concurrency: { group: crew-7, queue: max }';

    it.each([
      ['a workflow', { 'w.yml': `on: push\n${queued}\n${jobs()}` }],
      ['a job', { 'w.yml': `on: push\n${jobs(`    ${queued}\n`)}` }],
      [
        'a called workflow',
        { 'w.yml': `on: push\n${CALLS('called.yml')}`, 'called.yml': `on: workflow_call\n${queued}\n${jobs()}` },
      ],
    ])('on %s lets all of them wait, and one run at a time', async (_, workflows) => {
      open(workflows);
      for (let count = 0; count < 4; count++) await start();
      await until(() => begun().length === 1);
      await letGo();
      expect(begun()).toEqual(['began 1', 'began 2', 'began 3', 'began 4']);
      expect(conclusions()).toEqual(['success', 'success', 'success', 'success']);
    });

    it('takes the queue in another order where a test asks for one', async () => {
      open({ 'w.yml': `on: push\n${queued}\n${jobs()}` }, { nextInQueue: (waiting) => waiting - 1 });
      for (let count = 0; count < 4; count++) await start();
      await until(() => begun().length === 1);
      await letGo();
      expect(begun()).toEqual(['began 1', 'began 4', 'began 3', 'began 2']);
    });

    it('is one queue for all workflows of the repository, whatever the case of the name', async () => {
      open({
        'a.yml': `on: push\nconcurrency: { group: Crew-7, queue: max }\n${jobs()}`,
        'b.yml': `on: push\nconcurrency: { group: crew-7, queue: max }\n${jobs()}`,
      });
      await start();
      await until(() => begun().length === 1);
      await new Promise((done) => setTimeout(done, 50));
      expect(begun()).toHaveLength(1);
      await letGo();
      expect(begun()).toHaveLength(2);
    });

    it('is refused together with cancel-in-progress', async () => {
      open({ 'w.yml': `on: push\nconcurrency: { group: a, queue: max, cancel-in-progress: true }\n${jobs()}` });
      const run = runOf(world.runner, await start());
      await world.runner.idle();
      expect(runOf(world.runner, run.id)).toMatchObject({
        conclusion: 'startup_failure',
        problems: [expect.stringContaining("'queue: max' and 'cancel-in-progress: true' exclude each other")],
      });
    });
  });

  describe('the same group in a workflow and in one that it calls', () => {
    it('is a deadlock, which cancels the run in GitHub’s words', async () => {
      open({
        'w.yml': `on: push\nconcurrency: build\n${CALLS('called.yml')}`,
        'called.yml': `on: workflow_call\nconcurrency: Build\n${jobs()}`,
      });
      const id = await start();
      await world.runner.idle();
      expect(runOf(world.runner, id)).toMatchObject({
        conclusion: 'cancelled',
        problems: [
          "Canceling since a deadlock was detected for concurrency group: 'Build' between a top level workflow and 'call'",
        ],
      });
      expect(begun()).toEqual([]);
    });
  });

  describe('cancelling', () => {
    const last = (needs: string): string =>
      `  last:\n    needs: ${needs}\n    if: always()\n    runs-on: x\n    steps:\n      - ${script("console.log('last')")}\n`;
    const called = `on: workflow_call\nconcurrency: { group: crew-7, queue: max }\n${jobs()}${last('work')}`;

    it('a run whose called workflow still waits runs none of the called jobs, not even those with always()', async () => {
      open({ 'w.yml': `on: push\n${CALLS('called.yml', '    if: always()\n')}${last('call')}`, 'called.yml': called });
      await start();
      await until(() => begun().length === 1);
      const id = await start();
      await until(() => runOf(world.runner, id).status === 'in_progress');
      await world.runner.cancel(id);
      const run = runOf(world.runner, id);
      expect(run.conclusion).toBe('cancelled');
      expect(run.jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
        ['call', 'cancelled'],
        ['last', 'success'],
      ]);
      await letGo();
      expect(runOf(world.runner, 1).jobs.map(({ name }) => name)).toEqual(['last', 'call / work', 'call / last']);
    });

    it('a called workflow that has begun runs its jobs with always()', async () => {
      open({ 'w.yml': `on: push\n${CALLS('called.yml')}`, 'called.yml': called });
      const id = await start();
      await until(() => begun().length === 1);
      await world.runner.cancel(id);
      expect(runOf(world.runner, id).jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
        ['call / work', 'cancelled'],
        ['call / last', 'success'],
      ]);
    });

    it('with force ends jobs and steps with always() as well', async () => {
      open({ 'w.yml': `on: push\n${jobs('    if: always()\n')}${last('work')}` });
      const id = await start();
      await until(() => begun().length === 1);
      const cancelled = world.runner.cancel(id);
      await new Promise((done) => setTimeout(done, 50));
      expect(runOf(world.runner, id).status).toBe('in_progress');
      await world.runner.cancel(id, { force: true });
      await cancelled;
      expect(runOf(world.runner, id).jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
        ['work', 'cancelled'],
        ['last', 'skipped'],
      ]);
      expect(world.log()).not.toContain('last');
    });
  });
});

describe('a run that is run again', () => {
  let world: World;
  afterEach(() => world.close());

  const ATTEMPT = 'process.env.GITHUB_RUN_ATTEMPT';

  /** Passes from its second attempt on, and says each time which it was. */
  const late = `output('seen', ${ATTEMPT}); console.log('attempt ' + ${ATTEMPT}); process.exit(${ATTEMPT} === '1' ? 1 : 0)`;

  const job = (id: string, { code, keys = '' }: { code: string; keys?: string }): string =>
    `  ${id}:\n    runs-on: x\n${keys}    outputs: { seen: "\${{ steps.s.outputs.seen }}" }\n    steps:\n      - { id: s, ${script(code).slice(2)}\n`;

  const seen = `output('seen', ${ATTEMPT})`;

  const called = `on: workflow_call\njobs:\n${[
    job('gate', { code: seen }),
    job('work', { code: late, keys: '    needs: gate\n' }),
    job('publish', { code: seen, keys: '    needs: [gate, work]\n    if: always()\n' }),
    job('unwanted', { code: seen, keys: '    needs: gate\n    if: false\n' }),
    job('bystander', { code: seen, keys: '    needs: [gate, unwanted]\n    if: always()\n' }),
  ].join('')}`;

  const caller = `on: push\njobs:\n  crew:\n    uses: ./.github/workflows/called.yml\n`;

  async function failedOnce() {
    world = createWorld({ workflows: { 'w.yml': caller, 'called.yml': called } });
    return push(world);
  }

  async function again(only: 'all' | 'failed', id: number) {
    await world.runner.rerun(id, { only, by: 'octavia' });
    await world.runner.idle();
    return runOf(world.runner, id);
  }

  const attempts = (run: { jobs: readonly { key: string; outputs: Record<string, string> }[] }) =>
    Object.fromEntries(run.jobs.map(({ key, outputs }) => [key.replace('crew / ', ''), outputs.seen]));

  it('keeps its id and number, and says which attempt it is and who wanted it', async () => {
    const first = await failedOnce();
    expect(first).toMatchObject({ attempt: 1, conclusion: 'failure', actor: 'mona', triggeringActor: 'mona' });
    const second = await again('all', first.id);
    const { id, number } = first;
    expect(second).toMatchObject({ id, number, attempt: 2, conclusion: 'success', triggeringActor: 'octavia' });
    expect(second.actor).toBe('mona');
    expect(attempts(second)).toEqual({ gate: '2', work: '2', publish: '2', bystander: '2', unwanted: undefined });
  });

  it('with its failed jobs alone leaves what passed as it was, outputs and all, and runs what needs a failed one', async () => {
    const first = await failedOnce();
    const second = await again('failed', first.id);
    expect(second.conclusion).toBe('success');
    expect(attempts(second)).toEqual({ gate: '1', work: '2', publish: '2', bystander: '1', unwanted: undefined });
    const newer = second.jobs.filter(({ id }) => !first.jobs.some((job) => job.id === id));
    expect(newer.map(({ key }) => key)).toEqual(['crew / work', 'crew / publish']);
  });

  it('is followed by what waits for its end once more', async () => {
    const first = await failedOnce();
    const after = `on: { workflow_run: { workflows: [w], types: [completed] } }\njobs:\n${job('heard', { code: 'console.log("after " + JSON.parse((await import("node:fs")).readFileSync(process.env.GITHUB_EVENT_PATH)).workflow_run.run_attempt)' })}`;
    await world.close();
    world = createWorld({ workflows: { 'w.yml': `name: w\n${caller}`, 'called.yml': called, 'after.yml': after } });
    const { id } = await push(world);
    expect(id).toBe(first.id);
    await again('failed', id);
    expect(world.log('heard').match(/after \d/g)).toEqual(['after 1', 'after 2']);
  });

  it('has to have ended', async () => {
    world = createWorld({
      workflows: { 'w.yml': `on: push\njobs:\n${job('a', { code: 'setTimeout(() => {}, 300)' })}` },
    });
    const [ref] = await world.runner.trigger({
      name: 'push',
      repo: REPO,
      actor: 'mona',
      payload: {},
      ref: 'refs/heads/main',
    });
    await expect(world.runner.rerun(ref?.runId ?? 0, { only: 'all', by: 'mona' })).rejects.toThrow('has not ended yet');
    await world.runner.idle();
  });
});
