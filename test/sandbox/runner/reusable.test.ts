import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, push, script, type World } from './world.js';

let world: World;
afterEach(() => world.close());

const CALLED = `
name: called
on:
  workflow_call:
    inputs:
      who: { type: string, required: true }
      loud: { type: boolean, default: true }
    secrets:
      key: { required: false }
    outputs:
      answer: { value: "\${{ jobs.inner.outputs.answer }}" }
jobs:
  inner:
    runs-on: x
    outputs: { answer: "\${{ steps.a.outputs.answer }}" }
    steps:
      - { id: a, uses: crew/act/script@v1, env: { KEY: "\${{ secrets.key }}" }, with: { run: "output('answer', '\${{ inputs.who }} \${{ inputs.loud }} ' + process.env.KEY.length)" } }
`;

const caller = (call: string, more = ''): string => `
on: push
permissions: { contents: read, issues: write }
jobs:
  ask:
    ${call}
  after:
    needs: ask
    runs-on: x
    steps:
      - { uses: crew/act/script@v1, with: { run: "console.log('heard \${{ needs.ask.outputs.answer }} (\${{ needs.ask.result }})')" } }
${more}`;

describe('a reusable workflow', () => {
  it('of the same repository takes inputs and named secrets, and gives outputs', async () => {
    const call =
      'uses: ./.github/workflows/called.yml\n    with: { who: mona }\n    secrets: { key: "${{ secrets.OTHER }}" }';
    world = createWorld({ workflows: { 'w.yml': caller(call), 'called.yml': CALLED }, secrets: { OTHER: '12345' } });
    const run = await push(world);
    expect(run.jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['after', 'success'],
      ['ask / inner', 'success'],
    ]);
    expect(world.log('after')).toContain('heard mona true 5 (success)');
  });

  it('inherits all secrets only when told so', async () => {
    const call = (secrets: string): string =>
      `uses: ./.github/workflows/called.yml\n    with: { who: mona, loud: false }${secrets}`;
    world = createWorld({
      workflows: { 'w.yml': caller(call('\n    secrets: inherit')), 'called.yml': CALLED },
      secrets: { KEY: '123' },
    });
    await push(world);
    expect(world.log('after')).toContain('heard mona false 3');
    await world.close();
    world = createWorld({ workflows: { 'w.yml': caller(call('')), 'called.yml': CALLED }, secrets: { KEY: '123' } });
    await push(world);
    expect(world.log('after')).toContain('heard mona false 0');
  });

  it('of another repository comes from there, at its ref', async () => {
    const call = 'uses: crew/shared/.github/workflows/called.yml@v1\n    with: { who: mona }';
    const others = { 'crew/shared': { '.github/workflows/called.yml': CALLED } };
    world = createWorld({ workflows: { 'w.yml': caller(call) }, others });
    await push(world);
    expect(world.log('after')).toContain('heard mona true');
  });

  it('has the permissions of its caller', async () => {
    const call = 'uses: ./.github/workflows/called.yml\n    with: { who: mona }';
    world = createWorld({ workflows: { 'w.yml': caller(call), 'called.yml': CALLED } });
    await push(world);
    expect(world.tokens.map(({ permissions }) => permissions.issues)).toEqual(['write', 'write']);
  });

  it.each([
    [
      'asks for more than its caller has',
      'with: { who: mona }',
      `permissions: { contents: write }\n${CALLED}`,
      ".github/workflows/called.yml, job 'inner': the nested job is requesting 'contents: write', but is only allowed 'contents: read'",
    ],
    [
      'misses a required input',
      '',
      CALLED,
      ".github/workflows/w.yml, job 'ask': the required input 'who' is not given",
    ],
    [
      'is given an input it does not know',
      'with: { who: mona, whom: lisa }',
      CALLED,
      ".github/workflows/w.yml, job 'ask': the input 'whom' is not defined in the called workflow",
    ],
    [
      'cannot be called',
      '',
      `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${script('1')}\n`,
      ".github/workflows/w.yml, job 'ask': ./.github/workflows/called.yml has no workflow_call trigger",
    ],
  ])('does not start when it %s', async (_, given, called, problem) => {
    world = createWorld({
      workflows: {
        'w.yml': caller(`uses: ./.github/workflows/called.yml${given === '' ? '' : `\n    ${given}`}`),
        'called.yml': called,
      },
    });
    const runs = await world.trigger('push', { ref: 'refs/heads/main' });
    const run = runs.find(({ path }) => path.endsWith('w.yml'));
    expect(run).toMatchObject({ conclusion: 'startup_failure', problems: [problem] });
  });

  it('that is not there is named', async () => {
    world = createWorld({ workflows: { 'w.yml': caller('uses: ./.github/workflows/none.yml') } });
    expect((await push(world)).problems).toEqual([
      ".github/workflows/w.yml, job 'ask': there is no .github/workflows/none.yml in octo/shop",
    ]);
  });
});
