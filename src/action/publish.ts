// The job `publish`: calls src/runs/publish.ts and writes outputs, summary and exit code. Called by run-phase.ts; settle.ts publishes a dead run
// with `publishRun`.

import type { WorkDiff } from '../ports/workflow.js';
import { readSteps } from '../runs/journal.js';
import { outcomes } from '../runs/outcome.js';
import { type Published, runPublish } from '../runs/publish.js';
import type { Here, Services } from '../runs/services.js';
import { endedState, stateWord } from '../text/lang/outcome-words.js';
import { runComment } from '../view/run/markdown/comment.js';
import { showRun } from '../view/run/shown-run.js';
import { commitToVerify } from '../workflows/check/rules/events.js';
import { filesAfter, needsOf, readVerifyDocument, readWorkOutput, runOf } from './jobs.js';
import { actionsRunOf, servicesIn } from './services.js';
import { type StepProcess, triggerOf, writeOutputs, writeSummary } from './step.js';

/** Runs the phase and returns its exit code. The outcome is written in the thread; the job fails if the run stays open or ends in `error`. */
export async function publishPhase(process: StepProcess): Promise<number> {
  const { env, out } = process;
  const trigger = triggerOf(env);
  if (!env.CREW_RUN && commitToVerify(trigger.name, trigger.payload))
    return (await import('./check.js')).publishCheck(process);
  const published = await publishRun(process, { here: actionsRunOf(trigger) });
  const { run, end } = published.record;
  out(
    `${run}: ${end ? stateWord('en', endedState(outcomes[end.outcome].status, end)) : 'open'}${published.hasClaim ? '' : ' (published by another job)'}\n`,
  );
  // Another Actions run publishes it or has ended it: this job has nothing to report.
  if (!published.hasClaim) return outcomes.done.exit;
  return end && end.outcome !== 'error' ? outcomes.done.exit : outcomes.error.exit;
}

interface PublishedBy {
  /** The Actions run whose jobs worked on the run. */
  readonly here: Here;
  /** In crew-settle.yml: how that Actions run ended. A job that left its artifact then counts as successful. */
  readonly died?: 'cancelled' | 'failure' | undefined;
}

/** Publishes a run from the artifacts of its jobs. Writes outputs and the job summary. */
export async function publishRun(process: StepProcess, { here, died }: PublishedBy): Promise<Published> {
  const { env } = process;
  const services = servicesIn(env, { here });
  const resultOf = (job: string) => {
    if (died) return { result: died, digest: undefined };
    const { result, outputs } = needsOf(env)(job);
    return { result, digest: outputs.digest };
  };
  const [work, verify] = [resultOf('work'), resultOf('verify')];
  const workOutput = { ...(await readWorkOutput(env, work)), digest: work.digest };
  const document = await readVerifyDocument(env);
  const published = await runPublish(
    {
      ...runOf(env),
      workOutput,
      jobs: {
        work: died && workOutput.bytes ? 'success' : work.result,
        verify: { ...verify, document, result: died && document ? 'success' : verify.result },
        url: here.url,
        actions: { id: here.id, attempt: here.attempt },
      },
      filesOf: (diff) => filesOf(services, diff),
    },
    services,
  );
  await reportRun(process, services, { published, journal: workOutput.journal });
  return published;
}

/** The files of a change after the diff is applied to its base on GitHub. */
export async function filesOf({ github }: Pick<Services, 'github'>, diff: WorkDiff) {
  if (!github) throw new Error('no repository to read from');
  return filesAfter(diff, await github.branches.files(diff.base, diff.files));
}

const numberText = (what: unknown): string => (typeof what === 'number' ? String(what) : '');

/** Outputs and the job summary of an ended run. */
async function reportRun(
  { env }: StepProcess,
  services: Services,
  { published: { record }, journal }: { published: Published; journal: string | null },
): Promise<void> {
  const { end, spent } = record;
  const { pull, check } = (end?.result ?? {}) as { pull?: unknown; check?: unknown };
  const { tokens } = spent ?? { tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
  writeOutputs(env, {
    'run-id': record.run,
    status: end ? outcomes[end.outcome].status : '',
    'pr-number': numberText(pull),
    'check-run-id': numberText(check),
    'cost-usd': (spent?.usd ?? 0).toFixed(4),
    'tokens-in': String(tokens.in + tokens.cacheRead + tokens.cacheWrite),
    'tokens-out': String(tokens.out),
  });
  const { lang } = await services.settings();
  const shown = showRun({ record, steps: readSteps(journal ?? '') }, { now: services.clock.now(), lang });
  const says = end?.says ?? '';
  const outgoing = services.target?.outgoing ?? ((text: string) => text);
  writeSummary(env, outgoing(`${says}\n\n${runComment(shown, { isSaid: says !== '' })}`.trimStart()));
}
