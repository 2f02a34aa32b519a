import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Event } from '../../src/ports/event.js';
import type { OutcomeName } from '../../src/ports/run.js';
import type { WorkResult } from '../../src/ports/workflow.js';
import { endOf } from '../../src/runs/launch.js';
import { exitOf, outcomes } from '../../src/runs/outcome.js';
import {
  AWAIT_LIMIT_MS,
  emptyRecord,
  firstRoundOf,
  issueInRunId,
  issueOf,
  parseRecord,
  RUN_ID,
  recordText,
  repoOf,
  roundId,
  runIdFor,
  statusOf,
  sumOf,
  withRun,
} from '../../src/runs/record.js';
import { digestOfBytes, type Flaw, maxBytes, readResult, writeResult } from '../../src/runs/work-result.js';
import { START } from '../build/clock.js';
import { commentBy, recordOf, subjectOf } from '../build/records.js';

const typed: Event = { kind: 'typed', key: 't', repo: undefined, issue: undefined, words: ['help'] };
const schedule: Event = { kind: 'scheduled', key: 'schedule-1', repo: 'ann/shop', command: 'facilitate' };

describe('the name of a run', () => {
  it('is the same for the same event, however often it is delivered', () => {
    expect(runIdFor('fix', structuredClone(commentBy()), 'fix')).toBe(runIdFor('fix', commentBy(), 'fix'));
  });

  it('differs with workflow, event, issue and text', () => {
    const names = [
      runIdFor('fix', commentBy(), 'fix'),
      runIdFor('ask', commentBy(), 'fix'),
      runIdFor('fix', commentBy('maya', { key: 'issue_comment-346' }), 'fix'),
      runIdFor('fix', commentBy('maya', { issue: 8 }), 'fix'),
      runIdFor('fix', commentBy(), 'fix something else'),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(RUN_ID);
  });

  it('holds workflow and issue, and its rounds the run that was asked for', () => {
    const name = runIdFor('fix', commentBy(), 'fix');
    expect([issueInRunId(name), issueInRunId(runIdFor('fix', typed, 'fix'))]).toEqual([12, undefined]);
    expect(roundId(roundId(name, 2), 3)).toBe(`${name}.r3`);
    expect(firstRoundOf(`${name}.r3`)).toBe(name);
    expect(`${name}.r3`).toMatch(RUN_ID);
  });

  it('of a plan is its own, and a name that an earlier version gave it is still one', () => {
    const plan = runIdFor('plan', commentBy(), '/crew plan');
    expect([plan, 'fix-12-0123456789']).toEqual([expect.stringMatching(/^plan-12-/), expect.stringMatching(RUN_ID)]);
    expect([plan.match(RUN_ID)?.[0], issueInRunId(plan)]).toEqual([plan, 12]);
  });

  it.each([
    'fix-12-012345678',
    'fix-012-0123456789',
    '../fix-12-0123456789',
    'fix-12-0123456789.r0',
    'fix-12-0123456789\n',
  ])('is none: %j', (name) => {
    expect(RUN_ID.test(name)).toBe(false);
  });

  it.each([
    [commentBy(), 12, 'ann/shop'],
    [schedule, undefined, 'ann/shop'],
    [{ ...typed, issue: 9 }, 9, undefined],
  ] as const)('is about the issue and repository of %j', (event, issue, repo) => {
    expect([issueOf(event), repoOf(event)]).toEqual([issue, repo]);
  });
});

describe('the record of a subject', () => {
  it('is read back as it was written', () => {
    const record = subjectOf(recordOf({ end: endOf({ name: 'done', says: 'Done.' }, START) }), recordOf({ run: 'b' }));
    expect(parseRecord('issue-12', recordText(record))).toEqual(record);
    expect(parseRecord('issue-12', recordText(emptyRecord('issue-12'))).runs).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['another format', recordText(subjectOf(recordOf())).replace('"format": 1', '"format": 2')],
    ['another subject', recordText({ ...subjectOf(recordOf()), subject: 'issue-13' })],
    ['an outcome that there is not', recordText(subjectOf(recordOf({ end: endOf({ name: 'won' as 'done' }, START) })))],
    ['a run without a request', recordText(subjectOf(recordOf())).replace('"request"', '"requested"')],
  ])('is refused by name: %s', (_, text) => {
    expect(() => parseRecord('issue-12', text)).toThrow(/issue-12/);
  });

  it('is refused, and never guessed at, whatever text stands there instead', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseRecord('issue-12', text)).toThrow(/issue-12/);
      }),
    );
  });

  it('keeps its other runs as they were when one is changed or added', () => {
    const record = subjectOf(recordOf({ run: 'a' }), recordOf({ run: 'b' }));
    const changed = withRun(record, recordOf({ run: 'a', stopFollowUps: true }));
    expect(changed.runs.map(({ run, stopFollowUps }) => [run, stopFollowUps])).toEqual([
      ['a', true],
      ['b', undefined],
    ]);
    expect(withRun(record, recordOf({ run: 'c' })).runs.map(({ run }) => run)).toEqual(['a', 'b', 'c']);
  });
});

