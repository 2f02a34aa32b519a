// agent: one role alone, on the tree that is there.
//
//   a person types   crew agent ROLE "…"
//   they see         each turn as it happens, what it costs, and the role's answer
//   it stops         when the role has answered, asks, is stuck, was cancelled, or has spent what it may
import { allowanceOf } from '../../agent/allowance.js';
import { modelsOf } from '../../agent/budget.js';
import { raised } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { openPatience } from '../../agent/patience.js';
import { readRole } from '../../agent/role.js';
import { runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import { answerTo } from '../../core/word.js';
import type { Ctx, Workflow } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Workshop } from '../../ports.js';
import { outcomeOf } from './say.js';
import { taskIn } from './task.js';

export const agent: Workflow = {
  name: 'agent',
  story: 1,
  needs: ['model', 'workspace'],
  claims: false,
  async tell(ctx, { event }) {
    const { role: name, task } = taskIn(event);
    const { run, known, clock } = ctx;
    const shop = await workshopOf(ctx);
    try {
      // First, so that without a key nothing was taken out of any purse.
      const { model } = shop;
      // As it was when the run began: a role that changes meanwhile is another one.
      const role = readRole(await run.step('role', async () => filesOfRole(name, [shop.agents])));
      const { purse, addedUsd, settle } = await allowanceOf({
        ...{ run, clock, shared: ctx.shared, budget: known.config.budget },
        ...{ user: 'you', repo: ctx.repo ?? 'here', usd: role.limits.usd },
      });
      const ended = await runAgent({
        role: { ...role, limits: raised(role.limits, addedUsd) },
        task,
        tools: toolsFor({ net: shop.web, keep: shop.keep }),
        model,
        models: modelsOf(known.config.models),
        run,
        budget: purse,
        at: {
          ...{ workspace: shop.workspace, gate: shop.gate, cell: shop.cell, clock, signal: ctx.signal },
          patience: openPatience(() => run.words()),
        },
        answerTo: ({ id }) => answerTo(run.words(), id),
        hear: ctx.show,
      });
      await settle();
      return outcomeOf(ended, { role: role.displayName, run: run.id, limitUsd: purse.limitUsd, say: ctx.say });
    } finally {
      await shop.close();
    }
  },
};

async function workshopOf({ workshop }: Ctx): Promise<Workshop> {
  if (workshop) return workshop();
  throw new UserError({
    expected: 'a folder to work in',
    found: 'none',
    remedy: 'Go to one, or name it with --root DIR.',
  });
}
