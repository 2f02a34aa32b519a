import { code } from '../../code.js';
import type { Place } from '../agent/messages.js';
import { shownRef } from '../facilitate/shared.js';
import type { AskedAbout, Can, Claim, EndOf, FixMessages, RefusedFor } from './messages.js';
import { counted, elsewhere, few, grouped, lines, named, seconds, short, usd, wholeRun } from './shared.js';
import { thread } from './thread/en.js';

const many = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

const list = (names: readonly string[]): string => few(names, { between: ', ', more: (count) => ` and ${count} more` });

/** References as GitHub links them; what else is named, as code. */
const refs = (all: readonly string[]): string => all.map(shownRef).join(', ');

const TESTS = { failed: 'failed', passed: 'passed', skipped: 'skipped' };

const HOW = { changed: 'changed', new: 'new', deleted: 'deleted', renamed: 'renamed' };

const ENDED: Readonly<Record<string, string>> = {
  'time-out': 'ran out of time',
  cancelled: 'was cancelled',
  signal: 'was killed',
  'full disk': 'was ended, since the disk was nearly full',
};

const BASELINE = {
  PASS: 'everything passed',
  FAIL: 'not everything passed',
  INFRA_ERROR: 'not everything could run',
};

const NAMED = {
  fixed: 'Failed before the change, and passes with it',
  broken: 'Passed before the change, and fails with it',
  before: 'Failed before the change, and fails still',
  flaky: 'Passes at one time and fails at another, whatever is changed',
};

function step(of: Extract<Claim, { is: 'step' }>): string {
  const where = elsewhere(of.cwd);
  const what = `${named(of.command)}${where ? ` in ${where}` : ''}`;
  if (of.ended === 'not started') return `${what} could not be started`;
  const ended = of.exit === null ? (ENDED[of.ended] ?? 'did not end by itself') : `ended with ${of.exit}`;
  const tests = of.tests === null ? '' : `: ${counted(of.tests, TESTS, ', ') || 'no test ran'}`;
  return `${what} ${ended} after ${seconds(of.ms)} s${tests}`;
}

function claim(of: Claim): string {
  switch (of.is) {
    case 'changed':
      return `${many(of.files, 'file')}, ${lines(of)} lines, based on ${short(of.base)}; hash of the diff: ${short(of.sha256)}.`;
    case 'file': {
      const from = of.from === undefined ? '' : ` from ${named(of.from)}`;
      return `${named(of.path)}: ${HOW[of.how]}${from}, ${of.binary ? 'binary' : lines(of)}`;
    }
    case 'more-files':
      return `and ${many(of.count, 'more file')}`;
    case 'unchanged':
      return 'No file is changed.';
    case 'diff-cut':
      return `The first ${of.shown} of ${of.lines} lines; ${wholeRun(of)} gives all of them, in ${code('diff.text')}:`;
    case 'verified':
      return `Verified: in ${named(of.run_id)} (${of.ref}) every step passed with exactly this change.`;
    case 'no-worse':
      return `Verified against the base: in ${named(of.run_id)} (${of.ref}) nothing fails that had not failed before the change, in ${named(of.baseline)}.`;
    case 'red':
      return `Not verified: in ${named(of.run_id)} (${of.ref}) not everything passed.`;
    case 'unable':
      return `Not verified: in ${named(of.run_id)} (${of.ref}) not everything could run.`;
    case 'nothing-ran':
      return `Not verified: in ${named(of.run_id)} (${of.ref}) there was nothing to run.`;
    case 'unverified':
      return 'Not verified: nothing was run on this change.';
    case 'changed-since':
      return `Not verified: the change is another one than in ${named(of.run_id)}.`;
    case 'baseline':
      return `Before the change, in ${named(of.run_id)}, ${BASELINE[of.status]}.`;
    case 'step':
      return step(of);
    case 'tests':
      return `${NAMED[of.kind]}: ${list(of.names)}.`;
    case 'untampered':
      return 'The change weakens no test, and nothing else that judges it.';
    case 'tampered':
      return `Somebody has to look at ${named(`${of.file}:${of.line}`)}: ${named(of.kind)}.`;
    case 'reproduced':
      return `${named(of.test)} in ${named(of.file)} shows it: it fails without the change (${named(of.base)}) and passes with it (${named(of.head)}).`;
    case 'unshown':
      return 'No test shows that what was asked for works: none fails without the change and passes with it.';
    case 'failed-run':
      return `${named(of.run_id)} (${of.ref}): ${named(of.artifacts)}`;
    case 'smallest': {
      const where = elsewhere(of.cwd);
      const exit = of.exit === null ? 'did not end by itself' : `ended with ${of.exit}`;
      return `${named(of.command)}${where ? ` in ${where}` : ''} ${exit} in ${named(of.run_id)}; its log is ${named(of.log)}.`;
    }
    case 'cost':
      return `${usd(of.usd)} of at most ${usd(of.limitUsd)}; ${grouped(of.tokensIn)} tokens read (${grouped(of.tokensCached)} of them from the cache), ${grouped(of.tokensOut)} written.`;
    case 'loops':
      return `${many(of.failed, 'verification')} in a row without a green, ${many(of.replans, 'new plan')}.`;
  }
}

