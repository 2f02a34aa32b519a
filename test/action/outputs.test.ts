// What the job `publish` hands to the steps after it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAction } from '../../src/action/run-phase.js';
import { workLog } from '../../src/action/work-log.js';
import type { Progress } from '../../src/ports/progress.js';
import type { RunEnd, RunRecord } from '../../src/ports/run.js';
import { withRun } from '../../src/runs/record.js';
import { refsRunStore } from '../../src/runs/stores.js';
import { readChange, readersAt, tamperingIn } from '../../src/services/read-change.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

describe('the outputs of publish', () => {
  let environment: Shop;
  beforeAll(async () => {
    environment = await openShop();
  });

  const AT = '2026-11-19T12:00:00Z';
  let count = 0;

  /** Outputs of `publish` for a run that has ended so. */
  async function outputsOf(outcome: RunEnd['outcome'], result: object): Promise<Readonly<Record<string, string>>> {
    return outputsFor({ end: { outcome, at: AT, result } });
  }

  /** Outputs of `publish` in the Actions run 7; the job has to succeed. */
  async function outputsFor(record: Pick<RunRecord, 'end' | 'actions'>): Promise<Readonly<Record<string, string>>> {
    const run = `fix-1-${String(++count).padStart(10, '0')}`;
    const store = refsRunStore(environment.github().refs, (text) => text);
    await store.update('issue-1', (now) => ({
      record: withRun(now, {
        ...{ run, workflow: 'fix', version: 1, repo: REPO, issue: 1, exclusive: true, startedAt: AT, signals: [] },
        request: {
          event: { kind: 'dispatched', key: run, repo: REPO, issue: 1, command: 'fix' } as never,
          text: '/crew fix',
          command: { name: 'fix', args: {} },
          at: AT,
        },
        ...record,
        spent: { usd: 0.25, tokens: { in: 100, out: 20, cacheRead: 30, cacheWrite: 4 } },
      }),
      value: null,
    }));
    const temp = await newFolder();
    const [file, output] = [path.join(temp, 'event.json'), path.join(temp, 'output')];
    await writeFile(file, '{}');
    await writeFile(output, '');
    const env = {
      GITHUB_API_URL: environment.embedded.apiUrl,
      GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_EVENT_NAME: 'issue_comment',
      GITHUB_EVENT_PATH: file,
      GITHUB_REPOSITORY: REPO,
      GITHUB_RUN_ID: '7',
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: temp,
      INPUT_PHASE: 'publish',
      INPUT_TOKEN: environment.crewToken(),
      CREW_RUN: run,
      CREW_SUBJECT: 'issue-1',
      NEEDS: JSON.stringify({ work: { result: 'success' }, verify: { result: 'success' } }),
    };
    const said: string[] = [];
    const code = await runAction({ env, out: (text) => said.push(text), err: (text) => said.push(text) });
    expect({ code, said }).toMatchObject({ code: 0 });
    const text = await readFile(output, 'utf8');
    return Object.fromEntries(
      [...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]),
    );
  }

  it('are the run, how it ended, the pull request, the check, and what it cost', async () => {
    expect(await outputsOf('done', { pull: 12, check: 345 })).toEqual({
      'run-id': expect.stringMatching(/^fix-1-/),
      status: 'succeeded',
      'pr-number': '12',
      'check-run-id': '345',
      'cost-usd': '0.2500',
      'tokens-in': '134',
      'tokens-out': '20',
    });
  });

  it('say nothing of the end, and the job succeeds, where another Actions run works on the run', async () => {
    expect(await outputsFor({ actions: { id: 8, attempt: 1 } })).toMatchObject({ status: '' });
  });

  it('name no pull request and no check where there is none', async () => {
    expect(await outputsOf('done', { pull: null })).toMatchObject({ 'pr-number': '', 'check-run-id': '' });
    expect(await outputsOf('stuck', {})).toMatchObject({ status: 'stuck', 'pr-number': '', 'check-run-id': '' });
  });
});

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org', ...args], { cwd: root })
    .toString()
    .trim();

/** A commit with these files in a repository of its own, on top of an empty one. */
async function committed(files: Readonly<Record<string, string>>) {
  const root = await newFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=one');
  const base = git(root, 'rev-parse', 'HEAD');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=two');
  return { root, base, head: git(root, 'rev-parse', 'HEAD') };
}

