import type { CiState } from '../../ports/checks.js';
import type { ReadingPlace } from '../../text/lang/agent/asks.js';
import { code, shownRef } from '../../text/quote.js';
import {
  changedLines,
  countsWithWords,
  listNames,
  nameAsCode,
  seconds,
  shortDigest,
  showRunCommand,
  subfolderName,
  usd,
  withThousandsSeparators,
} from '../../text/values.js';
import type { Notice, PublishRefusal } from './rules/publish-checks.js';
import type { RecordedRequest } from './rules/rounds.js';
import type { Ending, Option, Statement } from './rules/statements.js';
import type { GateQuestion, Refusal } from './rules/workable.js';

const many = (count: number, one: string): string =>
  `${withThousandsSeparators(count)} ${one}${count === 1 ? '' : 's'}`;

const list = (names: readonly string[]): string =>
  listNames(names, { between: ', ', more: (count) => ` and ${count} more` });

/** References as GitHub links them; what else is named, as code. */
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

const NAMED = {
  fixed: 'Failed before the change and passes with it',
  broken: 'Passed before the change and fails with it',
  before: 'Failed before the change and still fails',
  flaky: 'Flaky (passes and fails on the same code)',
};

function step(of: Extract<Statement, { is: 'step' }>): string {
  const where = subfolderName(of.cwd);
  const what = `${nameAsCode(of.command)}${where ? ` in ${where}` : ''}`;
  if (of.ended === 'not started') return `${what} could not be started`;
  const ended = of.exit === null ? (ENDED[of.ended] ?? 'was killed') : `exited with ${of.exit}`;
  const tests = of.tests === null ? '' : `: ${countsWithWords(of.tests, TESTS, ', ') || 'no test ran'}`;
  return `${what} ${ended} after ${seconds(of.ms)} s${tests}`;
}

function statement(of: Statement): string {
  switch (of.is) {
    case 'changed':
      return `${many(of.files, 'file')} changed (${changedLines(of)}) on ${shortDigest(of.base)} · diff ${shortDigest(of.sha256)}`;
    case 'file': {
      const from = of.from === undefined ? '' : ` from ${nameAsCode(of.from)}`;
      return `${nameAsCode(of.path)}: ${HOW[of.how]}${from}, ${of.binary ? 'binary' : changedLines(of)}`;
    }
    case 'more-files':
      return `and ${many(of.count, 'more file')}`;
    case 'unchanged':
      return 'No file was changed.';
    case 'diff-cut':
      return `The first ${of.shown} of ${of.lines} lines. ${showRunCommand(of)} prints the whole diff as ${code('diff.text')}:`;
    case 'verified':
      return `Verified: all checks passed on this change (${nameAsCode(of.run_id)}, ${of.ref}).`;
    case 'no-worse':
      return `Verified against the base: every failing check also failed before the change (${nameAsCode(of.run_id)}, ${of.ref}; before: ${nameAsCode(of.baseline)}).`;
    case 'red':
      return `Not verified: some checks failed (${nameAsCode(of.run_id)}, ${of.ref}).`;
    case 'unable':
      return `Not verified: some checks could not run (${nameAsCode(of.run_id)}, ${of.ref}).`;
    case 'nothing-ran':
      return `Not verified: crew found no checks to run (${nameAsCode(of.run_id)}, ${of.ref}).`;
    case 'unverified':
      return 'Not verified: no checks were run on this change.';
    case 'changed-since':
      return `Not verified: the change was edited after its verification (${nameAsCode(of.run_id)}).`;
    case 'baseline':
      return `Before the change, ${BASELINE[of.status]} (${nameAsCode(of.run_id)}).`;
    case 'step':
      return step(of);
    case 'tests':
      return `${NAMED[of.kind]}: ${list(of.names)}.`;
    case 'untampered':
      return 'The change weakens no test and no check.';
    case 'tampered':
      return `A maintainer has to review ${nameAsCode(`${of.file}:${of.line}`)}: ${nameAsCode(of.kind)}.`;
    case 'reproduced':
      return `The test ${nameAsCode(of.test)} in ${nameAsCode(of.file)} proves the change: it fails without it (${nameAsCode(of.base)}) and passes with it (${nameAsCode(of.head)}).`;
    case 'unshown':
      return 'Not proven by a test: no test fails without the change and passes with it.';
    case 'failed-run':
      return `${nameAsCode(of.run_id)} (${of.ref}): ${nameAsCode(of.artifacts)}`;
    case 'smallest': {
      const where = subfolderName(of.cwd);
      const exit = of.exit === null ? 'was killed' : `exited with ${of.exit}`;
      return `${nameAsCode(of.command)}${where ? ` in ${where}` : ''} ${exit} (${nameAsCode(of.run_id)}). Log: ${nameAsCode(of.log)}`;
    }
    case 'cost':
      return `${usd(of.usd)} of ${usd(of.limitUsd)} · ${withThousandsSeparators(of.tokensIn)} input tokens (${withThousandsSeparators(of.tokensCached)} cached) · ${withThousandsSeparators(of.tokensOut)} output tokens`;
    case 'loops':
      return `${many(of.failed, 'verification')} failed in a row; the Editor changed its plan ${of.replans === 1 ? 'once' : `${of.replans} times`}.`;
  }
}

