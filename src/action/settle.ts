// crew-settle.yml, on `workflow_run`: publishes what a dead run left, writes endings, concludes checks of forks, and starts a further round
// after failed checks.

import { claimedRuns, reportUnrecorded } from '../runs/housekeeping.js';
import { outcomes } from '../runs/outcome.js';
import { runPublish } from '../runs/publish.js';
import { finishedOf } from '../workflows/check/index.js';
import { followFailedChecks } from '../workflows/fix/follow-checks.js';
import { readVerifyDocument, readWorkOutput } from './jobs.js';
import { filesOf, reportRun } from './publish.js';
import { servicesIn } from './services.js';
import { detailsOf, type StepProcess, triggerOf, writeOutputs } from './step.js';

interface Finished {
  readonly id?: number;
  readonly run_attempt?: number;
  readonly display_title?: string;
  readonly conclusion?: string | null;
  readonly head_branch?: string | null;
  readonly head_sha?: string;
  readonly name?: string;
  readonly path?: string;
  readonly head_repository?: { readonly full_name?: string } | null;
}

const DIED = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

/** Without CREW_RUN (job `find`) it lists the open runs; with it (job `settle`) it ends that run. */
export async function settlePhase(process: StepProcess): Promise<number> {
  const { env, out } = process;
  const { payload, repo } = triggerOf(env);
  const run = ((payload as { workflow_run?: Finished }).workflow_run ?? {}) as Finished;
  if (env.CREW_RUN) return settle(process, run);
  const none = { proceed: 'false', runs: '[]' };
  if (!run.id) {
    writeOutputs(env, none);
    return outcomes.done.exit;
  }
  if (isVerification(run) && finishedOf(payload)) {
    const { concludeAfterRun } = await import('./check.js');
    writeOutputs(env, none);
    return concludeAfterRun(process);
  }
  // Title and artifacts of a fork's run come from outsiders; such a run could not record anything.
  const isForeign = run.head_repository?.full_name?.toLowerCase() !== repo.toLowerCase();
  const services = servicesIn(env);
  if (isForeign || !DIED.includes(run.conclusion ?? '')) {
    writeOutputs(env, none);
    return outcomes.done.exit;
  }
  if (!isCrews(run)) {
    const isRed = run.conclusion === 'failure' || run.conclusion === 'timed_out';
    const failed = { branch: run.head_branch ?? '', sha: run.head_sha ?? '' };
    const round = isRed ? await followFailedChecks(failed, services) : null;
    out(round ? `${round}: one more round starts\n` : 'Nothing to follow.\n');
    writeOutputs(env, none);
    return outcomes.done.exit;
  }
  const claimed = await claimedRuns({ id: run.id, title: run.display_title ?? '' }, services);
  const open = claimed.filter(({ isOver }) => !isOver).map(({ subject, run: name }) => ({ subject, run: name }));
  if (claimed.length === 0 && run.conclusion !== 'cancelled')
    await reportUnrecorded({ title: run.display_title ?? '', url: detailsOf(env, repo, String(run.id)) }, services);
  const runs = open.map((each) => ({ ...each, group: `crew-${each.subject}` }));
  writeOutputs(env, { proceed: String(runs.length > 0), runs: JSON.stringify(runs) });
  out(`${runs.length} open\n`);
  return outcomes.done.exit;
}

const isVerification = ({ path = '' }: Finished): boolean => /\/crew-verify\.yml(?:@|$)/.test(path);
const isCrews = ({ path = '' }: Finished): boolean => /\/crew\.yml(?:@|$)/.test(path);

async function settle(
  process: StepProcess,
  { id = 0, run_attempt: attempt = 1, conclusion }: Finished,
): Promise<number> {
  const { env, out } = process;
  const { repo } = triggerOf(env);
  const { CREW_RUN: run = '', CREW_SUBJECT: subject = '' } = env;
  const url = detailsOf(env, repo, String(id));
  const services = servicesIn(env, { here: { id, attempt, url } });
  const result = conclusion === 'cancelled' ? 'cancelled' : 'failure';
  const { bytes, journal } = await readWorkOutput(env, { digest: undefined });
  const document = await readVerifyDocument(env);
  const published = await runPublish(
    {
      run,
      subject,
      workOutput: { bytes, digest: undefined, journal },
      jobs: {
        work: bytes === null ? result : 'success',
        verify: { result: document === null ? result : 'success', document, digest: undefined },
        url,
        actions: { id, attempt },
      },
      filesOf: (diff) => filesOf(services, diff),
    },
    services,
  );
  await reportRun(process, services, { published, journal });
  out(`${run}: ${published.record.end?.outcome ?? 'open'}\n`);
  return outcomes.done.exit;
}
