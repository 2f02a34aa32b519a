// How the scripted model answers the numbered requests of a review.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chooseTurn } from '../../../src/sample/model/choose-turn.js';
import { parseScript } from '../../../src/sample/model/index.js';
import { requestsText } from '../../../src/workflows/fix/rules/requests.js';

const FILE = path.join(import.meta.dirname, '../../../src/sample/model.yml');
const script = parseScript(readFileSync(FILE, 'utf8'), 'model.yml');
const ADD = { from: 'thread', path: 'src/add.js', line: 13 } as const;

interface Answered {
  readonly files: readonly string[];
  readonly edits: string;
  readonly result: unknown;
  readonly answers: readonly { readonly number: number; readonly result: string; readonly text: string }[];
}

/** What the script does about requests, given by their words; with `ADD` they stand beside the changed line. */
function answered(...requests: readonly (string | readonly [typeof ADD, string])[]): Answered {
  const list = requests.map((each, id) => {
    const [place, text] = typeof each === 'string' ? [{ from: 'review' } as const, each] : each;
    return { ...place, id, comments: [{ by: 'maya', text }] };
  });
  const messages = [{ role: 'user', content: requestsText(list) }] as const;
  const conversation = { model: 'claude-sonnet-5-5', system: 'You are the Editor.', messages: [...messages] };
  const first = chooseTurn(script, conversation);
  if (!first.found) throw new Error(first.why);
  const isEdit = first.turn.tools.every(({ name }) => name === 'edit');
  const done = { role: 'assistant', content: 'I take one request after the other.' } as const;
  const last = isEdit
    ? chooseTurn(script, { ...conversation, messages: [...messages, done, { role: 'user', content: 'Edited.' }] })
    : first;
  if (!last.found) throw new Error(last.why);
  const [answer] = last.turn.tools;
  return {
    files: isEdit ? first.turn.tools.map(({ input }) => String(input.path)) : [],
    edits: JSON.stringify(isEdit ? first.turn.tools : []),
    result: answer?.input.result,
    answers: (answer?.input.requests ?? []) as Answered['answers'],
  };
}

describe('a review of the pull request of issue 2', () => {
  it.each([
    ['Add a test for a month of 30 days.', 'test/add.test.js', '2026-06-30'],
    ['Could you add a test for May?', 'test/add.test.js', '2026-06-30'],
    ['5月のテストを追加してください。', 'test/add.test.js', '2026-06-30'],
    ['Please test the end of the year, too.', 'test/add.test.js', '2027-02-28'],
    ['Rename `result` to `target`.', 'src/add.js', 'const target = new Date(date)'],
    ['rename result', 'src/add.js', 'const shifted = new Date(date)'],
    [[ADD, 'Please explain this.'], 'src/add.js', 'Day 0 is the last day'],
  ] as const)('is answered: %j', (request, file, text) => {
    const { files, edits, answers } = answered(request);
    expect(files).toEqual([file]);
    expect(edits).toContain(text);
    expect(answers).toMatchObject([{ number: 1, result: 'done' }]);
  });

  it.each(['What does setUTCDate(0) do?', 'Why 0?', 'What does this line do?'])(
    'is answered without a change if it is a question alone: %j',
    (question) => {
      const { files, result, answers } = answered([ADD, question]);
      expect([files, result]).toEqual([[], 'no-change']);
      expect(answers).toMatchObject([{ number: 1, result: 'no-change' }]);
      expect(answers[0]?.text).toContain('the last day of the month before');
    },
  );

  it.each([
    ['Say in the test name which ticket of our accounting system reported it.'],
    ['Add a test for negative months.'],
    ['Please do not rename `result`.'],
    ['Comment out the tests.'],
    [[ADD, 'Which rounding rule does the accounting department prescribe here?']],
    [[ADD, 'What do our customers in Japan expect, and how do they pay?']],
    [[ADD, 'Explain in the README how leap years work.']],
  ] as const)('is not answered where it only shares a word with a known request: %j', (request) => {
    const { files, answers } = answered(request, 'Rename result.');
    expect(files).toEqual(['src/add.js']);
    expect(answers.map(({ result }) => result)).toEqual(['not-done', 'done']);
  });

  it('is answered request by request, and the script says which ones it does not know', () => {
    const { files, answers } = answered([ADD, 'Why 0?'], 'Port it to Temporal.', 'Add a test for June.');
    expect(files).toEqual(['test/add.test.js']);
    expect(answers.map(({ result }) => result)).toEqual(['no-change', 'not-done', 'done']);
    expect(answers[1]?.text).toContain('I only know three requests');
  });

  it('changes nothing where the script knows no request, and says for each what it knows', () => {
    const { files, result, answers } = answered('Port it to Temporal.', 'Nearly.');
    expect([files, result]).toEqual([[], 'no-change']);
    expect(answers.map((each) => each.result)).toEqual(['not-done', 'not-done']);
    expect(answers[1]?.text).toContain('I only know three requests');
  });
});
