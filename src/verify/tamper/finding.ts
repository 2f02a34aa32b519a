// What a rule gives.
import type { TamperFinding } from '../records.js';

export type { Weight } from '../records.js';

export const KINDS = [
  'test-deleted',
  'test-skipped',
  'test-narrowed',
  'case-removed',
  'assertion-removed',
  'assertion-weakened',
  'expectation-changed',
  'failure-swallowed',
  'unit-mocked',
  'runner-patched',
  'special-case',
  'test-detection',
  'equality-override',
  'record-changed',
  'threshold-lowered',
  'config-weakened',
  'config-edited',
  'suppression-added',
  'script-changed',
  'lock-changed',
] as const;
export type TamperKind = (typeof KINDS)[number];

export interface Found extends TamperFinding {
  readonly kind: TamperKind;
}
