// Base against head: two records, and what was run again, in; what changed, out. Pure.
import { NAMED, type SideName } from '../../text/lang/verify/index.js';
import type { Comparison, StepRecord, VerificationRecord } from '../records.js';
import { alike, type Renamed } from './alike.js';
import { type Reason, say } from './reasons.js';
import { seeStep } from './see.js';
import { type Runs, type Unit, unitsOf } from './units.js';

export interface ToCompare {
  readonly base: VerificationRecord;
  readonly head: VerificationRecord;
  /** What was run again of what differed, in the order in which it was. */
  readonly again?: { readonly base: readonly VerificationRecord[]; readonly head: readonly VerificationRecord[] };
}

/** What changed from base to head. Nothing is called fixed that was not seen to fail and then seen to pass. */
export function compare({ base, head, again = { base: [], head: [] } }: ToCompare): Comparison {
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
  const renamed = alike(lists.removed, [...lists.added, ...lists.refused]);
  const compared = compares(units);
  const because: readonly Reason[] = [
    ...(compared ? [] : [{ kind: 'nothing' } as const]),
    ...NAMED.flatMap((kind): readonly Reason[] => (lists[kind].length > 0 ? [{ kind, names: lists[kind] }] : [])),
    ...(renamed.length > 0 ? [{ kind: 'renamed', pairs: renamed } as const] : []),
    ...troublesOf('base', base.first),
    ...troublesOf('head', head.first),
  ];
  const reasons = because.map((reason) => say(reason, 'en'));
  return { verdict: verdictOf({ units, renamed, compared }), reasons, because, ...lists };
}

/** Says whether there is anything to go by: something that ran, and could be seen, on both sides. */
function compares(units: readonly Unit[]): boolean {
  const nothing: ReadonlySet<string> = new Set(['absent', 'unseen', 'empty', 'skipped']);
  return units.some(({ base, head }) => !nothing.has(base) && !nothing.has(head));
}

interface Ground {
  readonly units: readonly Unit[];
  readonly renamed: readonly Renamed[];
  readonly compared: boolean;
}

/** What broke is worse, whatever else is true; what cannot be told is no success; only then may it be better. */
function verdictOf({ units, renamed, compared }: Ground): Comparison['verdict'] {
  const any = (...kinds: readonly Unit['kind'][]) => units.some(({ kind }) => kinds.includes(kind));
  if (any('broken', 'refused')) return 'worse';
  if (any('unknown', 'silenced') || lost(units, renamed)) return 'unknown';
  if (any('fixed')) return 'better';
  return compared || isNewSuite(units) ? 'same' : 'unknown';
}

/**
 * Something that ran on base is gone, and what it stood for with it. Only a test that passed there, and passes now under a
 * similar name, may go: a failing one that was renamed may just as well have been bent.
 */
function lost(units: readonly Unit[], renamed: readonly Renamed[]): boolean {
  const to = new Map(renamed);
  const passes = new Set(units.filter(({ kind }) => kind === 'added').map(({ name }) => name));
  return units.some(
    ({ kind, name, base }) => kind === 'removed' && !(base === 'passed' && passes.has(to.get(name) ?? '')),
  );
}

/** Nothing was there before, and all of the new passes. */
function isNewSuite(units: readonly Unit[]): boolean {
  return units.some(({ kind }) => kind === 'added');
}

function troublesOf(side: SideName, record: VerificationRecord): readonly Reason[] {
  const ran = record.steps.some(({ tests = [] }) => tests.some(({ status }) => status !== 'skipped'));
  return [
    ...record.steps.flatMap((step) => troubleOf(side, step)),
    ...(ran ? [] : [{ kind: 'no-tests', side } as const]),
  ];
}

function troubleOf(side: SideName, step: StepRecord): readonly Reason[] {
  if (seeStep(step) === 'unseen') {
    const why = (step.why ?? (step.ended === 'itself' ? 'it could not be started' : step.ended)).replace(/\.+$/, '');
    return [{ kind: 'not-run', side, step: step.name, why }];
  }
  const by = step.ended;
  return by === 'time-out' || by === 'signal' ? [{ kind: 'cut-short', side, step: step.name, by }] : [];
}
