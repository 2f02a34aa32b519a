// `crew facilitate`: one scan of a repository or a board, and its plan file.
import { writeFile } from 'node:fs/promises';
import { plannable, planText } from '../../changes/plan.js';
import { type ErrorParts, UserError } from '../../ports/errors.js';
import type { Event } from '../../ports/event.js';
import type { Outcome } from '../../ports/run.js';
import { gate } from '../../runs/gate.js';
import { exitOf, outcomes } from '../../runs/outcome.js';
import { githubServices } from '../../services/wire.js';
import { boardTable } from '../../view/board/terminal/table.js';
import type { FacilitateView } from '../../workflows/facilitate/index.js';
import type { CliCall, CliCommand, CliOutput } from '../flags.js';
import { remoteOf, repoOf, tokenOf } from '../repository.js';

/** Scans once, prints the report, and with `--plan-out` writes the changes to a file. */
export const facilitate: CliCommand = async (call) => {
  const { flags, env } = call;
  const { project, 'project-owner': projectOwner, label, 'plan-out': planFile } = call.options;
  const repo = await repoOf(call);
  const boardScope = { project: project === undefined ? undefined : Number(project), projectOwner, label };
  const services = githubServices({
    env,
    repo,
    token: tokenOf(env),
    lang: flags.lang,
    dryRun: flags.dryRun,
    boardScope: { ...boardScope, clone: await cloneOf(call, repo) },
  });
  const event: Event = {
    kind: 'typed',
    key: `typed-${services.clock.now()}`,
    repo,
    issue: undefined,
    words: ['facilitate'],
  };
  const [ended] = await gate(event, services);
  if (!ended?.outcome) throw new Error('the gate returned no outcome for `facilitate`');
  const view = ended.outcome.shows as FacilitateView | undefined;
  if (!view) return outputWithoutReport(ended.outcome);
  const { report, changes } = view;
  if (planFile !== undefined) {
    await writeFile(
      planFile,
      planText({ format: 1, repo, observedAt: report.observedAt, scope: boardScope, changes: plannable(changes) }),
    );
  }
  const text = boardTable(report, {
    lang: view.lang,
    paint: call.paint,
    columns: process.stdout.columns ?? 100,
    host: new URL(call.env.urls.server).host,
  });
  return { text, json: report, exit: exitOf([ended.outcome]) };
};

/** The clone in `--root`, if it is a clone of this repository. */
async function cloneOf({ flags, env }: CliCall, repo: string): Promise<string | undefined> {
  const remote = await remoteOf(flags.root, env.urls.server);
  return remote?.toLowerCase() === repo.toLowerCase() ? flags.root : undefined;
}

/** The output if the scan failed. */
function outputWithoutReport({ name, says = '', result }: Outcome): CliOutput {
  const { error } = (result ?? {}) as { error?: ErrorParts };
  if (error) throw new UserError({ ...error, ends: name });
  return { text: says, json: result, exit: outcomes[name].exit };
}
