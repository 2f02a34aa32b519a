import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAsker } from '../../../src/adapters/github/board/ask.js';
import { byId } from '../../../src/adapters/github/board/lists.js';

interface Thing {
  readonly id: string;
}

/** Gives what it is asked for, unless the question is too large or one of them is spoilt. */
function stubborn({ most, spoilt = [] }: { most: number; spoilt?: readonly string[] }) {
  const asked: string[] = [];
  const graphql = async <T>(query: string): Promise<T> => {
    asked.push(query);
    const ids = [...query.matchAll(/"(id-\d+)"/g)].map((found) => found[1] ?? '');
    if (ids.length > most || ids.some((id) => spoilt.includes(id))) {
      throw Object.assign(new Error('a timeout'), { errors: [{ message: 'Something went wrong' }], data: null });
    }
    const data: Record<string, unknown> = {};
    for (const [, alias = '', list = ''] of query.matchAll(/(p\d+): nodes\(ids: \[([^\]]*)\]/g))
      data[alias] = [...list.matchAll(/"(id-\d+)"/g)].map((found) => ({ id: found[1] }));
    return data as T;
  };
  return { asked, graphql };
}

const idsTo = (count: number) => Array.from({ length: count }, (_, n) => `id-${n}`);

async function askFor(ids: readonly string[], by: ReturnType<typeof stubborn>) {
  const taken: string[] = [];
  const gone: string[] = [];
  const parts = byId<Thing>({
    ids,
    selection: 'id',
    take: ({ id }) => taken.push(id),
    absent: (id, { absent }) => gone.push(`${id}${absent ? ' absent' : ''}`),
  });
  await createAsker(by.graphql, { fragments: {}, clock: { now: () => 0 } }).ask(parts);
  return { taken, gone };
}

describe('a question', () => {
  it('of a few hundred records is one request', async () => {
    const by = stubborn({ most: 1000 });
    expect((await askFor(idsTo(400), by)).taken).toHaveLength(400);
    expect(by.asked).toHaveLength(1);
  });

  it('that is too large is asked in halves until each is answered', async () => {
    const by = stubborn({ most: 30 });
    const { taken, gone } = await askFor(idsTo(100), by);
    expect(taken.sort()).toEqual(idsTo(100).sort());
    expect(gone).toEqual([]);
  });

  it('with one record that cannot be read loses that one only, and never calls it absent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), fc.nat(119), async (count, spoilt) => {
        const ids = idsTo(count);
        const bad = `id-${spoilt % count}`;
        const { taken, gone } = await askFor(ids, stubborn({ most: 1000, spoilt: [bad] }));
        expect(gone).toEqual([bad]);
        expect(taken.sort()).toEqual(ids.filter((id) => id !== bad).sort());
      }),
      { numRuns: 50 },
    );
  });

  it('to somebody who never answers is given up soon, and everything of it is missing', async () => {
    const by = stubborn({ most: -1 });
    const { taken, gone } = await askFor(idsTo(300), by);
    expect([taken.length, gone.length]).toEqual([0, 300]);
    expect(by.asked.length).toBeLessThanOrEqual(12);
  });

  it('that fails by a fault of ours is no silence of GitHub', async () => {
    const graphql = () => Promise.reject(new TypeError('ours'));
    await expect(askFor(['id-1'], { asked: [], graphql })).rejects.toThrow('ours');
  });
});
