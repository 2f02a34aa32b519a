import { expect, it } from '@jest/globals';
import type { BaseCommit, Workspace } from '../../../src/ports/index.js';
import { compareWith } from '../../../src/verify/prove/compare-with.js';
import type { StepRecord, VerificationRecord } from '../../../src/verify/records.js';

const step = (name: string, of: Partial<StepRecord> = {}): StepRecord => ({
  ...{ name, command: name, cwd: '.', status: 'PASS', exit: 0, ended: 'itself', ms: 1, log: `${name}.log`, sha256: '' },
  format: 'exit',
  ...of,
});
const record = (...steps: readonly StepRecord[]): VerificationRecord => ({
  ...{ run_id: 'r', status: 'PASS', ref: 'loop-1', commit: null, dirty: true, startedAt: '', ms: 1, artifacts: '/a' },
  steps,
});

const compare = (baseline: VerificationRecord, head: VerificationRecord) =>
  compareWith({
    ...{ tree: { root: '/tree' } as Workspace, baseCommit: {} as BaseCommit, base: 'a'.repeat(40), reruns: 0 },
    verifier: () => Promise.reject(new Error('nothing is run again')),
    baseline: async () => baseline,
  })(head);

it('an installation that only the first verification needs is no difference', async () => {
  const tests = [{ id: 'adds', name: 'adds', status: 'passed' } as const];
  const test = step('test', { testing: true, tests });
  const { verdict, removed } = await compare(record(step('install', { preparing: true }), test), record(test));
  expect({ verdict, removed }).toEqual({ verdict: 'same', removed: [] });
  // Any other step that is missing stays one.
  expect((await compare(record(step('lint'), test), record(test))).verdict).toBe('unknown');
});
