// Compares the records of base and head, including reruns, and returns the verdict with its reasons. Pure. Exported by index.ts.

import type { Language } from '../../text/lang/index.js';
import { COMPARISON_KINDS, type SideName } from '../../text/lang/verify/index.js';
import type { Comparison, StepRecord, VerificationRecord } from '../records.js';
import { seeStep } from './classify.js';
import { findRenames, type Renamed } from './find-renames.js';
import { type Reason, say } from './reasons.js';
import { type Runs, type Unit, unitsOf } from './units.js';

/** The records of both sides. */
export interface CompareInput {
  readonly base: VerificationRecord;
  readonly head: VerificationRecord;
  /** The reruns of steps and tests that differed, in order. */
  readonly again?: { readonly base: readonly VerificationRecord[]; readonly head: readonly VerificationRecord[] };
}

/** The comparison of base and head. A test counts as fixed only if it failed on base and passes on head. */
export function compare({ base, head, again = { base: [], head: [] } }: CompareInput): Comparison {
  return judge({ first: base, again: again.base }, { first: head, again: again.head });
}

function judge(base: Runs, head: Runs): Comparison {
  const units = unitsOf(base, head);
  const named = (kind: Unit['kind']) => units.filter((unit) => unit.kind === kind).map(({ name }) => name);
  const lists = {
    fixed: named('fixed'),
    broken: named('broken'),
    refused: named('refused'),
    before: named('before'),
    flaky: named('flaky'),
    added: named('added'),
    removed: named('removed'),
    silenced: named('silenced'),
    unknown: named('unknown'),
  };
  const renamed = findRenames(lists.removed, [...lists.added, ...lists.refused]);
  const isComparable = hasComparableResults(units);
  const because: readonly Reason[] = [
    ...(isComparable ? [] : [{ kind: 'nothing' } as const]),
    ...COMPARISON_KINDS.flatMap((kind): readonly Reason[] =>
      lists[kind].length > 0 ? [{ kind, names: lists[kind] }] : [],
    ),
    ...(renamed.length > 0 ? [{ kind: 'renamed', pairs: renamed } as const] : []),
    ...uncertaintiesOf('base', base.first),
    ...uncertaintiesOf('head', head.first),
  ];
  const reasons = because.map((reason) => say(reason, 'en'));
  return { verdict: verdictOf({ units, renamed, isComparable }), reasons, because, ...lists };
}

/** Whether any test or step ran and reported a result on both sides. */
function hasComparableResults(units: readonly Unit[]): boolean {
  const withoutResult: ReadonlySet<string> = new Set(['absent', 'unseen', 'empty', 'skipped']);
  return units.some(({ base, head }) => !withoutResult.has(base) && !withoutResult.has(head));
}

interface VerdictFacts {
  readonly units: readonly Unit[];
  readonly renamed: readonly Renamed[];
  /** Whether anything ran and reported a result on both sides. */
  readonly isComparable: boolean;
}

/** Priority: worse, then unknown, then better. */
function verdictOf({ units, renamed, isComparable }: VerdictFacts): Comparison['verdict'] {
  const any = (...kinds: readonly Unit['kind'][]) => units.some(({ kind }) => kinds.includes(kind));
  if (any('broken', 'refused')) return 'worse';
  if (any('unknown', 'silenced') || areTestsLost(units, renamed)) return 'unknown';
  if (any('fixed')) return 'better';
  return isComparable || isNewSuite(units) ? 'same' : 'unknown';
}

/**
 * Whether a test or step of base is missing on head without a replacement. A replacement has a similar name and passes, and the test passed on
 * base: a test that failed under its old name may have been changed to pass.
 */
function areTestsLost(units: readonly Unit[], renamed: readonly Renamed[]): boolean {
  const to = new Map(renamed);
  const passes = new Set(units.filter(({ kind }) => kind === 'added').map(({ name }) => name));
  return units.some(
    ({ kind, name, base }) => kind === 'removed' && !(base === 'passed' && passes.has(to.get(name) ?? '')),
  );
}

/** Whether all tests are new and all pass. */
function isNewSuite(units: readonly Unit[]): boolean {
  return units.some(({ kind }) => kind === 'added');
}

function uncertaintiesOf(side: SideName, record: VerificationRecord): readonly Reason[] {
  const ran = record.steps.some(({ tests = [] }) => tests.some(({ status }) => status !== 'skipped'));
  return [
    ...record.steps.flatMap((step) => uncertaintyOf(side, step)),
    ...(ran ? [] : [{ kind: 'no-tests', side } as const]),
  ];
}

function uncertaintyOf(side: SideName, step: StepRecord): readonly Reason[] {
  if (seeStep(step) === 'unseen') {
    const why = (step.why ?? (step.ended === 'itself' ? 'it could not be started' : step.ended)).replace(/\.+$/, '');
    return [{ kind: 'not-run', side, step: step.name, why }];
  }
  const by = step.ended;
  return by === 'time-out' || by === 'signal' ? [{ kind: 'cut-short', side, step: step.name, by }] : [];
}

/** A comparison for display: verdict, reasons as sentences, and the tests that the change broke. */
export function comparisonInWords(
  { verdict, because, broken, refused }: Pick<Comparison, 'verdict' | 'because' | 'broken' | 'refused'>,
  lang: Language,
) {
  return { verdict, reasons: because.map((each) => say(each, lang)), broke: [...broken, ...refused] };
}
