import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

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

describe('the linter', () => {
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
