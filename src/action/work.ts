// The job `work`: calls src/runs/work.ts in the checked-out tree, and writes result and journal as files. Called by run-phase.ts.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCheckpoint } from '../adapters/checkpoint/index.js';
import { gitArgs, gitEnv } from '../adapters/git/index.js';
import { writeAtomically } from '../files/durable.js';
import type { Checkpoint } from '../ports/index.js';
import type { Outcome } from '../ports/run.js';
import { readSteps } from '../runs/journal.js';
import { stepValue } from '../runs/journal-steps.js';
import { outcomes } from '../runs/outcome.js';
import { runIn } from '../runs/record.js';
import { runWork } from '../runs/work.js';
import { digestOfBytes, WORK_FILES, writeResult } from '../runs/work-result.js';
import { codeOriginOf } from '../services/code-origin.js';
import { openEnvironment } from '../services/environment.js';
import { abortOnSignal } from '../services/process.js';
import { redactorOf } from '../services/wire.js';
import { fieldsOf } from '../text/json.js';
import { endedState, stateWord } from '../text/lang/outcome-words.js';
import { runMessages } from '../text/lang/thread/index.js';
import { longestJournal, refuseFailedSetup, runOf } from './jobs.js';
import { actionsRunOf, envOf, servicesIn } from './services.js';
import { type StepProcess, triggerOf, writeOutputs } from './step.js';
import { workLog } from './work-log.js';

/** Where the workflow checks the repository out, and where it puts the artifacts of an earlier Actions run. */
const TREE = 'tree';
const EARLIER_FOLDER = 'crew-earlier';

/** How often the checkpoint gets the journal; it decides whether to upload it. */
const CHECKPOINT_INTERVAL_MS = 2000;

/** How long before the job's time limit the work stops, so that its result can still be written. */
const STOP_MARGIN_MS = 5 * 60_000;

/** Runs the phase. It exits 0 if there is a result, whatever its outcome: `publish` reports it. */
export async function workPhase({ env, out }: StepProcess): Promise<number> {
  const { run, subject } = runOf(env);
  const trigger = triggerOf(env);
  const { payload } = trigger;
  const stepEnv = envOf(env);
  const services = servicesIn(env, { readOnly: true, here: actionsRunOf(trigger) });
  const folder = path.join(env.RUNNER_TEMP ?? '', WORK_FILES.folder);
  const home = path.join(env.RUNNER_TEMP ?? '', 'crew-home');
  const root = path.join(env.GITHUB_WORKSPACE ?? '', TREE);
  await mkdir(folder, { recursive: true });
  const cancelled = abortOnSignal((line) => out(`${line}\n`));
  const limit = deadline(env);
  const stop = limit ? AbortSignal.any([cancelled, limit]) : cancelled;
  const checkpoint = checkpointOf(env, services.log);
  const journal = path.join(folder, WORK_FILES.journal);
  const uploads = uploadWhileWorking(checkpoint, () => readFile(journal).catch(() => Buffer.alloc(0)), stop);
  const base = gitHead(root);
  const earlierJournal = env.RUNNER_TEMP ? await longestJournal(env.RUNNER_TEMP, EARLIER_FOLDER) : null;
  const result = await runWork(
    {
      run,
      subject,
      folder,
      earlierJournal,
      stop,
      redact: redactorOf(stepEnv),
      show: workLog((line) => out(`${line}\n`)),
      environment: async ({ step }, at = baseIn(earlierJournal)) => {
        refuseFailedSetup(env);
        if (at !== undefined && at !== gitHead(root)) git(root, 'checkout', '--quiet', '--detach', at);
        return openEnvironment({
          once: (find) => step('script base', find),
          env: stepEnv,
          root,
          home,
          clock: services.clock,
          config: (await services.settings()).config,
          // Code of a fork runs in the sandbox only, whatever `sandbox.required` says.
          origin: await codeOriginOf(root, { commit: gitHead(root), payload }),
        });
      },
    },
    services,
  ).finally(uploads.end);
  const outcome =
    limit?.aborted && !cancelled.aborted ? await outcomeOutOfTime(result.outcome, run, services) : result.outcome;
  const text = writeResult(run, { ...result, outcome });
  await writeAtomically(path.join(folder, WORK_FILES.result), text);
  if ((await readFile(journal).catch(() => null)) === null) await writeFile(journal, '');
  const record = runIn(await services.store.read(subject), run);
  const isReview = record?.against !== undefined && record.against !== '';
  // A partial build publishes the tasks that are done.
  const isPublished =
    PUBLISHED_OUTCOMES.includes(outcome.name) || (outcome.name === 'partial' && result.commits !== undefined);
  const isChange = isPublished && result.diff !== undefined;
  writeOutputs(env, {
    digest: digestOfBytes(text),
    base: result.diff?.base ?? base,
    verify: String(isChange || isReview),
    'run-id': run,
  });
  const { status } = outcomes[outcome.name];
  const isVerified = isChange || isReview;
  const ready = isChange
    ? 'the change is ready to verify'
    : 'the review is ready; the next job verifies the pull request';
  out(`${run}: ${isVerified ? ready : stateWord('en', endedState(status, { outcome: outcome.name, ...outcome }))}\n`);
  return outcomes.done.exit;
}

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', [...gitArgs(), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: gitEnv({ PATH: process.env.PATH }),
  }).trim();