describe('the status of a run', () => {
  it('is running without an ending, and else the one of its outcome', () => {
    expect(statusOf(recordOf(), START)).toBe('running');
    for (const name of Object.keys(outcomes) as OutcomeName[])
      expect(statusOf(recordOf({ end: endOf({ name }, START) }), START)).toBe(outcomes[name].status);
  });

  it('is cancelled when a person was awaited for 14 days', () => {
    const record = recordOf({ end: endOf({ name: 'awaiting' }, START) });
    expect(statusOf(record, START + AWAIT_LIMIT_MS)).toBe('awaiting');
    expect(statusOf(record, START + AWAIT_LIMIT_MS + 1)).toBe('cancelled');
    expect(AWAIT_LIMIT_MS).toBe(14 * 86_400_000);
  });
});

describe('an outcome', () => {
  it.each<[OutcomeName, string, number, string]>([
    ['done', 'succeeded', 0, 'success'],
    ['planned', 'succeeded', 0, 'neutral'],
    ['awaiting', 'awaiting', 0, 'neutral'],
    ['partial', 'partial', 3, 'neutral'],
    ['stuck', 'stuck', 3, 'failure'],
    ['failed', 'failed', 3, 'failure'],
    ['escalated', 'escalated', 3, 'failure'],
    ['refused', 'refused', 4, 'neutral'],
    ['cancelled', 'cancelled', 130, 'cancelled'],
    ['infra_error', 'infra_error', 1, 'neutral'],
    ['error', 'error', 1, 'neutral'],
  ])('%s is %s, exit %i, conclusion %s', (name, status, exit, conclusion) => {
    expect(outcomes[name]).toEqual({ status, exit, conclusion });
  });

  it('of several commands exits by the first that is not 0', () => {
    expect(exitOf([])).toBe(0);
    expect(exitOf([{ name: 'done' }, { name: 'refused' }, { name: 'stuck' }])).toBe(4);
  });
});

describe('what steps cost', () => {
  it('is the sum of those that cost something', () => {
    const spent = { usd: 1, tokens: { in: 1, out: 2, cacheRead: 3, cacheWrite: 4 } };
    expect(sumOf([spent, undefined, spent])).toEqual({
      usd: 2,
      tokens: { in: 2, out: 4, cacheRead: 6, cacheWrite: 8 },
    });
  });
});

const RUN = 'fix-12-0123456789';
const TEXT = 'diff --git a/a.js b/a.js\n';
const SPENT = { usd: 0.5, tokens: { in: 1, out: 2, cacheRead: 3, cacheWrite: 4 } };
const RESULT: WorkResult = {
  outcome: { name: 'done', says: 'Done.', result: { fixed: ['adds'] } },
  diff: { base: 'b'.repeat(40), sha256: digestOfBytes(TEXT), files: ['a.js'], text: TEXT },
  spent: SPENT,
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, of: { run?: string; workflow?: string; digest?: string } = {}) =>
  readResult(bytesOf(text), { run: RUN, workflow: 'fix', digest: undefined, ...of });

type Json = { [key: string]: Json } & Json[];
const forged = (change: (document: Json) => void): string => {
  const document = JSON.parse(writeResult(RUN, RESULT)) as Json;
  change(document);
  return JSON.stringify(document);
};

