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
  if (loop !== undefined) return `${name}: the change is verified`;
  if (/^\$[\d.]+–\$[\d.]+$/.test(name)) return `it may cost ${name}`;
  return PARTS[name] ?? name;
}

const PARTS: Readonly<Record<string, string>> = {
  baseline: 'baseline: everything is run before anything is changed',
  reproduction: 'the new tests run without the change: red is what is wanted here',
  editor: 'the Editor begins',
};

export const en: RunWords = {
  heading: {
    asked: 'What was asked',
    outcome: 'What came of it',
    question: 'It waits for an answer',
    course: 'How it went',
    talk: 'Turn by turn',
    signals: 'What people said to it',
    memory: 'From the memory',
    unasked: 'Run without asking',
    verification: 'Verifications',
    comparison: 'Against the base',
    tamper: 'What touched the tests',
    diff: 'The change',
    cost: 'What it cost',
    steps: 'Every step',
  },
  column: {
    step: 'step',
    command: 'command',
    since: 'began',
    took: 'took',
    cost: 'cost',
    who: 'who',
    turns: 'turns',
    read: 'read',
    wrote: 'written',
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
  tokens: ({ all, hit, out }) => `${all} tokens read (${hit}% from the cache), ${out} written`,
  unasked: 'The sandbox’s walls stood for a person’s answer; the guard would have asked.',
  turn: (number) => `turn ${number}`,
  turns: (count) => some(count, 'turn'),
  lost: (count) => `${count} lost`,
  again: (took) => `once more in ${took}`,
  lostTurn: ({ why, usd }) => `An attempt was lost (${usd}): ${why}`,
  counters: ({ consecutive_failures: failures, total_verify_loops: loops, replans }) =>
    `${some(failures, 'failure')} in a row, ${some(loops, 'loop')}, ${some(replans, 'new plan')}`,
  steps: (count) => some(count, 'step'),
  earlier: (count) => `${count} earlier ones are left out here.`,
  more: (count) => `${count} more are left out here.`,
  leftOut: (letters) => `${letters} characters are left out here`,
  lines: (count) => some(count, 'line'),
  nothing: 'nothing',
  thought: 'What it thought',
  note: 'crew',
  person: 'a person',
  people: 'people',
  input: 'Input',
  output: 'Output',
  deed: {
    void: 'Nothing was run: the call did not fit.',
    begun: 'It was interrupted: it may have happened, in whole or in part.',
    handedIn: 'Handed in.',
    sentBack: 'Sent back: it did not fit.',
    never: 'It was not come to.',
  },
  stop: {
    length: 'The turn was cut off: it was too long.',
    overflow: 'The conversation no longer fits the model; it begins afresh.',
    declined: 'The model declined to go on.',
  },
  status: { succeeded: 'done', failed: 'failed', running: 'not over' },
  verdict: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  compared: {
    fixed: 'fixed',
    broken: 'broken',
    before: 'failing before and after',
    flaky: 'flaky',
  },
  noTamper: 'Nothing that judges the change was touched.',
  diffOf: ({ files, added, removed, base }) =>
    `${some(files, 'file')}, ${some(added, 'line')} added, ${some(removed, 'line')} removed, onto ${base}`,
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
        return usd === undefined ? 'said: go on' : `said: go on, with ${usd} more`;
      case 'cancel':
        return 'cancelled it';
    }
  },
  reply: (commands) => `Reply with ${commands.join(' or ')}.`,
  toContent: 'To the content',
  openAll: 'Unfold all',
  closeAll: 'Fold all',
  copy: 'Copy',
  copied: 'Copied',
  course: 'When who worked, and how the cost grew; the same stands in the list of every step.',
};
