// The English texts of `fix`. messages.ts selects the language; a few other files and rules/ use the types.

import type { CiState } from '../../ports/checks.js';
import type { ReadingPlace } from '../../text/lang/agent/asks.js';
import { type RunState, stateSentence, stateTitle } from '../../text/lang/outcome-words.js';
import { runWords } from '../../text/lang/run/index.js';
import { code, shownRef } from '../../text/quote.js';
import {
  changedLines,
  countsWithWords,
  dollarRange,
  dollarsIn,
  listNames,
  nameAsCode,
  seconds,
  shortDigest,
  showRunCommand,
  subfolderName,
  withThousandsSeparators,
} from '../../text/values.js';
import type { Notice, PublishRefusal } from './rules/publish-checks.js';
import type { RecordedRequest } from './rules/rounds.js';
import type { Ending, Option, Statement } from './rules/statements.js';
import type { GateQuestion, Refusal } from './rules/workable.js';

const dollars = dollarsIn('en');

/** `3 files`, `1 file`. */
const countOf = (count: number, noun: string): string =>
  `${withThousandsSeparators(count)} ${noun}${count === 1 ? '' : 's'}`;

const list = (names: readonly string[]): string =>
  listNames(names, { between: ', ', more: (count) => ` and ${count} more` });

/** References such as `#12`, which GitHub links; other names as code. */
const refs = (all: readonly string[]): string => all.map(shownRef).join(', ');

const TESTS = { failed: 'failed', passed: 'passed', skipped: 'skipped' };

const HOW = { changed: 'changed', new: 'new', deleted: 'deleted', renamed: 'renamed' };

const ENDED: Readonly<Record<string, string>> = {
  'time-out': 'ran out of time',
  cancelled: 'was cancelled',
  signal: 'was killed',
  'full disk': 'was stopped because the disk was nearly full',
};

const BASELINE = {
  PASS: 'all checks passed',
  FAIL: 'some checks failed',
  INFRA_ERROR: 'some checks could not run',
};

const TEST_KINDS = {
  fixed: 'Failed before the change and passes with it',
  broken: 'Passed before the change and fails with it',
  before: 'Failed before the change and still fails',
  flaky: 'Flaky (passes and fails on the same code)',
};

function step(data: Extract<Statement, { is: 'step' }>): string {
  const where = subfolderName(data.cwd);
  const what = `${nameAsCode(data.command)}${where ? ` in ${where}` : ''}`;
  if (data.ended === 'not started') return `${what} could not be started`;
  const ended = data.exit === null ? (ENDED[data.ended] ?? 'was killed') : `exited with ${data.exit}`;
  const tests = data.tests === null ? '' : `: ${countsWithWords(data.tests, TESTS, ', ') || 'no test ran'}`;
  return `${what} ${ended} after ${seconds(data.ms)} s${tests}`;
}

