// The job steps of the check crew/verify of pull requests and merge groups. The gate starts the check, and `publish` concludes it. If the
// run's own token may only read, crew-settle.yml concludes it. Called by gate.ts, publish.ts and settle.ts of this folder.

import { outcomes } from '../runs/outcome.js';
import { apply } from '../runs/services.js';
import {
  type ConcludedCheck,
  commitToVerify,
  concludeCheck,
  concludeEndedRun,
  endedCheckRunOf,
  outcomeName,
  recordedName,
  startCheck,
  verificationId,
} from '../workflows/check/index.js';
import { needsOf, readVerifyDocument } from './jobs.js';
import { servicesIn } from './services.js';
import { oneLine, runUrl, type StepProcess, type Trigger, triggerOf, writeOutputs, writeSummary } from './step.js';

const checkServices = (services: ReturnType<typeof servicesIn>) => ({
  checks: services.github.checks,
  apply: (changes: Parameters<typeof apply>[0]) => apply(changes, services),
});

/** The gate of a pull request: decides whether it is verified, and shows the check in progress if the token may write. */
export async function gateOfCheck({ env, out }: StepProcess, trigger: Trigger): Promise<number> {
  const commit = commitToVerify(trigger.name, trigger.payload);
  if (!commit) throw new Error('no pull request to verify');
  const services = servicesIn(env);
  const { config, configFile, problems, ownersText } = await services.settings();
  const name = verificationId(trigger.run);
  const skip = (why: string): number => {
    for (const problem of problems) out(`::warning::${configFile}: ${oneLine(problem)}\n`);
    writeOutputs(env, { proceed: 'false', 'run-id': '', status: '', 'check-run-id': '' });
    out(`${why}\n`);
    return outcomes.done.exit;
  };
  if (!config.review['on-pull-requests'])
    return skip('Pull requests are not verified here: review.on-pull-requests is not set.');
  // crew published this head with a concluded check.
  const checks = await services.github.checks.list(commit.head, 'crew/verify');
  if (checks.some(({ conclusion, externalId }) => conclusion !== null && !externalId.startsWith('review-')))
    return skip('crew published this commit with a concluded check.');
  const target = { head: commit.head, name, details: trigger.url, lang: config.lang };
  const applied = await startCheck(checkServices(services), target);
  const { id } = (applied?.made ?? {}) as { id?: number };
  writeOutputs(env, {
    proceed: 'true',
    'run-id': name,
    status: '',
    'check-run-id': id === undefined ? '' : String(id),
    defaults: ownersText ?? '',
  });
  out(
    applied
      ? `${name}: crew/verify is in progress\n`
      : `${name}: this token may only read; the check follows when this run has ended\n`,
  );
  return outcomes.done.exit;
}

/** Concludes the check in the run whose gate started it. */
export async function publishCheck(process: StepProcess): Promise<number> {
  const { env } = process;
  const { name: event, payload, run, url } = triggerOf(env);
  const commit = commitToVerify(event, payload);
  if (!commit) throw new Error('no pull request to verify');
  const services = servicesIn(env);
  const { config } = await services.settings();
  const { result, outputs } = needsOf(env)('verify');
  const verifyJob = { result, bytes: await readVerifyDocument(env), digest: outputs.digest ?? '' };
  const name = recordedName(run, commit, verifyJob);
  const target = { head: commit.head, name, details: url, lang: config.lang };
  return report(process, await concludeCheck(checkServices(services), target, { commit, verifyJob }));
}

/** Concludes the check of an Actions run that has ended without concluding it. */
export async function settleCheck(process: StepProcess): Promise<number> {
  const { env, out } = process;
  const { payload, repo } = triggerOf(env);
  const endedRun = endedCheckRunOf(payload);
  const services = servicesIn(env);
  const { config } = await services.settings();
  if (!endedRun || !config.review['on-pull-requests']) {
    out('There is no check to conclude.\n');
    return outcomes.done.exit;
  }
  const target = {
    head: endedRun.head,
    name: verificationId(endedRun.run),
    details: runUrl(env, repo, endedRun.run.id),
    lang: config.lang,
  };
  const verifyJob = { result: endedRun.conclusion, bytes: await readVerifyDocument(env), digest: undefined };
  return report(process, await concludeEndedRun(checkServices(services), target, { endedRun, verifyJob }));
}

/** Writes outputs and summary of a concluded check. Returns the exit code of success also if the check fails. */
function report({ env, out }: StepProcess, check: ConcludedCheck | null): number {
  if (!check) {
    out('There is no check to conclude.\n');
    return outcomes.done.exit;
  }
  const { applied } = check;
  const { id } = (applied?.made ?? {}) as { id?: number };
  const { status, conclusion } = outcomes[outcomeName(check)];
  writeOutputs(env, { status, 'check-run-id': id === undefined ? '' : String(id) });
  if (applied?.did !== 'skipped') writeSummary(env, `${check.says}\n`);
  out(`crew/verify: ${conclusion}${applied?.did === 'written' ? '' : ` (${applied?.why ?? 'unchanged'})`}\n`);
  return outcomes.done.exit;
}
