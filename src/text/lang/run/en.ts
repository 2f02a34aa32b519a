import type { RunWords } from './words.js';

const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

function part(name: string): string {
  const loop = /^loop-(\d+)$/.exec(name)?.[1];
  if (loop !== undefined) return `Verification ${loop}`;
  if (/^\$[\d.]+–\$[\d.]+$/.test(name)) return `Estimated cost ${name}`;
  return PARTS[name] ?? name;
}

const PARTS: Readonly<Record<string, string>> = {
  baseline: 'Checks before the change',
  reproduction: 'New tests without the change (they should fail)',
  editor: 'Editor starts',
};

export const en: RunWords = {
  heading: {
    asked: 'Request',
    outcome: 'Result',
    question: 'Waiting for an answer',
    pictures: 'Overview',
    course: 'Timeline',
    talk: 'Turns',
    signals: 'Answers and commands',
    memory: 'From memory',
    unasked: 'Run without approval',
    verification: 'Verifications',
    comparison: 'Compared with the base',
    tamper: 'Changes to tests and checks',
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
  now: 'Now',
  part,
  took,
  since: (at) => `since ${at}`,
  lasted: ({ from, took }) => `${from}, ${took}`,
  spent: ({ usd, limit }) => (limit === undefined ? usd : `${usd} of ${limit}`),
  left: ({ usd, left }) => `${usd} spent, ${left} left`,
  estimated: ({ low, high }) => `estimated ${low} to ${high}`,
  tokens: ({ all, hit, out }) => `${all} input tokens (${hit}% cached), ${out} output`,
  unasked: 'These calls usually need approval. The sandbox made approval unnecessary.',
  turn: (number) => `turn ${number}`,
  turns: (count) => some(count, 'turn'),
  lost: (count) => `${count} failed`,
  again: (took) => `retrying in ${took}`,
  lostTurn: ({ why, usd }) => `A model call failed (${usd}): ${why}`,
  counters: ({ consecutive_failures: failures, total_verify_loops: loops, replans }) =>
    `${some(failures, 'failure')} in a row, ${some(loops, 'verification')}, ${some(replans, 'new plan')}`,
  steps: (count) => some(count, 'step'),
  earlier: (count) => `${count} earlier ones are not shown.`,
  more: (count) => `${count} more are not shown.`,
  leftOut: (letters) => `${letters} characters are not shown`,
  lines: (count) => some(count, 'line'),
  nothing: 'nothing',
  thought: 'Reasoning',
  note: 'crew',
  person: 'a person',
  people: 'people',
  input: 'Input',
  output: 'Output',
  deed: {
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
  status: { succeeded: 'done', failed: 'failed', running: 'running' },
  verdict: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  compared: {
    fixed: 'fixed',
    broken: 'broken',
    before: 'failing before and after',
    flaky: 'flaky',
  },
  noTamper: 'The change edits no tests and no checks.',
  diffOf: ({ files, added, removed, base }) => `${some(files, 'file')} changed (+${added} −${removed}) on ${base}`,
  signals: ({ is, usd, ids }) => {
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
  reply: (commands) => `Reply with ${commands.join(' or ')}.`,
  toContent: 'Skip to content',
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  copy: 'Copy',
  copied: 'Copied',
  course: 'Which role worked when, and how the cost grew. “All steps” lists the same data.',
};