describe('a change of thousands of files', () => {
  it('is looked at where it is under test before what tests are only fed with', async () => {
    const fixtures = Array.from({ length: 2100 }, (_, n) => [`test/fixtures/${n}.txt`, `${n}\n`] as const);
    const detects = 'export const isTested = process.env.JEST_WORKER_ID !== undefined;\n';
    const { root, base, head } = await committed({ ...Object.fromEntries(fixtures), 'zoo/sum.js': detects });
    const entries = await readChange(root, { base, head });
    expect(entries).toHaveLength(2101);
    expect(await tamperingIn(root, { base, head }, entries)).toMatchObject([
      { file: 'zoo/sum.js', line: 1, kind: 'test-detection', because: [{ says: 'asks-for-runner' }] },
    ]);
  });
});

describe('who may read words', () => {
  it('is a test or a manifest, as the commit has it; a program is known to read none', async () => {
    const files = {
      'package.json': '{"name":"a manifest"}\n',
      'setup.py': '# how it is installed\n',
      'test/words.test.js': '// a test\n',
      'src/words.js': '// a program\n',
      'README.md': '# Words\n',
    };
    const { root, head } = await committed(files);
    writeFileSync(path.join(root, 'test/words.test.js'), '// not committed\n');
    expect([...(await readersAt(root, head))].sort()).toEqual([
      '# how it is installed\n',
      '// a test\n',
      '{"name":"a manifest"}\n',
    ]);
  });
});

function linesOf(all: readonly Progress[]): readonly string[] {
  const lines: string[] = [];
  const show = workLog((line) => lines.push(line));
  for (const each of all) show(each);
  return lines;
}

const who = 'editor';
const usage = { in: 1000, out: 200, cacheRead: 3000, cacheWrite: 0 };
const spent: Progress = { kind: 'spent', who, usage, usd: 0.01, totalUsd: 0.12, leftUsd: 1.88 };

describe('the log of the job work', () => {
  it('tells the parts, the turns with what they cost, and the checks', () => {
    const lines = linesOf([
      { kind: 'part', name: 'baseline' },
      { kind: 'check began', name: 'test', command: 'npm test' },
      { kind: 'check ended', name: 'test', status: 'PASS', ms: 1200 },
      { kind: 'check ended', name: 'lint (app)', status: 'FAIL', ms: 50 },
      { kind: 'turn began', who, turn: 1 },
      { kind: 'turn lost', who, turn: 1, why: '529 overloaded', againInMs: 2000 },
      { kind: 'turn began', who, turn: 2 },
      spent,
      { kind: 'call began', who, tool: 'read', input: { path: 'a.js' } },
      { kind: 'call ended', who, tool: 'read', failed: false, ms: 3 },
      { kind: 'turn began', who, turn: 3 },
      spent,
    ]);
    const meter = '$0.12 spent, $1.88 left · 4k input tokens (75% cached), 200 output';
    expect(lines).toEqual([
      '▸ Checks before the change',
      '    → test',
      '    ✓ test · 1.2 s',
      '    ✗ lint (app) · 50 ms',
      '  ✗ editor · turn 1 · retrying in 2.0 s',
      `  editor · turn 2 · ${meter}`,
      `  editor · turn 3 · ${meter} · after 1 tool call`,
    ]);
  });

  it('says nothing that a model, a tool, a service or a command has said', () => {
    const SAID = 'sesame';
    const lines = linesOf([
      { kind: 'turn began', who, turn: 1 },
      { kind: 'text', who, text: SAID },
      { kind: 'turn lost', who, turn: 1, why: SAID },
      { kind: 'call began', who, tool: SAID, input: { path: SAID } },
      { kind: 'call ended', who, tool: SAID, failed: true, ms: 1 },
      { kind: 'check began', name: 'test', command: SAID },
      spent,
    ]);
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).not.toContain(SAID);
  });

  it.each([
    '::stop-commands::x',
    '##[error]x',
    'a\n::error::x',
    'see https://evil.example',
    '\u001b[2J',
    'x'.repeat(61),
  ])('does not carry the name %j', (name) => {
    const lines = linesOf([
      { kind: 'part', name },
      { kind: 'check began', name, command: '' },
      { kind: 'check ended', name, status: 'ERROR', ms: 0 },
    ]);
    expect(lines).toEqual(['▸ …', '    → …', '    ! … · 0 ms']);
  });
});
