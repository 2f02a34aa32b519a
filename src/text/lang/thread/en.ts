// Messages about runs in English: started, waiting, refused, ended, and the effects of signals.
import type { Awaits } from '../../../ports/run.js';
import { code } from '../../quote.js';
import { dollarRange, dollarsIn } from '../../values.js';
import { stateWord } from '../outcome-words.js';

/** A run in a message. */
export interface RunReference {
  readonly run: string;
  /** The page of the Actions run. */
  readonly url?: string | undefined;
  readonly limitUsd?: number | undefined;
  /** Lowest and highest. */
  readonly estimateUsd?: readonly [number, number] | undefined;
}

export type PhaseName = 'work' | 'verify' | 'publish';

/** A run that waits for a person, and what it waits for. */
export interface WaitingRun {
  readonly run: string;
  /** Undefined in records of earlier versions. */
  readonly awaits: Pick<Awaits, 'id' | 'kind' | 'lifts'> | undefined;
}

/** What a run waits for, by the kind of question. */
const GOAL: Readonly<Record<Awaits['kind'], string>> = {
  question: 'an answer',
  selection: 'a selection',
  approval: 'approval',
  pause: 'approval',
  budget: 'a larger budget',
  storage: 'a decision',
};

/** The commands that continue or end a waiting run. */
export function waitingCommands(awaits: WaitingRun['awaits']): readonly string[] {
  // A guard's pause that cannot be approved can only be continued or cancelled, like a decision about storage.
  const kind = awaits?.lifts === false ? 'storage' : (awaits?.kind ?? 'storage');
  const id = awaits?.id ?? '';
  const commands = {
    question: [`answer ${id} …`],
    selection: ['select A|B|C'],
    approval: [`approve ${id}`, `reject ${id}`],
    pause: [`approve ${id}`, `reject ${id}`],
    budget: ['continue +USD'],
    storage: ['continue'],
  };
  return [...commands[kind], 'cancel'].map((each) => code(`/crew ${each}`));
}

