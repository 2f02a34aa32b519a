// agent: one role alone, on the tree that is there.
//
//   a person types   crew agent ROLE "…"
//   they see         what it may cost, each turn as it happens, and the role's answer
//   it stops         when the role has answered, asks, is stuck, was cancelled, or has spent what it may
import { type AllowanceOf, allowanceOf } from '../../agent/allowance.js';
import { estimate, modelsOf } from '../../agent/budget.js';
import { raised } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { pastOf } from '../../agent/past.js';
import { openPatience } from '../../agent/patience.js';
import { type Role, readRole } from '../../agent/role.js';
import { runAgent } from '../../agent/run.js';
import type { Tool } from '../../agent/tool.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { Begin } from '../../core/journal.js';
import type { Outcome } from '../../core/outcome.js';
import type { Ctx, Workflow, WrittenInput } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Workshop } from '../../ports.js';
import { outcomeOf } from './say.js';
import { type Ordered, taskIn } from './task.js';

export const agent: Workflow = {
  name: 'agent',
  story: 1,
  needs: ['model', 'workspace'],
  claims: false,
  async tell(ctx, { event }) {
    const ordered = taskIn(event);
    const shop = await workshopOf(ctx);
    try {
      return await work(ctx, shop, ordered);
    } finally {
      await shop.close();
    }
  },
};

async function work(ctx: Ctx, shop: Workshop, { role: name, task, dryRun }: Ordered): Promise<Outcome> {
  const { run, known, clock } = ctx;
  // First, so that without a key nothing was taken out of any purse.
  const { model } = shop;
  // Its journal lies in the tree, and is no part of anybody's change.
  await run.step('hidden', async () => {
    if ((await shop.below.head()) !== null) await shop.below.hide(['.crew/']);
    return true;
  });
  // As it was when the run began: a role that changes meanwhile is another one.
  const role = readRole(await run.step('role', async () => filesOfRole(name, [shop.agents])));
  await run.step('estimate', () => estimated(role, ctx));
  const tools = toolsFor({ net: shop.web, keep: shop.keep });
  const allowance = await allowanceOf(allowanceFor(role, ctx));
  const { purse } = allowance;
  try {
    const ended = await runAgent({
      role: {
        ...role,
        tools: dryRun ? role.tools.filter((tool) => !changes(tool, tools)) : role.tools,
        // As they are now: somebody may add to them while it works.
        get limits() {
          return raised(role.limits, allowance.addedUsd);
        },
      },
      ...{ task, tools, model, models: modelsOf(known.config.models), run, budget: purse },
      at: {
        ...{ workspace: shop.workspace, gate: shop.gate, cell: shop.cell, clock, signal: ctx.signal },
        patience: openPatience(() => run.words()),
      },
      hear: ctx.show,
    });
    return outcomeOf(ended, { role: role.displayName, run: run.id, limitUsd: purse.limitUsd, say: ctx.say, dryRun });
  } finally {
    // Also while it only waits: it takes out anew when it goes on.
    await allowance.settle();
  }
}

const allowanceFor = ({ limits }: Role, { run, known, clock, shared, repo }: Ctx): AllowanceOf => ({
  ...{ run, clock, shared, budget: known.config.budget },
  ...{ user: 'you', repo: repo ?? 'here', usd: limits.usd },
});

/** What it will cost, told before the first turn. */
async function estimated(role: Role, ctx: Ctx): Promise<{ readonly low: number; readonly high: number }> {
  const { models, budget } = ctx.known.config;
  const limits = { ...role.limits, usd: Math.min(role.limits.usd, budget['run-usd'] ?? role.limits.usd) };
  const { price } = modelsOf(models)[role.tier];
  const alike = ({ input }: Begin) => taskIn((input as WrittenInput).event).role === role.name;
  const past = await pastOf({ workflow: agent.name, alike }, ctx);
  const [low, high] = estimate({ price, limits, past });
  ctx.show({ kind: 'part', name: `$${low.toFixed(2)}–$${high.toFixed(2)}` });
  return { low, high };
}

/** A dry run has nothing at hand that could change anything; to ask a person is no change. */
const changes = (name: string, tools: readonly Tool[]): boolean =>
  name !== 'ask-person' && tools.find((tool) => tool.name === name)?.reads === false;

async function workshopOf({ workshop }: Ctx): Promise<Workshop> {
  if (workshop) return workshop();
  throw new UserError({
    expected: 'a folder to work in',
    found: 'none',
    remedy: 'Go to one, or name it with --root DIR.',
  });
}
