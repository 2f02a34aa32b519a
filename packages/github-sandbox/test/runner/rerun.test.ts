import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, push, REPO, runOf, script, type World } from '../support/world.js';

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

describe('a run that is run again', () => {
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
