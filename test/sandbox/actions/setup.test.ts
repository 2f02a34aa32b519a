// The repository's own set-up action: as the default branch has it, before the sandbox closes, in the jobs work and verify.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fixes, issueOf, jobsOf, LONG, mended, part, withFixes } from './with-fixes.js';

/** Brings a program `calc` that the pipeline needs. Its version is the one in a file of the repository. */
const SETUP = `name: crew-setup
inputs:
  path: { description: Checkout of the default branch, default: . }
runs:
  using: composite
  steps:
    - uses: actions/setup-node@v6
      with: { node-version-file: '\${{ inputs.path }}/.nvmrc' }
    - run: |
        mkdir -p "$RUNNER_TEMP/tools/bin"
        printf '#!/bin/sh\\necho calc of %s\\n' "$(cat version.txt)" > "$RUNNER_TEMP/tools/bin/calc"
        chmod +x "$RUNNER_TEMP/tools/bin/calc"
        echo "$RUNNER_TEMP/tools/bin" >> "$GITHUB_PATH"
      shell: bash
      working-directory: \${{ inputs.path }}
`;

const CONFIG = `sandbox:
  required: false
verify:
  reruns: 0
  steps:
    - { name: tool, run: 'calc | grep "calc of default"' }
    - { name: test, run: node --test }
`;

const files = (setup: string) => ({
  '.github/crew.yml': CONFIG,
  '.github/actions/crew-setup/action.yml': setup,
  '.nvmrc': `${process.versions.node}\n`,
  'version.txt': 'default',
  // What an archive leaves out is there all the same.
  '.gitattributes': '.github export-ignore\n',
});

let fixes: Fixes;
afterAll(() => fixes?.close());

describe('a set-up action on the default branch', () => {
  beforeAll(async () => {
    fixes = await withFixes({
      parts: [part('add is wrong', mended('add'))],
      issues: [issueOf('add')],
      // The pipeline stands in the owner's defaults only.
      repository: { files: { ...files(SETUP), '.github/crew.yml': 'fix:\n  labels: [automated]\n' } },
    });
    await fixes.github.seed({
      repositories: [{ owner: 'ann', name: '.github', files: { '.github/crew.yml': CONFIG } }],
    });
    await fixes.say('maya', '/crew fix');
  }, LONG);

  it('brings its tools to the jobs work and verify', async () => {
    const [run] = await fixes.runsOf();
    const jobs = jobsOf(run).map(([name, conclusion]) => `${name}: ${conclusion}`);
    expect(jobs).toEqual(expect.arrayContaining([expect.stringMatching(/work: success$/)]));
    expect(await fixes.view('issue-1')).toMatchObject({ status: 'succeeded', provenByTest: true });
    const prepared = (run?.jobs ?? []).flatMap(({ steps }) => steps.filter(({ name }) => name === 'Run crew-setup'));
    expect(prepared.map(({ conclusion }) => conclusion)).toEqual(['success', 'success']);
  });

  it('follows the owner’s defaults in every job, also in the one without a token', async () => {
    const { verification } = await fixes.view('issue-1');
    const named = (verification ?? []).map(({ ref, steps }) => [ref, ...steps.map(({ name }) => name)]);
    expect(named).toEqual([
      ['baseline', 'tool', 'test'],
      ['loop-1', 'tool', 'test'],
    ]);
    // In the pull request the table of the verify job names the configured commands.
    const [pull] = await fixes.pulls();
    expect(pull?.body).toMatch(/\| tool \| `calc /);
  });

  it('leaves nothing of itself in the pull request', async () => {
    const [pull] = await fixes.pulls();
    expect(pull?.draft).toBe(false);
    expect(await fixes.file(pull?.head ?? '', 'version.txt')).toBe('default');
    expect(await fixes.file(pull?.head ?? '', 'add.js')).toContain('a + b');
  });
});

describe('a set-up action that fails', () => {
  let failing: Fixes;
  beforeAll(async () => {
    failing = await withFixes({
      parts: [part('add is wrong', mended('add'))],
      issues: [issueOf('add')],
      repository: { files: files(SETUP.replace('mkdir', 'exit 7; mkdir')) },
    });
    await failing.say('maya', '/crew fix');
  }, LONG);
  afterAll(() => failing?.close());

  it('ends the run as an infrastructure error that names the action, before the model is asked', async () => {
    await failing.runsOf();
    expect(await failing.view('issue-1')).toMatchObject({ status: 'infra_error' });
    expect(failing.said().join('\n')).toContain('.github/actions/crew-setup/action.yml');
    expect(failing.model.requests).toEqual([]);
  });
});
