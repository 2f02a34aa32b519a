// The gate of `retrospect`: selects the run to review, or the proposals that a person decides about.
import { loadRole } from '../../agent/load-role.js';
import type { Command } from '../../commands/index.js';
import { howOf } from '../../memory/preferences/decide.js';
import type { Outcome, Request, RunRecord } from '../../ports/run.js';
import type { GateContext, GateOrder } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { en, type LearnMessages } from './messages.en.js';
import { ja } from './messages.ja.js';
import { isCategory, openItems, select } from './rules/list.js';
import { CATEGORIES } from './rules/proposals.js';

type GateResult = Outcome | GateOrder<RetrospectOrder>;

/** Returns the order of a review or a decision, or the outcome if nothing is to do. */
export async function gate(ctx: GateContext, request: Request): Promise<GateResult> {
  const { name, args } = request.command as Command;
  const by = request.by?.login ?? 'you';
  switch (name) {
    case 'retrospect':
      return reviewOrder(ctx, args.run);
    case 'approve':
      return decide(ctx, { is: 'decide', decision: 'approve', ids: args.ids, how: args.how, by });
    case 'reject': {
      const { ids = [], category, why } = args;
      return decide(ctx, { is: 'decide', decision: 'reject', ids, category, why, by });
    }
    case 'defer':
      return defer(ctx, args.ids);
    default:
      throw new Error(`${name} is no command of retrospect`);
  }
}

/** Workflows whose runs can be reviewed. */
const REVIEWED: readonly string[] = ['build', 'fix', 'write', 'task'];

async function reviewOrder(ctx: GateContext, named: string | undefined): Promise<GateResult> {
  const ended = (await ctx.history.list()).filter(({ workflow, end }) => REVIEWED.includes(workflow) && end);
  const found = ended.find((each) => (named === undefined ? isHere(each, ctx.issue) : each.run === named));
  if (!found) return { name: 'refused', says: inLanguage(ctx.settings.lang, { en, ja }).noRun(named) };
  await ctx.allowance(ctx.settings.config.budget['run-usd'] ?? loadRole('retrospector').limits.usd);
  return { order: { is: 'review', of: found.run, workflow: found.workflow, cmd: cmdOf(found) } };
}

/** Whether a run belongs to this thread: to the issue, or to crew's pull request for it. */
const isHere = ({ issue, end }: RunRecord, here: number | undefined): boolean =>
  here === undefined || issue === here || fieldOf(end?.result, 'pull') === here;

function cmdOf({ run, order }: RunRecord): string {
  const cmd = fieldOf(order, 'cmd');
  return typeof cmd === 'string' && /^cmd_\d+$/.test(cmd) ? cmd : run;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

async function selectItems({ history, clock, issue }: GateContext, order: Pick<DecideOrder, 'ids' | 'category'>) {
  const records = await history.list();
  const now = clock.now();
  const open = openItems(records, now, issue).map(({ item }) => item.id);
  return { ...select(order, { records, now, issue }), open };
}

async function decide(ctx: GateContext, order: DecideOrder): Promise<GateResult> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const { category } = order;
  if (category !== undefined && !isCategory(category))
    return { name: 'refused', says: say.noCategory(category, CATEGORIES) };
  const { items, preferences, before, unknown, open } = await selectItems(ctx, order);
  const isNothing = items.length + preferences.length === 0 && category === undefined;
  if (isNothing) return { name: 'refused', says: unknownIdsMessage({ before, unknown, open }, say) };
  const how = howOf(order.how);
  const [other] = items;
  if (other && (how.is === 'replace' || how.is === 'retire' || how.is === 'condition'))
    return { name: 'refused', says: say.lp['not-an-update'](other.item.id) };
  const rewords = how.is === 'as' && items.some(({ item }) => item.kind === 'improvement');
  if (rewords) await ctx.allowance(ctx.settings.config.budget['run-usd'] ?? loadRole('retrospector').limits.usd);
  return { order };
}

function unknownIdsMessage(
  { before, unknown, open }: Pick<Awaited<ReturnType<typeof selectItems>>, 'before' | 'unknown' | 'open'>,
  say: LearnMessages,
): string {
  return [
    ...(before.length > 0 ? [say.before(before)] : []),
    ...(unknown.length > 0 ? [say.unknown(unknown, open)] : []),
  ].join('\n\n');
}

/** `defer` records nothing: the items stay open, and signals are still counted. */
async function defer(ctx: GateContext, ids: readonly string[]): Promise<GateResult> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const { items, preferences, before, unknown, open } = await selectItems(ctx, { ids });
  const deferred = [...items.map(({ item }) => item.id), ...preferences];
  if (deferred.length === 0) return { name: 'refused', says: unknownIdsMessage({ before, unknown, open }, say) };
  return { name: 'done', says: say.deferred(deferred) };
}

/** The order to review a run. */
export interface ReviewOrder {
  readonly is: 'review';
  /** The reviewed run. */
  readonly of: string;
  /** Its work folder, `cmd_007`; for a run that is not a build, its run id. */
  readonly cmd: string;
  readonly workflow: string;
}

/** The order to approve or reject proposals. */
export interface DecideOrder {
  readonly is: 'decide';
  readonly decision: 'approve' | 'reject';
  readonly ids: readonly string[];
  readonly category?: string | undefined;
  /** `as TEXT`, `replace`, `condition TEXT`, `retire`. */
  readonly how?: string | undefined;
  readonly why?: string | undefined;
  readonly by: string;
}

export type RetrospectOrder = ReviewOrder | DecideOrder;
