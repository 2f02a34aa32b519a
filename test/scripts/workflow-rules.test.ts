import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lintWorkflow, type Policy, rules } from '../../scripts/workflow-rules.mjs';

const SHA = '11bd71901bbe5b1630ceea73d27597364c9af683';
const sound = `name: sound
on: [push, pull_request]
permissions: {}
jobs:
  work:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@${SHA} # v4.2.2
        with:
          persist-credentials: false
      - run: echo "$TITLE" \${{ github.sha }}
        env:
          TITLE: \${{ github.event.issue.title }}
`;

/** What a rule finds, as `line: what it is about`, in the sound workflow with one thing changed. */
function found(change: readonly [string, string], policy: Partial<Policy> = {}) {
  const text = sound.replace(...change);
  if (text === sound) throw new Error(`the sound workflow does not contain ${JSON.stringify(change[0])}`);
  return lintWorkflow(text, policy).map(({ line, rule }) => `${line} ${rule}`);
}

/** The sound workflow with another script, told as one line. */
const script = (line: string) => found([`echo "$TITLE" \${{ github.sha }}`, line]);

it('a sound workflow has no findings', () => {
  expect(lintWorkflow(sound)).toEqual([]);
});

describe('template-injection', () => {
  it.each([
    'github.event.issue.title',
    'github.event.comment.body',
    "github['event']['pull_request'].head.ref",
    'GitHub.Head_Ref',
    'github.ref_name',
    "format('{0}', github.event.issue.body)",
    'toJSON(github.event.issue)',
    'toJSON(github)',
    'github.event.commits[0].message',
    'github.event.commits.*.message',
    'inputs.what',
    'github.event.inputs.what',
    'env.TITLE',
    'steps.read.outputs.title',
    'needs.gate.outputs.text',
    'github.sha || github.head_ref',
    "github['event'] . issue.title",
    'fromJSON(inputs.plan).title',
    "format('it''s }} {0}', github.head_ref)",
  ])('finds %s in a script', (expression) => {
    expect(script(`echo \${{ ${expression} }}`)).toEqual(['13 template-injection']);
  });

  it.each([
    'github.sha',
    'github.event.issue.number',
    'runner.temp',
    'github.run_number == 0x1f && !true',
    "'github.head_ref'",
  ])('lets %s pass', (expression) => {
    expect(script(`echo \${{ ${expression} }}`)).toEqual([]);
  });

  it('names the line inside a block', () => {
    expect(script(`|\n          echo one\n          echo \${{ github.head_ref }}`)).toEqual(['15 template-injection']);
  });

  it('looks into the scripts of github-script, not into other inputs', () => {
    const step = (input: string) =>
      `uses: actions/github-script@${SHA} # v7.0.1\n        with: { ${input}: "\${{ github.head_ref }}" }`;
    const swap = (input: string): [string, string] => [`run: echo "$TITLE" \${{ github.sha }}`, step(input)];
    expect(found(swap('script'))).toEqual(['14 template-injection']);
    expect(found(swap('ref'))).toEqual([]);
  });

  it('looks through an anchor', () => {
    const text = sound.replace(
      `TITLE: \${{ github.event.issue.title }}`,
      `S: &s echo \${{ github.head_ref }}\n      - run: *s`,
    );
    expect(lintWorkflow(text).map(({ rule }) => rule)).toEqual(['template-injection']);
  });

  it('knows that our own action reads its command as data', () => {
    const step = `uses: octo/crew@v1\n        with: { command: "\${{ github.event.comment.body }}" }`;
    expect(found([`run: echo "$TITLE" \${{ github.sha }}`, step])).toEqual([]);
  });
});

describe('pinned-uses', () => {
  it.each([
    ['a tag', 'actions/checkout@v4 # v4.2.2'],
    ['a branch', 'actions/checkout@main # v4.2.2'],
    ['a short commit', `actions/checkout@${SHA.slice(0, 12)} # v4.2.2`],
    ['a commit without its version', `actions/checkout@${SHA}`],
    ['a commit with half a version', `actions/checkout@${SHA} # v4`],
  ])('finds %s', (_, uses) => {
    expect(found([`actions/checkout@${SHA} # v4.2.2`, uses])).toEqual(['10 pinned-uses']);
  });

  it.each([
    ['./.github/actions/setup', []],
    ['octo/crew@v1', []],
    ['octo/crew/sub@v1', []],
    ['octo/crew@main', ['13 pinned-uses', '13 forbidden-uses']],
    ['octo/crewed@v1', ['13 pinned-uses', '13 forbidden-uses']],
    ['docker://alpine:3', ['13 pinned-uses']],
    [`docker://alpine@sha256:${'a'.repeat(64)}`, []],
  ])('knows %s', (uses, findings) => {
    expect(found([`run: echo "$TITLE" \${{ github.sha }}`, `uses: ${uses}`])).toEqual(findings);
  });

  it('looks at reusable workflows too', () => {
    const job = '  call:\n    permissions: {}\n    uses: octo/tools/.github/workflows/a.yml@v1\n  work:';
    expect(found(['  work:', job])).toEqual(['7 pinned-uses', '7 forbidden-uses']);
  });
});

