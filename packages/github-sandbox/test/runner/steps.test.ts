import { afterEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/runner/index.js';
import { createWorld, isAlive, push, script, until, type World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** Runs one job of these steps on a push. */
async function steps(lines: string[], more: Partial<WorldOptions> & { job?: string } = {}): Promise<Run> {
  const { job = '', ...options } = more;
  const body = `name: w\non: push\nenv: { LEVEL: workflow }\njobs:\n  build:\n    runs-on: x\n    ${job}\n    steps:\n`;
  world = createWorld({ workflows: { 'w.yml': body + lines.map((line) => `      - ${line}\n`).join('') }, ...options });
  return push(world);
}

const outcomes = (run: Run): (string | null)[] => run.jobs[0]?.steps.map(({ outcome }) => outcome) ?? [];

describe('the name of a step', () => {
  it('is the one in the file, also of a step that was skipped', async () => {
    const run = await steps([
      "{ id: prepared, name: Set up, if: false, run: 'true' }",
      "{ id: twice, name: 'On ${{ github.ref_name }}', if: false, run: 'true' }",
      '{ if: false, uses: ./none }',
      "{ name: \"${{ fromJSON('') }}\", if: false, run: 'true' }",
      "{ id: last, run: 'true' }",
    ]);
    expect(run.jobs[0]?.steps.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['Set up', 'skipped'],
      ['On main', 'skipped'],
      ['./none', 'skipped'],
      [expect.stringContaining('step 4'), 'skipped'],
      ['Run true', 'success'],
    ]);
  });
});

describe('what a step finds', () => {
  it('its inputs as GitHub writes them: upper case, spaces as underscores, defaults filled in', async () => {
    await steps([script('console.log(process.env.INPUT_GREETING, process.env["INPUT_SECRET_TOKEN"].length)')]);
    expect(world.log()).toContain('hello 16');
  });

  it('the variables of GitHub and of the runner', async () => {
    const names = [
      'REPOSITORY',
      'REPOSITORY_OWNER',
      'ACTOR',
      'EVENT_NAME',
      'REF',
      'REF_NAME',
      'JOB',
      'RUN_ID',
      'RUN_NUMBER',
      'RUN_ATTEMPT',
      'WORKFLOW',
      'API_URL',
    ];
    await steps([
      script(
        `console.log(${JSON.stringify(names)}.map((name) => process.env['GITHUB_' + name]).join(' '), process.env.CI)`,
      ),
    ]);
    expect(world.log()).toContain(
      'octo/shop octo mona push refs/heads/main main build 1 1 1 w http://git.test/api/v3 true',
    );
  });

  it('the event as a file', async () => {
    await steps([
      script(
        "console.log(JSON.parse((await import('node:fs')).readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8')).repository.full_name)",
      ),
    ]);
    expect(world.log()).toContain('octo/shop');
  });

  it('nothing of the machine it runs on, and a home of its own', async () => {
    process.env.CREW_TEST_LEAK = 'leaked';
    await steps([
      script(
        'console.log(process.env.CREW_TEST_LEAK, process.env.HOME.endsWith("/home"), process.cwd() === process.env.GITHUB_WORKSPACE)',
      ),
    ]);
    delete process.env.CREW_TEST_LEAK;
    expect(world.log()).toContain('undefined true true');
  });

  it('the env of workflow, job and step, the innermost deciding', async () => {
    const inner =
      '{ uses: crew/act/script@v1, env: { LEVEL: "${{ env.LEVEL }}+step" }, with: { run: "console.log(process.env.LEVEL)" } }';
    await steps([script('console.log(process.env.LEVEL)'), inner], { job: 'env: { LEVEL: job }' });
    expect(world.log()).toMatch(/^job$/m);
    expect(world.log()).toMatch(/^job\+step$/m);
  });
});

describe('what a step leaves to the next', () => {
  it('outputs of several lines, variables, and places for programs', async () => {
    await steps([
      `{ id: a, uses: crew/act/script@v1, with: { run: "output('text', 'one\\\\ntwo'); exportVariable('LATER', 'yes'); (await import('node:fs')).appendFileSync(process.env.GITHUB_PATH, '/opt/mine')" } }`,
      '{ uses: crew/act/script@v1, env: { TEXT: "${{ steps.a.outputs.text }}" }, with: { run: "console.log(JSON.stringify([process.env.TEXT, process.env.LATER, process.env.PATH.split(`:`)[0]]))" } }',
    ]);
    expect(world.log()).toContain(JSON.stringify(['one\ntwo', 'yes', '/opt/mine']));
  });

  it("not the runner's own variables, which cannot be taken over", async () => {
    await steps([script("exportVariable('GITHUB_ACTOR', 'eve')"), script('console.log(process.env.GITHUB_ACTOR)')]);
    expect(world.log()).toContain('mona');
  });

  it('not NODE_OPTIONS, which would run code in every later step', async () => {
    const run = await steps([script("exportVariable('NODE_OPTIONS', '--import x')")]);
    expect(run.jobs[0]?.annotations[0]?.message).toBe(
      "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.",
    );
    expect(run.conclusion).toBe('failure');
  });

  it('its summary, unless that is longer than GitHub shows', async () => {
    const run = await steps([script("summary('# done')"), script("summary('x'.repeat(1024 * 1024 + 1))")]);
    expect(world.summaries).toEqual(['# done']);
    expect(run.jobs[0]?.annotations[0]?.message).toContain('supports content up to a size of 1024k, got 1025k');
  });

  it('its state, to its own pre and post parts only, which run first and last', async () => {
    const part = (label: string): string => `{ uses: crew/act/with-post@v1, with: { label: ${label} } }`;
    await steps([part('a'), part('b')]);
    const said = world
      .log()
      .split('\n')
      .filter((line) => line.includes(': part'));
    expect(said).toEqual(['a: part 1', 'b: part 1', 'a: part 2', 'b: part 2', 'b: part 3', 'a: part 3']);
  });
});

describe('how a step ends', () => {
  it('a failure skips the later ones, but not those that ask for it', async () => {
    const run = await steps([
      script('process.exit(3)'),
      script('1'),
      '{ if: failure(), uses: crew/act/script@v1, with: { run: "1" } }',
      '{ if: always(), uses: crew/act/script@v1, with: { run: "1" } }',
    ]);
    expect(outcomes(run)).toEqual(['failure', 'skipped', 'success', 'success']);
    expect(run.conclusion).toBe('failure');
    expect(run.jobs[0]?.annotations[0]?.message).toBe('Process completed with exit code 3.');
  });

  it('continue-on-error keeps the outcome and forgives the conclusion', async () => {
    const run = await steps([
      '{ id: a, continue-on-error: true, uses: crew/act/script@v1, with: { run: "process.exit(1)" } }',
      '{ uses: crew/act/script@v1, with: { run: "console.log(`${{ steps.a.outcome }} ${{ steps.a.conclusion }}`)" } }',
    ]);
    expect(world.log()).toContain('failure success');
    expect(run.conclusion).toBe('success');
  });

  it('a step that takes too long fails', async () => {
    const slow =
      '{ timeout-minutes: 1, uses: crew/act/script@v1, with: { run: "await new Promise((done) => setTimeout(done, 9000))" } }';
    const run = await steps([slow], { timing: { minuteMs: 200 } });
    expect(outcomes(run)).toEqual(['failure']);
    expect(run.jobs[0]?.annotations[0]?.message).toContain('has timed out after 1 minutes');
  });

  it('a job that takes too long is cancelled, and its always() steps still run', async () => {
    const wait = script('await new Promise((done) => setTimeout(done, 9000))');
    const run = await steps(
      [wait, `{ if: always(), uses: crew/act/script@v1, with: { run: "console.log('cleaned')" } }`],
      {
        job: 'timeout-minutes: 2',
        timing: { minuteMs: 150 },
      },
    );
    expect(outcomes(run)).toEqual(['cancelled', 'success']);
    expect(run.jobs[0]?.conclusion).toBe('cancelled');
    expect(world.log()).toContain('cleaned');
  });

  it('leaves no process behind, not even one in a group of its own', async () => {
    await steps([
      script(
        "const { spawn } = await import('node:child_process'); const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }); left.unref(); console.log('left', left.pid)",
      ),
    ]);
    const pid = Number(/left (\d+)/.exec(world.log())?.[1]);
    expect(pid).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 50));
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a process that a step left in the background', () => {
  it('holds up neither the step nor the job, though it keeps the output open', async () => {
    const code =
      "const { spawn } = await import('node:child_process'); spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); console.log('going on'); process.exit(0)";
    const run = await steps([script(code), script("console.log('next')")]);
    expect(run.conclusion).toBe('success');
    expect(world.log()).toMatch(/going on\n(.*\n)*next/);
  });
});

describe('what a step says', () => {
  it('annotations stand on the job', async () => {
    const run = await steps([script("console.log('::warning file=a.ts,line=4,title=Look%2C here::first%0Asecond')")]);
    expect(run.jobs[0]?.annotations).toEqual([
      { level: 'warning', message: 'first\nsecond', title: 'Look, here', file: 'a.ts', line: 4 },
    ]);
  });

  it('secrets and masked values never stand in the log, the summary or an annotation', async () => {
    const code =
      "console.log('::add-mask::hunter22'); console.log('is hunter22', process.env.KEY, Buffer.from('x' + process.env.KEY).toString('base64')); summary(process.env.KEY); console.log('::error::' + process.env.KEY)";
    const run = await steps(
      [`{ uses: crew/act/script@v1, env: { KEY: "\${{ secrets.KEY }}" }, with: { run: ${JSON.stringify(code)} } }`],
      {
        secrets: { KEY: 'top-secret-value' },
      },
    );
    expect(world.log()).toContain('is *** *** ');
    expect(world.summaries).toEqual(['***']);
    expect(run.jobs[0]?.annotations[0]?.message).toBe('***');
    expect(world.log()).not.toMatch(/hunter22|top-secret-value|3Atc2VjcmV0/);
  });

  it('an output of the job that holds a secret is dropped', async () => {
    const run = await steps(
      [
        `{ id: a, uses: crew/act/script@v1, with: { run: "output('key', '\${{ secrets.KEY }}'); output('fine', 'yes')" } }`,
      ],
      {
        secrets: { KEY: 'top-secret-value' },
        job: 'outputs: { key: "${{ steps.a.outputs.key }}", fine: "${{ steps.a.outputs.fine }}" }',
      },
    );
    expect(run.jobs[0]?.outputs).toEqual({ fine: 'yes' });
    expect(run.jobs[0]?.annotations[0]?.message).toBe("Skip output 'key' since it may contain secret.");
  });

  it('commands are only text between stop-commands and its token', async () => {
    const run = await steps([
      script(
        "console.log('::stop-commands::t0ken'); console.log('::error::no'); console.log('::t0ken::'); console.log('::error::yes')",
      ),
    ]);
    expect(run.jobs[0]?.annotations.map(({ message }) => message)).toEqual(['yes']);
    expect(world.log()).toContain('::error::no');
  });

  it('a command that files replaced fails the step', async () => {
    const run = await steps([script("console.log('::set-output name=a::b')")]);
    expect(run.jobs[0]?.annotations[0]?.message).toContain("'::set-output::' is disabled");
  });
});

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
