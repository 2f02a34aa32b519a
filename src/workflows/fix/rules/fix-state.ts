// The state of the work phase of a fix: answers, verifications, plans and usage so far. It does not read the clock, the tree or GitHub, so
// a continued run that replays its journal reaches the same state. Used by ../setup.ts, ../editor.ts, ../context.ts and rejections.ts.

import * as z from 'zod';
import type { CalledTool } from '../../../agent/agent.js';
import type { Allowance } from '../../../agent/budget.js';
import { plus } from '../../../agent/cost.js';
import type { ToolResult } from '../../../agent/tool.js';
import { NO_USAGE } from '../../../agent/turn-record.js';
import type { Usage } from '../../../ports/model.js';
import type { Proof, Reproduction } from '../../../verify/prove/index.js';
import { fixedByCode, hasHardCodedResults } from '../../../verify/prove/proof.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import type { Snapshot } from '../../../verify/run-tree.js';
import {
  type LoopVerdict,
  type LoopVerification,
  type NextStep,
  nextStep,
  type Payload,
  type Plan,
} from './debug-loop.js';
import type { FixRecords, ReproductionRecord } from './records.js';
import type { EditorAnswer, RecordedScoutAnswer, ScoutAAnswer } from './schemas.js';

/** The loop ends after this many rejected answers in a row. */
const MAX_REJECTED_ANSWERS = 3;

interface AcceptedChange {
  readonly answer: EditorAnswer;
  readonly snapshot: Snapshot;
  /** How many answers the Editor had given, including this one. */
  readonly answers: number;
  /** The verification that the change passed. */
  readonly run_id: string;
}

/** The state of the work phase of one run. */
export class FixState {
  /** Answers of the Editor so far. */
  answers = 0;
  /** Verifications of the loop, and context files, so far. */
  loops = 0;
  contextFiles = 0;
  /** The debug loop has used up its verifications. */
  isStopped = false;
  /** Questions to Scouts with their answers; the context files are written from them. */
  readonly payloads: Payload[] = [];
  /** The parts of the repository that Scout A's answers assign to the work. They are within the scope of the change. */
  readonly slices: ScoutAAnswer['slices'][number][] = [];
  /** The existing source files that the slices match. Their tests are within the scope too. */
  readonly sliceFiles: string[] = [];
  /** Every tool call of the Editor. */
  readonly calls: CalledTool[] = [];
  /** The last recorded change. */
  last: Snapshot | undefined;
  /** The last answer of the Editor. */
  answer: EditorAnswer | undefined;
  /** The last accepted change with its answer. */
  accepted: AcceptedChange | undefined;
  /** The proof of the accepted change. */
  proof: Proof | undefined;
  /** Failing tests that the Editor excluded from the targets. */
  excluded: FixRecords['excluded'];
  /** Hypotheses asked for after a stuck ending; they replace those of the last answer. */
  hypotheses: readonly string[] | undefined;
  /** An accepted change without a proving test was sent back, which happens once. An approved diff is never sent back. */
  wasSentBack = false;
  /** Why a person rejected the plan; empty without a reason, undefined if nobody rejected it. */
  planRejection: string | undefined;
  /** Scouts whose answers and cost are counted. */
  readonly countedScouts = new Set<string>();
  /** Warnings that were given; each is given once. */
  readonly warned = new Set<string>();
  readonly #verifications: VerificationRecord[] = [];
  readonly #verifiedDiffs: Record<string, string> = {};
  readonly #history: LoopVerdict[] = [];
  readonly #plans: Plan[] = [];
  /** The plans that a REPLAN has to differ from. */
  #failedPlans: readonly Plan[] = [];
  /** Rejected answers since the last failed verification. */
  #rejectedInARow = 0;
  /** The last verification of the loop, if it broke nothing. */
  #reusable: LoopVerification | undefined;
  #usage: Usage = NO_USAGE;
  #comparison: Comparison | undefined;
  #tamper: readonly TamperFinding[] | undefined;
  #reproduction: ReproductionRecord | undefined;

  /** Records an answer with the change that it describes. */
  recordAnswer(answer: EditorAnswer, snapshot: Snapshot): void {
    this.answer = answer;
    this.last = snapshot;
  }

  get plan(): Plan {
    return { approach: this.answer?.approach ?? '', diffDigest: this.last?.sha256 };
  }

