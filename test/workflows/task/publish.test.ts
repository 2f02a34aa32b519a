import { describe, expect, it } from '@jest/globals';
import { type Ledger, memoryLedger } from '../../../src/memory/ledger.js';
import type { Applied, Change } from '../../../src/ports/change.js';
import type { RunRecord } from '../../../src/ports/run.js';
import type { GitHubReader, PublishContext, WorkResult } from '../../../src/ports/workflow.js';
import { NO_SPENDING } from '../../../src/runs/record.js';
import { taskWith } from '../../../src/workflows/task/index.js';
import { en } from '../../../src/workflows/task/messages.en.js';
import type { TaskOrder, WorkOutput } from '../../../src/workflows/task/order.js';
import { rejection } from '../../../src/workflows/task/publish.js';
import { NO_FINDINGS, type TaskDocument } from '../../../src/workflows/task/rules/contract.js';
import { diffOf } from './around.js';
import { config } from './at-work.js';

const document = (status: TaskDocument['status'], issues: string[] = []): TaskDocument => ({
  status,
  result: {
    session_type: 'design',
    task_type: 'design',
    requires_persona: true,
    artifacts: ['a.md'],
    pass: status === 'completed',
    issues,
  },
  session_init: NO_FINDINGS,
  execution_trace: [],
  ledger_entries: ['LEDGER-20261118-001'],
});

const handedOf = (of: Partial<WorkOutput> = {}): WorkOutput => ({
  task: document('completed'),
  iterations: 1,
  personas: [],
  documents: [{ name: 'a.md', text: '# A' }],
  ledger: [
    {
      ...{ entry_id: 'LEDGER-20261118-001', time: '2026-11-18T12:00:00Z', run: 'task-7-0123456789' },
      ...{ component: 'watcher', event_type: 'decision', content: 'pass = true', rationale: '' },
    },
  ],
  executed: null,
  ...of,
});

const order: TaskOrder = { request: 'x', title: 'x', dryRun: false, fix: null, review: null };

interface Seen {
  readonly applied: Change[];
  readonly complaints: string[];
}

async function published(result: WorkResult, ledger: Ledger | null, permission = 'write') {
  const seen: Seen = { applied: [], complaints: [] };
  const actor = { login: 'maya', id: 2, bot: false };
  const record = {
    request: { event: { kind: 'comment', actor }, by: actor },
  } as unknown as RunRecord;
  const ctx = {
    ...{ run: 'task-7-0123456789', repo: 'ann/shop', issue: 7, place: 'thread', signals: [], record },
    settings: { lang: 'en', config, configFile: '.github/crew.yml', problems: [] },
    github: { people: { permission: async () => permission } } as unknown as GitHubReader,
    apply: async (changes: readonly Change[]): Promise<readonly Applied[]> => {
      seen.applied.push(...changes);
      return [];
    },
  } as unknown as PublishContext;
  const services = {
    ledger: () => memoryLedger(),
    publishLedger: ledger,
    complain: (line: string) => seen.complaints.push(line),
  };
  const outcome = await taskWith(services).publish(ctx, order, result);
  return { outcome, ...seen };
}

const resultOf = (name: WorkResult['outcome']['name'], result: unknown): WorkResult => ({
  outcome: { name, says: 'the page', result },
  spent: NO_SPENDING,
});

describe('publishing a task', () => {
  it('leaves the output document as the result, and the page as it is', async () => {
    const { outcome } = await published(resultOf('planned', handedOf()), memoryLedger());
    expect(outcome).toEqual({ name: 'planned', says: 'the page', result: document('completed') });
  });

  it("writes the run's entries to the ledger of the repository, once", async () => {
    const ledger = memoryLedger();
    await published(resultOf('planned', handedOf()), ledger);
    await published(resultOf('planned', handedOf()), ledger);
    expect(await ledger.read()).toHaveLength(1);
  });

  it('goes on where the ledger takes nothing, and prints the entries on standard error', async () => {
    const broken: Ledger = {
      ...memoryLedger(),
      append: async () => {
        throw new Error('no write access');
      },
    };
    const { outcome, complaints } = await published(resultOf('planned', handedOf()), broken);
    expect(outcome.name).toBe('planned');
    expect(complaints[0]).toContain('LEDGER-20261118-001');
  });

  it('passes on what is no result of a task, without it', async () => {
    const { outcome } = await published(resultOf('failed', { task: 'nonsense' }), memoryLedger());
    expect(outcome).toEqual({ name: 'failed', says: 'the page', result: undefined });
  });

  it('publishes no rejected change of somebody who lost write access meanwhile', async () => {
    const executed = { by: 'fix' as const, outcome: { name: 'done' } };
    const given = {
      ...resultOf('escalated', handedOf({ task: document('escalated', ['vague']), executed })),
      diff: diffOf('+a'),
    };
    const { applied, outcome } = await published(given, memoryLedger(), 'read');
    expect(applied).toEqual([]);
    expect(outcome).toMatchObject({ name: 'escalated', result: { status: 'escalated' } });
  });

  it("begins the draft of a rejected change with the watcher's issues", () => {
    expect(rejection(['a is missing', 'b is wrong'], en)).toBe(
      'This is a draft because a second agent did not accept the change. A maintainer has to decide.\n\n**Problems that a second agent found**\n- a is missing\n- b is wrong',
    );
  });
});
