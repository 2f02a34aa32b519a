import { describe, expect, it } from '@jest/globals';
import type { Awaits, OutcomeName, RunRecord, SignalInput } from '../../src/ports/run.js';
import {
  decideSignal,
  decideStart,
  MAX_WAITING,
  type SignalRequest,
  type StartedJob,
  type StartRequest,
} from '../../src/runs/decide.js';
import { endOf } from '../../src/runs/launch.js';
import { AWAIT_LIMIT_MS, iso } from '../../src/runs/record.js';
import { START } from '../build/clock.js';
import { recordOf, subjectOf } from '../build/records.js';

const run = (n: number) => `fix-12-000000000${n}`;

/** A run whose text is its own. */
const working = (n: number, of: Partial<RunRecord> = {}): RunRecord => {
  const plain = recordOf();
  return recordOf({ run: run(n), request: { ...plain.request, text: `fix ${n}` }, ...of });
};
const ended = (n: number, name: OutcomeName, awaits?: Awaits, at = START): RunRecord =>
  working(n, { end: endOf({ name, awaits }, at) });

const published = (n: number, name: OutcomeName): RunRecord =>
  working(n, { end: endOf({ name, result: { sha: 'a'.repeat(40), pull: 40 } }, START) });

const QUESTION: Awaits = { id: 'q-1', kind: 'question', question: 'Which one?' };
const asking = (kind: Awaits['kind'], id = 'q-1'): Awaits => ({ ...QUESTION, id, kind });

const NEW: StartRequest = { run: run(9), exclusive: true, text: 'fix 9', now: START, isTyped: false };

describe('a command that starts a run', () => {
  const longAgo = START - AWAIT_LIMIT_MS - 1;
  it.each<[string, readonly RunRecord[], Partial<StartRequest>, object]>([
    ['starts where nothing is recorded', [], {}, { is: 'start' }],
    ['was delivered before', [working(9)], {}, { is: 'known' }],
    ['was delivered before, and has ended', [ended(9, 'done')], {}, { is: 'known' }],
    ['starts at a terminal, whatever else is recorded', [working(1)], { isTyped: true }, { is: 'start' }],
    ['joins the run of the same text', [working(1)], { text: 'fix 1' }, { is: 'join', run: run(1) }],
    ['starts where the same text has ended', [ended(1, 'done')], { text: 'fix 1' }, { is: 'start' }],
    ['reads, and so waits for nothing', [working(1)], { exclusive: false }, { is: 'start' }],
    ['starts beside one that only reads', [working(1, { exclusive: false })], {}, { is: 'start' }],
    ['waits for a run that works', [working(1)], {}, { is: 'wait', waitsFor: run(1) }],
    ['starts where all others have ended', [ended(1, 'stuck'), ended(2, 'cancelled')], {}, { is: 'start' }],
    [
      'is refused while a run awaits a person',
      [ended(1, 'awaiting', QUESTION)],
      {},
      { is: 'refuse', why: 'awaiting', run: run(1) },
    ],
    [
      'is refused, and does not join, where the same text awaits a person',
      [ended(1, 'awaiting', QUESTION)],
      { text: 'fix 1' },
      { is: 'refuse', why: 'awaiting', run: run(1) },
    ],
    ['starts where the answer was awaited in vain', [ended(1, 'awaiting', QUESTION, longAgo)], {}, { is: 'start' }],
    ['is the last that may wait', [1, 2, 3].map((n) => working(n)), {}, { is: 'wait', waitsFor: run(1) }],
    [
      'is refused where too many wait',
      [1, 2, 3, 4].map((n) => working(n)),
      {},
      { is: 'refuse', why: 'queue-full', run: run(1) },
    ],
  ])('%s', (_, runs, asked, decided) => {
    expect(decideStart(subjectOf(...runs), { ...NEW, ...asked })).toEqual(decided);
  });

  it('lets three runs wait for a subject', () => {
    expect(MAX_WAITING).toBe(3);
  });
});

