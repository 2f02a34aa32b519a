import { describe, expect, it } from '@jest/globals';
import type { RunRecord } from '../../../src/ports/run.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { recordOf } from '../../build/records.js';
import { openField } from './around.js';

const AT = '2026-11-10T08:00:00Z';

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

describe("crew's own runs", () => {
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
    await around.refs.commit('crew/subjects/issue-2', { files: { other: '' }, at: null, message: 'x' });
    const { runs, missing } = (await around.look()).board;
    expect(runs).toEqual([]);
    expect(missing.map(({ what }) => what)).toEqual(['the run issue-2']);
  });

  it.each([
    ['damaged', '{"format": 1, "subj'],
    ['of another format', '{"format": 99, "subject": "issue-2", "runs": []}'],
  ])('in a record that is %s are named as missing, and the others are read', async (_, text) => {
    const around = await openWith({ 'issue-1': [fix(1)] });
    await around.refs.commit('crew/subjects/issue-2', { files: { 'record.json': text }, at: null, message: 'x' });
    const { runs, missing } = (await around.look()).board;
    expect(runs).toMatchObject([{ run: 'fix-1-0123456789' }]);
    expect(missing).toEqual([{ what: 'the run issue-2', why: expect.stringContaining('the run record of issue-2') }]);
  });
});
