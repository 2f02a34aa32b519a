import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from 'github-sandbox';
import { Conflict } from '../../../src/ports/errors.js';
import { openShop, type Shop } from '../../build/shop.js';

let environment: Shop;
let count = 0;
let ref = '';
beforeAll(async () => {
  environment = await openShop();
});
beforeEach(() => {
  environment.embedded.faults.clear();
  ref = `crew/runs/fix-${++count}`;
});

const change = (text: string, at: string | null) => ({ files: { 'log.jsonl': text }, at, message: 'one more' });

const steps: readonly [string, Pick<Fault, 'method' | 'path'>][] = [
  ['the tree', { method: 'POST', path: '/git/trees$' }],
  ['the commit', { method: 'POST', path: '/git/commits$' }],
  ['beginning the ref', { method: 'POST', path: '/git/refs$' }],
  ['moving the ref', { method: 'PATCH', path: '/git/refs/' }],
];
const faults: readonly [string, Fault][] = [
  ['the request was lost', { kind: 'drop', when: 'before' }],
  ['the reply was lost', { kind: 'drop', when: 'after' }],
  ['the answer was 500, though it was done', { kind: 'status', status: 500, when: 'after' }],
  ['the answer was 502', { kind: 'status', status: 502, when: 'before' }],
  ['the answer was cut off', { kind: 'truncate' }],
  ['it was limited', { kind: 'status', status: 429, when: 'before', headers: { 'retry-after': '1' } }],
];
const table = steps.flatMap(([step, at]) => faults.map(([what, fault]) => [step, what, { ...fault, ...at }] as const));

describe('writing a file into a ref', () => {
  it.each(table)('comes about once, and is known to have, when for %s %s', async (_step, _what, fault) => {
    const { refs } = environment.github();
    environment.embedded.faults.add(fault);
    const first = await refs.commit(ref, change('a\n', null));
    const second = await refs.commit(ref, change('a\nb\n', first));
    expect(await refs.read(ref, 'log.jsonl')).toEqual({ text: 'a\nb\n', at: second });
    expect(await refs.read(ref, 'log.jsonl', first)).toEqual({ text: 'a\n', at: first });
    const moves = environment.embedded.effects.filter(({ subject }) => subject === `refs/${ref}`);
    expect(moves.map(({ kind }) => kind)).toEqual(['ref.created', 'ref.updated']);
  });

  it.each([
    ['lost its reply', { kind: 'drop', when: 'after' }],
    ['lost its request', { kind: 'drop', when: 'before' }],
  ] as const)('is refused to who was second, also when who was first %s', async (_, fault) => {
    const { refs } = environment.github();
    const at = await refs.commit(ref, change('a\n', null));
    environment.embedded.faults.add({ ...fault, method: 'PATCH', path: '/git/refs/' });
    const tries = await Promise.allSettled(['b', 'c'].map((line) => refs.commit(ref, change(`a\n${line}\n`, at))));
    const won = tries.flatMap((one, n) => (one.status === 'fulfilled' ? ['b', 'c'][n] : []));
    expect(won).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Conflict);
    expect((await refs.read(ref, 'log.jsonl'))?.text).toBe(`a\n${won[0]}\n`);
  });

  it('never moves a ref back or aside', async () => {
    const { refs } = environment.github();
    const first = await refs.commit(ref, change('a\n', null));
    const second = await refs.commit(ref, change('a\nb\n', first));
    await expect(refs.commit(ref, change('a\nc\n', first))).rejects.toThrow(Conflict);
    await expect(refs.commit(ref, change('c\n', null))).rejects.toThrow(Conflict);
    expect((await refs.read(ref, 'log.jsonl'))?.at).toBe(second);
  });

  it('is there for whoever clones: a commit, its parents the versions before', async () => {
    const { refs } = environment.github();
    const first = await refs.commit(ref, change('a\n', null));
    const second = await refs.commit(ref, change('a\nb\n', first));
    const answer = await fetch(`${environment.embedded.apiUrl}/repos/ann/shop/git/commits/${second}`);
    expect(await answer.json()).toMatchObject({ message: 'one more', parents: [{ sha: first }] });
  });
});

describe('removing a ref', () => {
  it('that is gone already is as good, also when the reply of the removal was lost', async () => {
    const { refs } = environment.github();
    await refs.commit(ref, change('a\n', null));
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'DELETE' });
    await refs.remove(ref);
    await refs.remove(ref);
    expect(await refs.read(ref, 'log.jsonl')).toBeNull();
  });
});