/** The commit in the journal of an earlier Actions run. For a stored journal, the gate has read the commit, and the job has checked it out. */
function baseIn(journal: string | null): string | undefined {
  const { base } = fieldsOf(stepValue(readSteps(journal ?? ''), 'base'));
  return typeof base === 'string' && /^[0-9a-f]{40}$/.test(base) ? base : undefined;
}

const gitHead = (root: string): string => git(root, 'rev-parse', 'HEAD');

/** Outcomes whose change is verified and published. An escalated task publishes its accepted change as a draft. */
const PUBLISHED_OUTCOMES: readonly string[] = ['done', 'escalated'];

/** A signal that is aborted shortly before the job's time limit. Undefined if there is no limit. */
function deadline(env: StepProcess['env']): AbortSignal | undefined {
  const ms = msUntilStop(env, Date.now());
  return ms === undefined ? undefined : AbortSignal.timeout(Math.min(ms, 2 ** 31 - 1));
}

/** How long the work may take, in milliseconds. The time that the job has used before this step counts. Undefined if there is no limit. */
export function msUntilStop(
  { CREW_TIMEOUT_MINUTES: minutes, CREW_JOB_BEGAN: began }: StepProcess['env'],
  now: number,
): number | undefined {
  const limit = Number(minutes) * 60_000 - STOP_MARGIN_MS;
  if (!Number.isFinite(limit) || limit <= 0) return undefined;
  const isKnown = /^\d+$/.test(began ?? '');
  return Math.max(0, limit - (isKnown ? Math.max(0, now - Number(began) * 1000) : 0));
}

/** A run that the job's time limit stopped ends `partial`, not `cancelled`. */
async function outcomeOutOfTime(
  outcome: Outcome,
  run: string,
  { settings }: { settings: () => Promise<{ lang: 'en' | 'ja' }> },
): Promise<Outcome> {
  if (outcome.name !== 'cancelled') return outcome;
  return { ...outcome, name: 'partial', says: runMessages((await settings()).lang).outOfTime(run) };
}

function checkpointOf(
  env: StepProcess['env'],
  log: Parameters<typeof openCheckpoint>[0]['log'],
): Checkpoint | undefined {
  const { ACTIONS_RUNTIME_TOKEN: token, ACTIONS_RESULTS_URL: resultsUrl } = env;
  const name = `crew-work-${env.GITHUB_RUN_ATTEMPT ?? '1'}`;
  return token && resultsUrl ? openCheckpoint({ name, token, resultsUrl, clock: CLOCK, log }) : undefined;
}

const CLOCK = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref()),
};

/** Uploads the journal at intervals, and at once when the job is stopped. */
function uploadWhileWorking(checkpoint: Checkpoint | undefined, journal: () => Promise<Uint8Array>, stop: AbortSignal) {
  if (!checkpoint) return { end: () => undefined };
  const upload = async (last: boolean) => {
    const bytes = await journal();
    if (bytes.length > 0) await checkpoint.store(bytes, { last });
  };
  const timer = setInterval(() => void upload(false), CHECKPOINT_INTERVAL_MS);
  const uploadLast = () => void upload(true);
  stop.addEventListener('abort', uploadLast);
  return {
    end: () => {
      clearInterval(timer);
      stop.removeEventListener('abort', uploadLast);
    },
  };
}
