// A tree that somebody else is at, or walls that are missing, end no run that was at work before.
import { describe, expect, it } from '@jest/globals';
import type { Crew } from '../../../src/core/crew.js';
import { UserError } from '../../../src/errors.js';
import { answer, call, edit, sumBench, TASK, turn } from './at-work.js';

const inUse = (crew: Crew): Crew => ({
  ...crew,
  workshop: () =>
    Promise.reject(new UserError({ expected: 'nobody else', found: 'crew', remedy: 'Wait.', ends: 'refused' })),
});

describe('a fix that cannot have its tree', () => {
  it('is refused at its beginning, where nothing is lost by that', async () => {
    const bench = await sumBench([turn(answer())]);
    const { outcome } = await bench.ask(['fix', TASK], { crew: inUse });
    expect(outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('Wait.') });
    expect(bench.model.requests).toEqual([]);
  });

  it('can be gone on with later, where it was at work before', async () => {
    const asks = turn(call('ask-person', { question: 'Which sign?' }));
    const bench = await sumBench([asks, turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    const { run, outcome } = await bench.ask(['fix', TASK]);
    const id = outcome.awaits?.id ?? '';
    await bench.ask(['answer', id, 'plus'], { run, crew: inUse });
    expect((await bench.view(run)).status).toBe('infra_error');
    await bench.ask(['continue'], { run });
    expect((await bench.view(run)).status).toBe('succeeded');
    expect(bench.read('add.js')).toContain('a + b');
  });
});
