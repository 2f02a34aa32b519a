// The code that bench/build.mjs measures, bundled.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRunRepository } from '../src/adapters/run-repository.js';
import { openApprovals } from '../src/agent/approvals.js';
import { openBudget } from '../src/agent/budget.js';
import { modelsOf } from '../src/agent/cost.js';
import { loadRole } from '../src/agent/load-role.js';
import { runAgent } from '../src/agent/run.js';
import { toolsFor } from '../src/agent/tools/index.js';
import type { Clock, Model } from '../src/ports/index.js';
import type { Project } from '../test/workflows/build/at-work.js';
import { shopOf } from '../test/workflows/build/shop.js';

export { calls, crew, DIR, done, live, modelOf, projectIn, result, says } from '../test/workflows/build/at-work.js';
export { task } from '../test/workflows/build/plans.js';

/** Milliseconds of committing and merging fifty changes, each of five of the 5,000 files `f/FOLDER/NUMBER.txt`. */
export async function mergeFifty(place: Project, folder: string): Promise<number> {
  const base = place.git('rev-parse', 'HEAD').trim();
  const trees = { folder, owner: { name: 'bench', isGone: () => false } };
  const repository = await openRunRepository({ root: place.root, base, place: trees });
  const diffs = [];
  // One worktree is used for all fifty, because writing 250,000 files is not what is measured.
  const { tree, changes, close } = await repository.checkOut(repository.base);
  for (let n = 0; n < 50; n += 1) {
    const own = Array.from({ length: 5 }, (_, k) => n + k * 50);
    for (const k of own) writeFileSync(path.join(tree.root, `f/${n}/${k}.txt`), `changed by ${n}\n`);
    diffs.push((await changes()).diff);
    for (const k of own) writeFileSync(path.join(tree.root, `f/${n}/${k}.txt`), `file ${k}\n`);
  }
  await close();
  const began = Date.now();
  let end = repository.base;
  for (const [n, diff] of diffs.entries()) {
    const own = await repository.commit(repository.base, diff, `task ${n}`);
    const merged = await repository.merge(end, own, `task ${n}`);
    if (merged.is !== 'merged') throw new Error('disjoint changes do not conflict');
    end = merged.commit;
  }
  const ms = Date.now() - began;
  await repository.close();
  return ms;
}

/** Milliseconds of one agent that does all tasks in one conversation. */
export async function runOneAgent(
  { root, home }: Pick<Project, 'root' | 'home'>,
  { model, clock }: { readonly model: Model; readonly clock: Clock },
): Promise<number> {
  const environment = await shopOf({ root, home, model });
  const { workspace, guard: gate, sandbox, newOutputFile: keep } = environment;
  const began = Date.now();
  const { ended } = await runAgent({
    role: { ...loadRole('worker-coder'), tools: ['read', 'list', 'glob', 'search', 'edit', 'write', 'shell'] },
    task: 'Do all three tasks.',
    tools: toolsFor({ net: environment.web, storeOutput: keep }),
    model,
    models: modelsOf({ provider: 'anthropic', roles: {} }),
    run: { step: async (_, work) => work(), signals: [] },
    budget: openBudget(100),
    toolContext: {
      workspace,
      guard: gate,
      sandbox,
      clock,
      approvals: openApprovals([]),
      signal: new AbortController().signal,
    },
  });
  const ms = Date.now() - began;
  await environment.close();
  if (ended !== 'answered') throw new Error(`the agent ended ${ended}`);
  return ms;
}
