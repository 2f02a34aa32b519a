import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GitHub, startGitHub } from 'github-sandbox';
import { type Sample, seedSample } from '../../src/sample/index.js';
import { table } from '../../src/workflows/facilitate/rules/table.js';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let github: GitHub;
let sample: Sample;

beforeAll(async () => {
  github = await startGitHub({ dir: await newFolder() });
  sample = await seedSample(github);
});
afterAll(() => github.close());

type Assessment = {
  readonly issue: number;
  readonly state: string;
  readonly rule: string;
  readonly freshness: string;
  readonly links: readonly { readonly ref: string; readonly strength: string }[];
  readonly blockers: readonly { readonly issue?: number; readonly external?: string; readonly root: boolean }[];
  readonly frees: readonly number[];
};

/** One look at the board, as maya has it at her terminal, without a trace of it. */
async function look() {
  const { code, out, err } = await runCrew(['facilitate', '--repo', sample.repository, '--json', '--dry-run'], {
    cwd: await newFolder(),
    env: {
      GITHUB_TOKEN: sample.tokens.maya,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.url,
    },
  });
  const report = JSON.parse(out);
  const assessments: readonly Assessment[] = report.assessments;
  const rules = Object.fromEntries(assessments.map(({ issue, rule }) => [issue, rule]));
  const of = (number: number) => assessments.find(({ issue }) => issue === number);
  return { code, err, report, assessments, rules, of };
}

describe('the sample, facilitated', () => {
  it('has each issue where its story leads', async () => {
    const { rules, code, err } = await look();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(rules).toEqual({
      2: 'untouched',
      3: 'blocked',
      4: 'untouched',
      5: 'untouched',
      6: 'untouched',
      7: 'untouched',
      8: 'children-started',
      9: 'closed',
      10: 'merged',
      12: 'landed',
      13: 'interrupted',
      16: 'closed',
      17: 'children-done',
      18: 'closed',
      19: 'closed',
      21: 'approved',
      22: 'changes-requested',
      23: 'checks-failing',
      24: 'blocked-after',
      25: 'blocked',
      29: 'in-review',
      31: 'in-review',
      33: 'started',
      37: 'blocked',
    });
  });

  it('suggests first to an agent what the scripted model can do: /crew fix on #2', async () => {
    const { report } = await look();
    const forAgents = report.recommendation.suggestions.filter(({ agent }: { agent: string }) => agent !== 'none');
    expect(forAgents[0]).toMatchObject({ command: '/crew fix', issue: 2 });
  });

  it('has every row of the table on its board, which can be read to the last card', async () => {
    const { rules, report } = await look();
    expect(new Set(Object.values(rules))).toEqual(new Set(table.map(({ rule }) => rule)));
    expect(report).toMatchObject({ complete: true, coverage: { missing: [], seen: report.coverage.issues } });
    expect(Object.keys(rules).length).toBeGreaterThanOrEqual(20);
    expect(report.coverage.notIssues).toEqual(
      expect.arrayContaining([
        { what: 'sample/tidy-dates#1', kind: 'archived' },
        { what: 'sample/tidy-dates#27', kind: 'pull' },
        { what: 'Ask somebody who keeps a lunar calendar', kind: 'draft' },
      ]),
    );
  });

  // Everything of a public repository can be read, so the one row that is left needs something withheld.
  it('has an unreadable issue as soon as something of it is kept from us', async () => {
    const undo = github.faults.add({ kind: 'field', field: 'Issue.subIssues', of: 17, times: 'all' });
    const { rules, code } = await look();
    undo();
    expect([rules[17], code]).toEqual(['unreadable', 3]);
  });

  it('does not call #4 ready, because noah asked its author something', async () => {
    const { report } = await look();
    const ready = report.actions.filter(({ label }: { label?: string }) => label === 'crew:ready');
    const issues = ready.map(({ issue }: { issue: number }) => issue);
    expect(issues).toContain(2);
    expect(issues).not.toContain(4);
  });

  it('has issues of today, of this week, and some that lie still', async () => {
    const { of } = await look();
    const fresh = [2, 8, 13].map((number) => of(number)?.freshness);
    expect(fresh).toEqual(['active', 'recent', 'stale']);
  });

  it('has a chain of blockers with one root, and a wait for something outside', async () => {
    const { of } = await look();
    expect(of(37)?.blockers).toMatchObject([{ issue: 3, root: false }]);
    expect(of(3)?.blockers).toMatchObject([{ issue: 2, root: true }]);
    expect(of(2)?.frees).toEqual([3, 37]);
    expect(of(25)?.blockers).toMatchObject([{ external: 'Temporal in every version of Node that we support' }]);
  });

  it('links nothing through a bot, and something through an outsider', async () => {
    const { assessments, of } = await look();
    expect(assessments.flatMap(({ links }) => links.map(({ ref }) => ref))).not.toContain('#36');
    expect(of(31)?.links).toMatchObject([{ ref: '#35', strength: 'closing' }]);
  });

  it('has cards where people left them, and not where the work is', async () => {
    const { report } = await look();
    const drift: readonly { issue: number; board: string; truth: string }[] = report.drift;
    expect(drift.map(({ issue, board, truth }) => [issue, board, truth])).toEqual(
      expect.arrayContaining([
        [12, 'In Progress', 'done'],
        [24, 'In Progress', 'blocked'],
        [33, 'Todo', 'in_progress'],
      ]),
    );
  });
});
