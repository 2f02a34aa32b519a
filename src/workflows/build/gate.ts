// The gate of a build: reads the request, chooses branch and commit, gives the build its number, and decides whether it may start. Used by
// index.ts and publish.ts, and by gate.ts and order.ts of src/workflows/task.

import { loadRole } from '../../agent/load-role.js';
import { questionId } from '../../agent/tool.js';
import type { Command } from '../../commands/index.js';
import type { Outcome, Request, RunRecord } from '../../ports/run.js';
import type { GateContext, GateOrder } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { sanitize } from '../../text/sanitize.js';
import { type Task, taskText } from '../fix/rules/brief.js';
import { refusalOrQuestion } from '../fix/rules/questions.js';
import type { Target } from '../fix/rules/target.js';
import { decideTask } from '../fix/rules/workable.js';
import { readSubject } from '../fix/subject.js';
import { chooseTarget } from '../fix/target.js';
import type { BuildOrder } from './build.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';

/** The order from `gate` to `work` and `publish`. */
export interface OrderedBuild extends BuildOrder {
  /** On GitHub: where the change goes. */
  readonly target?: Target | undefined;
}

/** The default budget of a build is the cost limit of this many workers. */
const WORKERS_IN_BUDGET = 10;

/** Returns the order of a build, or the outcome of a refused request. */
export async function gate(ctx: GateContext, request: Request): Promise<Outcome | GateOrder<OrderedBuild>> {
  const { github, settings, place } = ctx;
  const say = inLanguage(settings.lang, { en, ja });
  const isThread = place === 'thread' && github !== undefined;
  const target = isThread ? await chooseTarget(ctx, github, { base: undefined }) : undefined;
  const issue = await readSubject(ctx, request.event, target);
  const task: Task = {
    text: requestText(request.command as Command),
    ...(issue && { issue: issue.text }),
    ...(issue?.review && { review: issue.review }),
  };
  const text = taskText(task).trim();
  if (text === '') return { name: 'refused', says: say.noRequest };
  const facts = { workflowFiles: settings.config.fix['workflow-files'], issueState: issue?.issueState };
  const decision = decideTask(task, facts);
  const question = { lang: settings.lang, run: ctx.run, id: questionId('q', ctx.run), place };
  if (decision.is === 'refused') return refusalOrQuestion(decision, question);
  await ctx.allowance(settings.config.budget['run-usd'] ?? WORKERS_IN_BUDGET * loadRole('worker-coder').limits.usd);
  const title = issue ? { issue: { number: ctx.issue ?? 0, title: issue.text.title } } : {};
  const order: OrderedBuild = {
    cmd: await nextBuildId(ctx),
    request: `${text}\n`,
    dryRun: ctx.dryRun,
    by: request.by?.login,
    target,
    ...title,
  };
  // A vague request is decomposed anyway. crew asks first only about protected paths and assigned issues.
  const asks =
    decision.is === 'ask' && decision.question.is !== 'vague' ? refusalOrQuestion(decision, question) : undefined;
  return { order, ref: refOf(target), asks };
}

/** The text after `/crew build`; empty if another command started the build. */
const requestText = ({ name, args }: Command): string =>
  name === 'build' ? sanitize((args as { readonly what?: string }).what ?? '').text.trim() : '';

/** The branch or commit to check out. A branch that does not exist yet begins at its base. */
function refOf(target: Target | undefined): string | undefined {
  if (!target) return undefined;
  if (target.how !== 'branch') return target.commit;
  return target.at === null ? target.base : target.branch;
}

/** The id of the repository's next build, such as `cmd_007`. */
async function nextBuildId({ history }: GateContext): Promise<string> {
  const builds = (await history.list()).filter(({ workflow }) => workflow === 'build');
  return numberText(nextNumber(builds.flatMap(buildIdIn)));
}

const buildIdIn = ({ order }: RunRecord): readonly string[] => {
  const { cmd } = (typeof order === 'object' && order !== null ? order : {}) as { readonly cmd?: unknown };
  return typeof cmd === 'string' ? [cmd] : [];
};

/** `cmd_007` for 7. */
export const numberText = (n: number): string => `cmd_${String(n).padStart(3, '0')}`;

/** The largest number among ids such as `cmd_007`, plus one. */
export function nextNumber(ids: readonly string[]): number {
  const numbers = ids.map((name) => Number(/^cmd_(\d{3,9})$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}