function statement(data: Statement): string {
  switch (data.is) {
    case 'changed':
      return `${countOf(data.files, 'file')} changed (${changedLines(data)}) on ${shortDigest(data.base)} · diff ${shortDigest(data.sha256)}`;
    case 'file': {
      const from = data.from === undefined ? '' : ` from ${nameAsCode(data.from)}`;
      return `${nameAsCode(data.path)}: ${HOW[data.how]}${from}, ${data.binary ? 'binary' : changedLines(data)}`;
    }
    case 'more-files':
      return `and ${countOf(data.count, 'more file')}`;
    case 'unchanged':
      return 'No file was changed.';
    case 'diff-cut':
      return `The first ${data.shown} of ${data.lines} lines. ${showRunCommand(data)} prints the whole diff as ${code('diff.text')}:`;
    case 'verified':
      return `Verified: all checks passed on this change (${runWords('en').part(data.ref)}, ${nameAsCode(data.run_id)}).`;
    case 'no-worse':
      return `Verified against the base: every failing check also failed before the change (${runWords('en').part(data.ref)}, ${nameAsCode(data.run_id)}).`;
    case 'red':
      return 'Some checks fail with this change.';
    case 'unable':
      return 'Some checks could not run, so the change is not verified.';
    case 'nothing-ran':
      return 'crew found no checks to run, so the change is not verified.';
    case 'unverified':
      return 'No checks were run on this change.';
    case 'changed-since':
      return 'The change was edited after its last verification, so it is not verified.';
    case 'baseline':
      return `Before the change, ${BASELINE[data.status]}.`;
    case 'step':
      return step(data);
    case 'tests':
      return `${TEST_KINDS[data.kind]}: ${list(data.names)}.`;
    case 'untampered':
      return 'The change weakens no test and no check.';
    case 'tampered':
      return `A maintainer has to review ${nameAsCode(`${data.file}:${data.line}`)}: ${nameAsCode(data.kind)}.`;
    case 'reproduced':
      return `The test ${nameAsCode(data.test)} in ${nameAsCode(data.file)} proves the change: it fails without the change and passes with it.`;
    case 'unproven':
      return 'Not proven by a test: no test fails without the change and passes with it.';
    case 'failed-run':
      return `${runWords('en').part(data.ref)} (${nameAsCode(data.run_id)}): logs in ${nameAsCode(data.artifacts)}`;
    case 'smallest': {
      const where = subfolderName(data.cwd);
      const exit = data.exit === null ? 'was killed' : `exited with ${data.exit}`;
      return `${nameAsCode(data.command)}${where ? ` in ${where}` : ''} ${exit}. Log: ${nameAsCode(data.log)}`;
    }
    case 'cost':
      return `${dollars(data.usd)} of ${dollars(data.limitUsd)} · ${withThousandsSeparators(data.tokensIn)} input tokens (${withThousandsSeparators(data.tokensCached)} cached) · ${withThousandsSeparators(data.tokensOut)} output tokens`;
    case 'loops':
      return `${countOf(data.failed, 'verification')} failed in a row; the model changed its plan ${data.replans === 1 ? 'once' : `${data.replans} times`}.`;
  }
}

const heading = (state: RunState): string => stateSentence('en', state);

/** What a person can do about a request that was not done. */
const instead = (command: string): string =>
  `write ${code(command)} and, on the same line, what you want instead. If the request is a review thread, also resolve it.`;

function end(data: Ending): string {
  switch (data.is) {
    case 'done':
      return heading(data.isProven ? 'succeeded' : 'unproven');
    case 'planned':
      return `${heading('planned')} The diff is below. Nothing was written to the repository, and no checks were run.`;
    case 'stuck':
      return `${heading('stuck')} crew found no change that passes. The last attempt is kept; the next one starts from this report.`;
    case 'no-change':
      return `${heading('stuck')} The model changed nothing.`;
    case 'answered':
      if (data.declined === 0)
        return `${heading('answered')} According to the model, no review request asks for a change.`;
      return data.answered === 0
        ? `**${stateTitle('en', 'declined')}: ${countOf(data.declined, 'review request')}.** Nothing was changed. To get something else, ${instead('/crew fix')}`
        : `${heading('answered')} The model did not carry out ${countOf(data.declined, 'review request')} and says why.`;
    case 'no-plan':
      return `${heading('no-plan')} Nothing was changed, and there is nothing to approve.`;
    case 'unable':
      return data.changed
        ? `${heading('infra_error')} The checks did not run on the change. It is kept and not published.`
        : `${heading('infra_error')} Nothing was changed.`;
    case 'editor-failed':
      return 'The model’s change so far is kept and not published.';
    case 'already':
      return `${heading('already')} The model wrote the test ${nameAsCode(data.test)} in ${nameAsCode(data.file)} for this request, and it passes without any change.${data.isInTree ? ' The test stays in your working tree.' : ''}`;
    case 'partial':
      return data.changed
        ? `${heading('partial')} The budget is used up. The change so far is kept.`
        : `${heading('partial')} The budget is used up. Nothing was changed.`;
    case 'apply-failed':
      return `${heading('failed')} The diff of the dry run did not pass the checks. It stays in the tree and was not published.`;
    case 'cancelled':
      return `${heading('cancelled')} ${data.changed ? 'The change so far is kept.' : 'Nothing was changed.'}`;
  }
}

