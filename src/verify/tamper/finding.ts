// What a rule gives.
import type { TamperFinding } from '../records.js';

/** `blocks`: nobody does that in good faith within a task about something else. `ask`: a person has to say that it was meant. */
export type Weight = 'blocks' | 'ask';

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
  readonly weight: Weight;
}
