import { describe, expect, it } from '@jest/globals';
import type { ScanRecord } from '../../../src/ports/board.js';
import { Conflict } from '../../../src/ports/errors.js';
import type { RunRecord } from '../../../src/ports/run.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { redactPatterns } from '../../../src/text/redact-secrets.js';
import { recordOf } from '../../build/records.js';
import { openField, REPO } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const record: ScanRecord = { format: 2, at: AT, identities: ['crew[bot]'], texts: {}, issues: {} };

const open = async () => {
  const around = await openField({ issues: [{ number: 1, title: 'One', createdAt: AT }] });
  const { board } = await around.look();
  const to = (at: string | null) => ({ version: at, hidden: [], repositoryId: board.repos[0]?.id ?? '' });
  return { ...around, to };
};

it('the record of a scan is there for the next one, and is replaced without leaving a history', async () => {
  const { records, to, embedded, refs } = await open();
  expect(await records().read()).toEqual({ record: null, version: null, why: null });
  const first = await records().write(record, to(null));
  expect(await records().read()).toEqual({ record, version: first, why: null });
  const second = await records().write({ ...record, quiet: ['acme/app#1'] }, to(first));
  expect(await records().read()).toMatchObject({ record: { quiet: ['acme/app#1'] }, version: second });
  expect(await refs.list('crew/')).toEqual(['crew/board']);
  const commit = await embedded.repository(REPO).commits.read(second);
  expect(commit.parents).toEqual([]);
});

it('nothing is written that looks like a secret', async () => {
  const { records, to } = await open();
  await records((text) => redactPatterns(text).text).write(
    { ...record, texts: { 'acme/app#1': { [SECRET]: AT } } },
    to(null),
  );
  expect(JSON.stringify(await records().read())).not.toContain(SECRET);
});

it('a large record is packed, and read again as it was', async () => {
  const { records, to } = await open();
  const texts = Object.fromEntries(
    Array.from({ length: 9000 }, (_, n) => [`acme/app#${n + 1}`, { 'waits for somebody else entirely': AT }]),
  );
  await records().write({ ...record, texts }, to(null));
  expect((await records().read()).record).toEqual({ ...record, texts });
});

it('a record that another scan replaced in between is refused, not lost', async () => {
  const { records, to } = await open();
  const at = await records().write(record, to(null));
  const newer = await records().write({ ...record, at: '2026-11-11T08:00:00Z' }, to(at));
  await expect(records().write(record, to(at))).rejects.toThrow(Conflict);
  expect((await records().read()).version).toBe(newer);
});

it('what private repositories say has no place in the ref of a public one', async () => {
  const { records, to } = await open();
  const texts = { 'acme/app#1': { 'acme/secret#2': AT }, 'acme/secret#2': { legal: AT } };
  await records().write({ ...record, texts }, { ...to(null), hidden: ['acme/secret'] });
  expect(Object.keys((await records().read()).record?.texts ?? {})).toEqual(['acme/app#1']);
});

it.each([
  ['of another format', '{"format":1}', 'another format'],
  ['that is none', '{"format":2}', 'another format'],
  ['that is torn', '{"format":2,', 'cannot be read'],
])('a record %s is ignored, and that is said', async (_, text, why) => {
  const { refs, records } = await open();
  const at = await refs.commit('crew/board', { files: { 'scan.json': text }, version: null, message: 'x' });
  const read = await records().read();
  expect(read).toMatchObject({ record: null, version: at });
  expect(read.why).toContain(why);
});

describe("crew's own runs", () => {
  const open = () =>
    openField({ issues: [1, 2, 3].map((number) => ({ number, title: `Issue ${number}`, createdAt: AT })) });

  async function openWith(records: Readonly<Record<string, readonly RunRecord[]>>) {
    const around = await open();
    const store = refsRunStore(around.refs, (text) => text);
    for (const [subject, runs] of Object.entries(records))
      await store.update(subject, () => ({ record: { subject, runs }, value: undefined }));
    return around;
  }

  const fix = (issue: number, more: Partial<RunRecord> = {}) =>
    recordOf({ run: `fix-${issue}-0123456789`, workflow: 'fix', issue, startedAt: AT, ...more });

  it('are read from the records of open issues', async () => {
    const end = { outcome: 'failed', at: '2026-11-11T08:00:00Z' } as const;
    const around = await openWith({ 'issue-1': [fix(1)], 'issue-2': [fix(2, { end })], 'issue-9': [fix(9)] });
    const { runs, missing } = (await around.look()).board;
    expect(missing).toEqual([]);
    expect(runs).toMatchObject([
      { run: 'fix-1-0123456789', workflow: 'fix', issue: 'acme/app#1', status: 'running', startedAt: AT },
      { run: 'fix-2-0123456789', workflow: 'fix', issue: 'acme/app#2', status: 'failed', endedAt: end.at },
    ]);
  });

  it('on a pull request of crew belong to its issue', async () => {
    const around = await openWith({ 'issue-1': [fix(40)] });
    expect((await around.look()).board.runs).toMatchObject([{ run: 'fix-40-0123456789', issue: 'acme/app#1' }]);
  });

  it('without a record in their ref are named as missing', async () => {
    const around = await open();
    await around.refs.commit('crew/subjects/issue-2', { files: { other: '' }, version: null, message: 'x' });
    const { runs, missing } = (await around.look()).board;
    expect(runs).toEqual([]);
    expect(missing.map(({ what }) => what)).toEqual(['the run issue-2']);
  });

  it.each([
    ['damaged', '{"format": 1, "subj'],
    ['of another format', '{"format": 99, "subject": "issue-2", "runs": []}'],
  ])('in a record that is %s are named as missing, and the others are read', async (_, text) => {
    const around = await openWith({ 'issue-1': [fix(1)] });
    await around.refs.commit('crew/subjects/issue-2', { files: { 'record.json': text }, version: null, message: 'x' });
    const { runs, missing } = (await around.look()).board;
    expect(runs).toMatchObject([{ run: 'fix-1-0123456789' }]);
    expect(missing).toEqual([{ what: 'the run issue-2', why: expect.stringContaining('the run record of issue-2') }]);
  });
});