function option(data: Option, place: ReadingPlace = 'thread'): string {
  const isTerminal = place === 'terminal';
  /** A command as a person types it at this place. A terminal also needs the run. */
  const command = (words: string, run?: string): string =>
    code(isTerminal ? `crew ${words}${run === undefined ? '' : ` --run ${run}`}` : `/crew ${words}`);
  switch (data.is) {
    case 'apply':
      return `${command(`apply ${data.hash}`)} applies exactly this diff and verifies it.`;
    case 'continue': {
      const words = data.money ? 'continue +2' : 'continue';
      const inTerminal = isTerminal ? '' : ` (${code(`crew ${words} --run ${data.run}`)} in a terminal)`;
      return `${command(words, data.run)} continues ${data.money ? 'with $2 more' : 'from here'}${inTerminal}.`;
    }
    case 'retry':
      return `${command('retry', data.run)} starts over; the model sees the request and this report, not the earlier attempt.`;
    case 'show':
      return `${code(`crew show ${data.run}`)} shows the run step by step; ${code('--html FILE')} writes it as a page.`;
    case 'hint':
      return `${command('fix …')} with a hint, such as where to look first or what must not change, tries again.`;
    case 'resolve':
      return `If that has changed, write ${command(`${data.command} …`)} and say what is different.`;
    case 'look-at-log':
      return 'Run the smallest failing command yourself; a tool or service that it needs may be missing in the sandbox.';
    case 'split':
      return 'Ask for a smaller part of the change first.';
    case 'discard':
      return `Review the remaining change with ${code('git diff')}, then keep or discard it.`;
  }
}

const DONE: Readonly<Record<string, string>> = {
  merged: 'its pull request is merged, and a maintainer can close it',
  landed: 'a commit that closes it is on the default branch, and a maintainer can close it',
  approved: 'its pull request is approved, and a maintainer can merge it',
  'children-done': 'all of its sub-issues are done, and a maintainer can close it',
};

const UNTOUCHABLE = {
  'workflow-files': `a change of workflow files; ${code('fix.workflow-files: true')} in the configuration allows it`,
  secrets: 'a change of secrets, which only a maintainer may make',
  releases: 'a release, which only a maintainer may make',
  settings: 'a change of repository settings, which only a maintainer may make',
};

function taken(data: Extract<Refusal, { is: 'taken' }>, command: FixCommand): string {
  switch (data.claim.by) {
    case 'pull':
      return `${data.claim.ref} is already open for this. ${command === 'plan' ? `To plan a further change of it, write ${code('/crew plan …')} there.` : `Write ${code('/crew fix')} there.`}`;
    case 'run':
      return `the run ${nameAsCode(data.claim.run)} is working on it. ${code('/crew status')} shows its state.`;
    case 'agent':
      return `the agent ${nameAsCode(data.claim.agent)} is working on it.`;
    case 'person':
      return `it is assigned to ${nameAsCode(data.claim.login)}. Unassign them, then ask again.`;
  }
}

const CHECKS: Readonly<Record<CiState, string>> = {
  green: 'its checks are green',
  pending: 'no check has failed so far',
  waits: 'its checks wait for approval',
  none: 'it has no checks besides those of crew',
  unknown: 'crew could not read all of its checks',
  red: 'its checks are red',
};

const link = ({ name, url }: { readonly name: string; readonly url: string | undefined }): string =>
  url === undefined ? nameAsCode(name) : `[${nameAsCode(name)}](${url})`;

/** `plan`: the requester asked for a plan only. */
export type FixCommand = 'fix' | 'plan';

