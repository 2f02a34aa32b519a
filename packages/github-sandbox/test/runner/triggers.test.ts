import { afterEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../src/runner/json.js';
import { createWorld, REPO, runOf, SHA, script, type World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

const only = (on: string, code = "console.log('ran')"): string =>
  `name: w\non: ${on}\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script(code)}\n`;

async function startedBy(
  on: string,
  { name, ...more }: { name: string; payload?: JsonObject; ref?: string },
): Promise<number> {
  world = createWorld({ workflows: { 'w.yml': only(on) } });
  const runs = await world.trigger(name, more);
  return runs.length;
}

const pull = (head: string, actor = 'mona'): JsonObject => ({
  action: 'opened',
  sender: { login: actor },
  pull_request: {
    number: 7,
    title: 'A change',
    merge_commit_sha: 'c'.repeat(40),
    head: { ref: 'topic', sha: 'b'.repeat(40), repo: { full_name: head } },
    base: { ref: 'main', repo: { full_name: REPO } },
  },
});

describe('events', () => {
  it('start the workflows that name them, and no others', async () => {
    expect(await startedBy('issues', { name: 'issues' })).toBe(1);
    await world.close();
    expect(await startedBy('issue_comment', { name: 'issues' })).toBe(0);
  });

  it('of a pull request run at its merge, with head and base', async () => {
    world = createWorld({
      workflows: {
        'w.yml': only(
          'pull_request',
          "console.log('${{ github.ref }} ${{ github.sha }} ${{ github.head_ref }} ${{ github.base_ref }}')",
        ),
      },
    });
    const [run] = await world.trigger('pull_request', { payload: pull(REPO) });
    expect(world.log()).toContain(`refs/pull/7/merge ${'c'.repeat(40)} topic main`);
    expect(run?.title).toBe('A change');
  });

  it.each([
    ['a fork', 'eve/shop', 'eve'],
    ['Dependabot', REPO, 'dependabot[bot]'],
  ])('of a pull request of %s get a reading token and no secrets', async (_, head, actor) => {
    const body = `on: pull_request\npermissions: write-all\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script("console.log('<${{ secrets.KEY }}>')")}\n`;
    world = createWorld({ workflows: { 'w.yml': body }, secrets: { KEY: 'secret' } });
    await world.trigger('pull_request', { payload: pull(head, actor), actor });
    expect(world.log()).toContain('<>');
    expect(Object.values(world.tokens[0]?.permissions ?? {})).not.toContain('write');
  });

  it("made with a job's token start nothing, dispatches excepted", async () => {
    world = createWorld({ workflows: { 'w.yml': only('[issues, repository_dispatch]') } });
    expect(await world.trigger('issues', { byJobToken: true })).toEqual([]);
    expect(await world.trigger('repository_dispatch', { byJobToken: true, payload: { action: 'go' } })).toHaveLength(1);
  });
});

describe('a finished run', () => {
  const waits = (workflows: string): string =>
    `name: second\non: { workflow_run: { workflows: [${workflows}], types: [completed] } }\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script("console.log('after ${{ github.event.workflow_run.name }} ${{ github.event.workflow_run.conclusion }} ${{ github.event.workflow_run.head_sha }}')")}\n`;

  it('starts the workflows that wait for it, at the default branch, with the head as data', async () => {
    world = createWorld({ workflows: { 'w.yml': only('pull_request'), 'second.yml': waits('w') } });
    await world.trigger('pull_request', { payload: pull('eve/shop') });
    expect(world.log()).toContain(`after w success ${'b'.repeat(40)}`);
    expect(world.runner.runs().at(-1)).toMatchObject({ event: 'workflow_run', ref: 'refs/heads/main', sha: SHA });
  });

  it('that waits for itself ends after three', async () => {
    world = createWorld({ workflows: { 'w.yml': only('push'), 'second.yml': waits('w, second') } });
    await world.trigger('push', { ref: 'refs/heads/main' });
    expect(world.runner.runs()).toHaveLength(4);
  });
});

describe('workflow_dispatch', () => {
  const inputs =
    'inputs: { dry: { type: boolean, default: true }, budget: { type: number, default: 3 }, level: { type: choice, options: [low, high] }, what: { required: true } }';
  const body = only(
    `{ workflow_dispatch: { ${inputs} } }`,
    "console.log('${{ inputs.dry && 1 }} ${{ inputs.budget }} ${{ inputs.level }} ${{ inputs.what }}; text ${{ github.event.inputs.dry }}')",
  );
  const dispatch = (given: Record<string, string>, ref = 'main'): Promise<{ runId: number }> =>
    world.runner.dispatch({ repo: REPO, workflow: 'w.yml', ref, actor: 'mona', inputs: given });

  it('gives typed inputs, with their defaults', async () => {
    world = createWorld({ workflows: { 'w.yml': body } });
    const { runId } = await dispatch({ what: 'all', budget: '5' });
    await world.runner.idle();
    expect(runOf(world.runner, runId).conclusion).toBe('success');
    expect(world.log()).toContain('1 5 low all; text true');
  });

  it.each([
    [{}, "Required input 'what' not provided"],
    [{ what: 'x', who: 'y' }, 'Unexpected inputs provided: ["who"]'],
    [{ what: 'x', level: 'middle' }, "Provided value 'middle' for input 'level' is not one of low, high"],
    [{ what: 'x', dry: 'maybe' }, "Provided value 'maybe' for input 'dry' is not a boolean"],
    [{ what: 'x', budget: 'lots' }, "Provided value 'lots' for input 'budget' is not a number"],
  ])('refuses %j', async (given, sentence) => {
    world = createWorld({ workflows: { 'w.yml': body } });
    await expect(dispatch(given as Record<string, string>)).rejects.toThrow(sentence);
  });

  it('refuses a ref that is not there and a workflow that is not dispatched', async () => {
    world = createWorld({ workflows: { 'w.yml': only('push') } });
    await expect(dispatch({}, 'missing')).rejects.toThrow('No ref found for: missing');
    await expect(dispatch({})).rejects.toThrow("Workflow does not have 'workflow_dispatch' trigger");
  });
});

describe('a schedule', () => {
  it('fires by its cron line, or all at once', async () => {
    const lines = (cron: string): string =>
      only(`{ schedule: [{ cron: "${cron}" }] }`, "console.log('${{ github.event.schedule }}')");
    world = createWorld({ workflows: { 'a.yml': lines('0 5 * * *'), 'b.yml': lines('30 6 * * 1') } });
    expect(await world.runner.schedule({ repo: REPO, actor: 'mona', cron: '0 5 * * *' })).toHaveLength(1);
    expect(await world.runner.schedule({ repo: REPO, actor: 'mona' })).toHaveLength(2);
    await world.runner.idle();
    expect(world.log()).toContain('0 5 * * *');
  });
});