function end(of: Ending): string {
  switch (of.is) {
    case 'done':
      return of.shown ? '**Done.**' : '**Done, not proven by a test.**';
    case 'planned':
      return '**Dry run:** the diff is below. Nothing was written to the repository, and no checks were run.';
    case 'stuck':
      return '**Stuck.** crew found no change that passes. The last attempt is kept; the next one starts from this report.';
    case 'no-change':
      return '**Stuck.** The Editor changed nothing.';
    case 'answered':
      return of.declined === 0
        ? '**Nothing was changed:** according to the Editor, no review request asks for a change.'
        : `**Nothing was changed:** the Editor did not carry out ${many(of.declined, 'review request')} and says why.`;
    case 'no-plan':
      return '**No plan.** Nothing was changed, and there is nothing to approve.';
    case 'unable':
      return of.changed
        ? '**Not verified.** The checks could not run. The change is kept and not published.'
        : '**Could not start.** Nothing was changed.';
    case 'already':
      return `**Nothing to do:** the Editor wrote the test ${nameAsCode(of.test)} in ${nameAsCode(of.file)} for this request, and it passes without any change. The test stays in the tree.`;
    case 'partial':
      return of.changed ? '**Budget used up.** The change so far is kept.' : '**Budget used up.** Nothing was changed.';
    case 'apply-failed':
      return '**Failed.** The diff of the dry run did not pass the checks. It stays in the tree and was not published.';
    case 'cancelled':
      return of.changed ? '**Cancelled.** The change so far is kept.' : '**Cancelled.** Nothing was changed.';
  }
}

