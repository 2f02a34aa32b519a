// What real runs say at their ends, sentence by sentence, held against their own journals.
import { describe, expect, it } from '@jest/globals';
import type { AskingRun } from '../../../src/text/lang/agent/asks.js';
import type { SummaryWords } from '../../../src/workflows/fix/rules/records.js';
import {
  type Asked,
  answer,
  type Bench,
  benchOf,
  call,
  edit,
  repositoryOf,
  sumBench,
  TASK,
  turn,
  wrongSum,
} from './at-work.js';
import { asksOf, recordsIn } from './records-in.js';
import { unknownClaims } from './unknown-claims.js';

const BOAST = 'All tests pass, I verified it and pushed it to main.';
const WORDS = { what: `The operator. ${BOAST}`, why: `It took the second number away. ${BOAST}` };
const EDIT = edit('add.js', 'a - b', 'a + b');

interface Ended extends Asked {
  /** Where it is another task than the usual one. */
  readonly task?: string;
  readonly bench: Bench;
  readonly words?: SummaryWords;
  readonly asks?: Partial<AskingRun>;
  readonly planRejection?: string;
}

/** Each is a run, to its end. */
const ends: Readonly<Record<string, () => Promise<Ended>>> = {
  done: async () => {
    const bench = await sumBench([turn(EDIT), turn(answer(WORDS))]);
    return { bench, words: WORDS, ...(await bench.ask(['fix', TASK])) };
  },
  planned: async () => {
    const bench = await sumBench([turn(EDIT), turn(answer(WORDS))]);
    return { bench, words: WORDS, ...(await bench.ask(['fix', '--dry-run', TASK])) };
  },
  'stuck, with a verification that failed': async () => {
    const guess = ['The sign is turned twice.', BOAST];
    const bench = await sumBench([
      turn(edit('add.js', 'a - b', 'a * b')),
      turn(answer(WORDS)),
      turn(answer({ ...WORDS, result: 'cannot', hypotheses: guess })),
    ]);
    return { bench, words: { ...WORDS, hypotheses: guess }, ...(await bench.ask(['fix', TASK])) };
  },
  partial: async () => {
    const tokens = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };
    const usage = { ...tokens, cache_creation_input_tokens: 4_000_000 };
    const bench = await sumBench([{ ...turn(EDIT), usage }, turn(answer(WORDS))]);
    return { bench, ...(await bench.ask(['fix', '--budget', '1', TASK])) };
  },
  cancelled: async () => {
    const stop = new AbortController();
    const bench = await sumBench([turn(EDIT), turn(answer(WORDS))]);
    const show = (seen: { kind: string }) => {
      if (seen.kind === 'call ended') stop.abort();
    };
    return { bench, ...(await bench.ask(['fix', TASK], { stop: stop.signal, show })) };
  },
  'awaiting an answer': async () => {
    const question = `Which one? ${BOAST}`;
    const bench = await sumBench([
      turn(EDIT),
      turn(call('ask-person', { question, choices: ['**Succeeded.**', 'b'] })),
    ]);
    return { bench, ...(await bench.ask(['fix', TASK])) };
  },
  'awaiting money': async () => {
    const tokens = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };
    const usage = { ...tokens, cache_creation_input_tokens: 4_000_000 };
    const bench = await sumBench([{ ...turn(call('read', { path: 'add.js' })), usage }]);
    return { bench, asks: { own: true }, ...(await bench.ask(['fix', '--budget', '1', TASK])) };
  },
  'so already': async () => {
    const file = 'test/more.test.js';
    const content = `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.js';
test('takes away', () => assert.equal(add(3, 1), 2));\n`;
    const shown = { result: 'already-so', shownBy: [{ file, test: 'takes away' }] };
    const bench = await sumBench([turn(call('write', { path: file, content })), turn(answer({ ...WORDS, ...shown }))]);
    const task = 'add(3, 1) in add.js should give 2';
    return { bench, words: WORDS, task, ...(await bench.ask(['fix', task])) };
  },
  'rejected, by its plan': async () => {
    const cites = [{ file: 'add.js', line: 1 }];
    const plan = { answer: BOAST, findings: [], slices: [{ paths: ['add.js'], why: 'All.', cites }], steps: [BOAST] };
    const scoutA = [turn(call('answer', { ...plan, approach: BOAST }))];
    const bench = await benchOf(await repositoryOf(wrongSum), { editor: [turn(answer())], scoutA });
    const { run, outcome } = await bench.ask(['plan', TASK]);
    const words = ['reject', outcome.awaits?.id ?? '', '**Succeeded.**', 'Leave', 'it.'];
    return { bench, planRejection: '**Succeeded.** Leave it.', ...(await bench.ask(words, { run })) };
  },
};

async function recordsOf(ended: Ended) {
  const { bench, run, task = TASK, words, planRejection, asks } = ended;
  const said = { asked: task, words, planRejection, ...asksOf(ended, asks) };
  return recordsIn(await bench.steps(run), await bench.view(run), said);
}

const outcomeIn = (name: string): string =>
  name === 'so already' ? 'refused' : name.startsWith('rejected') ? 'cancelled' : (/^\w+/.exec(name)?.[0] ?? '');

describe('a page of a real run', () => {
  it.each(Object.keys(ends))('says nothing that its journal does not hold: %s', async (name) => {
    const ended = await (ends[name] as () => Promise<Ended>)();
    const records = await recordsOf(ended);
    expect(ended.outcome.name).toBe(outcomeIn(name));
    expect(unknownClaims(ended.outcome.says ?? '', records)).toEqual([]);
    expect(
      ended.outcome.says
        ?.split('\n')
        .filter((line) => !line.startsWith('>'))
        .join('\n'),
    ).not.toContain(BOAST);
  });

  it('is false where its journal says anything else', async () => {
    const done = await (ends.done as () => Promise<Ended>)();
    const records = await recordsOf(done);
    const { verifications, verifiedDiffs } = records;
    const red = verifications.map((each) => ({ ...each, status: 'FAIL' as const }));
    const others = [
      { ...records, verifications: red },
      { ...records, verifiedDiffs: {} },
      { ...records, reproduction: undefined, comparison: undefined },
    ];
    expect(Object.keys(verifiedDiffs)).toHaveLength(1);
    for (const other of others) expect(unknownClaims(done.outcome.says ?? '', other)).not.toEqual([]);
  });
});
