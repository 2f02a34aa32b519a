// A run as contract.md shows it: one projection of the journal, for every door. Pure.
//
// A story that names its steps like this is shown in full, without a line here. A name may go on after a blank
// ("verification loop-3"), since names are unique in a run; where several are there the last one counts, of verifications each.
//
//   estimate          { low, high }                    dollars, before the work begins
//   allowance …       { usd }                          what the run may spend; agent/allowance.ts writes it
//   verification …    VerificationRecord               verify/records.ts
//   comparison …      Comparison                       verify/records.ts
//   tamper …          TamperFinding[]                  verify/records.ts
//   diff …            { base, sha256, files, text }    the paths that it touches; the text as git writes it
//   counters …        { consecutive_failures, total_verify_loops, replans }
//   WHO turn N …, WHO call N.M …                       an agent at work; agent/ask.ts and agent/perform.ts write them
//
// What asking a model cost stands in the entry itself, and is added up for WHO, the first word of the step's name.
import { beginOf, endOf, type Journal, type Sealed, type Spent } from './journal.js';
import { everyOf, lastOf, type Recorded } from './recorded.js';
import { awaitsOf, iso, spentOf, statusOf } from './summary.js';
import type { Awaits, Word } from './word.js';
import type { WrittenInput } from './workflow.js';
import { inputOf } from './written.js';

export interface StepView {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** `failed`: it is over, and came to nothing; the run went on. */
  readonly status: 'succeeded' | 'failed' | 'running';
  readonly costUsd: number;
  readonly tokens: Spent['tokens'];
}

/** What one of those who asked a model has cost so far. */
export interface RoleView {
  readonly who: string;
  readonly turns: number;
  /** Attempts at a turn that came to nothing, and are paid for all the same. */
  readonly lost: number;
  readonly costUsd: number;
  readonly tokens: Spent['tokens'];
}

export type HeardView = Word & { readonly at: string };

export interface RunView {
  readonly run: string;
  readonly workflow: string;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  /** What was asked, as it was written. */
  readonly asked: string;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  readonly status: string;
  readonly awaits?: Awaits | undefined;
  readonly steps: readonly StepView[];
  readonly budget: {
    readonly limitUsd: number;
    readonly spentUsd: number;
    readonly estimateUsd: readonly [number, number];
  };
  /** All in all. */
  readonly tokens: Spent['tokens'];
  readonly roles: readonly RoleView[];
  /** What people have said to it, in order. */
  readonly heard: readonly HeardView[];
  readonly counters?: Recorded['counters'] | undefined;
  readonly verification: readonly Recorded['verification'][];
  readonly comparison?: Recorded['comparison'] | undefined;
  readonly tamper?: Recorded['tamper'] | undefined;
  readonly diff?: Recorded['diff'] | undefined;
  readonly result: unknown;
}

/** The run of a journal, or null for a journal that holds nothing yet. */
export function viewOf(journal: Journal, now = 0): RunView | null {
  const begin = beginOf(journal);
  if (!begin) return null;
  const { run, workflow, repo, issue, at, input } = begin;
  const end = endOf(journal);
  return {
    run,
    workflow,
    repo,
    issue,
    asked: askedIn(input),
    startedAt: iso(at),
    endedAt: end && iso(end.at),
    status: statusOf(journal, now),
    ...given({ awaits: awaitsOf(journal, now) }),
    steps: stepsOf(journal),
    budget: budgetOf(journal),
    tokens: spentOf(journal).tokens,
    roles: rolesOf(journal),
    heard: journal.entries.flatMap((each) => (each.kind === 'heard' ? [{ ...each.word, at: iso(each.at) }] : [])),
    ...given({ counters: lastOf(journal, 'counters') }),
    verification: everyOf(journal, 'verification'),
    ...given({ comparison: lastOf(journal, 'comparison') }),
    ...given({ tamper: lastOf(journal, 'tamper') }),
    ...given({ diff: lastOf(journal, 'diff') }),
    result: end
      ? { outcome: end.outcome, says: end.says, ...(end.result === undefined ? {} : { value: end.result }) }
      : null,
  };
}

/** Only what is there: in the contract's JSON there is no field that holds nothing. */
function given<T extends object>(field: T): Partial<T> {
  return Object.values(field).every((value) => value === undefined) ? {} : field;
}

function askedIn(input: unknown): string {
  const { event, own, asked = [] } = (input ?? {}) as Partial<WrittenInput>;
  if (!event || !own) return '';
  return event.kind === 'typed' ? event.words.join(' ') : inputOf({ event, own, asked }).text;
}

function budgetOf(journal: Journal): RunView['budget'] {
  const { low, high } = lastOf(journal, 'estimate') ?? { low: 0, high: 0 };
  return {
    limitUsd: lastOf(journal, 'allowance')?.usd ?? 0,
    spentUsd: spentOf(journal).usd,
    estimateUsd: [low, high],
  };
}

const FREE = { costUsd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } } as const;

/** What changes something is announced before it begins; once it is over, the announcement says nothing more. */
const BEGINS = / begins$/;

function stepsOf({ entries }: Journal): readonly StepView[] {
  const over = new Set(entries.flatMap((each) => (each.kind === 'step' ? [each.name] : [])));
  const intents = new Map<string, Sealed>();
  for (const each of entries) if (each.kind === 'intent' && !intents.has(each.key)) intents.set(each.key, each);
  const confirmed = new Set(entries.flatMap((each) => (each.kind === 'confirm' ? [each.key] : [])));
  const open = (name: string, since: number): StepView => ({
    ...{ name, startedAt: iso(since), endedAt: null, status: 'running' },
    ...FREE,
  });
  return entries.flatMap((entry): readonly StepView[] => {
    switch (entry.kind) {
      case 'step': {
        const announced = entry.value === true ? entry.name.replace(BEGINS, '') : entry.name;
        if (announced === entry.name) return [stepOf(entry)];
        return over.has(announced) ? [] : [open(announced, entry.began)];
      }
      case 'confirm': {
        const since = intents.get(entry.key)?.at ?? entry.at;
        return [{ ...open(entry.key, since), endedAt: iso(entry.at), status: 'succeeded' }];
      }
      case 'intent':
        return confirmed.has(entry.key) || intents.get(entry.key) !== entry ? [] : [open(entry.key, entry.at)];
      default:
        return [];
    }
  });
}

function stepOf({ name, began, at, spent, value }: Extract<Sealed, { kind: 'step' }>): StepView {
  const cost = spent ? { costUsd: spent.usd, tokens: spent.tokens } : FREE;
  return { name, startedAt: iso(began), endedAt: iso(at), status: isFailed(value) ? 'failed' : 'succeeded', ...cost };
}

/** A turn that was lost, or a call that failed: what they came to says so itself. */
function isFailed(value: unknown): boolean {
  const { is, failed } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  return is === 'lost' || failed === true;
}

function rolesOf(journal: Journal): readonly RoleView[] {
  const steps = journal.entries.flatMap((each) => (each.kind === 'step' && each.spent ? [each] : []));
  const whoOf = ({ name }: { name: string }) => name.split(' ')[0] ?? name;
  return [...new Set(steps.map(whoOf))].map((who) => {
    const own = steps.filter((step) => whoOf(step) === who);
    const { usd, tokens } = spentOf({ entries: own });
    const lost = own.filter(({ value }) => isFailed(value)).length;
    return { who, turns: own.length - lost, lost, costUsd: usd, tokens };
  });
}
