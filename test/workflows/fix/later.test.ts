// A tree that another process has ends no run that had work in it before.
import { describe, expect, it } from '@jest/globals';
import { answer, call, edit, sumBench, TASK, turn } from './at-work.js';

describe('a fix that cannot have its tree', () => {
  it('is refused at its beginning, where nothing is lost by that', async () => {
    const bench = await sumBench([turn(answer())]);
    const { outcome } = await bench.ask(['fix', TASK], { isInUse: true });
    expect(outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('Wait.') });
    expect(bench.model.requests).toEqual([]);
  });

  it('can be continued later, where it had work in it before', async () => {
    const asks = turn(call('ask-person', { question: 'Which sign?' }));
    const bench = await sumBench([asks, turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    const { run, outcome } = await bench.ask(['fix', TASK]);
    const id = outcome.awaits?.id ?? '';
    await bench.ask(['answer', id, 'plus'], { run, isInUse: true });
    expect((await bench.view(run)).status).toBe('infra_error');
    await bench.ask(['continue'], { run });
    expect((await bench.view(run)).status).toBe('succeeded');
    expect(bench.read('add.js')).toContain('a + b');
  });
});