function option(of: Option, place: ReadingPlace = 'thread'): string {
  const isHere = place === 'terminal';
  /** As it is typed where it is read: a thread's words are no program's name, and a terminal has to be told which run. */
  const typed = (words: string, run?: string): string =>
    code(isHere ? `crew ${words}${run === undefined ? '' : ` --run ${run}`}` : `/crew ${words}`);
  switch (of.is) {
    case 'apply':
      return `${typed(`apply ${of.hash}`)} applies exactly this diff and verifies it.`;
    case 'continue': {
      const words = of.money ? 'continue +2' : 'continue';
      const there = isHere ? '' : ` (${code(`crew ${words} --run ${of.run}`)} in a terminal)`;
      return `${typed(words, of.run)} continues ${of.money ? 'with $2 more' : 'from here'}${there}.`;
    }
    case 'retry':
      return `${typed('retry', of.run)} starts over, with this report only.`;
    case 'show':
      return `${code(`crew show ${of.run}`)} shows the run step by step; ${code('--html FILE')} writes it as a page.`;
    case 'hint':
      return `${typed('fix …')} with a hint, such as where to look first or what must not change, tries again.`;
    case 'plan-hint':
      return `${typed('plan …')} with a hint, such as where to look first or what must not change, tries again.`;
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

function claimed(of: Extract<Refusal, { is: 'claimed' }>): string {
  switch (of.claim.by) {
    case 'pull':
      return `${of.claim.ref} is already open for this. Write ${code('/crew fix')} there.`;
    case 'run':
      return `the run ${nameAsCode(of.claim.run)} is working on it. ${code('/crew status')} shows its state.`;
    case 'agent':
      return `the agent ${nameAsCode(of.claim.agent)} is working on it.`;
    case 'person':
      return `it is assigned to ${nameAsCode(of.claim.login)}. Unassign them, then ask again.`;
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

function refused(of: Refusal): string {
  switch (of.is) {
    case 'done':
      if (of.rule === 'closed') return `${of.issue} is closed.`;
      return `Nothing was started on ${of.issue}: ${DONE[of.rule] ?? 'its work is finished'}${of.by.length > 0 ? ` (${refs(of.by)})` : ''}.`;
    case 'parent':
      return `Nothing was started: ${of.issue} has open sub-issues. Ask on ${refs(of.parts)}.`;
    case 'blocked': {
      const roots = of.roots.length > 0 ? ` Start with ${refs(of.roots)}.` : '';
      return `Nothing was started: ${of.issue} waits for ${refs(of.blockers)}.${roots}`;
    }
    case 'claimed':
      return `Nothing was started: ${claimed(of)}`;
    case 'untouchable':
      return `Nothing was started: ${nameAsCode(of.says)} asks for ${UNTOUCHABLE[of.what]}.`;
    case 'nothing-open':
      return `Nothing is open on #${of.pull}: every review request is answered, ${CHECKS[of.checks]}, and it does not conflict with ${code(of.base)}. Write what to change after ${code('/crew fix')}.`;
  }
}

const VAGUE = {
  nothing: 'What should change?',
  'no-object': 'Which part of the project should change, and what should it do then?',
  'no-symptom': 'What did you do, what did you expect, and what happened instead?',
  'no-end': 'What should change first, and how can we see that it works?',
};

const NEAR = {
  'workflow-files': 'workflow files',
  secrets: 'secrets',
  releases: 'a release',
  settings: 'the settings of the repository',
};

function question(of: GateQuestion): string {
  if (of.is === 'vague') return VAGUE[of.why];
  if (of.is === 'untouchable')
    return `${nameAsCode(of.says)} may refer to ${NEAR[of.what]}, which crew does not change. What should change in the code?`;
  const pulls = of.pulls.map(({ pull, by }) => `${pull} by ${nameAsCode(by)}`).join(', ');
  return `A pull request for this is already open: ${pulls}. Should crew work on it anyway?`;
}

function notAdmitted(why: PublishRefusal): string {
  switch (why.is) {
    case 'protected':
      return `The change edits ${nameAsCode(why.path)}, which crew never changes.`;
    case 'rules':
      return `The change edits ${nameAsCode(why.path)}. crew changes it only with ${code('fix.workflow-files: true')} in the configuration.`;
    case 'strange':
      return `${nameAsCode(why.path)} is not a path inside the repository.`;
    case 'link':
      return `${nameAsCode(why.path)} is a symbolic link or a submodule, which crew does not change.`;
    case 'too-large':
      return `The change has ${why.bytes} bytes, more than crew publishes.`;
    case 'too-many':
      return `The change edits ${why.files} files, more than crew publishes.`;
    case 'secret':
      return `The change adds something that looks like a secret (${list(why.kinds)}).`;
    case 'conflict':
      return `${nameAsCode(why.path)} still has conflict markers.`;
    case 'another':
      return 'The diff and the list of changed files differ.';
  }
}

/** How many review requests ended how. */
interface RequestCounts {
  readonly done: number;
  readonly noChange: number;
  readonly declined: number;
  readonly unanswered: number;
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
  /** Of a new test on the base's code. */
  failsWithout: 'fails without the change',
  cannotLoad: 'cannot load: what it tests is new',
  passes: 'passes',
  requestedBy: (login: string) => `requested by @${login}`,
  costs: ({ usd, limitUsd, runs }: { usd: number; limitUsd: number | undefined; runs: number }) => {
    if (runs > 1) return `cost $${usd.toFixed(2)} in ${runs} runs`;
    return `cost $${usd.toFixed(2)}${limitUsd === undefined ? '' : ` (limit $${limitUsd.toFixed(2)})`}`;
  },
  details: 'Verification details',
  explanation: 'Editor’s explanation (not verified)',
  record: ({ run, base, sha256, weakened }: { run: string; base: string; sha256: string; weakened: number }) =>
    `Run ${code(run)} · base ${shortDigest(base)} · diff ${shortDigest(sha256)} · verified in a separate job · weakened tests: ${weakened === 0 ? 'none' : weakened}`,
  draftFor: {
    unshown: 'This is a draft because no test fails without the change and passes with it.',
    asks: 'This is a draft because the change edits tests or checks that verify it. A maintainer has to review those lines.',
    unknown: 'This is a draft because crew could not compare all tests with the base.',
  },
  /** The same of a pull request that is no draft. */
  concern: {
    unshown: 'Not proven by a test: no test fails without the change and passes with it.',
    asks: 'The change edits tests or checks that verify it. A maintainer has to review those lines.',
    unknown: 'crew could not compare all tests with the base.',
  },
  draftOver: 'The reasons for the draft no longer hold. A maintainer can mark it ready for review.',
  laterCommits: (subjects: readonly string[]) => `Later commits: ${subjects.map(nameAsCode).join(', ')}.`,
  /** The subject of a further commit, if the Editor gives none. */
  roundSubject: (pull: number) => `Address the review of #${pull}`,
  // Review requests, in the pull request and in comments. The words are the Editor's.
  requestColumns: ['review request', 'result (Editor’s words, not verified)'] as readonly [string, string],
  request: ({ by, path, line, asked }: RecordedRequest) =>
    `${nameAsCode(by)}${path === undefined ? '' : ` on ${nameAsCode(line ? `${path}:${line}` : path)}`}: ${asked}`,
  requestResult: ({ is, text, path, isElsewhere }: RecordedRequest) => {
    const why = text === '' ? '' : `: ${text}`;
    switch (is) {
      case 'done':
        return `done${why}${isElsewhere ? ` (${nameAsCode(path ?? '')} is not changed)` : ''}`;
      case 'no-change':
        return `no change needed${why}`;
      case 'declined':
        return `**not done**${why}`;
      case 'changed':
        return 'these lines are changed; the Editor does not say how';
      case 'unanswered':
        return '**not answered**';
    }
  },
  requestCounts: ({ done, noChange, declined, unanswered }: RequestCounts) => {
    const counts = [
      ...(done > 0 ? [`${done} done`] : []),
      ...(noChange > 0 ? [`${noChange} without a change`] : []),
      ...(declined > 0 ? [`${declined} not done`] : []),
      ...(unanswered > 0 ? [`${unanswered} not answered`] : []),
    ];
    return `Review requests: ${counts.join(', ')}.${unanswered > 0 ? ` ${code('/crew fix')} takes up what is not answered.` : ''}`;
  },
  /** The reply in a review thread, before the Editor's words. `unchanged`: the thread's file, if the commit does not change it. */
  requestReply: ({ is, sha, unchanged }: { is: RecordedRequest['is']; sha: string; unchanged: string | undefined }) =>
    ({
      done: `Done in ${shortDigest(sha)}.${unchanged === undefined ? '' : ` It does not change ${nameAsCode(unchanged)}.`}`,
      changed: `Changed in ${shortDigest(sha)}.`,
      'no-change': 'No change.',
      declined: `Not done in ${shortDigest(sha)}.`,
      unanswered: `Not answered by ${shortDigest(sha)}. ${code('/crew fix')} takes it up again.`,
    })[is],
  // Comments of a thread.
  ready: ({ pull, draft }: { pull: number; draft: boolean }) =>
    draft ? `Draft #${pull} has the change and says why it is a draft.` : `#${pull} is ready for review.`,
  added: ({ pull, sha, subject }: { pull: number; sha: string; subject?: string }) =>
    `#${pull} has a new commit, ${shortDigest(sha)}${subject === undefined ? '' : `: ${nameAsCode(subject)}`}.`,
  /** The check fails on the whole pull request, although this round broke nothing. */
  wholeFails: (title: string) => `The check fails on the whole pull request: ${nameAsCode(title)}.`,
  /** The repository does not allow Actions to open pull requests. */
  forbidden: ({ branch, compare }: { branch: string; compare: string }) =>
    `The change is on ${code(branch)}. This repository does not allow Actions to open pull requests, so [open it yourself](${compare}).`,
  /** GITHUB_TOKEN opened the pull request. */
  noChecks:
    'This repository’s own workflows have not started: on a pull request that GITHUB_TOKEN opened, GitHub waits until a maintainer clicks "Approve workflows to run".',
  /** Something beside the tests that a reviewer should see. */
  notice: ({ is, file, names = [] }: Notice & { readonly names?: readonly string[] }) =>
    ({
      dependencies: `New dependencies in ${code(file)}: ${list(names)}.`,
      'install-scripts': `Scripts that run at installation are new or changed in ${code(file)}: ${list(names)}.`,
      permissions: `The permissions of the workflow ${code(file)} change.`,
    })[is],
  notAsked: (names: readonly string[]) => `These reviewers could not be requested: ${list(names)}.`,
  oneMore: 'The change passed in the work job and failed in the separate verify job. crew is correcting it.',
  redAgain: 'The change passed in the work job and failed in the separate verify job, so nothing was published.',
  unheld: (names: readonly string[]) => `Passed in the work job, failed in the verify job: ${list(names)}.`,
  unableAgain: 'The separate verify job could not run the checks, so nothing was published.',
  notAdmitted: (why: PublishRefusal) => `${notAdmitted(why)} Nothing was published.`,
  /** Another author pushed to the branch while crew worked. */
  moved: ({ branch }: { branch: string }) =>
    `Nothing was pushed: ${code(branch)} has a newer commit by another author. Ask again; crew then starts from that commit.`,
  deleted: ({ branch }: { branch: string }) => `Nothing was pushed: ${code(branch)} was deleted while crew worked.`,
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
    what: 'Editor’s description:',
    why: 'Editor’s explanation (not verified):',
    hypothesis: 'Editor’s guesses (not verified):',
    plan: 'Plan:',
    'no-plan': 'The model’s reason (not verified):',
    excluded: 'Failing tests that the task does not cover, according to the Editor:',
    rejected: 'The plan was rejected because:',
  },
  uncommitted: 'The edits are in your working tree and are not committed. `git status` lists them.',
  nothingSaid: 'The Editor gave no explanation.',
  /** How many of its sentences were removed. */
  removedSentences: (count: number) =>
    `${many(count, 'sentence')} of the Editor about results ${count === 1 ? 'was' : 'were'} removed; results come from records only.`,
  option,
  within: (paths: readonly string[]) => `Files to change: ${list(paths)}.`,
  price: ({ low, high }: { readonly low: number; readonly high: number }) =>
    `Estimated cost: **${usd(low)} to ${usd(high)}**.`,
  refused,
  question,
  thread,
};

export type Messages = typeof en;