function refused(data: Refusal, command: FixCommand = 'fix'): string {
  const again = `/crew ${command}`;
  switch (data.is) {
    case 'done':
      if (data.rule === 'closed') return `Nothing was started: ${data.issue} is closed. Reopen it first.`;
      return `Nothing was started on ${data.issue}: ${DONE[data.rule] ?? 'its work is finished'}${data.by.length > 0 ? ` (${refs(data.by)})` : ''}.`;
    case 'parent':
      return `Nothing was started: ${data.issue} has open sub-issues. Ask on ${refs(data.parts)}.`;
    case 'blocked': {
      const roots = data.roots.length > 0 ? ` Start with ${refs(data.roots)}.` : '';
      return `Nothing was started: ${data.issue} waits for ${refs(data.blockers)}.${roots}`;
    }
    case 'taken':
      return `Nothing was started: ${taken(data, command)}`;
    case 'untouchable':
      return `Nothing was started: ${nameAsCode(data.says)} asks for ${UNTOUCHABLE[data.what]}.`;
    case 'merged':
      return `Nothing was started: #${data.pull} is merged and every request is answered. For more, write what you want after ${code(again)}.`;
    case 'nothing-open':
      if (data.declined.length > 0)
        return `Nothing new is open on #${data.pull}. crew does not retry a review request that it answered with “not done”: ${data.declined.map(link).join(', ')}. To try again, ${instead(again)}`;
      return `Nothing is open on #${data.pull}: every review request is answered, ${CHECKS[data.checks]}, and it does not conflict with ${code(data.base)}. Write what to change after ${code(again)}.`;
  }
}

const VAGUE = {
  nothing: 'What should change?',
  'no-object': 'Which part of the project should change, and what should it do then?',
  'no-symptom': 'What did you do, what did you expect, and what happened instead?',
  'no-end': 'What should change first, and how can we see that it works?',
};

const FORBIDDEN_SUBJECTS = {
  'workflow-files': 'workflow files',
  secrets: 'secrets',
  releases: 'a release',
  settings: 'the settings of the repository',
};

function question(data: GateQuestion): string {
  if (data.is === 'vague') return VAGUE[data.why];
  if (data.is === 'untouchable')
    return `${nameAsCode(data.says)} may refer to ${FORBIDDEN_SUBJECTS[data.what]}, which crew does not change. What should change in the code?`;
  const pulls = data.pulls.map(({ pull, by }) => `${pull} by ${nameAsCode(by)}`).join(', ');
  return `A pull request for this is already open: ${pulls}. Should crew work on it anyway?`;
}

function notAdmitted(why: PublishRefusal): string {
  switch (why.is) {
    case 'protected':
      return `The change edits ${nameAsCode(why.path)}, which crew never changes.`;
    case 'review-rules':
      return `The change edits ${nameAsCode(why.path)}. crew changes it only with ${code('fix.workflow-files: true')} in the configuration.`;
    case 'strange':
      return `${nameAsCode(why.path)} is not a path inside the repository.`;
    case 'link':
      return `${nameAsCode(why.path)} is a symbolic link or a submodule, which crew does not change.`;
    case 'too-large':
      return `The change has ${why.bytes} bytes, more than crew publishes. Ask for a smaller part.`;
    case 'too-many':
      return `The change edits ${why.files} files, more than crew publishes. Ask for a smaller part.`;
    case 'secret':
      return `The change adds something that looks like a secret (${list(why.kinds)}).`;
    case 'conflict':
      return `${nameAsCode(why.path)} still has conflict markers.`;
    case 'files-differ':
      return 'The diff and the list of changed files differ.';
  }
}

/** What one run of the pull request cost. */
interface RunCost {
  readonly usd: number;
  readonly limitUsd?: number | undefined;
  /** The page of its Actions run. */
  readonly url: string | undefined;
}

/** How many review requests ended how. */
interface RequestCounts {
  readonly done: number;
  /** Questions that are answered without a change. */
  readonly answered: number;
  readonly noChange: number;
  readonly declined: number;
  readonly unanswered: number;
}