function waiting({ run, awaits }: WaitingRun): string {
  const all = waitingCommands(awaits);
  const how = `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
  return `${code(run)} waits for ${GOAL[awaits?.kind ?? 'question']}. Write ${how}.`;
}

const link = (text: string, url: string | undefined): string => (url ? `[${text}](${url})` : text);
const dollars = dollarsIn('en');
/** The estimate and the limit of the cost, as far as they are known. */
const limit = ({ estimateUsd, limitUsd }: RunReference): string =>
  [
    estimateUsd ? ` · estimate ${dollarRange(...estimateUsd).join(' to ')}` : '',
    limitUsd === undefined ? '' : ` · cost limit ${dollars(limitUsd)}`,
  ].join('');

export const en = {
  /** The comment of a run while it works. */
  working: (of: RunReference & { readonly command: string }): string =>
    `**${code(of.command)}** is running${limit(of)} · ${link(code(of.run), of.url)}`,
  waits: (of: RunReference & { readonly command: string; readonly waitsFor: string }): string =>
    `**${code(of.command)}** starts when ${code(of.waitsFor)} has ended${limit(of)} · ${link(code(of.run), of.url)}`,
  round: (of: RunReference & { readonly why: 'verify' | 'ci' }): string =>
    of.why === 'verify'
      ? `The change failed in the separate verify job. crew is correcting it · ${link(code(of.run), of.url)}`
      : `The repository's checks failed on the published commit. crew is correcting it · ${link(code(of.run), of.url)}`,
  /** The names of the jobs in the checklist of the comment. */
  phases: { work: 'work', verify: 'verify', publish: 'publish', plan: 'plan', approval: 'approval' },
  /** In the comment of `/crew plan` until a person approves the plan. */
  planning: 'crew reads the code and writes a plan. It changes nothing before somebody approves the plan.',
  howToStop: `${code('/crew cancel')} stops it.`,
  /** The summary line of the folded part of a comment. */
  details: 'Details',
  ended: (of: RunReference & { readonly command: string; readonly state: string; readonly costUsd: number }): string =>
    `**${code(of.command)}**: ${stateWord('en', of.state)} · ${dollars(of.costUsd)}${of.limitUsd === undefined ? '' : ` of ${dollars(of.limitUsd)}`} · ${link(code(of.run), of.url)}`,
  /** In the comments of a run whose pull request has ended. */
  pullClosed: ({ pull, state, by }: { pull: number; state: 'closed' | 'merged'; by?: string | undefined }): string =>
    state === 'merged'
      ? `#${pull} was merged${by === undefined ? '' : ` by ${code(by)}`}.`
      : `#${pull} was closed without a merge.`,
  reset: (count: number): string =>
    `${code('build.lp_system.reset_all')}: deleted ${count} learned preferences and their signals; learning is switched off. To switch it on again, set ${code('build.lp_system.enabled: true')} and remove ${code('reset_all')}.`,
  joined: ({ run, url }: RunReference): string => `The same request is already running: ${link(code(run), url)}.`,
  /** Below the list of runs in a thread. */
  waiting,
  refusedAwaiting: (of: WaitingRun): string => `Nothing was started: ${waiting(of)}`,
  /** The comment with a question, once it is answered. */
  answered: ({ login, run }: { login: string; run: string }): string =>
    `Answered by ${code(login)}. ${code(run)} went on.`,
  queueFull: ({ run, url, most }: RunReference & { most: number }): string =>
    `Nothing was started: ${most} runs already wait for ${link(code(run), url)}. Ask again when one of them has ended.`,
  signal: {
    answer: (run: string): string => `Your answer is recorded. ${code(run)} continues.`,
    select: (run: string): string => `Your selection is recorded. ${code(run)} continues.`,
    approve: (run: string): string => `Your approval is recorded. ${code(run)} continues.`,
    reject: (run: string): string => `Your rejection is recorded. ${code(run)} continues.`,
    continue: (run: string): string => `${code(run)} continues.`,
    cancel: (run: string): string => `crew is cancelling ${code(run)} and keeps what it has done so far.`,
  },
  budgetRaised: ({ run, usd }: { run: string; usd: number }): string =>
    `The budget of ${code(run)} is raised by ${dollars(usd)}. This counts from its next work job.`,
  cancelledUnstarted: (run: string): string => `${code(run)} is cancelled. It had not started to work.`,
  cancelledAwaiting: (run: string): string => `${code(run)} is cancelled and no longer waits for an answer.`,
  stopFollowUps: ({ run, pull }: { run: string; pull: number | undefined }): string =>
    `${code(run)} has already ended${pull === undefined ? '' : ` and published #${pull}`}. It will not start another round. Close the pull request if you do not want it.`,
  refuse: {
    /** Without a run that the command could be for. */
    nothingTo: {
      continue: `No run here can be continued. ${code('/crew status')} lists the runs.`,
      cancel: 'Nothing is running here.',
    },
    'no-run': (run: string | undefined): string =>
      run === undefined
        ? `No run here can take this command. ${code('/crew status')} lists the runs.`
        : `There is no run ${code(run)} here. ${code('/crew status')} lists the runs.`,
    /** `cancel` for a run that has ended. */
    ended: ({ run, state }: { run: string; state: string }): string =>
      `There is nothing to cancel: ${code(run)} has already ended (${stateWord('en', state)}).`,
    'does-not-fit': ({ run, state }: { run: string; state: string }): string =>
      `${code(run)} cannot take this command; its status is “${stateWord('en', state)}”. ${code('/crew status')} lists the runs.`,
    /** `continue` for a stuck run. */
    stuck: (run: string): string =>
      `${code(run)} is stuck and cannot be continued. ${code('/crew retry')} starts it again with the same request.`,
    'unknown-id': (id: string): string => `Nothing here waits for ${code(id)}.`,
    'already-answered': (run: string): string => `The question of ${code(run)} is already answered.`,
    'too-late': (run: string): string =>
      `It is too late to cancel ${code(run)}: it is publishing its result. Close the pull request if you do not want it.`,
  },
  revoked: (login: string): string => `@${login} no longer has write access, so nothing was pushed. The work is kept.`,
  revokedBefore: (login: string): string => `@${login} no longer has write access, so the run did not start.`,
  otherAwaits: (run: string): string =>
    `This run did not start: ${code(run)} waits for an answer. Answer or cancel that run, then ask again.`,
  cancelled: (run: string): string =>
    `Cancelled. The work so far is kept. ${code('/crew continue')} continues ${code(run)}.`,
  lost: ({ run, how }: { run: string; how: string }): string =>
    `The work job ended early (${how}). Completed steps are kept. ${code('/crew continue')} continues ${code(run)}.`,
  nothingCame: ({ run, how }: { run: string; how: string }): string =>
    `The work job left no result (${how}). ${code('/crew continue')} starts ${code(run)} again.`,
  neverStarted: (run: string): string =>
    `No Actions run has begun to work on ${code(run)}. Are Actions enabled, and is ${code('.github/workflows/crew.yml')} on the default branch? ${code('/crew continue')} starts it again.`,
  unrecorded: (url: string): string =>
    `crew did not handle this request: its Actions run ended before it could record anything ([log](${url})). Ask again.`,
  tooLarge: (run: string): string =>
    `The result is too large to publish. It is kept in the record of ${code(run)}. Ask for a smaller part, or write ${code('/crew continue')}.`,
  outOfTime: (run: string): string =>
    `The job reached its time limit. The work so far is kept. ${code('/crew continue')} continues ${code(run)}.`,
  expired: (run: string): string => `${code(run)} waited 14 days for an answer and is cancelled.`,
  fault: (id: string): string =>
    `crew failed because of an internal error. The operator finds it in the log as ${code(id)}.`,
};

export type RunMessages = typeof en;
