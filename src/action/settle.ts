// The jobs of crew-settle.yml, on `workflow_run`: publishes what a dead run left, writes endings, concludes checks of forks, and starts a
// further round after failed checks. Called by run-phase.ts.
import { outcomes } from '../runs/outcome.js';
import { settleRuns } from '../runs/settle.js';
import { endedCheckRunOf } from '../workflows/check/index.js';
import { followFailedChecks } from '../workflows/fix/follow-checks.js';
import { publishRun } from './publish.js';
import { servicesIn } from './services.js';
import { runUrl, type StepProcess, triggerOf, writeOutputs } from './step.js';

/** The Actions run in the payload of `workflow_run`. */
interface EndedActionsRun {
  readonly id?: number;
  readonly run_attempt?: number;
  readonly display_title?: string;
  readonly conclusion?: string | null;
  readonly head_branch?: string | null;
  readonly head_sha?: string;
  readonly path?: string;
  readonly head_repository?: { readonly full_name?: string } | null;
}

const FAILED_CONCLUSIONS = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

/** Without CREW_RUN (job `find`) it lists the open runs; with it (job `settle`) it ends that run. */
export async function settlePhase(process: StepProcess): Promise<number> {
  const { env } = process;
  const { payload } = triggerOf(env);
  const actionsRun = ((payload as { workflow_run?: EndedActionsRun }).workflow_run ?? {}) as EndedActionsRun;
  if (env.CREW_RUN) return endRun(process, actionsRun);
  const isCheck = isVerification(actionsRun) && endedCheckRunOf(payload) !== null;
  const { id } = actionsRun;
  const open = id && !isCheck ? await runsToEnd({ ...actionsRun, id }, process) : [];
  writeOutputs(env, { proceed: String(open.length > 0), runs: JSON.stringify(open) });
  if (!id || !isCheck) return outcomes.done.exit;
  return (await import('./check.js')).settleCheck(process);
}

/** The runs of crew that an ended Actions run left open. If checks of the repository failed, starts the next round of a fix. */
async function runsToEnd(
  actionsRun: EndedActionsRun & { readonly id: number },
  { env, out }: StepProcess,
): Promise<readonly { readonly subject: string; readonly run: string; readonly group: string }[]> {
  const { repo } = triggerOf(env);
  // Title and artifacts of a fork's run come from outsiders; such an Actions run could not record anything.
  const isForeign = actionsRun.head_repository?.full_name?.toLowerCase() !== repo.toLowerCase();
  const services = servicesIn(env);
  if (isForeign || !FAILED_CONCLUSIONS.includes(actionsRun.conclusion ?? '')) return [];
  if (!isCrews(actionsRun)) {
    const isRed = actionsRun.conclusion === 'failure' || actionsRun.conclusion === 'timed_out';
    const failed = { branch: actionsRun.head_branch ?? '', sha: actionsRun.head_sha ?? '' };
    const round = isRed ? await followFailedChecks(failed, services) : null;
    out(round ? `${round}: one more round starts\n` : 'Nothing to follow.\n');
    return [];
  }
  const ended = {
    id: actionsRun.id,
    title: actionsRun.display_title ?? '',
    url: runUrl(env, repo, String(actionsRun.id)),
    isCancelled: actionsRun.conclusion === 'cancelled',
  };
  const open = await settleRuns(ended, services);
  out(`${open.length} open\n`);
  return open.map((each) => ({ ...each, group: `crew-${each.subject}` }));
}

const isVerification = ({ path = '' }: EndedActionsRun): boolean => /\/crew-verify\.yml(?:@|$)/.test(path);
const isCrews = ({ path = '' }: EndedActionsRun): boolean => /\/crew\.yml(?:@|$)/.test(path);

async function endRun(
  process: StepProcess,
  { id = 0, run_attempt: attempt = 1, conclusion }: EndedActionsRun,
): Promise<number> {
  const { env, out } = process;
  const deadRun = { id, attempt, url: runUrl(env, triggerOf(env).repo, String(id)) };
  const died = conclusion === 'cancelled' ? 'cancelled' : 'failure';
  const { record } = await publishRun(process, { here: deadRun, died });
  out(`${record.run}: ${record.end?.outcome ?? 'open'}\n`);
  return outcomes.done.exit;
}