  /** The plans that failed before the last REPLAN. */
  get failedPlans(): readonly Plan[] {
    return this.#failedPlans;
  }

  /** Whether the last verification was of exactly this change and failed. */
  get isUnchangedSinceFailure(): boolean {
    if (this.reusableVerification) return false;
    return this.#plans.at(-1)?.diffDigest === this.last?.sha256 && this.#history.at(-1) === 'FAIL';
  }

  /**
   * The last verification if it was of exactly this change and broke nothing, else undefined. Such a verification is not repeated, even if
   * a target test still fails.
   */
  get reusableVerification(): LoopVerification | undefined {
    return this.#plans.at(-1)?.diffDigest === this.last?.sha256 ? this.#reusable : undefined;
  }

  /** Counts an answer that is rejected without verification. Returns true after too many in a row. */
  rejectAnswer(): boolean {
    this.#rejectedInARow += 1;
    return this.#rejectedInARow >= MAX_REJECTED_ANSWERS;
  }

  /** Records the baseline, or a verification that could not run. Neither counts in the loop. */
  recordOutsideLoop(record: VerificationRecord): void {
    this.#verifications.push(record);
    if (this.last && record.ref !== 'baseline') this.#verifiedDiffs[record.run_id] = this.last.sha256;
  }

  recordTamper(findings: readonly TamperFinding[]): void {
    this.#tamper = findings;
  }

