// The JSON document of a run, made from its record and its journal. `crew show --json` and src/cli/run.ts print it; the page, the comment
// and the terminal output of a run are made from it. Pure.
//
// The document takes what it needs from steps of the journal with these names. Names are unique in a run, so most have a suffix
// ("verification loop-3"). Of several steps of a kind, the last one counts; of verifications and memory, all do.
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
// WHO is an agent, such as `editor`. A step has the cost of its model call; the costs of an agent are added up.
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

/** The calls and the cost of one agent so far. `who` is its name in the journal. */
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
  /** The text of the request, such as `/crew fix`. */
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
  /** What people said to the run, in order. */
  readonly signals: readonly Signal[];
  readonly counters?: StepValues['counters'] | undefined;
  readonly verification: readonly StepValues['verification'][];
  readonly comparison?: StepValues['comparison'] | undefined;
  readonly tamper?: StepValues['tamper'] | undefined;
  readonly diff?: StepValues['diff'] | undefined;
  readonly provenByTest?: boolean | undefined;
  /** The memory entries in the agents' prompts, without duplicates. */
  readonly memory?: MemoryView | undefined;
  /** The outcome of the run, as Markdown. */
  readonly says?: string | undefined;
  readonly result: unknown;
}

export interface MemoryView {
  /** `name` is absent if the entry was deleted or names are not available. */
  readonly entries: readonly { readonly id: string; readonly origin: string; readonly name?: string | undefined }[];
  readonly problems: readonly string[];
}

export interface ViewOptions {
  /** The current time in milliseconds; it decides whether a run still counts as running. */
  readonly now: number;
  /** Names of memory entries, by their ids in records. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Set for a run on the command line whose process has ended without an outcome. */
  readonly interrupted?: boolean | undefined;
}

/** The document of a recorded run. */
export function runView({ record, steps }: RunHistory, { now, interrupted, names }: ViewOptions): RunView {
  const { run, workflow, repo, issue, end, request } = record;
  const status = interrupted && !end ? 'interrupted' : statusOf(record, now);
  const result = resultOf(record);
  const { provenByTest } = result as { provenByTest?: unknown };
  return {
    run,
    workflow,
    ...withoutUndefined({ repo, issue }),
    asked: request.text,
    startedAt: record.startedAt,
    ...withoutUndefined({ endedAt: end?.at }),
    status,
    ...withoutUndefined({ awaits: status === 'awaiting' ? end?.awaits : undefined }),
    steps: stepsOf(steps),
    budget: budgetOf(record, steps),
    tokens: (record.spent ?? sumOf(steps.map(({ spent }) => spent))).tokens,
    roles: rolesOf(steps),
    signals: record.signals,
    ...withoutUndefined({ counters: lastStepValue(steps, 'counters') }),
    verification: stepValues(steps, 'verification'),
    ...withoutUndefined({ comparison: lastStepValue(steps, 'comparison') }),
    ...withoutUndefined({ tamper: lastStepValue(steps, 'tamper') }),
    ...withoutUndefined({ diff: lastStepValue(steps, 'diff') }),
    ...withoutUndefined({ provenByTest: typeof provenByTest === 'boolean' ? provenByTest : undefined }),
    ...withoutUndefined({ memory: memoryOf(steps, names) }),
    ...withoutUndefined({ says: end?.says }),
    result: end?.result ?? null,
  };
}

function memoryOf(steps: readonly Step[], names: ReadonlyMap<string, string> = new Map()): MemoryView | undefined {
  const found = stepValues(steps, 'memory');
  if (found.length === 0) return undefined;
  const entries = new Map(found.flatMap((each) => each.entries).map((each) => [each.id, each]));
  return {
    entries: [...entries.values()].map((each) => ({ ...each, ...withoutUndefined({ name: names.get(each.id) }) })),
    problems: [...new Set(found.flatMap(({ problem }) => problem ?? []))],
  };
}

const resultOf = ({ end }: RunRecord): object =>
  typeof end?.result === 'object' && end.result !== null ? end.result : {};

/** Removes fields without a value. */
function withoutUndefined<T extends object>(fields: T): Partial<T> {
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

/** The suffix of the step that is recorded before a call with effects begins. It is shown as running until the step of the call exists. */
const BEGINS = / begins$/;

function stepsOf(steps: readonly Step[]): readonly StepView[] {
  const names = new Set(steps.map(({ name }) => name));
  return steps.flatMap((step): readonly StepView[] => {
    const callName = step.value === true ? step.name.replace(BEGINS, '') : step.name;
    if (callName === step.name) return [stepView(step)];
    if (names.has(callName)) return [];
    const running = { name: callName, startedAt: iso(step.began), endedAt: null, status: 'running' } as const;
    return [{ ...running, costUsd: 0, tokens: NO_SPENDING.tokens }];
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
