// review-reader: one reviewer, let in once to read a change. No workflow for itself: the middle part of a review.
//
//   it gets          the change, what is said of it, and a tree that it may only read
//   it gives         findings, each with lines that hold what it says they hold
//   it stops         when every place is there to be seen; what is not after three answers is left out
import { type Allowance, allowanceOf } from '../../agent/allowance.js';
import { estimate, modelsOf } from '../../agent/budget.js';
import { raised } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { pastOf } from '../../agent/past.js';
import { openPatience } from '../../agent/patience.js';
import { type Role, readRole } from '../../agent/role.js';
import { type Ended, runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { Ctx } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Workshop, Workspace } from '../../ports.js';
import { type Finding, type PlacedFinding, type ReviewerAnswer, reviewerAnswer } from './answer.js';
import { changeText } from './change-text.js';
import { backText, type Problem, problemsIn, withLine, withoutProblems } from './resolve.js';
import { type Offered, reviewText } from './task-text.js';

export interface Read {
  readonly role: string;
  readonly limitUsd: number;
  readonly ended: Ended<ReviewerAnswer>;
  /** What of an answer can be seen. */
  readonly findings: readonly PlacedFinding[];
}

/** What is to be read, and for whom. */
export interface Reading {
  readonly offered: Offered;
  /** A commit of the branch that it is to be merged into. */
  readonly against: string;
  readonly user: string;
}

/** So many answers are looked at; of the last one counts what is there. */
const PATIENCE = 3;

/** Lets the reviewer read. */
export async function readChange(ctx: Ctx, shop: Workshop, reading: Reading): Promise<Read> {
  const { run, known, clock, repo } = ctx;
  // First, so that without a key nothing was taken out of any purse.
  const { model } = shop;
  // As it was when the run began: a role that changes meanwhile is another one.
  const role = readRole(await run.step('role', async () => filesOfRole('reviewer')));
  const change = await run.step('change', () => changeOf(shop, reading.against));
  await run.step('estimate', () => estimated(role, ctx));
  const allowance = await allowanceOf({
    ...{ run, clock, shared: ctx.shared, budget: known.config.budget },
    ...{ user: reading.user, repo: repo ?? 'here', usd: role.limits.usd },
  });
  let seen: Seen = { problems: [], findings: [] };
  let tries = 0;
  const judge = async ({ findings }: ReviewerAnswer) => {
    tries += 1;
    seen = await run.look(`${role.name} cites ${tries}`, () => lookedUp(shop.workspace, findings));
    if (seen.problems.length === 0 || tries >= PATIENCE) return { is: 'taken' } as const;
    return { is: 'back', text: backText(seen.problems) } as const;
  };
  ctx.show({ kind: 'part', name: role.displayName });
  const ended = await runAgent<ReviewerAnswer>({
    ...{ role: within(role, allowance), models: modelsOf(known.config.models), model, answer: reviewerAnswer },
    task: reviewText({ offered: reading.offered, ...change }),
    tools: toolsFor({ net: shop.web, keep: shop.keep }),
    ...{ run, budget: allowance.purse, judge, hear: ctx.show },
    at: {
      ...{ workspace: shop.workspace, gate: shop.gate, cell: shop.cell, clock, signal: ctx.signal },
      patience: openPatience(() => run.words()),
    },
  }).finally(allowance.settle);
  const findings = ended.ended === 'answered' ? seen.findings : [];
  return { role: role.displayName, limitUsd: allowance.purse.limitUsd, ended, findings };
}

/** Its limits as they are now: somebody may add to them while it works. */
const within = (role: Role, allowance: Allowance): Role => ({
  ...role,
  get limits() {
    return raised(role.limits, allowance.addedUsd);
  },
});

/** What the tree holds beyond the commit where it parted from its base. Nothing has touched it: it is the head itself. */
async function changeOf({ below }: Workshop, against: string) {
  const base = await below.parted(against);
  if (base === null) throw nothingShared(against);
  const { diff } = await below.since(base, {});
  return { change: changeText(diff.text), files: diff.files };
}

const nothingShared = (against: string): UserError =>
  new UserError({
    expected: `a commit that the head shares with ${against.slice(0, 12)}`,
    found: 'none',
    remedy: 'Rebase the branch onto its base, then ask again.',
    ends: 'infra_error',
  });

/** What it will cost, told before the first turn. */
async function estimated(role: Role, ctx: Ctx): Promise<{ readonly low: number; readonly high: number }> {
  const { models, budget } = ctx.known.config;
  const limits = { ...role.limits, usd: Math.min(role.limits.usd, budget['run-usd'] ?? role.limits.usd) };
  const past = await pastOf({ workflow: 'review', alike: () => true }, ctx);
  const [low, high] = estimate({ price: modelsOf(models)[role.tier].price, limits, past });
  ctx.show({ kind: 'part', name: `$${low.toFixed(2)}–$${high.toFixed(2)}` });
  return { low, high };
}

/** Longer files were made by machines. */
const LARGEST = 4_000_000;

/** An answer, held against the tree: what of it cannot be seen, and the rest. */
interface Seen {
  readonly problems: readonly Problem[];
  readonly findings: readonly PlacedFinding[];
}

async function lookedUp(tree: Workspace, findings: readonly Finding[]): Promise<Seen> {
  const files = new Map<string, readonly string[] | null>();
  for (const file of findings.flatMap(({ path, cites }) => [path, ...cites.map((cite) => cite.file)]))
    if (!files.has(file)) files.set(file, await linesOf(tree, file));
  const lines = (file: string) => files.get(file) ?? null;
  const problems = problemsIn(findings, lines);
  return { problems, findings: withoutProblems(findings, problems).map((each) => withLine(each, lines)) };
}

async function linesOf(tree: Workspace, file: string): Promise<readonly string[] | null> {
  const bytes = await tree.read(file, { from: 0, to: LARGEST }).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  return bytes && new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n');
}
