// The work phase of `review`, which `task` uses too: the reviewer (a model) reads the change, and each of its citations is looked up in the
// tree.

import { outcomeWithoutAnswer } from '../../agent/agent-end.js';
import { openApprovals } from '../../agent/approvals.js';
import { allowanceOf } from '../../agent/budget.js';
import { choiceFor, estimate, modelsOf, pastCosts, type TaskSize } from '../../agent/cost.js';
import { raiseLimits } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import { runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { WorkEnvironment } from '../../ports/environment.js';
import { UserError } from '../../ports/errors.js';
import type { Workspace } from '../../ports/tree.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { NO_SPENDING } from '../../runs/record.js';
import { messages } from '../../text/lang/index.js';
import { dollarRange } from '../../text/values.js';
import type { ReviewOrder } from './gate.js';
import {
  type Finding,
  type PlacedFinding,
  type Problem,
  problemsIn,
  problemsText,
  type ReviewerAnswer,
  reviewerAnswer,
  withLine,
  withoutProblems,
} from './rules/findings.js';
import { changeText, reviewText } from './rules/task.js';

/** An answer with wrong citations goes back to the reviewer. Of the third answer, only findings with correct citations are used. */
const MAX_TRIES = 3;

export async function work(ctx: WorkContext, order: ReviewOrder): Promise<WorkResult> {
  const environment = await ctx.environment();
  try {
    return { outcome: await runReviewer(ctx, environment, order), spent: NO_SPENDING };
  } finally {
    await environment.close();
  }
}

async function runReviewer(ctx: WorkContext, environment: WorkEnvironment, { target, offered }: ReviewOrder) {
  const { run, settings, clock, step, signals, place } = ctx;
  const { model } = environment;
  const role = readRole(await step('role', async () => filesOfRole('reviewer')));
  const change = await step('change', () => changeOf(environment, target.against));
  const models = modelsOf(settings.config.models);
  const { budget, addedUsd } = allowanceOf({ allowed: ctx.allowed, run: ctx });
  await step('estimate', () => estimateCost(role, ctx, { limitUsd: budget.limitUsd, files: change.files.length }));
  let checked: CheckedFindings = { problems: [], findings: [] };
  let tries = 0;
  const judge = async ({ findings }: ReviewerAnswer) => {
    tries += 1;
    checked = await step(`${role.name} cites ${tries}`, () => checkCitations(environment.workspace, findings));
    if (checked.problems.length === 0 || tries >= MAX_TRIES) return { is: 'taken' } as const;
    return { is: 'back', text: problemsText(checked.problems) } as const;
  };
  ctx.show({ kind: 'part', name: role.displayName });
  const ended = await runAgent<ReviewerAnswer>({
    role: { ...role, limits: raiseLimits(role.limits, addedUsd) },
    models,
    model,
    answer: reviewerAnswer,
    task: reviewText({ offered, ...change }),
    tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
    run: { step, signals },
    budget,
    judge,
    onProgress: ctx.show,
    toolContext: {
      workspace: environment.workspace,
      guard: environment.guard,
      sandbox: environment.sandbox,
      clock,
      signal: ctx.stop,
      approvals: openApprovals(signals),
    },
  });
  const spent = { usd: ended.spent.usd, turns: ended.turns };
  if (ended.ended === 'answered') {
    const { notReviewed } = ended.answer;
    return {
      name: 'done',
      result: { findings: checked.findings, ...(notReviewed && { notReviewed }), ...spent },
    } as const;
  }
  const say = messages(settings.lang);
  return outcomeWithoutAnswer(ended, { role: role.displayName, run, limitUsd: budget.limitUsd, say, place });
}

/** The size of the task for the estimate, by the number of changed files. */
function sizeOf(files: number): TaskSize {
  if (files > 15) return 'large';
  return files > 3 ? 'medium' : 'small';
}

async function estimateCost(role: Role, ctx: WorkContext, { limitUsd, files }: { limitUsd: number; files: number }) {
  const limits = { ...role.limits, usd: limitUsd };
  const { price } = choiceFor(role, modelsOf(ctx.settings.config.models));
  const past = await pastCosts('review', ctx.history, ctx.run);
  const [low, high] = estimate({ price, limits, past, size: sizeOf(files) });
  ctx.show({ kind: 'part', name: dollarRange(low, high).join('–') });
  return { low, high };
}

/** The change of the pull request: from the merge base to the head, which is checked out unchanged. */
async function changeOf({ baseCommit }: WorkEnvironment, against: string) {
  const base = await baseCommit.mergeBase(against);
  if (base === null) throw noMergeBase(against);
  const { diff } = await baseCommit.changesSince(base, {});
  return { change: changeText(diff.text), files: diff.files };
}

const noMergeBase = (against: string): UserError =>
  new UserError({
    expected: `a commit that the head shares with ${against.slice(0, 12)}`,
    found: 'none',
    remedy: 'Rebase the branch onto its base, then ask again.',
    ends: 'infra_error',
  });

/** Larger files are not read. */
const MAX_FILE_BYTES = 4_000_000;

/** The findings of an answer without problems, and the problems of the others. */
interface CheckedFindings {
  readonly problems: readonly Problem[];
  readonly findings: readonly PlacedFinding[];
}

async function checkCitations(tree: Workspace, findings: readonly Finding[]): Promise<CheckedFindings> {
  const files = new Map<string, readonly string[] | null>();
  for (const file of findings.flatMap(({ path, cites }) => [path, ...cites.map((cite) => cite.file)]))
    if (!files.has(file)) files.set(file, await linesOf(tree, file));
  const lines = (file: string) => files.get(file) ?? null;
  const problems = problemsIn(findings, lines);
  return { problems, findings: withoutProblems(findings, problems).map((each) => withLine(each, lines)) };
}

async function linesOf(tree: Workspace, file: string): Promise<readonly string[] | null> {
  const bytes = await tree.read(file, { from: 0, to: MAX_FILE_BYTES }).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  return bytes && new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n');
}
