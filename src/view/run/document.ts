// The JSON document of a run, from its record and its journal. Pure.
//
// A workflow whose steps have these names is shown in full. A name may go on after a blank ("verification loop-3"), since names
// are unique in a run; the last one counts, of verifications each.
//
//   estimate          { low, high }                    dollars, before the work begins
//   allowance …       { usd }                          what the run may spend
//   verification …    VerificationRecord               verify/records.ts
//   comparison …      Comparison                       verify/records.ts
//   tamper …          TamperFinding[]                  verify/records.ts
//   diff …            { base, sha256, files, text }
//   memory WHO         { entries: { id, origin }[], problem? }   memory entries in an agent's prompt
//   counters …        { consecutive_failures, total_verify_loops, replans }
//   WHO turn N …, WHO call N.M …                       an agent's turns and calls (agent/)
//
// A step has the cost of its model call. Costs are added up for WHO, the first word of the step's name.
import type { Awaits, RunHistory, RunRecord, Signal, Spent, Step } from '../../ports/run.js';
import { lastStepValue, type StepValues, stepValues } from '../../runs/journal-steps.js';
import { iso, NO_SPENDING, statusOf, sumOf } from '../../runs/record.js';

export interface StepView {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** `failed`: it ended without a result and the run continued. */
  readonly status: 'succeeded' | 'failed' | 'running';
  readonly costUsd: number;
  readonly tokens: Spent['tokens'];
}

/** The cost of one role so far. */
export interface RoleView {
  readonly who: string;
  readonly turns: number;
  /** Failed model calls. They are charged too. */
  readonly lost: number;
  readonly costUsd: number;
  readonly tokens: Spent['tokens'];
}

export interface RunView {
  readonly run: string;
  readonly workflow: string;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  /** The text of the request. */
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
  readonly tokens: Spent['tokens'];
  readonly roles: readonly RoleView[];
  /** The signals, in order. */
  readonly signals: readonly Signal[];
  readonly counters?: StepValues['counters'] | undefined;
  readonly verification: readonly StepValues['verification'][];
  readonly comparison?: StepValues['comparison'] | undefined;
  readonly tamper?: StepValues['tamper'] | undefined;
  readonly diff?: StepValues['diff'] | undefined;
  readonly provenByTest?: boolean | undefined;
  /** The memory entries that agents got, without duplicates. */
  readonly memory?: MemoryView | undefined;
  /** The outcome of the run, as Markdown. */
  readonly says?: string | undefined;
  readonly result: unknown;
}

export interface MemoryView {
  /** Absent if the entry was deleted, or names are not available. */
  readonly entries: readonly { readonly id: string; readonly origin: string; readonly name?: string | undefined }[];
  readonly problems: readonly string[];
}

export interface ViewOptions {
  readonly now: number;
  /** Names of memory entries, by their ids in records. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** For a run on the command line: its process has ended. */
  readonly interrupted?: boolean | undefined;
}

/** The document of a recorded run. */
export function viewOf({ record, steps }: RunHistory, { now, interrupted, names }: ViewOptions): RunView {
  const { run, workflow, repo, issue, end, request } = record;
  const status = interrupted && !end ? 'interrupted' : statusOf(record, now);
  const result = resultOf(record);
  const { provenByTest } = result as { provenByTest?: unknown };
  return {
    run,
    workflow,
    ...given({ repo, issue }),
    asked: request.text,
    startedAt: record.startedAt,
    ...given({ endedAt: end?.at }),
    status,
    ...given({ awaits: status === 'awaiting' ? end?.awaits : undefined }),
    steps: stepsOf(steps),
    budget: budgetOf(record, steps),
    tokens: (record.spent ?? sumOf(steps.map(({ spent }) => spent))).tokens,
    roles: rolesOf(steps),
    signals: record.signals,
    ...given({ counters: lastStepValue(steps, 'counters') }),
    verification: stepValues(steps, 'verification'),
    ...given({ comparison: lastStepValue(steps, 'comparison') }),
    ...given({ tamper: lastStepValue(steps, 'tamper') }),
    ...given({ diff: lastStepValue(steps, 'diff') }),
    ...given({ provenByTest: typeof provenByTest === 'boolean' ? provenByTest : undefined }),
    ...given({ memory: memoryOf(steps, names) }),
    ...given({ says: end?.says }),
    result: end?.result ?? null,
  };
}

function memoryOf(steps: readonly Step[], names: ReadonlyMap<string, string> = new Map()): MemoryView | undefined {
  const found = stepValues(steps, 'memory');
  if (found.length === 0) return undefined;
  const entries = new Map(found.flatMap((each) => each.entries).map((each) => [each.id, each]));
  return {
    entries: [...entries.values()].map((each) => ({ ...each, ...given({ name: names.get(each.id) }) })),
    problems: [...new Set(found.flatMap(({ problem }) => problem ?? []))],
  };
}

const resultOf = ({ end }: RunRecord): object =>
  typeof end?.result === 'object' && end.result !== null ? end.result : {};

/** Removes fields without a value. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function budgetOf(record: RunRecord, steps: readonly Step[]): RunView['budget'] {
  const { low, high } = lastStepValue(steps, 'estimate') ?? { low: 0, high: 0 };
  return {
    limitUsd: lastStepValue(steps, 'allowance')?.usd ?? 0,
    spentUsd: (record.spent ?? sumOf(steps.map(({ spent }) => spent))).usd,
    estimateUsd: [low, high],
  };
}

/** The suffix of a step that records the begin of a call with effects. It is shown only until the call's own step exists. */
const BEGINS = / begins$/;

function stepsOf(steps: readonly Step[]): readonly StepView[] {
  const done = new Set(steps.map(({ name }) => name));
  return steps.flatMap((step): readonly StepView[] => {
    const announced = step.value === true ? step.name.replace(BEGINS, '') : step.name;
    if (announced === step.name) return [stepView(step)];
    const open = { name: announced, startedAt: iso(step.began), endedAt: null, status: 'running' } as const;
    return done.has(announced) ? [] : [{ ...open, costUsd: 0, tokens: NO_SPENDING.tokens }];
  });
}

function stepView({ name, began, at, spent = NO_SPENDING, value }: Step): StepView {
  const status = isFailed(value) ? 'failed' : 'succeeded';
  return { name, startedAt: iso(began), endedAt: iso(at), status, costUsd: spent.usd, tokens: spent.tokens };
}

/** Whether the value of a step is a failed model call or a failed tool call. */
function isFailed(value: unknown): boolean {
  const { is, failed } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return is === 'lost' || failed === true;
}

function rolesOf(steps: readonly Step[]): readonly RoleView[] {
  const paid = steps.filter(({ spent }) => spent);
  const whoOf = ({ name }: Step) => name.split(' ')[0] ?? name;
  return [...new Set(paid.map(whoOf))].map((who) => {
    const own = paid.filter((step) => whoOf(step) === who);
    const { usd, tokens } = sumOf(own.map(({ spent }) => spent));
    const lost = own.filter(({ value }) => isFailed(value)).length;
    return { who, turns: own.length - lost, lost, costUsd: usd, tokens };
  });
}