function end(of: EndOf): string {
  switch (of.is) {
    case 'done':
      return of.shown ? '**Done.**' : '**Done, not proven by a test.**';
    case 'planned':
      return '**A dry run:** nothing is written, and nothing was run.';
    case 'stuck':
      return '**Stuck.** What was tried is kept, and the next attempt begins with this report.';
    case 'no-change':
      return '**Stuck.** Nothing was changed, and without a change nothing is done.';
    case 'unable':
      return of.changed
        ? '**It could not be verified,** so nothing is claimed. What was changed is kept.'
        : '**It could not be worked on,** so nothing is claimed. Nothing is changed.';
    case 'already':
      return `**Nothing to do:** ${named(of.test)} in ${named(of.file)}, written for this and held by the Editor to ask for it, passes without a change. It is left in the tree.`;
    case 'partial':
      return of.changed
        ? '**Partly done:** the budget is spent. What was changed is kept.'
        : '**The budget is spent,** and nothing is changed yet.';
    case 'apply-failed':
      return '**Failed.** The bytes of the dry run did not pass the checks. They are in the tree, and nothing was published.';
    case 'cancelled':
      return of.changed ? '**Cancelled.** What was changed is kept.' : '**Cancelled.** Nothing is changed.';
  }
}

function can(of: Can, place: Place = 'thread'): string {
  const isHere = place === 'terminal';
  /** As it is typed where it is read: a thread's words are no program's name, and a terminal has to be told which run. */
  const typed = (words: string, run?: string): string =>
    code(isHere ? `crew ${words}${run === undefined ? '' : ` --run ${run}`}` : `/crew ${words}`);
  switch (of.is) {
    case 'apply':
      return `${typed(`apply ${of.hash}`)} writes exactly these bytes, and verifies them.`;
    case 'continue': {
      const words = of.money ? 'continue +2' : 'continue';
      const there = isHere ? '' : ` (${code(`crew ${words} --run ${of.run}`)} at the terminal)`;
      return `${typed(words, of.run)} goes on ${of.money ? 'with two dollars more' : 'from here'}${there}.`;
    }
    case 'retry':
      return `${typed('retry', of.run)} begins again, with nothing but this report.`;
    case 'show':
      return `${code(`crew show ${of.run}`)} tells how it went, step by step; with ${code('--html FILE')} as a page.`;
    case 'hint':
      return `${typed('fix …')} with a hint: what you would look at first, or what must not change.`;
    case 'look-at-log':
      return 'Run the smallest failing command yourself and read its log: what it needs may be missing here.';
    case 'split':
      return 'Ask for a smaller part of it first.';
    case 'discard':
      return `Look at what is left in the tree with ${code('git diff')}, and keep or discard it.`;
  }
}

