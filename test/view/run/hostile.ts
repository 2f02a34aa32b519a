// A run in which every word that somebody else chooses is theirs.
import type { RunHistory } from '../../../src/ports/run.js';
import { type Entry, historyOf } from './journal-of.js';
import { check, verification } from './proofs.js';

const SPENT = { usd: 0.01, tokens: { in: 10, out: 20, cacheRead: 30, cacheWrite: 40 } };

const step = (name: string, value: unknown, spent?: typeof SPENT): Entry => ({
  ...{ kind: 'step', name, began: 0, value },
  ...(spent ? { spent } : {}),
});

/** As an answer to the question `q-1`, so that both ends of a run are seen. */
export interface Ends {
  readonly awaiting: boolean;
}

/** The run, and how it ended. Their words are long, so that every place shows the same pieces whatever they are. */
export function hostileRun(words: string, { awaiting }: Ends = { awaiting: false }): RunHistory {
  const theirs = `${'very '.repeat(40)}\n${words}`;
  // A name is one word.
  const who = `w${words.replace(/\s+/g, '')}`;
  const call = (id: string, tool: string, input: unknown) => ({ kind: 'call', id, tool, input });
  const turn = {
    is: 'told',
    notes: [{ name: theirs, text: theirs }],
    turn: {
      blocks: [
        { kind: 'thinking', raw: { thinking: theirs } },
        { kind: 'text', text: theirs },
        call('a', 'edit', { path: theirs, edits: [{ old: theirs, new: `${theirs}!` }] }),
        call('b', 'write', { path: theirs, content: theirs }),
        call('c', theirs, { [theirs]: theirs, list: [theirs, { [theirs]: theirs }] }),
        call('d', 'shell', theirs),
        call('e', 'answer', { text: theirs }),
      ],
      stop: 'calls',
    },
    spoilt: { d: theirs },
  };
  const word = { key: 'k', by: { login: theirs } };
  const tests = [
    { id: theirs, name: theirs, status: 'failed', message: theirs, at: { file: theirs, line: 1 } },
  ] as const;
  const failed = check({ name: theirs, command: theirs, status: 'FAIL', exit: 1, tests, tail: theirs, log: theirs });
  const awaits = { id: 'q-1', kind: 'question', question: theirs, choices: [theirs, theirs] } as const;
  return historyOf([
    { kind: 'begin', run: 'agent-here-0a1b2c3d4e', workflow: 'agent', repo: theirs, text: `agent ${theirs}` },
    step('allowance 1', { usd: 1 }),
    step(`${who} turn 1`, { is: 'lost', why: theirs }, SPENT),
    step(`${who} turn 1 again 1`, turn, SPENT),
    step(`${who} call 1.1`, { text: theirs }),
    step(`${who} call 1.2`, { text: theirs, failed: true }),
    step(`${who} call 1.3`, { text: theirs, question: { id: 'q-0' } }),
    step(`${who} call 1.3 answered`, { text: theirs }),
    step(`${who} turn 2`, turn, SPENT),
    step(theirs, theirs),
    step('verification loop-1', verification(theirs as 'loop-1', 'FAIL', [failed])),
    step('comparison', { fixed: [theirs], broken: [theirs], before: [theirs], flaky: [theirs] }),
    step('tamper', [{ file: theirs, kind: theirs, line: 1, why: theirs }]),
    step('diff', { base: theirs, sha256: theirs, files: [theirs], text: `diff --git ${theirs}\n+${theirs}\n` }),
    { kind: 'heard', word: { ...word, is: 'answer', text: theirs } },
    { kind: 'heard', word: { ...word, is: 'approve', ids: [theirs], how: theirs } },
    { kind: 'heard', word: { ...word, is: 'reject', category: theirs, why: theirs } },
    awaiting
      ? { kind: 'end', outcome: 'awaiting', says: theirs, awaits }
      : { kind: 'end', outcome: 'stuck', says: theirs },
  ]);
}
