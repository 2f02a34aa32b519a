import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;
let home: string;

const NOW = new Date(Date.now() + 60_000).toISOString();

beforeEach(async () => {
  home = await newFolder();
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya', 'sam'],
      repositories: [
        {
          owner: 'ann',
          name: 'shop',
          files: {
            'README.md': '# shop\n',
            '.agent/iterator/agent.json': JSON.stringify({
              version: '1.0.0',
              name: 'iterator',
              displayName: 'Iterator',
              description: 'Develops what an issue asks for',
              parameters: { issue: { type: 'number', description: 'the issue', required: true, cli: '--issue' } },
              actions: { enabled: true, types: ['issue-action'] },
              command: 'agents run {name} --issue {issue}',
            }),
          },
          collaborators: { maya: 'write' },
          issues: [
            { title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'sam' },
            { title: 'Pay by card', body: 'Blocked by #1', author: 'maya' },
            { title: 'Old news', state: 'closed', author: 'maya' },
          ],
        },
      ],
    },
  });
});
afterEach(() => github.close());

const facilitate = (...args: readonly string[]) => facilitateAs('ann', ...args);

const facilitateAs = (user: string, ...args: readonly string[]) =>
  runCrew([...(args[0] === 'apply' ? args : ['facilitate', '--repo', 'ann/shop', ...args])], {
    cwd: home,
    env: {
      CREW_HOME: path.join(home, '.crew'),
      GITHUB_TOKEN: github.tokenFor({ user }),
      CREW_NOW: NOW,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.url,
    },
  });

const issue = (number: number) => github.repository('ann/shop').issues.find((each) => each.number === number);
const labelsOf = (number: number) => [...(issue(number)?.labels ?? [])].map(({ name }) => name).sort();
const writes = () => github.effects.filter(({ kind }) => /^(comment|label)\./.test(kind));

