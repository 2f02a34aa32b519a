// What crew says about runs: that one started, waits, was refused, ended, and what a signal did.
import { code } from '../text/code.js';
import { statusWord } from './status-words.js';

export interface Running {
  readonly run: string;
  /** Page of the Actions run. */
  readonly url?: string | undefined;
  readonly limitUsd?: number | undefined;
}

const link = (text: string, url: string | undefined): string => (url ? `[${text}](${url})` : text);
const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
const limit = ({ limitUsd }: Running): string => (limitUsd === undefined ? '' : ` · cost limit ${dollars(limitUsd)}`);

export const en = {
  /** The comment of a run while it works. */
  working: (of: Running & { readonly command: string }): string =>
    `**${code(of.command)}** is running: ${link(code(of.run), of.url)}${limit(of)}. ${code('/crew cancel')} stops it.`,
  waits: (of: Running & { readonly command: string; readonly waitsFor: string }): string =>
    `**${code(of.command)}** waits for ${code(of.waitsFor)} in GitHub's queue: ${link(code(of.run), of.url)}${limit(of)}. ${code('/crew cancel')} removes it.`,
  round: (of: Running & { readonly why: 'verify' | 'ci' }): string =>
    of.why === 'verify'
      ? `The change failed in the separate verify job. One more round is running: ${link(code(of.run), of.url)}.`
      : `The repository's checks failed on the published commit. One more round is running: ${link(code(of.run), of.url)}.`,
  ended: (of: Running & { readonly command: string; readonly status: string; readonly costUsd: number }): string =>
    `**${code(of.command)}**: ${statusWord('en', of.status)} · ${dollars(of.costUsd)}${of.limitUsd === undefined ? '' : ` of ${dollars(of.limitUsd)}`} · ${link(code(of.run), of.url)}`,
  reset: (count: number): string =>
    `${code('build.lp_system.reset_all')}: deleted ${count} learned preferences and their signals; learning is switched off. To switch it on again, set ${code('build.lp_system.enabled: true')} and remove ${code('reset_all')}.`,
  joined: ({ run, url }: Running): string => `Identical requests join the active run ${link(code(run), url)}.`,
  refusedAwaiting: ({ run, id }: { run: string; id: string | undefined }): string =>
    `${code(run)} waits for an answer, so nothing was started. ${code(`/crew answer ${id ?? ''} …`.replace('  ', ' '))}, ${code('/crew approve')} or ${code('/crew cancel')} ends the wait.`,
  queueFull: ({ run, url, most }: Running & { most: number }): string =>
    `${most} runs already wait behind ${link(code(run), url)}, so nothing was started. Ask again when one has ended.`,
  signal: {
    answer: (run: string): string => `Your answer is recorded; ${code(run)} continues.`,
    select: (run: string): string => `Your selection is recorded; ${code(run)} continues.`,
    approve: (run: string): string => `Your approval is recorded; ${code(run)} continues.`,
    reject: (run: string): string => `Your rejection is recorded; ${code(run)} continues.`,
    continue: (run: string): string => `${code(run)} continues.`,
    cancel: (run: string): string => `${code(run)} is being cancelled. What it has done so far is kept.`,
  },
  budgetRaised: ({ run, usd }: { run: string; usd: number }): string =>
    `${dollars(usd)} were added to the budget of ${code(run)}. They count from its next work job.`,
  cancelledUnstarted: (run: string): string => `${code(run)} is cancelled. It had not started any work.`,
  cancelledAwaiting: (run: string): string => `${code(run)} is cancelled. It waits no longer.`,
  stopFollowUps: ({ run, pull }: { run: string; pull: number | undefined }): string =>
    `${code(run)} has ended${pull === undefined ? '' : ` and published #${pull}`}. No further round starts by itself. Close the pull request if you do not want it.`,
  refuse: {
    'no-run': (run: string | undefined): string =>
      run === undefined
        ? `No run here fits this command. ${code('/crew status')} lists the runs.`
        : `There is no run ${code(run)} here. ${code('/crew status')} lists the runs.`,
    'does-not-fit': ({ run, status }: { run: string; status: string }): string =>
      `${code(run)} is ${statusWord('en', status)}; this command does not apply to it. ${code('/crew status')} lists the runs.`,
    'already-answered': (run: string): string => `The question of ${code(run)} is already answered.`,
    'too-late': (run: string): string =>
      `${code(run)} is already publishing its result, so it is too late to cancel. Close the pull request if you do not want it.`,
  },
  revoked: (login: string): string => `@${login} no longer has write access, so nothing was pushed. The work is kept.`,
  revokedBefore: (login: string): string => `@${login} no longer has write access, so the run did not start.`,
  otherAwaits: (run: string): string =>
    `${code(run)} on the same subject waits for an answer, so this run did not start. Answer or cancel that one, then ask again.`,
  cancelled: (run: string): string =>
    `Cancelled. What was done so far is kept; ${code('/crew continue')} continues ${code(run)}.`,
  lost: ({ run, how }: { run: string; how: string }): string =>
    `The work job ended before it was done (${how}). Completed steps are kept; ${code('/crew continue')} continues ${code(run)}.`,
  nothingCame: ({ run, how }: { run: string; how: string }): string =>
    `The work job left no result (${how}). ${code('/crew continue')} starts it again: ${code(run)}.`,
  neverStarted: (run: string): string =>
    `GitHub accepted ${code(run)} twice and started no Actions run for it. Are Actions enabled, and is ${code('.github/workflows/crew.yml')} on the default branch? ${code('/crew continue')} starts it again.`,
  unrecorded: (url: string): string =>
    `The Actions run that should have answered this ended before it recorded anything ([log](${url})). Nothing was done. Ask again.`,
  tooLarge: (run: string): string =>
    `The result is too large to publish. It is kept in the journal of ${code(run)}; ask for less, or continue with ${code('/crew continue')}.`,
  outOfTime: (run: string): string =>
    `The job's time limit was reached. What was done so far is kept; ${code('/crew continue')} continues ${code(run)}.`,
  jobs: (list: string): string => `Jobs: ${list}`,
  expired: (run: string): string => `${code(run)} waited 14 days for an answer and is cancelled.`,
  fault: (id: string): string =>
    `crew failed because of a fault of its own. The operator finds it in the log under ${code(id)}.`,
};

export type RunMessages = typeof en;