  /** Records tests that were run on the base commit for the answer `already-so`. */
  recordReproduction(reproduced: Reproduction): void {
    const [first] = [...reproduced.tests].sort((a, b) => rank(a) - rank(b));
    if (!first) return;
    this.#reproduction = {
      test: first.test,
      file: first.file,
      base: { run_id: reproduced.run_id, result: resultOf(first) },
      head: { run_id: reproduced.run_id, result: 'did not run' },
    };
  }

  /** Records that the change passed. It is kept until a later change is accepted. */
  accept(answer: EditorAnswer, proof: Proof, record: VerificationRecord): void {
    if (!this.last) throw new Error('there is no change to accept');
    this.accepted = { answer, snapshot: this.last, answers: this.answers, run_id: record.run_id };
    this.proof = proof;
    const [test] = [...proof.tests].sort((a, b) => Number(b.by === 'assertion') - Number(a.by === 'assertion'));
    this.#reproduction = test && {
      test: test.name,
      file: test.file ?? '',
      base: {
        run_id: proof.run_id ?? '',
        result: test.by === 'assertion' ? 'failed by its assertion' : 'failed otherwise',
      },
      head: { run_id: record.run_id, result: 'passed' },
    };
  }

  /** The places where the code contains inputs and expected results of tests. */
  get hardCodedResults(): readonly TamperFinding[] {
    return (this.#tamper ?? []).filter((finding) => hasHardCodedResults([finding]));
  }

  /** Whether a new or existing test fails without the change and passes with it. */
  get isProven(): boolean {
    if (hasHardCodedResults(this.#tamper)) return false;
    const fixed = fixedByCode(this.#comparison?.fixed ?? [], this.last?.files ?? [], this.proof);
    return (this.proof?.tests.length ?? 0) > 0 || fixed.length > 0;
  }

  /**
   * Records a verification of the loop and returns the next step. `verdict` is FAIL also if nothing broke (`brokeNothing`) but a target test
   * still fails.
   */
  recordLoopVerification(input: {
    record: VerificationRecord;
    comparison: Comparison;
    verdict: LoopVerdict;
    brokeNothing: boolean;
  }): NextStep {
    const { record, comparison, verdict, brokeNothing } = input;
    this.#reusable = brokeNothing ? { record, comparison } : undefined;
    this.#verifications.push(record);
    this.#verifiedDiffs[record.run_id] = this.last?.sha256 ?? '';
    this.#comparison = comparison;
    this.#reproduction = undefined;
    this.#history.push(verdict);
    this.#plans.push(this.plan);
    const step = nextStep(this.#history);
    if (verdict === 'FAIL') this.#rejectedInARow = 0;
    if (step.is === 'replan') this.#failedPlans = [...this.#plans];
    if (step.is === 'stop') this.isStopped = true;
    return step;
  }

  /** Counts the last verification as passed: only target tests failed, and the Editor has excluded them since. Returns the next step. */
  recordTargetsExcluded(): NextStep {
    this.#history[this.#history.length - 1] = 'PASS';
    return nextStep(this.#history);
  }

  addUsage(usage: Usage): void {
    this.#usage = plus(this.#usage, usage);
  }

  #words(): FixRecords['words'] {
    const hypotheses = this.hypotheses ?? (this.answer && hypothesesOf(this.answer));
    if (this.answer) {
      const { result, hypotheses: guesses } = this.answer;
      return { ...this.answer, hypotheses, isImpossible: result === 'cannot' && guesses.length === 0 };
    }
    return hypotheses && { what: '', why: '', hypotheses };
  }

  /** The records that every text is made from. */
  records(input: { run: string; asked: string; spentUsd: number; limitUsd: number }): FixRecords {
    const { in: uncached, out, cacheRead, cacheWrite } = this.#usage;
    const { base } = this.last ?? {};
    return {
      run: input.run,
      asked: input.asked,
      verifications: this.#verifications,
      verifiedDiffs: this.#verifiedDiffs,
      comparison: this.#comparison,
      tamper: this.#tamper,
      reproduction: this.#reproduction,
      proof: this.proof,
      diff: this.last && base ? { ...this.last, base } : undefined,
      counters: this.#history.length > 0 ? nextStep(this.#history).counters : undefined,
      planRejection: this.planRejection,
      excluded: this.excluded,
      words: this.#words(),
      cost: {
        usd: input.spentUsd,
        limitUsd: input.limitUsd,
        tokensIn: uncached + cacheRead + cacheWrite,
        tokensCached: cacheRead,
        tokensOut: out,
      },
    };
  }
}

/** The hypotheses of an answer. An answer `cannot` without hypotheses has its reason as one. */
const hypothesesOf = ({ result, hypotheses, why }: EditorAnswer): readonly string[] =>
  result === 'cannot' && hypotheses.length === 0 ? [why] : hypotheses;

type ReproducedTest = Reproduction['tests'][number];

/** Sorts tests: those that failed by an assertion, those that failed otherwise, all others. */
function rank({ base, by }: ReproducedTest): number {
  if (base !== 'failed') return 2;
  return by === 'assertion' ? 0 : 1;
}

function resultOf({ base, by }: ReproducedTest): ReproductionRecord['base']['result'] {
  if (base === 'passed') return 'passed';
  if (base !== 'failed') return 'did not run';
  return by === 'assertion' ? 'failed by its assertion' : 'failed otherwise';
}

/** The data of a call of the tool `shell` that changed the tree: the tree after the call, recorded as `left`. */
const changedTreeSchema = z.object({
  left: z.object({
    base: z.string().nullable(),
    sha256: z.string(),
    files: z.array(z.string()),
    text: z.string(),
    calls: z.int(),
  }),
});

/** The snapshot of the tree after a call, if the call recorded one. */
export function snapshotAfter({ data }: ToolResult): Snapshot | undefined {
  const read = changedTreeSchema.safeParse(data);
  if (!read.success) return undefined;
  const { left: treeAfter } = read.data;
  return treeAfter;
}

/** Records a call of the Editor in the state, whether it was made now or is replayed from the journal. */
export function recordCall(
  {
    state,
    allowance,
    scoutAnswers,
  }: {
    readonly state: FixState;
    readonly allowance: Allowance;
    readonly scoutAnswers: Map<string, Promise<ToolResult>>;
  },
  call: CalledTool,
): void {
  state.calls.push(call);
  state.last = snapshotAfter(call.result) ?? state.last;
  const recorded = call.tool === 'scout' ? (call.result.data as RecordedScoutAnswer | undefined) : undefined;
  if (!recorded || state.countedScouts.has(recorded.by)) return;
  state.countedScouts.add(recorded.by);
  state.addUsage(recorded.spent.usage);
  // A Scout of this process has charged the budget itself. A replayed one has not, so it is charged here.
  if (!scoutAnswers.has(recorded.by)) {
    allowance.budget.spend(recorded.spent.usd);
    scoutAnswers.set(recorded.by, Promise.resolve(call.result));
  }
  const { who, question, answer } = recorded;
  if (!answer) return;
  state.payloads.push({ who, question, answer });
  if ('slices' in answer) state.slices.push(...answer.slices);
  state.sliceFiles.push(...(recorded.sliceFiles ?? []));
}