const DONE: Readonly<Record<string, string>> = {
  closed: 'it is closed',
  merged: 'a pull request that closes it is merged, and it only waits to be closed',
  landed: 'a commit that closes it is on the default branch, and it only waits to be closed',
  approved: 'its pull request is approved and only waits to be merged',
  'children-done': 'all of its parts are done, and it only waits to be closed',
};

const UNTOUCHABLE = {
  'workflow-files': `workflow files; ${code('fix.workflow-files: true')} in the configuration allows it`,
  secrets: 'secrets, which are for people alone',
  releases: 'releases, which are for people alone',
  settings: 'the settings of the repository, which are for people alone',
};

function claimed(of: Extract<RefusedFor, { is: 'claimed' }>): string {
  switch (of.claim.by) {
    case 'pull':
      return `${of.claim.ref} is open for it: ask for ${code('/crew fix')} there.`;
    case 'run':
      return `the run ${named(of.claim.run)} is at work on it: ${code('/crew status')} shows how far it is.`;
    case 'agent':
      return `${named(of.claim.agent)} is at work on it.`;
    case 'person':
      return `${named(of.claim.login)} has it in hand. When they give it up, ask again.`;
  }
}

function refused(of: RefusedFor): string {
  switch (of.is) {
    case 'done':
      return `Nothing was started: ${of.issue} is done, since ${DONE[of.rule] ?? 'its work stands'}${of.by.length > 0 ? ` (${refs(of.by)})` : ''}.`;
    case 'parent':
      return `Nothing was started: ${of.issue} is done in its parts. Open are ${refs(of.parts)}: ask there.`;
    case 'blocked': {
      const roots = of.roots.length > 0 ? ` Begin with ${refs(of.roots)}.` : '';
      return `Nothing was started: ${of.issue} waits for ${refs(of.blockers)}.${roots}`;
    }
    case 'claimed':
      return `Nothing was started: ${claimed(of)}`;
    case 'untouchable':
      return `Nothing was started: ${named(of.says)} asks for ${UNTOUCHABLE[of.what]}.`;
  }
}

const VAGUE = {
  nothing: 'What is to be changed?',
  'no-object': 'Which part of the project is it about, and what should it do that it does not do now?',
  'no-symptom': 'What did you do, what did you expect, and what happened instead?',
  'no-end': 'What should be different first, and how would you see that it is?',
};

const NEAR = {
  'workflow-files': 'workflow files',
  secrets: 'secrets',
  releases: 'a release',
  settings: 'the settings of the repository',
};

function question(of: AskedAbout): string {
  if (of.is === 'vague') return VAGUE[of.why];
  if (of.is === 'untouchable')
    return `${named(of.says)} can be read as asking for ${NEAR[of.what]}, which I leave alone. What is to be changed in the code?`;
  const pulls = of.pulls.map(({ pull, by }) => `${pull} by ${named(by)}`).join(', ');
  return `There is an open pull request for it already: ${pulls}. Shall I work on it all the same?`;
}

export const en: FixMessages = {
  heading: {
    what: 'What changed',
    why: 'Why',
    verified: 'How it was verified',
    cost: 'What it cost',
    hypotheses: 'What may be the cause',
    tried: 'What failed',
    smallest: 'The smallest failing command',
    next: 'What you can do',
    diff: 'The diff',
  },
  end,
  claim,
  quoted: {
    asked: 'What was asked:',
    what: 'In the Editor’s words:',
    why: 'In the Editor’s words, not checked:',
    hypothesis: 'What the Editor supposes, not checked:',
    plan: 'In Scout A’s words:',
    excluded: 'Failing tests that the task does not cover, according to the Editor:',
    rejected: 'The plan was rejected with these words:',
  },
  nothingSaid: 'The Editor said nothing about it.',
  leftOut: (count) =>
    `${many(count, 'sentence')} of the Editor’s about results ${count === 1 ? 'was' : 'were'} left out: those are said by the records.`,
  can,
  within: (paths) => `It means to change ${list(paths)}.`,
  price: ({ low, high }) => `It may cost **${usd(low)} to ${usd(high)}**.`,
  refused,
  question,
  thread,
};
