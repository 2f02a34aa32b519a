// The tasks of the corpus, the scripted model, and the linear agent, bundled for bench/fix.mjs.
import { systemClock } from '../src/adapters/clock.js';
import { messagesModel } from '../src/adapters/model/index.js';
import { openApprovals } from '../src/agent/approvals.js';
import { openBudget } from '../src/agent/budget.js';
import { modelsOf } from '../src/agent/cost.js';
import { loadRole } from '../src/agent/load-role.js';
import { runAgent } from '../src/agent/run.js';
import { toolsFor } from '../src/agent/tools/index.js';
import { shopOf } from '../test/workflows/build/shop.js';

export { parseScript, startModel } from '../src/sample/model/index.js';
export { roleOf } from '../src/verify/tamper/role.js';
export { linearOf, MODELS, putUp, scriptOf, tasksIn } from '../test/workflows/fix/tasks.js';

interface LinearRun {
  readonly root: string;
  readonly home: string;
  /** The address of the model service. */
  readonly url: string;
  readonly task: string;
}

/** Runs the Editor alone on a task, without verification; returns the number of its tokens. */
export async function runLinear({ root, home, url, task }: LinearRun): Promise<number> {
  const model = messagesModel({ provider: { is: 'anthropic', key: 'a-key', url } });
  const environment = await shopOf({ root, home, model });
  const { workspace, guard: gate, sandbox, newOutputFile: keep } = environment;
  const signal = new AbortController().signal;
  const { ended, spent } = await runAgent({
    role: loadRole('editor'),
    task,
    tools: toolsFor({ net: environment.web, storeOutput: keep }),
    model,
    models: modelsOf({ provider: 'anthropic', roles: {} }),
    run: { step: async (_, work) => work(), signals: [] },
    budget: openBudget(100),
    toolContext: { workspace, guard: gate, sandbox, clock: systemClock(), approvals: openApprovals([]), signal },
  });
  await environment.close();
  if (ended !== 'answered') throw new Error(`the linear agent ended ${ended}`);
  const { in: fresh, out, cacheRead, cacheWrite } = spent.usage;
  return fresh + out + cacheRead + cacheWrite;
}
