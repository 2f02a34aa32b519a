import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { getInLine, leaveLine, waiting } from '../../src/core/turn.js';

const held = { holder: 'one', run: 'fix-1', text: 'a', fencing: 1, until: 1 };
const KEY = 'issue-1';

describe('whose turn it is', () => {
  it('is that of the first with another text; fifty others at once hear so from one of them', async () => {
    const store = memoryStore();
    const names = Array.from({ length: 50 }, (_, n) => `fix-${n + 2}`);
    const turns = await Promise.all(names.map((run) => getInLine(store, KEY, { held, run, text: `as ${run}` })));
    expect(turns.filter(({ is }) => is === 'waits')).toHaveLength(1);
    expect(turns.filter((turn) => turn.is === 'refused' && turn.tells)).toHaveLength(1);
    expect(turns.filter((turn) => turn.is === 'refused' && !turn.tells)).toHaveLength(48);
  });

  it('is told by the same one again when it is run again, and by a new one once the line has moved', async () => {
    const store = memoryStore();
    await getInLine(store, KEY, { held, run: 'fix-2', text: 'b' });
    const third = () => getInLine(store, KEY, { held, run: 'fix-3', text: 'c' });
    expect(await third()).toMatchObject({ is: 'refused', tells: true });
    expect(await third()).toMatchObject({ is: 'refused', tells: true });
    expect(await getInLine(store, KEY, { held, run: 'fix-4', text: 'd' })).toMatchObject({ tells: false });
    expect(await waiting(store, KEY)).toBe('fix-2');
    await leaveLine(store, KEY, 'fix-2');
    expect(await getInLine(store, KEY, { held, run: 'fix-5', text: 'e' })).toEqual({ is: 'waits', behind: 'fix-1' });
    expect(await getInLine(store, KEY, { held, run: 'fix-6', text: 'f' })).toMatchObject({ tells: true });
  });

  it('is shared by whoever asks the same, though that it is taken was said already', async () => {
    const store = memoryStore();
    await getInLine(store, KEY, { held, run: 'fix-2', text: 'b' });
    await getInLine(store, KEY, { held, run: 'fix-3', text: 'c' });
    expect(await getInLine(store, KEY, { held, run: 'fix-4', text: 'b' })).toEqual({ is: 'joins', run: 'fix-2' });
    expect(await getInLine(store, KEY, { held, run: 'fix-5', text: 'a' })).toEqual({ is: 'joins', run: 'fix-1' });
  });
});
