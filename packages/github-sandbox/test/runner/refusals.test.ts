import { afterEach, describe, expect, it } from '@jest/globals';
import { createWorld, push, script, type World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

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
