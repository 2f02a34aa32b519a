import { describe, expect, it } from '@jest/globals';
import type { CiFailure } from '../../../src/ports/checks.js';
import { splitByBaseChecks } from '../../../src/workflows/fix/rules/review.js';

type Remark = CiFailure['annotations'][number];

const remark = (message: string, more: Partial<Remark> = {}): Remark => ({
  ...{ path: 'src/cart.js', line: 7, level: 'failure', title: 'cart', message },
  ...more,
});
const red = (name: string, ...annotations: readonly Remark[]): CiFailure => ({
  name,
  url: '',
  summary: '',
  annotations,
});
const names = (failures: readonly CiFailure[], base: readonly CiFailure[]) => {
  const { own, ...rest } = splitByBaseChecks(failures, { failed: base });
  return { own: own.map(({ name }) => name), ...rest };
};
const ALIKE = { own: [], alsoOnBase: ['test'], maybeOnBase: [] };
const OWN = { own: ['test'], alsoOnBase: [], maybeOnBase: ['test'] };

describe('what is red, and red on the branch that it goes into,', () => {
  it('is the same where it says nothing else there; everything else is the change’s', () => {
    const lint = red('lint', remark('No semicolon.'));
    expect(names([lint, red('test', remark('null'))], [lint])).toEqual({
      own: ['test'],
      alsoOnBase: ['lint'],
      maybeOnBase: [],
    });
  });

  it('is the change’s where it says something that was not said there', () => {
    const there = red('test', remark('Expected 2, got 3.'));
    expect(names([red('test', remark('Expected 2, got 3.'), remark('null'))], [there])).toEqual(OWN);
    expect(names([red('test', remark('Expected 2, got 3.', { path: 'src/tax.js' }))], [there])).toEqual(OWN);
    expect(names([red('test', remark('Expected 2, got 3.'))], [red('test')])).toEqual(OWN);
  });

  it('is the same beside a line that moved, with less to say, or with another warning', () => {
    const there = red('test', remark('Expected 2, got 3.'), remark('null'));
    expect(names([red('test', remark('null', { line: 90 }))], [there])).toEqual(ALIKE);
    expect(names([red('test', remark('null'), remark('slow', { level: 'warning' }))], [there])).toEqual(ALIKE);
  });

  it('is the change’s where nothing tells that it is the same: it says nothing, or not all of it could be read', () => {
    const there = red('test', remark('Expected 2, got 3.'));
    expect(names([red('test')], [there])).toEqual(OWN);
    expect(names([red('test')], [red('test')])).toEqual(OWN);
    expect(names([red('test', remark('slow', { level: 'warning' }))], [there])).toEqual(OWN);
    expect(names([{ ...there, unread: true }], [there])).toEqual(OWN);
  });

  it('is the change’s where nothing is known of that branch', () => {
    expect(names([red('lint', remark('null'))], [])).toEqual({ own: ['lint'], alsoOnBase: [], maybeOnBase: [] });
  });

  it('is named once, however many workflows call it so', () => {
    const test = red('test', remark('null'));
    expect(names([test, test], [test]).alsoOnBase).toEqual(['test']);
    expect(names([red('test'), red('test')], [test]).maybeOnBase).toEqual(['test']);
  });
});
