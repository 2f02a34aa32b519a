// Verifications as data, for the tests of what leaves the job and of what is shown.

import type { VerifyDocument, VerifyResult } from '../../src/verify/artifact.js';
import { buildDocument, type DocumentSource } from '../../src/verify/build-artifact.js';
import { compare } from '../../src/verify/compare/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../../src/verify/records.js';

type TamperFound = DocumentSource['tamper'][number];

export const HEAD = 'd'.repeat(40);
export const BASE = 'b'.repeat(40);
export const RUN = 'review-77-1';

export const passed = (id: string): TestRecord => ({ id, name: id, status: 'passed' });
export const failed = (id: string, more: Partial<TestRecord> = {}): TestRecord => ({
  id,
  name: id,
  status: 'failed',
  message: 'Expected 5, got 2.',
  at: { file: 'test/sum.test.js', line: 9 },
  ...more,
});

/** A step that ran tests, or that has only an exit code. */
export function step(tests?: readonly TestRecord[], more: Partial<StepRecord> = {}): StepRecord {
  const isRed = tests?.some(({ status }) => status === 'failed') ?? false;
  return {
    name: 'test',
    command: 'npm test',
    cwd: '.',
    status: isRed ? 'FAIL' : 'PASS',
    exit: isRed ? 1 : 0,
    ended: 'itself',
    ms: 1200,
    log: '01-test.log',
    sha256: 'a'.repeat(64),
    format: tests ? 'node-tap' : 'exit',
    ...(tests ? { tests } : {}),
    ...more,
  };
}

export function record(...steps: readonly StepRecord[]): VerificationRecord {
  const worst = (['INFRA_ERROR', 'FAIL', 'PASS'] as const).find((one) => steps.some(({ status }) => status === one));
  return {
    run_id: '20261118T120000Z-0a1b2c3d',
    status: worst ?? 'INFRA_ERROR',
    ref: 'verify-job',
    commit: HEAD,
    dirty: false,
    startedAt: '2026-11-18T12:00:00.000Z',
    ms: 1300,
    steps,
    artifacts: '/srv/artifacts/20261118T120000Z-0a1b2c3d',
  };
}

interface Sides {
  readonly base: readonly StepRecord[];
  readonly head: readonly StepRecord[];
  readonly tamper?: readonly TamperFound[];
}

/** The document of a base and a head. */
export function proof({ base, head, tamper = [] }: Sides): VerifyDocument {
  const sides = { base: record(...base), head: record(...head) };
  return buildDocument(
    { run: RUN, head: HEAD, base: BASE },
    {
      against: { ...sides, comparison: compare(sides), again: { base: [], head: [] } },
      tamper,
      because: head.map(({ name }) => ({ name, why: { is: 'script', file: 'package.json', name } as const })),
      sandbox: 'bubblewrap 0.8.0',
    },
  );
}

export const document = (found: VerifyResult): VerifyDocument => ({
  format: 1,
  run: RUN,
  head: HEAD,
  base: BASE,
  found,
});

export const bent = (weight: TamperFound['weight'], more: Partial<TamperFound> = {}): TamperFound => ({
  file: 'test/sum.test.js',
  line: 8,
  kind: weight === 'blocks' ? 'test-skipped' : 'lock-changed',
  weight,
  why: weight === 'blocks' ? 'The test "prices add up" is skipped.' : 'Packages are pinned anew.',
  ...more,
});
