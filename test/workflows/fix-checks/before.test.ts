import { describe, expect, it } from '@jest/globals';
import type { CiFailure } from '../../../src/ports.js';
import { parted } from '../../../src/workflows/fix-checks/before.js';

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
  const { own, before } = parted(failures, { red: base });
  return { own: own.map(({ name }) => name), before };
};

describe('what is red, and was red on the branch that it goes into,', () => {
  it('is none of the change’s doing; everything else is', () => {
    expect(names([red('lint'), red('test')], [red('lint')])).toEqual({ own: ['test'], before: ['lint'] });
  });

  it('is the change’s where it says something that was not said there', () => {
    const there = red('test', remark('Expected 2, got 3.'));
    expect(names([red('test', remark('Expected 2, got 3.'), remark('null'))], [there]).own).toEqual(['test']);
    expect(names([red('test', remark('Expected 2, got 3.', { path: 'src/tax.js' }))], [there]).own).toEqual(['test']);
    expect(names([red('test', remark('Expected 2, got 3.'))], [red('test')]).own).toEqual(['test']);
  });

  it('is the same beside a line that moved, with less to say, or with another warning', () => {
    const there = red('test', remark('Expected 2, got 3.'), remark('null'));
    expect(names([red('test', remark('null', { line: 90 }))], [there]).before).toEqual(['test']);
    expect(names([red('test')], [there]).before).toEqual(['test']);
    expect(names([red('test', remark('slow', { level: 'warning' }))], [there]).before).toEqual(['test']);
  });

  it('is the change’s where nothing is known of that branch', () => {
    expect(names([red('lint')], [])).toEqual({ own: ['lint'], before: [] });
  });

  it('is named once, however many workflows call it so', () => {
    expect(names([red('test'), red('test')], [red('test')]).before).toEqual(['test']);
  });
});