describe('permissions', () => {
  it.each([
    ['a workflow that states none', ['permissions: {}\n', ''], '1 permissions'],
    ['a job that states none', ['    permissions:\n      contents: read\n', ''], '5 permissions'],
    ['read-all', ['permissions: {}', 'permissions: read-all'], '3 permissions'],
    ['an unknown scope', ['contents: read', 'content: read'], '8 permissions'],
    ['an unknown level', ['contents: read', 'contents: admin'], '8 permissions'],
  ] as const)('finds %s', (_, change, finding) => {
    expect(found(change)).toEqual([finding]);
  });

  it('finds write-all, and all that it grants', () => {
    const [first, ...more] = found(['permissions: {}', 'permissions: write-all']);
    expect([first, ...new Set(more)]).toEqual(['3 permissions', '3 grants']);
    expect(more).toHaveLength(8);
  });
});

describe('grants', () => {
  const write = ['contents: read', 'contents: write\n      id-token: write\n      issues: write'] as const;

  it('finds dangerous scopes that the policy does not grant to the job', () => {
    expect(found(write)).toEqual(['8 grants', '9 grants']);
    expect(found(write, { grants: { work: ['contents'] } })).toEqual(['9 grants']);
    expect(found(write, { grants: { other: ['contents'] } })).toContain('8 grants');
  });

  it('takes those that it does grant', () => {
    expect(found(write, { grants: { work: ['contents', 'id-token'] } })).toEqual([]);
  });

  it('finds them for the whole workflow, whatever is granted', () => {
    const policy = { grants: { work: ['id-token'] } };
    expect(found(['permissions: {}', 'permissions: { id-token: write }'], policy)).toContain('3 grants');
  });

  it('finds a grant that nobody uses', () => {
    expect(lintWorkflow(sound, { grants: { publish: ['contents'] } })).toEqual([
      { line: 1, rule: 'grants', sentence: 'job `publish` is granted `contents` and does not use it' },
    ]);
  });
});

describe('pull-request-target', () => {
  it.each([
    'on: pull_request_target',
    'on: [push, pull_request_target]',
    'on:\n  pull_request_target:\n    types: [opened]',
  ])('finds it in %j', (on) => {
    expect(found(['on: [push, pull_request]', on])).toEqual([`${on.includes('\n') ? 3 : 2} pull-request-target`]);
  });
});

describe('persist-credentials', () => {
  it('finds a checkout that leaves its token behind', () => {
    expect(found(['persist-credentials: false', 'persist-credentials: true'])).toEqual(['10 persist-credentials']);
    expect(found(['        with:\n          persist-credentials: false\n', ''])).toEqual(['10 persist-credentials']);
  });

  it('takes false in either spelling', () => {
    expect(found(['persist-credentials: false', "persist-credentials: 'false'"])).toEqual([]);
  });
});

describe('secrets-scope', () => {
  it('finds a secret in the environment of the workflow', () => {
    expect(found(['permissions: {}', `permissions: {}\nenv:\n  KEY: \${{ secrets.KEY }}`])).toEqual([
      '5 secrets-scope',
    ]);
  });

  it('finds secrets that are handed on as a whole', () => {
    const job = '  call:\n    permissions: {}\n    uses: ./.github/workflows/a.yml\n    secrets: inherit\n  work:';
    expect(found(['  work:', job])).toEqual(['8 secrets-scope']);
  });

  it.each(['toJSON(secrets)', 'secrets[matrix.name]', 'secrets.*'])('finds %s', (expression) => {
    expect(found([`\${{ github.event.issue.title }}`, `\${{ ${expression} }}`])).toEqual(['15 secrets-scope']);
  });
});

describe('work-secrets', () => {
  const secret = [`\${{ github.event.issue.title }}`, `\${{ secrets.MODEL_KEY }}`] as const;

  it('finds a secret that is not listed for a job which may write nothing', () => {
    expect(found(secret)).toEqual(['15 work-secrets']);
    expect(found(secret, { secrets: { other: ['MODEL_KEY'] } })).toEqual(['15 work-secrets']);
  });

  it('takes one that is listed, in any case', () => {
    expect(found(secret, { secrets: { work: ['model_key'] } })).toEqual([]);
  });

  it('takes the token, which may do no more than the job', () => {
    expect(found([secret[0], `\${{ secrets.GITHUB_TOKEN }}`])).toEqual([]);
  });

  it('finds one in a condition without braces', () => {
    expect(found(['        env:', "        if: secrets.KEY != ''\n        env:"])).toEqual(['14 work-secrets']);
  });

  it('leaves jobs alone that may write', () => {
    const text = sound.replace(...secret).replace('contents: read', 'issues: write');
    expect(lintWorkflow(text)).toEqual([]);
  });
});

