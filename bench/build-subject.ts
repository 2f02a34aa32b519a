// The code that bench/build.mjs measures, bundled.

export { openRunRepository } from '../src/adapters/run-repository.js';
export { openApprovals } from '../src/agent/approvals.js';
export { openBudget } from '../src/agent/budget.js';
export { modelsOf } from '../src/agent/cost.js';
export { loadRole } from '../src/agent/load-role.js';
export { runAgent } from '../src/agent/run.js';
export { toolsFor } from '../src/agent/tools/index.js';
export { calls, crew, DIR, done, live, modelOf, projectIn, result, says } from '../test/workflows/build/at-work.js';
export { task } from '../test/workflows/build/plans.js';
export { shopOf } from '../test/workflows/build/shop.js';
