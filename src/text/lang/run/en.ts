// The words of the views of a run (page, terminal output and comment) in English.
import type { SignalInput } from '../../../ports/run.js';
import { stateWord } from '../outcome-words.js';

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/**
 * The title of a part of a run, by its name in the journal: `baseline`, `loop-2` (the second verification), `reproduction`, `no-new-tests`, `editor`, or an
 * estimate such as `$1–$3`. Any other name, such as a role's, is returned unchanged.
 */
function part(name: string): string {
  const loop = /^loop-(\d+)$/.exec(name)?.[1];
  if (loop !== undefined) return `Verification ${loop}`;
  if (/^\$[\d.]+–\$[\d.]+$/.test(name)) return `Estimated cost ${name}`;
  return PARTS[name] ?? name;
}

const PARTS: Readonly<Record<string, string>> = {
  baseline: 'Checks before the change',
  reproduction: 'New tests without the change (they should fail)',
  'no-new-tests': 'No new tests to run without the change',
  'verify-job': 'Verify job',
  editor: 'Editor starts',
};

/**
 * The title of a step, by its name in the journal: a kind, often with a number after it, such as `verification loop-2`, `diff 3` or
 * `scout-a.1f2e turn 1`. A name of an unknown kind is returned unchanged.
 */
function stepTitle(name: string): string {
  const [, scout, rest = ''] = /^scout-([a-z])\.\w+ (.+)$/.exec(name) ?? [];
  if (scout !== undefined)
    return `Scout ${scout.toUpperCase()} ${rest}`
      .replace(/ cites \d+$/, ': checked its citations')
      .replace(/ call (\d)/, ' tool call $1');
  const [, turn] = /^editor\.hypotheses (.+)$/.exec(name) ?? [];
  if (turn !== undefined) return `Editor ${turn} (asks for possible causes)`;
  const [, who] = /^([a-z-]+) cites \d+$/.exec(name) ?? [];
  if (who !== undefined) return `${who}: checked its citations`;
  if (CALL.test(name)) return name.replace(CALL, '$1 tool call $2');
  const [, kind = '', of = ''] = /^([a-z ]+?)(?: ((?:loop-)?\d[\d.]*|baseline))?$/.exec(name) ?? [];
  if (kind === 'verification' && of !== '') return part(of);
  return STEPS[kind] ?? name;
}

/** The step of a tool call: agent, then turn and number of the call. */
const CALL = /^([a-z-]+) call (\d+\.\d+)/;

const STEPS: Readonly<Record<string, string>> = {
  settings: 'Read the configuration',
  allowance: 'Checked the budget',
  aimed: 'Chose the commit to start from',
  'script base': 'Recorded the base commit',
  base: 'Recorded the files of the base commit',
  role: 'Read the agent’s instructions',
  roles: 'Read the agents’ instructions',
  estimate: 'Estimated the cost',
  map: 'Listed the files of the repository',
  conditions: 'Read the repository’s instructions and tool versions',
  context: 'Saved notes for the agents',
  change: 'Read the change',
  diff: 'Recorded the change',
  tamper: 'Looked for weakened tests',
  comparison: 'Compared the tests before and after',
  counters: 'Counted the failed verifications',
  proof: 'Looked for new tests that fail without the change',
  reproduction: 'Ran the named tests without the change',
  loaders: 'Looked for tests that load the changed files',
  applied: 'Applied the earlier change',
  merge: 'Looked for conflicts with the base',
  left: 'Recorded the state of the change at the end',
};

interface AttemptCounters {
  readonly consecutive_failures: number;
  readonly total_verify_loops: number;
  readonly replans: number;
}