it('no rule is dead: the worst workflow breaks each of them', () => {
  const worst = `on: [pull_request_target, workflow_run]
env: { KEY: "\${{ fromJSON(secrets.KEY).a }}", ACTIONS_ALLOW_UNSECURE_COMMANDS: true }
jobs:
  work:
    runs-on: self-hosted
    if: "\${{ github.actor == 'a[bot]' }} "
    container: { image: a, credentials: { password: b } }
    steps:
      - uses: octo/cache@v1
      - uses: actions/cache@v1
      - uses: actions/create-github-app-token@v1
      - run: echo >> $GITHUB_ENV
      - if: contains('a b', github.ref) || github.ref && '' || 'b'
        uses: actions/checkout@v4
        with: { ref: "\${{ github.head_ref }}", persist-credentials: false }
      - uses: actions/checkout@v4
      - run: echo \${{ github.head_ref }} \${{ secrets.KEY }}
  publish:
    permissions: write-all
`;
  const found = new Set(lintWorkflow(worst).map(({ rule }) => rule));
  expect([...found].sort()).toEqual(Object.keys(rules).sort());
});

it('a text that is no YAML is refused', () => {
  expect(() => lintWorkflow('jobs: [')).toThrow();
});

describe('the linter', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crew-lint-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the linter as `npm run check` does, on files of ours. */
  async function lint(files: Readonly<Record<string, string>>, ...flags: string[]) {
    const names = Object.keys(files).map((name) => join(folder, name));
    await Promise.all(names.map((path, at) => writeFile(path, Object.values(files)[at] ?? '')));
    const script = join(process.cwd(), 'scripts/lint-workflows.mjs');
    return new Promise<{ exit: number; lines: string[] }>((resolve) => {
      const child = execFile(process.execPath, [script, ...flags, ...names], { cwd: folder }, (_, stdout) => {
        resolve({ exit: child.exitCode ?? -1, lines: stdout.trim().split('\n') });
      });
    });
  }

  const workflow = (more: string) => `on:
  issue_comment:
  workflow_dispatch: { inputs: { what: { type: string } } }
permissions: {}
jobs:
  work:
    runs-on: ubuntu-24.04-arm
    permissions: { issues: write }
    concurrency: { group: "crew-\${{ github.event.issue.number }}", queue: max }
    steps:
      - run: echo "$BODY" "$WHAT" "$KEY"
        env:
          BODY: \${{ github.event.comment.body }}
          WHAT: \${{ inputs.what }}
          KEY: \${{ secrets.MODEL_KEY }} \${{ vars.MODEL }}
${more}`;

  it('is silent on sound files of today, and exits 0', async () => {
    const action = 'name: a\ndescription: b\nruns:\n  using: node24\n  main: dist/index.js\n';
    expect(await lint({ 'sound.yml': workflow(''), 'action.yml': action })).toEqual({ exit: 0, lines: [''] });
  });

  it('prints file, line, rule and sentence, GitHub’s findings and ours, and exits 1', async () => {
    const found = await lint({ 'wrong.yml': workflow(`      - run: \${{ github.head_ref }}\n    permisions: {}\n`) });
    expect(found).toEqual({
      exit: 1,
      lines: [
        expect.stringMatching(/^wrong\.yml:16: template-injection: `github\.head_ref` is pasted into a script/),
        "wrong.yml:17: github: Unexpected value 'permisions'",
      ],
    });
  });

  it('keeps two files apart', async () => {
    const { lines } = await lint({ 'a.yml': workflow(''), 'b.yml': workflow('    bogus: 1\n') });
    expect(lines).toEqual(["b.yml:16: github: Unexpected value 'bogus'"]);
  });

  it('gives the same as JSON', async () => {
    const { exit, lines } = await lint({ 'b.yml': workflow('    bogus: 1\n') }, '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(lines.join('\n'))).toEqual([
      { file: 'b.yml', line: 16, rule: 'github', sentence: "Unexpected value 'bogus'" },
    ]);
  });

  it('explains a file that is no YAML', async () => {
    const { exit, lines } = await lint({ 'torn.yml': 'jobs: [\n' });
    expect(exit).toBe(1);
    expect(lines[0]).toMatch(/^torn\.yml:\d+: github: /);
  });
});
