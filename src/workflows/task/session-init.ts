// SessionInit (specs task-orchestrator): runs debt-monitor, coverage-check and ledger-query in parallel. A check that fails becomes an
// alert. Used by work.ts.
import { questionId } from '../../agent/tool.js';
import type { Ledger } from '../../memory/ledger.js';
import { filesNamed, queryLedger } from '../../memory/ledger-query.js';
import type { Workspace } from '../../ports/index.js';
import type { WorkContext } from '../../ports/workflow.js';
import type { InitResult } from './components.js';
import type { InitCheck, TaskMessages } from './messages.en.js';
import type { TaskOrder } from './order.js';
import type { Alert } from './rules/contract.js';
import type { Session } from './rules/session.js';
import {
  blockReasons,
  type Counts,
  coverageOf,
  debtAlerts,
  measuresIn,
  measureText,
  openEscalations,
  recommendedAxes,
  unpassedGates,
} from './rules/session-init.js';

/** What the checks read. `sessions`: all definitions, whose perspectives coverage-check compares. */
export interface InitInput {
  readonly ctx: WorkContext;
  readonly tree: Workspace;
  readonly ledger: Ledger;
  readonly order: TaskOrder;
  readonly session: Session;
  readonly sessions: readonly Session[];
  readonly say: TaskMessages;
}

/** The id of the question whether to start the task in spite of alerts. */
export const readyId = (run: string): string => questionId('q', run, 'ready');

/** Runs the three checks and returns their findings, with a question if a person must confirm the start. */
export async function initSession(input: InitInput): Promise<InitResult> {
  const { ctx, order, session, say } = input;
  const failures: Alert[] = [];
  const asAlert = (check: InitCheck) => (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    failures.push({ kind: 'unreadable', what: say.alertUnreadable(check, why), serious: false });
    return null;
  };
  const [debt, coverage, learnings] = await Promise.all([
    debtMonitor(input).catch(asAlert('debt')),
    coverageCheck(input).catch(asAlert('coverage')),
    ledgerQuery(input).catch(asAlert('learnings')),
  ]);
  const report = coverage ?? { sessions: 0, used: [], unused: [] };
  const axes = recommendedAxes(session.axes, report);
  const { usd: leftUsd } = ctx.allowed;
  const { issue } = ctx;
  const isAnswer = order.answers !== undefined;
  const reasons = blockReasons({ escalations: debt?.escalations ?? [], issue, leftUsd, isAnswer });
  const question = say.notReady(reasons.map((each) => say.blocked[each]));
  return {
    init: {
      debt_alerts: [...(debt?.alerts ?? []), ...failures],
      coverage_report: report,
      related_learnings: [...(learnings ?? [])],
    },
    axes,
    asks: reasons.length === 0 ? null : { id: readyId(ctx.run), kind: 'question', question },
    measure: measureText(debt?.counts ?? null, session.axes),
  };
}

/** debt-monitor: open escalations, unpassed quality gates, and counts of the tree. */
async function debtMonitor({ ctx, tree, ledger, order, say }: InitInput) {
  const [records, counts, entries] = await Promise.all([ctx.history.list(), countIn(tree), ledger.read()]);
  const others = records.filter(({ run }) => run !== ctx.run);
  // The escalation that this task answers is no longer open.
  const escalations = openEscalations(others).filter(({ run }) => run !== order.answers?.run);
  const unpassed = unpassedGates(others, filesNamed);
  const previousCounts = measuresIn(entries, ctx.run)[0]?.counts ?? null;
  const files = filesNamed(order.request);
  return {
    escalations,
    counts,
    alerts: debtAlerts({ escalations, unpassed, counts, previousCounts, files }, say),
  };
}

/** coverage-check: which perspectives recent sessions took. */
async function coverageCheck({ ctx, ledger, sessions }: InitInput) {
  return coverageOf(
    measuresIn(await ledger.read(), ctx.run),
    sessions.flatMap(({ axes }) => axes),
  );
}

/** Components that only classify the request. A later task can learn nothing from their entries. */
const CLASSIFYING_COMPONENTS: readonly string[] = [
  'SessionSelector',
  'SessionInit',
  'TaskClassifier',
  'PersonaStrategy',
];

/** ledger-query: entries of earlier runs that are related to the request. */
async function ledgerQuery({ ctx, ledger, order, session }: InitInput) {
  const entries = (await ledger.read()).filter(
    ({ run, component }) => run !== ctx.run && !CLASSIFYING_COMPONENTS.includes(component),
  );
  const query = { text: order.request, kind: [session.name], files: filesNamed(order.request), now: ctx.clock.now() };
  return queryLedger(entries, query).map(({ entry: { entry_id, run, content }, score }) => ({
    entry_id,
    run,
    content,
    score: Math.round(score * 1000) / 1000,
  }));
}

// Patterns for `tree.search`, for several languages.
const TODO = '\\b(TODO|FIXME)\\b';
const SKIPPED = [
  '\\b(it|test|describe)\\.(skip|todo)\\b',
  '\\bx(it|describe)\\(',
  '@pytest\\.mark\\.skip',
  '@unittest\\.skip',
  '\\bt\\.Skip\\(',
  '#\\[ignore',
  '@Disabled\\b',
  '@Ignore\\b',
].join('|');
/** At most this many matches are counted. */
const MAX_MATCHES = 5000;

/** The number of lines with TODO or FIXME, and of skipped tests in the tree. */
async function countIn(tree: Workspace): Promise<Counts> {
  const [todos, skipped] = await Promise.all([
    tree.search({ pattern: TODO, limit: MAX_MATCHES }),
    tree.search({ pattern: SKIPPED, limit: MAX_MATCHES }),
  ]);
  const matchingLines = ({ found }: typeof todos) => found.filter(({ matched }) => matched).length;
  return { todos: matchingLines(todos), skippedTests: matchingLines(skipped) };
}
