import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, runOf, SHA, script, until, type World, type WorldOptions } from '../support/world.js';

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
