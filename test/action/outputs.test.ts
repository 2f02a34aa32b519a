// What the job `publish` hands to the steps after it.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { action } from '../../src/action/run-phase.js';
import type { RunEnd, RunRecord } from '../../src/ports/run.js';
import { withRun } from '../../src/runs/record.js';
import { refsRunStore } from '../../src/runs/stores.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

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
  const code = await action({ env, out: (text) => said.push(text), err: (text) => said.push(text) });
  expect({ code, said }).toMatchObject({ code: 0 });
  const text = await readFile(output, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]),
  );
}

describe('the outputs of publish', () => {
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
