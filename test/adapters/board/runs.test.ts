import { describe, expect, it } from '@jest/globals';
import { add, nothing } from '../../../src/core/journal.js';
import { type Around, openField } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const NOW = Date.parse('2026-11-18T12:00:00Z');

const file = 'log.jsonl';

async function begin({ refs }: Around, run: string, issue: number): Promise<void> {
  const [workflow = ''] = run.split('-');
  const entry = { kind: 'begin', format: 1, run, workflow, story: 1, issue, input: null, at: NOW, by: 'crew' } as const;
  await refs.write(`crew/runs/${run}`, { file, text: add(nothing, entry).line, at: null, message: 'run' });
}

const open = () =>
  openField({ issues: [1, 2, 3].map((number) => ({ number, title: `Issue ${number}`, createdAt: AT })) });

describe('of crew itself', () => {
  it('runs of open issues are read from their journals', async () => {
    const around = await open();
    await begin(around, 'fix-1-0123456789', 1);
    await begin(around, 'fix-9-0123456789', 9);
    const { runs, missing } = (await around.look()).board;
    expect(missing).toEqual([]);
    expect(runs).toMatchObject([{ run: 'fix-1-0123456789', workflow: 'fix', issue: 'acme/app#1', status: 'running' }]);
  });

  it('a run whose journal is not there is said', async () => {
    const around = await open();
    await around.refs.write('crew/runs/fix-2-0123456789', { file: 'other', text: '', at: null, message: 'x' });
    const { runs, missing } = (await around.look()).board;
    expect(runs).toEqual([]);
    expect(missing.map(({ what }) => what)).toEqual(['the run fix-2-0123456789']);
  });
});
