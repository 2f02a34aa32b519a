import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { routedStore } from '../../../src/adapters/store/routed.js';

async function opened() {
  const [own, shared] = [memoryStore(), memoryStore()];
  const store = routedStore({ own, shared, isShared: (log) => log.startsWith('runs/fix-') });
  return { own, shared, store };
}

describe('a store over two', () => {
  it('writes each log where its name has it, and nowhere else', async () => {
    const { own, shared, store } = await opened();
    await store.append('runs/fix-1-a', 'f\n', null);
    await store.append('runs/facilitate-here-a', 'l\n', null);
    expect(await shared.list('')).toEqual(['runs/fix-1-a']);
    expect(await own.list('')).toEqual(['runs/facilitate-here-a']);
  });

  it('sees what others wrote to the shared one, and goes on with it', async () => {
    const { shared, store } = await opened();
    const at = await shared.append('runs/fix-1-a', 'theirs\n', null);
    await store.append('runs/fix-1-a', 'ours\n', at);
    expect((await shared.read('runs/fix-1-a'))?.text).toBe('theirs\nours\n');
  });

  it('lists both as one, in order', async () => {
    const { store } = await opened();
    for (const log of ['runs/word-2-a', 'runs/fix-2-a', 'runs/answer-2-a', 'runs/fix-1-a'])
      await store.append(log, 'x\n', null);
    expect(await store.list('runs/')).toEqual(['runs/answer-2-a', 'runs/fix-1-a', 'runs/fix-2-a', 'runs/word-2-a']);
  });

  it('does not know a log that lies where its name does not have it', async () => {
    const { own, shared, store } = await opened();
    await own.append('runs/fix-9-a', 'not here\n', null);
    await shared.append('runs/word-9-a', 'not here\n', null);
    expect(await store.list('runs/')).toEqual([]);
    expect(await store.read('runs/fix-9-a')).toBeNull();
    expect(await store.read('runs/word-9-a')).toBeNull();
  });

  it('removes where it lies', async () => {
    const { own, shared, store } = await opened();
    for (const log of ['runs/fix-1-a', 'runs/word-1-a']) {
      await store.append(log, 'x\n', null);
      await store.remove(log);
    }
    expect([...(await own.list('')), ...(await shared.list(''))]).toEqual([]);
  });
});
