// The findings of the tamper rules in kinds/, and their sentences. index.ts returns them. src/view (check/ and verification.ts) uses the
// sentences, ../artifact.ts the types.
import type { Language } from '../../text/lang/index.js';
import { type Finding, findingSentences, type SentenceKey } from '../../text/lang/tamper/index.js';
import type { TamperFinding } from '../records.js';

export type { Weight } from '../records.js';

export const KINDS = [
  'test-deleted',
  'tests-removed',
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

export interface Found extends Omit<TamperFinding, 'why'> {
  readonly kind: TamperKind;
  readonly because: readonly Finding[];
}

/** A finding with its sentence. */
export interface WeightedFinding extends Found {
  readonly why: string;
}

/** A sentence key with its values. */
export const saying = (says: SentenceKey, ...of: readonly string[]): readonly Finding[] => [
  of.length === 0 ? { says } : { says, of },
];

/** The sentence of a finding in a language. Old records contain only the English sentence. */
export function whyOf({ why, because }: Pick<TamperFinding, 'why' | 'because'>, lang: Language): string {
  return because === undefined ? why : findingSentences(because, lang);
}