export const en = {
  heading: {
    asked: 'Request',
    outcome: 'Result',
    question: 'Waiting for an answer',
    pictures: 'Overview',
    timeline: 'Timeline',
    transcripts: 'What the agents did',
    signals: 'Answers and commands',
    memory: 'From memory',
    unapproved: 'Run without approval',
    verification: 'Verifications',
    comparison: 'Tests before and after',
    tamper: 'Weakened tests and checks',
    diff: 'Change',
    cost: 'Cost',
    steps: 'All steps',
  },
  column: {
    step: 'step',
    command: 'command',
    since: 'started',
    took: 'took',
    cost: 'cost',
    who: 'who',
    turns: 'turns',
    read: 'input',
    wrote: 'output',
    exit: 'exit',
    place: 'where',
    found: 'what',
  },
  /** Heading of the current activity of a run in progress. */
  now: 'Now',
  /** The title of a part of a workflow, by its name in the journal, such as `loop-2`. */
  part,
  stepTitle,
  took,
  since: (at: string): string => `since ${at}`,
  startedAt: (at: string): string => `started ${at}`,
  endedAt: (at: string): string => `ended ${at}`,
  lastStepAt: (at: string): string => `last step ${at}`,
  /** The result of a step of the run that checks whether the new tests fail without the change. */
  reproduced: ({ step, fails }: { step: string; fails: boolean }): string =>
    fails ? `${step}: fails without the change` : `${step}: passes without the change, so it proves nothing`,
  lasted: ({ from, took }: { from: string; took: string }): string => `${from}, ${took}`,
  /** The cost, with the limit if there is one. */
  spent: ({ usd, limit }: { usd: string; limit: string | undefined }): string =>
    limit === undefined ? usd : `${usd} of ${limit}`,
  left: ({ usd, left }: { usd: string; left: string }): string => `${usd} spent, ${left} left`,
  estimated: ({ low, high }: { low: string; high: string }): string => `estimated ${low} to ${high}`,
  /** `cachedPercent`: the percentage of the input tokens that came from the cache. */
  tokens: ({ input, cachedPercent, out }: { input: string; cachedPercent: number; out: string }): string =>
    `${input} input tokens (${cachedPercent}% cached), ${out} output`,
  /** Beside calls that ran without approval. */
  unapproved: 'These calls usually need approval. The sandbox made approval unnecessary.',
  turn: (number: number): string => `turn ${number}`,
  turns: (count: number): string => countOf(count, 'turn'),
  /** The name of the Editor where it is asked for possible causes. */
  causesEditor: 'Editor (possible causes)',
  /** Model calls that failed, beside the number of turns. */
  failedCalls: (count: number): string => `${count} failed`,
  /** The delay until a failed model call is repeated. */
  again: (took: string): string => `retrying in ${took}`,
  failedCall: ({ why, usd }: { why: string; usd: string }): string => `A model call failed (${usd}): ${why}`,
  /** Empty if no verification failed. */
  counters: ({ total_verify_loops: failed, replans }: AttemptCounters): string =>
    failed === 0 ? '' : `${countOf(failed, 'failed verification')}, ${countOf(replans, 'new plan')}`,
  steps: (count: number): string => countOf(count, 'step'),
  earlier: (count: number): string => `${count} earlier ones are not shown.`,
  more: (count: number): string => `${count} more are not shown.`,
  /** Replaces the middle of a long text. */
  leftOut: (letters: string): string => `${letters} characters are not shown`,
  lines: (count: number): string => countOf(count, 'line'),
  nothing: 'nothing',
  thought: 'Reasoning',
  /** The label of messages from crew to the model. */
  note: 'crew',
  person: 'a person',
  people: 'people',
  input: 'Input',
  output: 'Output',
  /** Why a tool call has no output. `handedIn`, `sentBack`: the call was the agent's answer. */
  callResult: {
    void: 'Not run: the call was invalid.',
    begun: 'Interrupted: it may have run in part or completely.',
    handedIn: 'Answer accepted.',
    sentBack: 'Answer rejected as invalid.',
    never: 'Not run.',
  },
  stop: {
    length: 'The answer was cut off because it was too long.',
    overflow: 'The conversation became too long for the model and starts again.',
    declined: 'The model declined to continue.',
  },
  /** The status of a step. */
  status: {
    succeeded: stateWord('en', 'succeeded'),
    failed: stateWord('en', 'failed'),
    running: stateWord('en', 'running'),
  },
  verdict: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  compared: {
    fixed: 'fixed',
    broken: 'broken',
    before: 'failing before and after',
    flaky: 'flaky',
  },
  noTamper: 'The change weakens no test and no check.',
  sameTests: 'Every test that ran before the change has the same result after it.',
  diffOf: ({ files, added, removed, base }: { files: number; added: number; removed: number; base: string }): string =>
    `${countOf(files, 'file')} changed (+${added} −${removed}) on ${base}`,
  /** What a person did. Their text is shown beside it. */
  signals: ({
    is,
    usd,
    ids,
  }: {
    is: SignalInput['is'];
    usd?: string | undefined;
    ids?: string | undefined;
  }): string => {
    switch (is) {
      case 'answer':
        return 'answered';
      case 'select':
        return `selected ${ids ?? ''}`.trim();
      case 'approve':
        return `approved ${ids ?? ''}`.trim();
      case 'reject':
        return `rejected ${ids ?? ''}`.trim();
      case 'continue':
        return usd === undefined ? 'continued the run' : `continued the run with ${usd} more`;
      case 'cancel':
        return 'cancelled the run';
    }
  },
  /** How to answer. The commands are Markdown code. */
  reply: (commands: readonly string[]): string => `Reply with ${commands.join(' or ')}.`,
  toContent: 'Skip to content',
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  copy: 'Copy',
  copied: 'Copied',
  /** Below the heading `timeline`. */
  timelineNote: 'Which role worked when, and how the cost grew. “All steps” lists the same data.',
};

export type RunWords = typeof en;
