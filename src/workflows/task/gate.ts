// The gate of `task`. Only `work` decides whether a request is a change, a document or a review, so the orders of all these workflows are
// prepared here, where GitHub can be read.
import * as z from 'zod';
import type { Outcome, Request, RunRecord } from '../../ports/run.js';
import type { GateContext, GateOrder } from '../../ports/workflow.js';
import { gate as buildGate } from '../build/gate.js';
import { type FixOrder, gate as fixGate } from '../fix/gate.js';
import { type ReviewOrder, gate as reviewGate } from '../review/gate.js';
import { gate as writeGate } from '../write/gate.js';
import { EXECUTE_STEP } from './components.js';
import type { TaskOrder } from './order.js';
import { classify } from './rules/classify.js';
import type { Document } from './rules/contract.js';
import { needsDecomposition } from './rules/session.js';
import { lastTask } from './rules/statistics.js';

/** The budget of the other components in dollars, in addition to the executor's. */
const COMPONENTS_USD = 3;

/** Returns the order of a task, with the orders of the workflows that may execute it; or the outcome of a refused request. */
export async function gate(ctx: GateContext, request: Request): Promise<Outcome | GateOrder<TaskOrder>> {
  const escalated = request.command.name === 'answer' ? lastTask(await ctx.history.list(ctx.issue)) : undefined;
  const answers = escalated && { run: escalated.run, documents: await documentsOf(escalated.run, ctx) };
  const what = escalated ? requestWithDecision(escalated, request) : argumentText(request);
  // The largest allowance that a workflow asks for. The run reserves it once.
  const largest = { usd: 0 };
  const child: GateContext = {
    ...ctx,
    allowance: async (usd) => {
      largest.usd = Math.max(largest.usd, usd);
      return { usd };
    },
  };
  const fixGated = await fixGate(child, { ...request, command: { name: 'fix', args: { what, scope: [] } } });
  const fix = 'order' in fixGated ? fixGated.order : null;
  // Its question, or the outcome of its refusal.
  const refused = 'order' in fixGated ? fixGated.asks : fixGated;
  const text = requestText(what, fix);
  const type = classify(text)?.task_type;
  // If only a fix can do the request and it is not clear enough, crew asks the same question as `/crew fix`.
  const isChange = type === 'implement' || type === 'refactor' || type === 'test';
  const isUnclear = refused !== undefined && !escalated && (isChange || text === '');
  if (isUnclear && !('order' in fixGated)) return fixGated;
  // A review is prepared only if a rule says that the task is one, because preparing a review reads its base and starts a check.
  const review = type === 'review' ? await reviewOrder(child, request) : null;
  // A request that no rule decides may be about a document.
  const write = type === 'document' || type === undefined ? await orderFrom('write', writeGate) : null;
  const build = isChange && needsDecomposition(text) ? await orderFrom('build', buildGate) : null;
  await ctx.allowance(largest.usd + COMPONENTS_USD);
  if (isUnclear && 'order' in fixGated) return { ...fixGated, order: orderOf() };
  const ref = ('order' in fixGated ? fixGated.ref : undefined) ?? build?.ref ?? write?.ref;
  return review ? { ...review, order: orderOf(review) } : { order: orderOf(), ref };

  /** The order of another workflow for the same request; null if its gate refuses it. */
  async function orderFrom<T>(
    name: 'write' | 'build',
    gateOf: (ctx: GateContext, request: Request) => Promise<Outcome | GateOrder<T>>,
  ) {
    const gated = await gateOf(child, { ...request, command: { name, args: { what } } });
    return 'order' in gated ? gated : null;
  }

  function orderOf(reviewed?: GateOrder<ReviewOrder> | null): TaskOrder {
    return {
      request: text,
      title: fix?.title ?? firstWords(text),
      dryRun: ctx.dryRun,
      fix,
      ...(refused?.says && !fix ? { notFixable: refused.says } : {}),
      review: reviewed?.order ?? null,
      write: write?.order ?? null,
      build: build?.order ?? null,
      ...(answers ? { answers } : {}),
    };
  }
}

/** The text after `/crew task`. */
function argumentText({ command }: Request): string {
  const { what } = (typeof command.args === 'object' && command.args !== null ? command.args : {}) as {
    what?: unknown;
  };
  return typeof what === 'string' ? what.trim() : '';
}

/** The request of an escalated task, followed by the person's decision. */
function requestWithDecision(escalated: RunRecord, { command, by }: Request): string {
  const { text } = (typeof command.args === 'object' && command.args !== null ? command.args : {}) as {
    text?: unknown;
  };
  const earlier = (escalated.order as TaskOrder | undefined)?.request ?? '';
  return `${earlier}\n\nDecision of ${by ? `@${by.login}` : 'the requester'} after the escalation of ${escalated.run}:\n${typeof text === 'string' ? text : ''}`;
}

/** The full request: the words after the command, then the issue. */
function requestText(what: string, fix: FixOrder | null): string {
  const issue = fix?.job.task.issue;
  const parts = [what, ...(issue ? [issue.title, issue.body] : [])];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

const firstWords = (text: string): string => text.split('\n')[0]?.slice(0, 200) ?? '';

/** The order of a review on an open pull request; null on any other subject. */
async function reviewOrder(ctx: GateContext, request: Request): Promise<GateOrder<ReviewOrder> | null> {
  if (ctx.place === 'terminal' || !ctx.github || ctx.issue === undefined) return null;
  if ((await ctx.github.pulls.read(ctx.issue)) === null) return null;
  const gated = await reviewGate(ctx, request);
  return 'order' in gated ? gated : null;
}

/** The documents of a run's last execution, from its journal. */
async function documentsOf(run: string, { history }: GateContext): Promise<readonly Document[]> {
  const steps = (await history.load(run))?.steps ?? [];
  const last = steps.findLast(({ name }) => name.startsWith(EXECUTE_STEP));
  const read = executeStep.safeParse(last?.value);
  return read.success ? read.data.value.documents : [];
}

const executeStep = z.object({
  value: z.object({ documents: z.array(z.object({ name: z.string(), text: z.string() })) }),
});