describe('crew facilitate', () => {
  it('judges every issue, names the blocker, and says what is next', async () => {
    const { code, out, err } = await facilitate('--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    const found = report.assessments.map(({ issue: number, state, rule }: Record<string, unknown>) => [
      number,
      state,
      rule,
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        [1, 'incomplete', 'untouched'],
        [2, 'blocked', 'blocked'],
        [3, 'done', 'closed'],
      ]),
    );
    expect(report).toMatchObject({ complete: true, previousAt: null, coverage: { issues: 3, seen: 3, missing: [] } });
    expect(report.recommendation).toMatchObject({ nextAgent: 'iterator', targetIssues: [1] });
    expect(report.recommendation.suggestions[0].command).toBe('agents run iterator --issue 1');
  });

  it('scans at CREW_NOW, however often', async () => {
    const scans = [await facilitate('--json'), await facilitate('--json')].map(({ out }) => JSON.parse(out));
    expect(scans.map(({ observedAt, previousAt }) => [observedAt, previousAt])).toEqual([
      [NOW, null],
      [NOW, NOW],
    ]);
    expect(scans[1].assessments).toHaveLength(3);
  });

  it('with a token that may only read ends partial, with the whole report and what could not be written', async () => {
    const { code, out, err } = await facilitateAs('sam', '--json');
    expect({ code, err }).toEqual({ code: 3, err: '' });
    const report = JSON.parse(out);
    expect(report).toMatchObject({ complete: false, completion: { states: true, actions: false } });
    expect(report.coverage.missing.map(({ what }: { what: string }) => what)).toContain('the record of this scan');
  });

  it('writes a label and the one comment where somebody must act, and nothing the second time', async () => {
    await facilitate();
    expect(labelsOf(1)).toEqual(['crew:ready']);
    expect(labelsOf(2)).toEqual(['blocked']);
    expect(issue(2)?.comments).toHaveLength(1);
    const before = writes().length;
    const { out } = await facilitate('--json');
    expect(JSON.parse(out)).toMatchObject({ changes: { planned: 0, written: 0, deferred: 0 } });
    expect(writes()).toHaveLength(before);
  });

  it('says that the freed issue is free when its blocker was closed', async () => {
    await facilitate();
    await fetch(`${github.apiUrl}/repos/ann/shop/issues/1`, {
      method: 'PATCH',
      headers: { authorization: `token ${github.tokenFor({ user: 'ann' })}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'closed' }),
    });
    const report = JSON.parse((await facilitate('--json')).out);
    expect(report.assessments.find(({ issue: number }: { issue: number }) => number === 2).state).toBe('incomplete');
    expect(labelsOf(2)).toEqual(['crew:ready']);
  });

  it('takes its labels off what was closed', async () => {
    await facilitate();
    expect(labelsOf(1)).toEqual(['crew:ready']);
    await fetch(`${github.apiUrl}/repos/ann/shop/issues/1`, {
      method: 'PATCH',
      headers: { authorization: `token ${github.tokenFor({ user: 'ann' })}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'closed' }),
    });
    await facilitate();
    expect(labelsOf(1)).toEqual([]);
    const before = writes().length;
    await facilitate();
    expect(writes()).toHaveLength(before);
  });

  it('in a dry run writes nothing, and its plan does later exactly what it says', async () => {
    const file = path.join(home, 'plan.json');
    const dry = await facilitate('--dry-run', '--plan-out', file);
    expect(dry.code).toBe(0);
    expect(writes()).toEqual([]);
    const plan = JSON.parse(await readFile(file, 'utf8'));
    // Shown first, it is still to be done.
    const shown = await facilitate('apply', file, '--dry-run', '--json');
    expect(JSON.parse(shown.out)).toMatchObject({ status: 'succeeded', changes: plan.changes.length, written: 0 });
    expect(writes()).toEqual([]);
    const done = await facilitate('apply', file);
    expect(done.code).toBe(0);
    expect(writes().filter(({ kind }) => kind !== 'label.created')).toHaveLength(plan.changes.length);
    const before = writes().length;
    expect((await facilitate('apply', file)).code).toBe(0);
    expect(writes()).toHaveLength(before);
  });

  it('of a plan skips what no longer holds, and names it', async () => {
    const file = path.join(home, 'plan.json');
    await facilitate('--dry-run', '--plan-out', file);
    const closed = await fetch(`${github.apiUrl}/repos/ann/shop/issues/1`, {
      method: 'PATCH',
      headers: { authorization: `token ${github.tokenFor({ user: 'ann' })}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'closed' }),
    });
    expect(closed.status).toBe(200);
    const { code, out } = await facilitate('apply', file, '--json');
    expect(code).toBe(3);
    const { written, skipped } = JSON.parse(out);
    // #1 is closed now, and #2 waits for nothing any more.
    expect({ written, why: skipped.map(({ why }: { why: string }) => why) }).toEqual({
      written: 0,
      why: expect.arrayContaining(['the issue is closed now', 'the evidence has changed since the plan was made']),
    });
    expect(writes()).toEqual([]);
    expect([labelsOf(1), labelsOf(2)]).toEqual([[], []]);
  });

  it('takes no label that a plan set for a person’s word', async () => {
    const file = path.join(home, 'plan.json');
    await facilitate('--dry-run', '--plan-out', file);
    await facilitate('apply', file);
    const report = JSON.parse((await facilitate('--json')).out);
    const two = report.assessments.find(({ issue: number }: { issue: number }) => number === 2);
    expect(two.blockers.map(({ source }: { source: string }) => source)).toEqual(['text']);
  });

  it('shows a table to a person', async () => {
    const { out } = await facilitate();
    expect(out).toContain('#2');
    expect(out).toContain('agents run iterator --issue 1');
  });

  it('closes, merges, assigns and edits nothing, whatever it finds', async () => {
    await facilitate();
    const kinds = new Set(github.effects.map(({ kind }) => kind));
    for (const kind of kinds)
      expect(['comment.created', 'label.created', 'label.added', 'ref.created', 'ref.updated']).toContain(kind);
  });

  it('says by name what a repository that is not there lacks', async () => {
    const { code, err } = await runCrew(['facilitate', '--repo', 'ann/nothing'], {
      cwd: home,
      env: {
        GITHUB_TOKEN: github.tokenFor({ user: 'ann' }),
        GITHUB_API_URL: github.apiUrl,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
      },
    });
    expect(code).toBe(4);
    expect(err).toContain('ann/nothing');
  });
});