describe('a work result', () => {
  it('is read as it was written', () => {
    const text = writeResult(RUN, RESULT);
    expect(read(text, { digest: digestOfBytes(text) })).toEqual({ result: RESULT });
  });

  it('of any outcome, text and cost is read as it was written', () => {
    const count = fc.double({ min: 0, max: 1e12, noNaN: true }).map((each) => each + 0);
    const tokens = fc.record({ in: count, out: count, cacheRead: count, cacheWrite: count });
    const name = fc.constantFrom(...(Object.keys(outcomes) as OutcomeName[]));
    const any = fc.record({
      name,
      says: fc.string({ unit: 'grapheme' }),
      text: fc.string({ unit: 'grapheme' }),
      usd: count,
      tokens,
    });
    fc.assert(
      fc.property(any, ({ name: outcome, says, text, usd, tokens: all }) => {
        const diff = { base: 'a'.repeat(40), sha256: digestOfBytes(text), files: [], text };
        const result: WorkResult = { outcome: { name: outcome, says }, diff, spent: { usd, tokens: all } };
        expect(read(writeResult(RUN, result))).toEqual({ result });
      }),
    );
  });

  it('does not carry what a work job may not decide', () => {
    const followUp = { why: 'ci', order: {} } as const;
    const result = { ...RESULT, outcome: { ...RESULT.outcome, followUp, shows: 'x' } };
    expect(read(writeResult(RUN, result))).toEqual({ result: RESULT });
  });

  it.each<[string, (document: Json) => void]>([
    ['a further field', (all) => Object.assign(all, { verified: true })],
    ['a further round', (all) => Object.assign(all.outcome ?? {}, { followUp: { why: 'ci', order: {} } })],
    ['an outcome that there is not', (all) => Object.assign(all.outcome ?? {}, { name: 'published' })],
    ['a negative cost', (all) => Object.assign(all.spent ?? {}, { usd: -1 })],
    ['a cost beyond any', (all) => Object.assign(all.spent ?? {}, { usd: 1e13 })],
    ['tokens that are missing', (all) => Object.assign(all.spent ?? {}, { tokens: {} })],
    ['a base that is no commit', (all) => Object.assign(all.diff ?? {}, { base: 'main' })],
    ['a digest that is none', (all) => Object.assign(all.diff ?? {}, { sha256: '../../x' })],
    ['files that are no list', (all) => Object.assign(all.diff ?? {}, { files: 'a.js' })],
    ['more files than a change may have', (all) => Object.assign(all.diff ?? {}, { files: Array(3001).fill('a') })],
    ['words without end', (all) => Object.assign(all.outcome ?? {}, { says: 'x'.repeat(200_001) })],
    [
      'a question with a command in its id',
      (all) => Object.assign(all.outcome ?? {}, { awaits: { id: 'q-1 --all', kind: 'question', question: '?' } }),
    ],
    [
      'a question of another kind',
      (all) => Object.assign(all.outcome ?? {}, { awaits: { id: 'q-1', kind: 'token', question: '?' } }),
    ],
    ['another format', (all) => Object.assign(all, { format: 2 })],
  ])('is unreadable with %s', (_, change) => {
    expect(read(forged(change))).toEqual({ flaw: 'unreadable' });
  });

  it.each<[Flaw, () => ReturnType<typeof readResult>]>([
    ['missing', () => readResult(null, { run: RUN, workflow: 'fix', digest: undefined })],
    ['another-digest', () => read(writeResult(RUN, RESULT), { digest: 'f'.repeat(64) })],
    ['another-run', () => read(writeResult('fix-13-0123456789', RESULT))],
    ['another-diff', () => read(forged((all) => Object.assign(all.diff ?? {}, { text: 'rm -rf /' })))],
    ['unreadable', () => read('{')],
    ['unreadable', () => readResult(Uint8Array.of(0x22, 0xff, 0x22), { run: RUN, workflow: 'fix', digest: '' })],
    ['too-large', () => read(' '.repeat(maxBytes('fix') + 1))],
    ['too-large', () => read(' '.repeat(maxBytes('build') + 1), { workflow: 'build' })],
  ])('is %s', (flaw, reads) => {
    expect(reads()).toEqual({ flaw });
  });

  it('may be larger where several commits are published', () => {
    expect([maxBytes('fix'), maxBytes('build'), maxBytes('task')]).toEqual([5_000_000, 20_000_000, 20_000_000]);
  });

  it('is never taken from bytes that say something else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readResult(bytes, { run: RUN, workflow: 'fix', digest: undefined })).toEqual({ flaw: 'unreadable' });
      }),
    );
  });
});
