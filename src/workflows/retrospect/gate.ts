// The gate of `retrospect`: selects the run to review, or the proposals that a person decides about. Its orders are read by index.ts,
// work.ts, publish.ts and apply-decision.ts.
import { loadRole } from '../../agent/load-role.js';
import type { Command } from '../../commands/index.js';
import { howOf } from '../../memory/preferences/decide.js';
import type { Outcome, Request, RunRecord } from '../../ports/run.js';
import type { GateContext, GateOrder } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { en, type LearnMessages } from './messages.en.js';
import { ja } from './messages.ja.js';
import { isCategory, openItems, selectItems } from './rules/list.js';
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
const REVIEWABLE: readonly string[] = ['build', 'fix', 'write', 'task'];

/** The order to review a run: the named one, or the newest of this thread. */
async function reviewOrder(ctx: GateContext, run: string | undefined): Promise<GateResult> {
  const ended = (await ctx.history.list()).filter(({ workflow, end }) => REVIEWABLE.includes(workflow) && end);
  const reviewed = ended.find((each) => (run === undefined ? isHere(each, ctx.issue) : each.run === run));
  if (!reviewed) return { name: 'refused', says: inLanguage(ctx.settings.lang, { en, ja }).noRun(run) };
  await ctx.allowance(ctx.settings.config.budget['run-usd'] ?? loadRole('retrospector').limits.usd);
  return { order: { is: 'review', of: reviewed.run, workflow: reviewed.workflow, cmd: cmdOf(reviewed) } };
}

/** Whether a run belongs to this thread: to the issue, or to crew's pull request for it. */
const isHere = ({ issue, end }: RunRecord, here: number | undefined): boolean =>
  here === undefined || issue === here || fieldOf(end?.result, 'pull') === here;

/** The work folder of a run: `cmd_007` of a build, else the run's id. */
function cmdOf({ run, order }: RunRecord): string {
  const cmd = fieldOf(order, 'cmd');
  return typeof cmd === 'string' && /^cmd_\d+$/.test(cmd) ? cmd : run;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** The selected proposals, and the ids of all open ones. */
async function selectWithOpenIds({ history, clock, issue }: GateContext, order: Pick<DecideOrder, 'ids' | 'category'>) {
  const records = await history.list();
  const now = clock.now();
  const open = openItems(records, now, issue).map(({ item }) => item.id);
  return { ...selectItems(order, { records, now, issue }), open };
}

/** Returns the order of a decision. Refuses it if it selects nothing. */
async function decide(ctx: GateContext, order: DecideOrder): Promise<GateResult> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const { category } = order;
  if (category !== undefined && !isCategory(category))
    return { name: 'refused', says: say.noCategory(category, CATEGORIES) };
  const { items, preferences, decidedBefore, unknown, open } = await selectWithOpenIds(ctx, order);
  const isEmpty = items.length + preferences.length === 0 && category === undefined;
  if (isEmpty) return { name: 'refused', says: unknownIdsMessage({ decidedBefore, unknown, open }, say) };
  const how = howOf(order.how);
  const [item] = items;
  // These options are for preferences only.
  if (item && (how.is === 'replace' || how.is === 'retire' || how.is === 'condition'))
    return { name: 'refused', says: say.lp['not-an-update'](item.item.id) };
  const mustReword = how.is === 'as' && items.some(({ item }) => item.kind === 'improvement');
  if (mustReword) await ctx.allowance(ctx.settings.config.budget['run-usd'] ?? loadRole('retrospector').limits.usd);
  return { order };
}

/** Why ids cannot be decided. */
function unknownIdsMessage(
  {
    decidedBefore,
    unknown,
    open,
  }: Pick<Awaited<ReturnType<typeof selectWithOpenIds>>, 'decidedBefore' | 'unknown' | 'open'>,
  say: LearnMessages,
): string {
  return [
    ...(decidedBefore.length > 0 ? [say.before(decidedBefore)] : []),
    ...(unknown.length > 0 ? [say.unknown(unknown, open)] : []),
  ].join('\n\n');
}

/** `defer` records nothing: the items stay open, and signals are still counted. */
async function defer(ctx: GateContext, ids: readonly string[]): Promise<GateResult> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const { items, preferences, decidedBefore, unknown, open } = await selectWithOpenIds(ctx, { ids });
  const deferred = [...items.map(({ item }) => item.id), ...preferences];
  if (deferred.length === 0) return { name: 'refused', says: unknownIdsMessage({ decidedBefore, unknown, open }, say) };
  return { name: 'done', says: say.deferred(deferred) };
}

/** The order to review a run. */
export interface ReviewOrder {
  readonly is: 'review';
  /** The id of the reviewed run. */
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
