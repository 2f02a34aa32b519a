import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, runOf, SHA, script, until, type World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** A job that says when it began and then waits for a signal. */
const waiter = (onSignals: string): string =>
  script(`${onSignals}; console.log('began', process.pid); setInterval(() => {}, 1000); await new Promise(() => {})`);

const workflow = (steps: string, after = ''): string =>
  `on: push\njobs:\n  work:\n    runs-on: x\n    steps:\n      - ${steps}\n${after}`;

async function startAndWait(body: string, more: Partial<WorldOptions> = {}): Promise<number> {
  world = createWorld({ workflows: { 'w.yml': body }, ...more });
  const [ref] = await world.runner.trigger({
    name: 'push',
    repo: 'octo/shop',
    actor: 'mona',
    ref: 'refs/heads/main',
    sha: SHA,
    payload: {},
  });
  await until(() => world.log().includes('began'));
  return ref?.runId ?? 0;
}

describe('cancelling a run', () => {
  it('interrupts the step, which may still save its work', async () => {
    const id = await startAndWait(
      workflow(waiter("process.on('SIGINT', () => { console.log('saved'); process.exit(0) })")),
    );
    await world.runner.cancel(id);
    const run = runOf(world.runner, id);
    expect(run.conclusion).toBe('cancelled');
    expect(run.jobs[0]).toMatchObject({ conclusion: 'cancelled', steps: [{ outcome: 'cancelled' }] });
    expect(world.log()).toContain('saved');
    expect(world.tokens[0]?.revoked).toBe(true);
  });

  it('goes on to SIGTERM, then to SIGKILL, when the step does not listen', async () => {
    const deaf =
      "process.on('SIGINT', () => console.log('got INT')); process.on('SIGTERM', () => console.log('got TERM'))";
    const id = await startAndWait(workflow(waiter(deaf)));
    await world.runner.cancel(id);
    expect(world.log()).toMatch(/got INT\ngot TERM/);
    expect(runOf(world.runner, id).conclusion).toBe('cancelled');
  });

  it('lets jobs and steps run that ask for it', async () => {
    const steps = `${waiter('1')}\n      - { if: cancelled(), uses: crew/act/script@v1, with: { run: "console.log('tidied')" } }\n      - ${script("console.log('never')")}`;
    const publish = `  publish:\n    needs: work\n    if: always()\n    runs-on: x\n    steps:\n      - { if: always(), uses: crew/act/script@v1, with: { run: "console.log('after \${{ needs.work.result }}')" } }\n`;
    const id = await startAndWait(workflow(steps, publish));
    await world.runner.cancel(id);
    expect(world.log()).toContain('tidied');
    expect(world.log('publish')).toContain('after cancelled');
    expect(world.log()).not.toContain('never');
  });

  it('does not stop a job whose condition still holds', async () => {
    const slow = script(
      "console.log('began'); await new Promise((done) => setTimeout(done, 300)); console.log('finished')",
    );
    const id = await startAndWait(
      `on: push\njobs:\n  work:\n    if: always()\n    runs-on: x\n    steps:\n      - ${slow}\n`,
    );
    await world.runner.cancel(id);
    expect(world.log()).toContain('finished');
    expect(runOf(world.runner, id).jobs[0]?.conclusion).toBe('success');
  });
});

describe('a runner that is lost', () => {
  it('fails its job at once, without its later steps; the jobs after it have their say', async () => {
    const steps = `${waiter("process.on('SIGINT', () => console.log('asked'))")}\n      - { if: always(), uses: crew/act/script@v1, with: { run: "console.log('later')" } }`;
    const publish = `  publish:\n    needs: work\n    if: always()\n    runs-on: x\n    steps:\n      - { uses: crew/act/script@v1, with: { run: "console.log('after \${{ needs.work.result }}')" } }\n`;
    const id = await startAndWait(workflow(steps, publish));
    world.runner.kill(id, 'work');
    await world.runner.idle();
    expect(runOf(world.runner, id)).toMatchObject({
      conclusion: 'failure',
      jobs: [{ conclusion: 'failure' }, { conclusion: 'success' }],
    });
    expect(world.log('publish')).toContain('after failure');
    expect(world.log()).not.toMatch(/asked|later/);
    expect(world.tokens.every(({ revoked }) => revoked)).toBe(true);
  });

  it('closing ends everything and starts nothing new', async () => {
    const id = await startAndWait(workflow(waiter('1')));
    await world.runner.close();
    expect(runOf(world.runner, id).status).toBe('completed');
    expect(
      await world.runner.trigger({
        name: 'push',
        repo: 'octo/shop',
        actor: 'mona',
        ref: 'refs/heads/main',
        payload: {},
      }),
    ).toEqual([]);
  });
});

describe('a concurrency group', () => {
  const GATE =
    "const fs = await import('node:fs'); console.log('began ' + process.env.GITHUB_RUN_ID); while (!fs.existsSync(process.env.GO)) await new Promise((done) => setTimeout(done, 10))";
  const grouped = (concurrency: string): string =>
    `on: push\nconcurrency: ${concurrency}\njobs:\n  work:\n    runs-on: x\n    env: { GO: "\${{ vars.GO }}" }\n    steps:\n      - ${script(GATE)}\n`;

  /** Starts three runs while the first still runs, lets go, and says how each ended. */
  async function three(concurrency: string): Promise<(string | null)[]> {
    const go = `/tmp/go-${process.pid}-${Math.random().toString(36).slice(2)}`;
    world = createWorld({ workflows: { 'w.yml': grouped(concurrency) }, variables: { GO: go } });
    const event = { name: 'push', repo: 'octo/shop', actor: 'mona', ref: 'refs/heads/main', sha: SHA, payload: {} };
    await world.runner.trigger(event);
    await until(() => world.log().includes('began 1'));
    await world.runner.trigger(event);
    await world.runner.trigger(event);
    (await import('node:fs')).writeFileSync(go, '');
    await world.runner.idle();
    (await import('node:fs')).rmSync(go);
    return world.runner.runs().map(({ conclusion }) => conclusion);
  }

  it('keeps one waiting, the newest', async () => {
    expect(await three('one')).toEqual(['success', 'cancelled', 'success']);
  });

  it('keeps all waiting with queue: max, in order', async () => {
    expect(await three('{ group: one, queue: max }')).toEqual(['success', 'success', 'success']);
    expect(world.lines.filter(({ text }) => text.startsWith('began')).map(({ text }) => text)).toEqual([
      'began 1',
      'began 2',
      'began 3',
    ]);
  });

  it('puts out the one that runs with cancel-in-progress', async () => {
    expect(await three('{ group: one, cancel-in-progress: true }')).toEqual(['cancelled', 'cancelled', 'success']);
  });

  it('does not hold up other groups', async () => {
    expect(await three('"group-${{ github.run_id }}"')).toEqual(['success', 'success', 'success']);
  });

  it('of a job counts with those of runs', async () => {
    const body = `on: push\nconcurrency: one\njobs:\n  work:\n    runs-on: x\n    concurrency: one\n    steps:\n      - ${script('1')}\n`;
    world = createWorld({ workflows: { 'w.yml': body } });
    const [run] = await world.trigger('push', { ref: 'refs/heads/main' });
    expect(run).toMatchObject({
      conclusion: 'cancelled',
      problems: [expect.stringContaining('a deadlock was detected')],
    });
  });
});
