// `crew apply FILE`: applies the changes of a plan file, as `crew facilitate --plan-out` writes it.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readPlan } from '../../changes/plan.js';
import { outcomes } from '../../runs/outcome.js';
import { apply as applyAll } from '../../runs/services.js';
import { githubServices } from '../../services/wire.js';
import { applyPlan } from '../../workflows/plan/index.js';
import type { CliCommand } from '../flags.js';
import { tokenOf } from '../repository.js';
import { run } from '../run.js';

/** Applies the plan if the file exists. Other arguments are those of `/crew apply`, which publishes a dry run. */
export const apply: CliCommand = async (call) => {
  const { words, flags, env } = call;
  const file = words.find((word) => !word.startsWith('--'));
  const found = file === undefined ? undefined : path.resolve(flags.root, file);
  if (file === undefined || found === undefined || !existsSync(found)) return run('apply', call);
  const plan = readPlan(await readFile(found, 'utf8'), file);
  const { repo, scope } = plan;
  const services = githubServices({ env, repo, token: tokenOf(env), lang: flags.lang, boardScope: scope });
  const outcome = await applyPlan(plan, {
    reader: services.board,
    settings: await services.settings(),
    dryRun: flags.dryRun,
    apply: (changes) => applyAll(changes, services),
  });
  const { status, exit } = outcomes[outcome.name];
  return { text: outcome.says ?? '', json: { status, ...(outcome.result as object) }, exit };
};
