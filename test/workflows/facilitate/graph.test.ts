import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBlockerText } from '../../../src/workflows/facilitate/rules/blocker-text.js';
import { cyclesOf, freedBy, rootsOf, type Waits } from '../../../src/workflows/facilitate/rules/graph.js';

const name = (n: number) => `a/b#${n}`;

/** Some issues, each waiting for some others. */
const graphs: fc.Arbitrary<Waits> = fc
  .array(fc.uniqueArray(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 })
  .map((edges) => new Map(edges.map((to, n) => [name(n), to.map(name)])));

/** Word for word what a root is: reached, not itself, and waiting for nothing. */
function naiveRoots(waits: Waits, issue: string): readonly string[] {
  const seen = new Set([issue]);
  const queue = [issue];
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop())
    for (const to of waits.get(ref) ?? []) {
      if (!seen.has(to)) queue.push(to);
      seen.add(to);
    }
  return [...seen].filter((ref) => ref !== issue && (waits.get(ref) ?? []).length === 0).sort();
}

describe('the graph of blockers', () => {
  it('has the same roots as a search for each issue', () => {
    fc.assert(
      fc.property(graphs, (waits) => {
        const roots = rootsOf(waits);
        for (const issue of waits.keys()) expect([...roots(issue)].sort()).toEqual(naiveRoots(waits, issue));
      }),
    );
  });

  it('has a cycle exactly where an issue waits for itself through others, and each cycle is closed', () => {
    fc.assert(
      fc.property(graphs, (waits) => {
        const { size } = new Set(cyclesOf(waits).flat());
        for (const cycle of cyclesOf(waits))
          for (const [n, ref] of cycle.entries()) expect(waits.get(ref)).toContain(cycle[(n + 1) % cycle.length]);
        const inCircles = [...waits.keys()].filter(
          (ref) => freedBy(waits)(ref).all.includes(ref) || (waits.get(ref) ?? []).includes(ref),
        );
        expect(size > 0).toBe(inCircles.length > 0 || cyclesOf(waits).length > 0);
      }),
    );
  });

  it('handles a chain and a cycle of ten thousand issues', () => {
    const many = 10_000;
    const chain: Waits = new Map(Array.from({ length: many }, (_, n) => [name(n), n + 1 < many ? [name(n + 1)] : []]));
    expect(rootsOf(chain)(name(0))).toEqual([name(many - 1)]);
    const cycle: Waits = new Map(Array.from({ length: many }, (_, n) => [name(n), [name((n + 1) % many)]]));
    const [only, ...others] = cyclesOf(cycle);
    expect(only).toHaveLength(many);
    expect(others).toEqual([]);
    expect(rootsOf(cycle)(name(0))).toEqual([]);
  });
});

const place = { repo: 'ann/shop', host: 'github.com' };
const waits = (body: string) =>
  readBlockerText(body, place).blockers.map((each) => ('ref' in each ? each.ref : each.external));

describe('a blocker in a description', () => {
  it.each([
    ['Blocked by #4', ['ann/shop#4']],
    ['Blocked by #4, this can no longer be done without it', ['ann/shop#4']],
    ['Depends on the new licence', ['the new licence']],
    ['#4 に依存しています', ['ann/shop#4']],
    ['この作業は #4 の完了待ちです', ['ann/shop#4']],
    ['依存: #4。ログインしないと再現しない', ['ann/shop#4']],
  ])('is read from %j', (body, expected) => {
    expect(waits(body)).toEqual(expected);
  });

  it.each([
    'Blocked by #4 no longer',
    'この実装は React に依存している。',
    '#4 に依存していません',
    '#4に依存しない',
    '#4の完了待ちではありません',
    'Depends on: none',
  ])('is not read from %j', (body) => {
    expect(waits(body)).toEqual([]);
  });
});