/**
 * The run and the change of a pull request. `verified`: the verify job ran at least one check. `no-checks`: the repository has none.
 * `documentation`: only documentation changed, so the verify job ran none.
 */
interface VerificationDetails {
  readonly run: string;
  readonly base: string;
  readonly sha256: string;
  readonly weakened: number;
  readonly verification: 'verified' | 'no-checks' | 'documentation';
}

const VERIFICATIONS: Readonly<Record<VerificationDetails['verification'], string>> = {
  verified: 'verified in a separate job',
  'no-checks': 'not verified: no checks found',
  documentation: 'not verified: only documentation changed',
};

/** Requests of earlier rounds that are not done, each with its page. `isRoundDone`: this round left nothing undone itself. */
interface EarlierRequests {
  readonly requests: readonly { readonly name: string; readonly url: string | undefined }[];
  readonly isRoundDone: boolean;
}

/** The reply to a review request in its thread. */
interface RequestReply {
  readonly is: RecordedRequest['is'];
  /** The commit as a link. */
  readonly commit: string;
  /** The thread's file, if the commit does not change it. */
  readonly unchanged: string | undefined;
  /** The Editor's words follow. */
  readonly hasReason: boolean;
}

const thread = {
  // The pull request.
  columns: ['check', 'before', 'after'] as readonly [string, string, string],
  passed: 'passed',
  failed: 'failed',
  failedTests: (count: number) => `${count} failed`,
  didNotRun: 'did not run',
  passedTests: (count: number) => `${count} passed`,
  isNew: '(new)',
  fails: 'fails',
  /** In the column "before" of a new test. */
  failsWithout: 'fails without the change',
  cannotLoad: 'cannot load: what it tests is new',
  passes: 'passes',
  requestedBy: (login: string) => `requested by @${login}`,
  /** The runs of the pull request, oldest first, each linked to its page. */
  costs: (runs: readonly RunCost[]) => {
    const costOf = ({ usd, limitUsd }: RunCost): string =>
      `${dollars(usd)}${limitUsd === undefined ? '' : ` (limit ${dollars(limitUsd)})`}`;
    const linked = (text: string, { url }: RunCost): string => (url === undefined ? text : `[${text}](${url})`);
    const [only, ...more] = runs;
    if (only && more.length === 0) return `cost ${costOf(only)} · ${linked('run', only)}`;
    const total = runs.reduce((sum, { usd }) => sum + usd, 0);
    return `cost ${dollars(total)} in ${runs.length} runs: ${runs.map((run, n) => `${linked(`run ${n + 1}`, run)} ${costOf(run)}`).join(', ')}`;
  },
  details: 'Verification details',
  explanation: 'The model’s explanation (not verified)',
  /** In place of the table. */
  noChecksFound: 'Nothing verified this change: crew found no checks in this repository.',
  record: ({ run, base, sha256, weakened, verification }: VerificationDetails) =>
    [
      `Run ${code(run)} · base ${shortDigest(base)} · diff ${shortDigest(sha256)}`,
      VERIFICATIONS[verification],
      `weakened tests: ${weakened === 0 ? 'none' : weakened}`,
    ].join(' · '),
  draftFor: {
    unproven: 'This is a draft because no test fails without the change and passes with it.',
    tampered:
      'This is a draft because the change edits tests or checks that verify it. A maintainer has to review those lines.',
    unknown: 'This is a draft because crew could not compare all tests with the base.',
  },
  /** The reasons of `draftFor`, on a pull request that is not a draft. */
  concern: {
    unproven: 'Not proven by a test: no test fails without the change and passes with it.',
    tampered: 'The change edits tests or checks that verify it. A maintainer has to review those lines.',
    unknown: 'crew could not compare all tests with the base.',
  },
  /** The ends of the title of a neutral check. */
  neutralFor: {
    open: (count: number) => `${countOf(count, 'review request')} not done`,
    unproven: 'not proven by a test',
  },
  draftOver: 'The reasons for the draft no longer hold. A maintainer can mark it ready for review.',
  laterCommits: (subjects: readonly string[]) => `Later commits: ${subjects.map(nameAsCode).join(', ')}.`,
  /** The subject of a further commit, if the Editor gives none. */
  roundSubject: (pull: number) => `Address the review of #${pull}`,
  // Review requests, in the pull request and in comments. The words are the Editor's.
  requestColumns: ['review request', 'result (the model’s words, not verified)'] as readonly [string, string],
  request: ({ by, path, line, asked }: RecordedRequest) =>
    `${nameAsCode(by)}${path === undefined ? '' : ` on ${nameAsCode(line ? `${path}:${line}` : path)}`}: ${asked}`,
  requestResult: ({ is, text, path, isElsewhere, isQuestion }: RecordedRequest) => {
    const why = text === '' ? '' : `: ${text}`;
    switch (is) {
      case 'done':
        return `done${why}${isElsewhere ? ` (${nameAsCode(path ?? '')} is not changed)` : ''}`;
      case 'no-change':
        return `${isQuestion ? 'answered' : 'no change needed'}${why}`;
      case 'declined':
        return `**not done**${why}`;
      case 'changed':
        return 'these lines are changed; the model does not say how';
      case 'unanswered':
        return '**not answered**';
    }
  },
  requestCounts: ({ done, answered, noChange, declined, unanswered }: RequestCounts) => {
    const counts = [
      ...(done > 0 ? [`${countOf(done, 'change')} made`] : []),
      ...(answered > 0 ? [`${countOf(answered, 'question')} answered`] : []),
      ...(noChange > 0 ? [`${noChange} ${noChange === 1 ? 'needs' : 'need'} no change`] : []),
      ...(declined > 0 ? [`${declined} not done`] : []),
      ...(unanswered > 0 ? [`${unanswered} not answered`] : []),
    ];
    return `Review requests: ${counts.join(', ')}.`;
  },
  /** Below the counts: what a person can do about the requests that are not done. */
  retryDeclined: `For what was not done, ${instead('/crew fix')}`,
  stillUndone: ({ requests, isRoundDone }: EarlierRequests) =>
    `${isRoundDone ? 'This round is done, but ' : ''}${countOf(requests.length, 'earlier review request')} ${requests.length === 1 ? 'is' : 'are'} still not done: ${requests.map(link).join(', ')}.${isRoundDone ? ` For ${requests.length === 1 ? 'it' : 'them'}, ${instead('/crew fix')}` : ''}`,
  /** The same for the requests without an answer. */
  workOnUnanswered: (count: number) =>
    `Write ${code('/crew fix')} again: crew then works on the ${count === 1 ? 'request' : `${count} requests`} without an answer.`,
  /** The reply in a review thread, beside the Editor's words. */
  requestReply: ({ is, commit, unchanged, hasReason }: RequestReply) =>
    ({
      done: `Done in ${commit}.${unchanged === undefined ? '' : ` It does not change ${nameAsCode(unchanged)}.`}`,
      changed: `Changed in ${commit}.`,
      'no-change': 'No change.',
      declined: hasReason ? 'Not done:' : 'Not done.',
      unanswered: `${commit} does not answer this. Write ${code('/crew fix')} again: crew then works on it.`,
    })[is],
  // Comments of a thread.
  ready: ({ pull, draft }: { pull: number; draft: boolean }) =>
    draft ? `Draft #${pull} has the change and says why it is a draft.` : `#${pull} is ready for review.`,
  added: ({ pull, commit, subject }: { pull: number; commit: string; subject?: string }) =>
    `#${pull} has a new commit, ${commit}${subject === undefined ? '' : `: ${nameAsCode(subject)}`}.`,
  /** The check fails on the whole pull request, although this round broke nothing. */
  wholeFails: (title: string) => `The check fails on the whole pull request: ${nameAsCode(title)}.`,
  /** The repository does not allow Actions to open pull requests. */
  forbidden: ({ branch, compare }: { branch: string; compare: string }) =>
    `The change is on ${code(branch)}. This repository does not allow Actions to open pull requests, so [open it yourself](${compare}).`,
  /** GITHUB_TOKEN opened the pull request. */
  noChecks:
    'This repository’s own workflows have not started: on a pull request that GITHUB_TOKEN opened, GitHub waits until a maintainer clicks "Approve workflows to run".',
  /** What a reviewer should notice besides the tests. */
  notice: ({ is, file, names = [] }: Notice & { readonly names?: readonly string[] }) =>
    ({
      dependencies: `New dependencies in ${code(file)}: ${list(names)}.`,
      'install-scripts': `Scripts that run at installation are new or changed in ${code(file)}: ${list(names)}.`,
      permissions: `The permissions of the workflow ${code(file)} change.`,
    })[is],
  notAsked: (names: readonly string[]) => `These reviewers could not be requested: ${list(names)}.`,
  /** The first red verify job: a further round starts. */
  furtherRound: 'The change passed in the work job and failed in the separate verify job. crew is correcting it.',
  /** A red verify job after which no further round starts. */
  verifyFailed: 'The change passed in the work job and failed in the separate verify job, so nothing was published.',
  unconfirmedTests: (names: readonly string[]) => `Passed in the work job, failed in the verify job: ${list(names)}.`,
  verifyUnable: 'The separate verify job could not run the checks, so nothing was published.',
  notAdmitted: (why: PublishRefusal) => `${notAdmitted(why)} Nothing was published.`,
  /** Another author pushed to the branch while crew worked. */
  moved: ({ branch }: { branch: string }) =>
    `Nothing was pushed: ${code(branch)} has a newer commit by another author. Ask again; crew then starts from that commit.`,
  deleted: ({ branch }: { branch: string }) =>
    `Nothing was pushed: ${code(branch)} was deleted while crew worked. Ask again; crew then makes a new branch.`,
  gone: ({ pull, state, isCrews }: { pull: number; state: 'closed' | 'merged'; isCrews: boolean }) =>
    `Nothing was pushed: #${pull} was ${state} while crew worked.${isCrews ? ' Ask on the issue to get a new pull request.' : ''}`,
  /** On a pull request that crew does not push to. */
  suggests: ({ count, left }: { count: number; left: readonly string[] }) =>
    [
      count === 1
        ? 'crew suggested one change in a line comment.'
        : `crew suggested ${count} changes in line comments.`,
      ...(left.length > 0 ? [`GitHub cannot suggest changes to ${list(left)}; the patch has them.`] : []),
    ].join(' '),
  patch: 'The change as a patch',
};

