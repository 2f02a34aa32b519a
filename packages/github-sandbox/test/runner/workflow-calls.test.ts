import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PINNED_ACTIONS } from '../../src/runner/actions/pinned.js';
import type { Run } from '../../src/runner/index.js';
import { createWorld, FIXTURES, push, SHA, script, type World } from '../support/world.js';

describe('a reusable workflow', () => {
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

  const WHERE = `
on: workflow_call
jobs:
  inner:
    runs-on: x
    steps:
      - { uses: crew/act/script@v1, with: { run: "console.log('\${{ job.workflow_repository }} \${{ job.workflow_sha }} \${{ job.workflow_ref }}')" } }
`;

  const OWN = `
on: workflow_call
jobs:
  inner:
    runs-on: x
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@${PINNED_ACTIONS['actions/checkout'].commit}
        with: { repository: "\${{ job.workflow_repository }}", ref: "\${{ job.workflow_sha }}", path: .kit }
      - uses: ./.kit
      - { uses: crew/act/script@v1, with: { run: "console.log('copied: ' + (await import('node:fs')).readdirSync('.kit', { recursive: true }).sort().join(', '))" } }
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

  it.each([
    ['of the same repository', './.github/workflows/where.yml', `octo/shop ${SHA} refs/heads/main`],
    ['of another repository', 'crew/shared/.github/workflows/where.yml@v1', `crew/shared ${SHA} refs/tags/v1`],
    [
      'of a repository that a folder stands for',
      'crew/kit/.github/workflows/where.yml@v1',
      `crew/kit ${'0'.repeat(40)} v1`,
    ],
  ])('%s knows its own place, which is not that of its caller', async (_, uses, place) => {
    const others = { 'crew/shared': { '.github/workflows/where.yml': WHERE } };
    const kit = await mkdtemp(join(tmpdir(), 'kit-'));
    await cp(join(FIXTURES, 'kit'), kit, { recursive: true });
    await mkdir(join(kit, '.github/workflows'), { recursive: true });
    await writeFile(join(kit, '.github/workflows/where.yml'), WHERE);
    world = createWorld({
      workflows: { 'w.yml': caller(`uses: ${uses}`), 'where.yml': WHERE },
      others,
      actions: { 'crew/act': join(FIXTURES, 'actions'), 'crew/kit': kit },
    });
    const run = await push(world);
    await rm(kit, { recursive: true });
    expect(run.conclusion).toBe('success');
    const [repository, sha, ref] = place.split(' ');
    expect(world.log('ask / inner')).toContain(`${repository} ${sha} ${repository}/.github/workflows/where.yml@${ref}`);
  });

  it('of a folder checks itself out: what its package publishes, and nothing else', async () => {
    const kit = await mkdtemp(join(tmpdir(), 'kit-'));
    await cp(join(FIXTURES, 'kit'), kit, { recursive: true });
    await mkdir(join(kit, '.github/workflows'), { recursive: true });
    await writeFile(join(kit, '.github/workflows/own.yml'), OWN);
    await mkdir(join(kit, 'node_modules'));
    await mkdir(join(kit, 'src/listed'), { recursive: true });
    await mkdir(join(kit, 'src/other'));
    await writeFile(join(kit, 'src/listed/a.txt'), '');
    await writeFile(join(kit, 'src/other/b.txt'), '');
    await writeFile(
      join(kit, 'package.json'),
      JSON.stringify({ files: ['./action.yml', 'dist/', 'src/listed', 'gone'] }),
    );
    world = createWorld({
      workflows: { 'w.yml': caller('uses: crew/kit/.github/workflows/own.yml@v1') },
      actions: { 'crew/act': join(FIXTURES, 'actions'), 'crew/kit': kit },
    });
    const run = await push(world);
    await rm(kit, { recursive: true });
    expect(run.conclusion).toBe('success');
    expect(world.log('ask / inner')).toContain('the kit at work');
    expect(world.log('ask / inner')).toContain(
      'copied: action.yml, dist, dist/main.mjs, package.json, src, src/listed, src/listed/a.txt',
    );
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

describe('a workflow of four jobs', () => {
  let world: World;
  let run: Run | undefined;

  beforeAll(async () => {
    world = createWorld({ workflows: { 'crew.yml': 'four-jobs.yml' } });
    [run] = await world.trigger('issue_comment');
  });
  afterAll(() => world.close());

  it('ends in success, each job after those it needs', () => {
    expect(run).toMatchObject({ status: 'completed', conclusion: 'success', problems: [] });
    expect(run?.jobs.map(({ key, conclusion }) => `${key}: ${conclusion}`)).toEqual([
      'gate: success',
      'work: success',
      'verify: success',
      'publish: success',
    ]);
  });

  it('takes its title from run-name', () => {
    expect(run?.title).toBe('crew on #5');
  });

  it('carries outputs from job to job', () => {
    expect(run?.jobs[0]?.outputs).toEqual({ proceed: 'true' });
    expect(world.summaries).toEqual(['work ended in success']);
  });

  it('carries files from job to job as artifacts, with id and digest', () => {
    expect(world.log('work')).toContain('kept 64 1');
    expect(world.log('verify')).toContain('verified: made by work');
  });

  it('mints each token with exactly the permissions of its job, and revokes it at its end', () => {
    const granted = world.tokens.map(({ job, permissions, revoked }) => {
      const some = Object.entries(permissions).filter(([, access]) => access !== 'none');
      return [job, Object.fromEntries(some), revoked];
    });
    expect(granted).toEqual([
      ['gate', { contents: 'read', metadata: 'read' }, true],
      ['work', { contents: 'read', metadata: 'read' }, true],
      ['verify', { metadata: 'read' }, true],
      ['publish', { contents: 'write', issues: 'write', metadata: 'read' }, true],
    ]);
  });

  it('tells the host of every change as plain data', () => {
    expect(world.updates[0]).toMatchObject({ status: 'queued', conclusion: null });
    expect(world.updates.at(-1)).toEqual(run);
    expect(JSON.parse(JSON.stringify(run))).toEqual(run);
  });
});
