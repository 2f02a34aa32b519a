import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LedgerEntry } from '../../../src/memory/ledger.js';
import type { OutcomeName, RunRecord } from '../../../src/ports/run.js';
import { en } from '../../../src/workflows/task/messages.en.js';
import { ja } from '../../../src/workflows/task/messages.ja.js';
import { NO_FINDINGS, type TaskDocument, type TaskType } from '../../../src/workflows/task/rules/contract.js';
import { dashboard, statusSection } from '../../../src/workflows/task/rules/dashboard.js';
import { statisticsOf } from '../../../src/workflows/task/rules/statistics.js';
import { itInChromium } from '../../build/chromium.js';

const NOW = Date.parse('2026-11-18T12:00:00Z');

function recordOf(
  n: number,
  of: { outcome?: OutcomeName; type?: TaskType; pass?: boolean; at?: string; workflow?: string } = {},
): RunRecord {
  const { outcome = 'done', type = 'implement', pass = true, at = '2026-11-18T10:00:00Z', workflow = 'task' } = of;
  const result: TaskDocument = {
    status: pass ? 'completed' : 'escalated',
    result: { session_type: 'implement', task_type: type, requires_persona: false, artifacts: [], pass, issues: [] },
    session_init: NO_FINDINGS,
    execution_trace: [],
    ledger_entries: [],
  };
  return {
    ...{ run: `task-${n}-0123456789`, workflow, version: 1, exclusive: true, repo: 'ann/shop', issue: n },
    request: {
      event: { kind: 'typed', key: 'k', repo: undefined, issue: undefined, words: [] },
      text: 'x',
      command: { name: 'task', args: {} },
      at,
    },
    startedAt: at,
    signals: [],
    end: { outcome, at, result },
  };
}

const entryOf = (n: number, run: string, component: string, content: string): LedgerEntry => ({
  ...{
    entry_id: `LEDGER-20261118-${String(n).padStart(3, '0')}`,
    time: `2026-11-18T10:00:${String(n % 60).padStart(2, '0')}Z`,
  },
  ...{ run, component, event_type: 'decision', content, rationale: '' },
});

const RECORDS = [
  recordOf(1, { type: 'design' }),
  recordOf(2, { outcome: 'escalated', pass: false }),
  recordOf(3, { at: '2026-11-17T10:00:00Z' }),
  recordOf(4, { at: '2026-07-01T10:00:00Z' }),
  recordOf(5, { workflow: 'fix' }),
];
const ENTRIES = [
  entryOf(1, 'task-1-0123456789', 'PersonaStrategy', 'executor = Kent Beck, watcher = Martin Fowler'),
  entryOf(2, 'task-1-0123456789', 'SessionInit', 'skipped_tests = 1, todos = 4, axes = tests'),
  entryOf(3, 'task-2-0123456789', 'SessionInit', 'skipped_tests = 0, todos = 9, axes = tests | cost'),
];
const statistics = statisticsOf({ records: RECORDS, entries: ENTRIES, axes: ['tests', 'cost', 'failure'], now: NOW });
const page = dashboard({ statistics, say: en, lang: 'en', title: 'ann/shop' });

describe('the statistics of tasks', () => {
  it('count the tasks of the last 90 days by day, type and pair', () => {
    expect(statistics.rows.map(({ issue }) => issue)).toEqual([1, 2, 3]);
    expect(statistics.days).toEqual([
      { day: '2026-11-17', tasks: 1, escalated: 0 },
      { day: '2026-11-18', tasks: 2, escalated: 1 },
    ]);
    expect(statistics.byType).toEqual([
      { name: 'implement', passed: 1, all: 2 },
      { name: 'design', passed: 1, all: 1 },
    ]);
    expect(statistics.byPair).toEqual([
      { name: '', passed: 1, all: 2 },
      { name: 'Kent Beck + Martin Fowler', passed: 1, all: 1 },
    ]);
  });

  it('read debt and coverage from the ledger, and count open escalations', () => {
    expect(statistics.debt).toEqual([
      { skippedTests: 1, todos: 4 },
      { skippedTests: 0, todos: 9 },
    ]);
    expect(statistics.coverage).toEqual([
      { name: 'tests', passed: 2, all: 2 },
      { name: 'cost', passed: 1, all: 2 },
      { name: 'failure', passed: 0, all: 2 },
    ]);
    expect(statistics.openEscalations).toBe(1);
  });
});

describe('the dashboard', () => {
  it('shows every chart and every task', () => {
    for (const title of [
      'Tasks over time',
      'Pass rate by task type',
      'Pass rate by persona pair',
      'Open problems',
      'Perspectives taken',
      'Escalations',
    ])
      expect(page).toContain(`<h2>${title}</h2>`);
    expect(page.match(/<svg/g)?.length).toBe(
      2 + statistics.byType.length + statistics.byPair.length + statistics.coverage.length,
    );
    expect(page).toContain('task-2-0123456789');
    expect(page).toContain('Kent Beck + Martin Fowler');
  });

  it('says so where there is nothing yet, in both languages', () => {
    const empty = statisticsOf({ records: [], entries: [], axes: [], now: NOW });
    expect(dashboard({ statistics: empty, say: en, lang: 'en', title: 'x' }).match(/None yet\./g)).toHaveLength(6);
    expect(dashboard({ statistics: empty, say: ja, lang: 'ja', title: 'x' })).toContain('まだありません。');
  });

  it('lets no text of a ledger or a record become markup', () => {
    fc.assert(
      fc.property(fc.string(), (hostile) => {
        const entries = [
          entryOf(1, 'task-1-0123456789', 'PersonaStrategy', `executor = <b>${hostile}, watcher = <script>`),
        ];
        const shown = statisticsOf({ records: [recordOf(1)], entries, axes: ['<i>'], now: NOW });
        const html = dashboard({ statistics: shown, say: en, lang: 'en', title: `<u>${hostile}` });
        expect(html).not.toMatch(/<(script|u|i|b)>/);
      }),
    );
  });

  itInChromium('fits a window of 390 pixels, also with long names', async (browser) => {
    const long = 'a-name-that-is-very-long-and-has-no-place-to-break-'.repeat(4);
    const entries = [
      ...ENTRIES,
      entryOf(9, 'task-2-0123456789', 'PersonaStrategy', `executor = ${long}, watcher = ${long}`),
    ];
    const many = Array.from({ length: 40 }, (_, n) =>
      recordOf(n + 10, { at: new Date(NOW - n * 86_400_000).toISOString() }),
    );
    const full = statisticsOf({ records: [...RECORDS, ...many], entries, axes: [long], now: NOW });
    const tab = await browser.newPage();
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.setContent(dashboard({ statistics: full, say: en, lang: 'en', title: long }));
    const width = await tab.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });
});

describe('the tasks in /crew status', () => {
  it('are the last five, one line each', () => {
    const rows = Array.from({ length: 8 }, (_, n) => recordOf(n + 1));
    const shown = statusSection(statisticsOf({ records: rows, entries: [], axes: [], now: NOW }), en);
    expect(shown.split('\n')).toHaveLength(6);
    expect(shown).toContain('- 2026-11-18 · `task-1-0123456789` · implement · succeeded');
  });

  it('are said to be none where there are none', () => {
    expect(statusSection({ rows: [] }, ja)).toContain('タスクはありません');
  });
});
