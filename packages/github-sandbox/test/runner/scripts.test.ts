import { afterEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/runner/index.js';
import { createWorld, push, until, type World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(() => world.close());

async function runs(
  steps: string,
  { top = '', more = {} }: { top?: string; more?: Partial<WorldOptions> } = {},
): Promise<Run> {
  const body = `on: push\n${top}jobs:\n  work:\n    runs-on: x\n    steps:\n${steps.replace(/^/gm, '      ')}\n`;
  world = createWorld({ workflows: { 'w.yml': body }, ...more });
  return push(world);
}

describe('a step with run:', () => {
  it('is a script of bash, with expressions, environment, outputs and masks as in an action', async () => {
    const run = await runs(
      `- id: first
  run: |
    echo "on \${{ github.ref_name }} as $WHO in $(basename "$PWD")"
    echo "answer=42" >> "$GITHUB_OUTPUT"
    echo "LATER=yes" >> "$GITHUB_ENV"
    echo "::add-mask::hush"
  env: { WHO: mona }
- name: second
  run: echo "\${{ steps.first.outputs.answer }} $LATER hush"`,
    );
    expect(run.conclusion).toBe('success');
    expect(world.log()).toContain('on main as mona in shop');
    expect(world.log()).toContain('42 yes ***');
    expect(run.jobs[0]?.steps.map(({ name }) => name)).toEqual([expect.stringMatching(/^Run echo "on main/), 'second']);
  });

  it('fails at the first command that fails, in a pipe only where bash is named', async () => {
    expect((await runs('- run: |\n    false | true\n    echo went on\n    exit 3\n    echo never')).conclusion).toBe(
      'failure',
    );
    expect(world.log()).toContain('went on');
    expect(world.log()).toContain('Process completed with exit code 3.');
    expect(world.log()).not.toContain('never');
    await world.close();
    await runs('- run: |\n    false | true\n    echo went on\n  shell: bash');
    expect(world.log()).not.toContain('went on');
  });

  it('takes the shell and the folder of the step, else those of defaults', async () => {
    const top = 'defaults: { run: { working-directory: sub, shell: python } }\n';
    const run = await runs(
      '- { run: mkdir sub, working-directory: ., shell: bash }\n- run: import os; print("in", os.path.basename(os.getcwd()))\n- { run: "print(1 + 1)" }\n- { run: "console.log(2 + 3)", shell: "node {0}" }\n- { run: x, shell: fancy }',
      { top },
    );
    expect(world.log()).toContain('in sub');
    expect(world.log()).toMatch(/^2$/m);
    expect(world.log()).toMatch(/^5$/m);
    expect(run.jobs[0]?.annotations[0]?.message).toContain("Invalid shell option 'fancy'");
  });

  it('is a real process that a cancellation interrupts, and finds no token of the machine', async () => {
    process.env.OF_THE_MACHINE = 'secret';
    const body =
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: |\n          echo "machine: $OF_THE_MACHINE runtime: $ACTIONS_RUNTIME_TOKEN"\n          trap "echo saved; exit 0" INT\n          echo began\n          while true; do sleep 0.05; done\n      - { if: always(), run: echo tidied }\n';
    world = createWorld({ workflows: { 'w.yml': body } });
    const [ref] = await world.runner.trigger({
      name: 'push',
      repo: 'octo/shop',
      actor: 'mona',
      ref: 'refs/heads/main',
      payload: {},
    });
    await until(() => world.log().includes('began\n') || world.log().endsWith('began'));
    await world.runner.cancel(ref?.runId ?? 0);
    delete process.env.OF_THE_MACHINE;
    expect(world.log()).toContain('machine:  runtime: ');
    expect(world.log()).toContain('saved');
    expect(world.log()).toContain('tidied');
    expect(world.runner.runs()[0]?.conclusion).toBe('cancelled');
  });
});

describe('a composite action', () => {
  it('runs its steps with its inputs, and hands outputs, environment and path on', async () => {
    const run = await runs(
      `- id: setup
  uses: crew/act/composite@v1
  env: { OWN: mine }
- run: |
    echo "out: \${{ steps.setup.outputs.greeting }}"
    echo "env: $FROM_SETUP own: $OWN"
    echo "$PATH" | cut -d: -f1`,
    );
    expect(run.conclusion).toBe('success');
    expect(run.jobs[0]?.steps).toHaveLength(2);
    for (const line of ['text beside the action', 'node step sees mine', 'out: hello mona', 'env: mine own: '])
      expect(world.log()).toContain(line);
    expect(world.log()).toMatch(/composite\/bin$/m);
  });

  it('fails its step where one of its steps fails; those with failure() still run', async () => {
    const run = await runs('- { uses: crew/act/composite@v1, with: { fail: true } }\n- run: echo never');
    expect(run.jobs[0]?.steps.map(({ conclusion }) => conclusion)).toEqual(['failure', 'skipped']);
    expect(world.log()).toContain('on failure');
    expect(world.log()).not.toContain('after');
  });

  it('lies in the repository as well, and sees no secrets', async () => {
    const line = 'key: [${{ secrets.KEY }}]';
    const action = `runs: { using: composite, steps: [{ shell: bash, run: 'echo "${line}"' }] }`;
    const file = '.github/actions/crew-setup';
    const more = { secrets: { KEY: 'k3y' }, variables: { ACTION: action } };
    const run = await runs(
      `- run: mkdir -p ${file} && echo "$ACTION" > ${file}/action.yml\n  env: { ACTION: "\${{ vars.ACTION }}" }\n- uses: ./${file}`,
      { more },
    );
    expect(run.conclusion).toBe('success');
    expect(world.log()).toContain('key: []');
  });

  it('is refused where a script names no shell', async () => {
    const action = 'runs: { using: composite, steps: [{ run: echo hi }] }';
    const run = await runs(`- run: |\n    echo '${action}' > action.yml\n- uses: ./`);
    expect(run.jobs[0]?.annotations[0]?.message).toContain('Required property is missing: shell');
  });
});