const say = (
  input: SignalInput,
  of: { named?: string; jobs?: StartedJob; isInterrupted?: boolean; key?: string } = {},
): SignalRequest => ({
  ...{ input, key: of.key ?? 'comment-7/0', by: { login: 'maya' }, at: iso(START), requestedRun: of.named, now: START },
  startedJob: () => of.jobs ?? 'none',
  isInterrupted: () => of.isInterrupted ?? false,
});

describe('a signal', () => {
  const answer: SignalInput = { is: 'answer', text: 'This one.' };
  const cancel: SignalInput = { is: 'cancel' };
  const goOn: SignalInput = { is: 'continue', addUsd: 2 };
  const signalReply = ended(1, 'done', undefined);
  it.each<[string, readonly RunRecord[], SignalRequest, object]>([
    ['means no run where there is none', [], say(answer), { is: 'refuse', why: 'no-run' }],
    [
      'means no run where the gate refused the only one',
      [ended(1, 'refused')].map((each) => ({ ...each, order: undefined })),
      say(goOn),
      { is: 'refuse', why: 'no-run', run: undefined },
    ],
    [
      'names a run that there is not',
      [working(1)],
      say(cancel, { named: 'fix-12-fffffffff0' }),
      { is: 'refuse', why: 'no-run', run: 'fix-12-fffffffff0' },
    ],
    [
      'answers, is bound to the question, and the run goes on',
      [ended(1, 'awaiting', QUESTION)],
      say(answer),
      { is: 'signal', run: run(1), resumes: true, signal: { is: 'answer', id: 'q-1', text: 'This one.' } },
    ],
    [
      'answers another question than is open',
      [ended(1, 'awaiting', QUESTION)],
      say({ ...answer, id: 'q-2' } as SignalInput),
      { is: 'refuse', why: 'does-not-fit', run: run(1), status: 'awaiting' },
    ],
    [
      'approves an id that nothing here waits for',
      [ended(1, 'awaiting', asking('approval')), ended(2, 'done')],
      say({ is: 'approve', ids: ['p-000000'] }),
      { is: 'refuse', why: 'does-not-fit', unknownId: 'p-000000' },
    ],
    [
      'approves a question, which needs an answer',
      [ended(1, 'awaiting', QUESTION)],
      say({ is: 'approve', ids: ['q-1'] }),
      { is: 'refuse', why: 'does-not-fit', run: run(1), unknownId: undefined },
    ],
    [
      'approves what was approved before',
      [
        working(1, {
          signals: [{ is: 'approve', ids: ['q-1'], key: 'k', by: { login: 'sam' }, at: iso(START) }],
        }),
      ],
      say({ is: 'approve', ids: ['q-1'] }),
      { is: 'refuse', why: 'already-answered', run: run(1) },
    ],
    [
      'answers a question that was answered',
      [working(1, { signals: [{ ...answer, id: 'q-1', key: 'k', by: { login: 'sam' }, at: iso(START) } as never] })],
      say({ ...answer, id: 'q-1' } as SignalInput),
      { is: 'refuse', why: 'already-answered', run: run(1) },
    ],
    [
      'answers a run that does not ask',
      [working(1)],
      say(answer),
      { is: 'refuse', why: 'does-not-fit', run: run(1), status: 'running' },
    ],
    [
      'approves what is asked for',
      [ended(1, 'awaiting', asking('approval'))],
      say({ is: 'approve', ids: ['q-1'] }),
      { is: 'signal', run: run(1), resumes: true },
    ],
    [
      'rejects without an id, and is bound to what is open',
      [ended(1, 'awaiting', asking('pause'))],
      say({ is: 'reject', why: 'No.' }),
      { is: 'signal', run: run(1), resumes: true, signal: { is: 'reject', ids: ['q-1'] } },
    ],
    [
      'selects one of the choices',
      [ended(1, 'awaiting', asking('selection'))],
      say({ is: 'select', choice: 'B' }),
      { is: 'signal', run: run(1), resumes: true },
    ],
    [
      'is known when it was delivered before',
      [
        working(1, {
          signals: [{ is: 'continue', key: 'comment-7/0', by: { login: 'maya' }, at: iso(START) }],
        }),
      ],
      say(goOn),
      { is: 'known', run: run(1) },
    ],
    ['continues what ran out of money', [ended(1, 'awaiting', asking('budget'))], say(goOn), { resumes: true }],
    ['continues what was cancelled', [ended(1, 'cancelled')], say(goOn), { is: 'signal', resumes: true }],
    ['adds to the budget of a run that works', [working(1)], say(goOn), { is: 'signal', resumes: false }],
    [
      'continues a run whose process was killed',
      [working(1, { process: 'host:1:1' })],
      say(goOn, { isInterrupted: true }),
      { is: 'signal', resumes: true },
    ],
    [
      'does not continue an older run than the newest that changes something',
      [ended(1, 'partial'), ended(2, 'done')],
      say(goOn),
      { is: 'refuse', why: 'does-not-fit', run: run(2), status: 'succeeded' },
    ],
    [
      'continues an older run that is named',
      [ended(1, 'partial'), ended(2, 'done')],
      say(goOn, { named: run(1) }),
      { is: 'signal', run: run(1), resumes: true },
    ],
    [
      'means the open run, not an ended one that it fits as well',
      [ended(1, 'awaiting', asking('pause')), ended(2, 'cancelled', undefined)].map((each, n) =>
        n === 1 ? { ...each, exclusive: false } : each,
      ),
      say(goOn),
      { is: 'signal', run: run(1) },
    ],
    ['cancels what has not started', [working(1)], say(cancel), { is: 'end', run: run(1), was: 'unstarted' }],
    [
      'cancels what an ended Actions run left',
      [working(1)],
      say(cancel, { jobs: 'ended' }),
      { is: 'end', run: run(1), was: 'ended' },
    ],
    ...(['none', 'work', 'ended'] as const).map((jobs): [string, RunRecord[], SignalRequest, object] => [
      `is too late once publish has claimed the run, where the started jobs were read before: ${jobs}`,
      [working(1, { publishing: { id: 77, attempt: 1 } })],
      say(cancel, { jobs }),
      { is: 'refuse', why: 'too-late', run: run(1) },
    ]),
    ['cancels what works', [working(1)], say(cancel, { jobs: 'work' }), { is: 'signal', run: run(1), resumes: false }],
    [
      'is too late to cancel what is published',
      [working(1)],
      say(cancel, { jobs: 'publish' }),
      { is: 'refuse', why: 'too-late', run: run(1), status: 'running' },
    ],
    [
      'cancels what awaits a person',
      [ended(1, 'awaiting', QUESTION)],
      say(cancel),
      { is: 'end', run: run(1), was: 'awaiting' },
    ],
    ['cancels the further rounds of what was done', [signalReply], say(cancel), { is: 'stop-follow-ups', run: run(1) }],
    [
      'cancels the further rounds of what was published in part',
      [published(1, 'partial')],
      say(cancel),
      { is: 'stop-follow-ups', run: run(1) },
    ],
    [
      'cancels the further rounds of the published commit, not of a later dry run',
      [published(1, 'done'), ended(2, 'planned')],
      say(cancel),
      { is: 'stop-follow-ups', run: run(1) },
    ],
    [
      'has no further rounds to cancel where a part was done and not published',
      [ended(1, 'partial')],
      say(cancel),
      { is: 'refuse', why: 'does-not-fit', run: run(1), status: 'partial' },
    ],
    [
      'has nothing to cancel',
      [ended(1, 'stuck')],
      say(cancel),
      { is: 'refuse', why: 'does-not-fit', run: run(1), status: 'stuck' },
    ],
  ])('%s', (_, runs, said, decided) => {
    expect(decideSignal(subjectOf(...runs), said)).toMatchObject(decided);
  });

  it('is recorded with who said it, when, and by which event', () => {
    const decided = decideSignal(subjectOf(working(1)), say(goOn));
    expect(decided).toEqual({
      ...{ is: 'signal', run: run(1), resumes: false },
      signal: { is: 'continue', addUsd: 2, key: 'comment-7/0', by: { login: 'maya' }, at: iso(START) },
    });
  });
});