export const en = {
  heading: {
    what: 'What changed',
    why: 'Why',
    verified: 'Verification',
    cost: 'Cost',
    hypotheses: 'Possible causes',
    tried: 'Failed attempts',
    smallest: 'The smallest failing command',
    next: 'What you can do',
    diff: 'The diff',
  },
  end,
  statement,
  quoted: {
    asked: 'Request:',
    what: 'The model’s description:',
    why: 'The model’s explanation (not verified):',
    hypothesis: 'The model’s guesses (not verified):',
    reason: 'The model’s reason (not verified):',
    plan: 'Plan:',
    'no-plan': 'The model’s reason (not verified):',
    excluded: 'Failing tests that the task does not cover, according to the model:',
    rejected: 'The plan was rejected because:',
  },
  uncommitted: 'The edits are in your working tree and are not committed. `git status` lists them.',
  nothingSaid: 'The model gave no explanation.',
  /** How many sentences of the Editor were removed. */
  removedSentences: (count: number) =>
    `crew removed ${countOf(count, 'sentence')} about results from the model’s text. Only recorded results are shown.`,
  option,
  within: (paths: readonly string[]) => `Files to change: ${list(paths)}.`,
  price: ({ low, high }: { readonly low: number; readonly high: number }) =>
    `Estimated cost: **${dollarRange(low, high).join(' to ')}**.`,
  refused,
  question,
  thread,
};

export type Messages = typeof en;
