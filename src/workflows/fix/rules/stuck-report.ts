// The stuck report (specs/editor.md, "Stuck Report"): a page for people, and data from which `retry` starts. Pure. Used by outcome.ts, and
// by ../publish.ts after a red verify job.

import { plainWords } from '../../../text/quote.js';
import type { DocumentStep, Verified } from '../../../verify/artifact.js';
import type { StepRecord, VerificationRecord } from '../../../verify/records.js';
import type { Messages } from '../messages.en.js';
import { type Part, page, requestQuote } from './ending-text.js';
import type { FixRecords } from './records.js';
import type { StuckReport } from './schemas.js';
import type { Option, Statement } from './statements.js';
import { changeStatements, costStatements, failedRun, loopVerifications, tamperStatements } from './statements.js';

/** The report as data, from the records. */
export function stuckReportOf(records: FixRecords): StuckReport {
  const failed = failedVerifications(records);
  return {
    version: 1,
    run: records.run,
    asked: records.asked,
    hypotheses: hypothesesOf(records),
    failed: failed.map(({ run_id, ref, artifacts }) => ({ run_id, ref, artifacts })),
    smallest: smallestFailure(failed),
    counters: records.counters ? { ...records.counters } : null,
    tried: records.diff ? { files: [...records.diff.files], sha256: records.diff.sha256 } : null,
  };
}

/** The page. The options follow the first sentence, because a thread folds the rest. */
export function stuckText(records: FixRecords, messages: Messages): string {
  const report = stuckReportOf(records);
  const isChanged = records.diff !== undefined && records.diff.text !== '';
  const [whole, ...files] = changeStatements(records.diff);
  const items = (claims: readonly Statement[]): Part => ({ claims, as: 'items' });
  const lines = (claims: readonly Statement[]): Part => ({ claims, as: 'lines' });
  const hasHypotheses = report.hypotheses.length > 0;
  const reason = records.words?.isImpossible === true ? linesOf([records.words.why]) : [];
  const isImpossible = reason.length > 0;
  const isReasonFirst = !isChanged || isImpossible;
  const hypotheses: Part = hasHypotheses
    ? { quoted: 'hypothesis', words: listOf(report.hypotheses) }
    : { lead: messages.nothingSaid };
  const first: Part = isImpossible ? { quoted: 'reason', words: listOf(reason) } : hypotheses;
  // Without hypotheses, the records have the reason in their place.
  const hasOtherHypotheses = isImpossible ? listOf(report.hypotheses) !== listOf(reason) : !isReasonFirst;
  // Only a terminal has a working tree with the last attempt.
  const isInTree = isChanged && records.place !== 'thread';
  const nextSteps: Part = {
    items: optionsOf(report, { isInTree, isImpossible }).map((each) => messages.option(each, records.place)),
  };
  return page(
    [
      { lead: messages.end(isChanged ? { is: 'stuck' } : { is: 'no-change' }) },
      // Without a change, and before a step about it, the Editor's reason comes first: a thread shows only the first lines.
      ...(isReasonFirst ? [first, nextSteps] : [nextSteps]),
      { quoted: 'asked', words: requestQuote(records) },
      ...(hasOtherHypotheses && hasHypotheses ? [{ heading: 'hypotheses' } as const, hypotheses] : []),
      { heading: 'tried' },
      lines(loopStatements(records)),
      items([
        ...failedVerifications(records).map(failedRun),
        ...tamperStatements(records).filter(({ is }) => is === 'tampered'),
      ]),
      { heading: 'smallest' },
      lines(report.smallest ? [smallestStatement(report.smallest)] : []),
      { heading: 'what' },
      lines(whole ? [whole] : []),
      items(files),
      { heading: 'cost' },
      lines(costStatements(records)),
    ],
    messages,
  );
}

/** The Editor's hypotheses, one line each. */
export const hypothesesOf = ({ words }: FixRecords): string[] => linesOf(words?.hypotheses ?? []);

/** The texts as plain words, one line each, without empty ones. */
const linesOf = (texts: readonly string[]): string[] =>
  texts.map((each) => plainWords(each).replace(/\s*\n(?:- )?/g, ' ')).filter((each) => each !== '');

const listOf = (lines: readonly string[]): string => lines.map((each) => `- ${each}`).join('\n');

/** A stuck run has accepted nothing, so all verifications of the loop count, also those that passed but weakened tests. */
const failedVerifications = loopVerifications;

const loopStatements = ({ counters }: FixRecords): readonly Statement[] =>
  counters && counters.total_verify_loops > 0
    ? [{ is: 'loops', failed: counters.total_verify_loops, replans: counters.replans }]
    : [];

export function smallestStatement({
  command,
  cwd,
  exit,
  run_id,
  log,
}: NonNullable<StuckReport['smallest']>): Statement {
  return { is: 'smallest', command, cwd, exit, run_id, log };
}

/**
 * Returns the failed step of the last failed verification that is quickest to examine: the one with the fewest failed tests, then the
 * fastest. Steps without failed tests come last. Null if no step failed.
 */
export function smallestFailure(failed: readonly VerificationRecord[]): StuckReport['smallest'] {
  const last = failed.findLast(({ steps }) => steps.some(({ status }) => status === 'FAIL'));
  if (!last) return null;
  const failedTests = (step: StepRecord) =>
    (step.tests ?? []).filter(({ status }) => status === 'failed').map(({ id }) => id);
  const countOf = (step: StepRecord) => failedTests(step).length || Number.POSITIVE_INFINITY;
  const [step] = last.steps
    .filter(({ status }) => status === 'FAIL')
    .sort((one, other) => compareTestCounts(countOf(one), countOf(other)) || one.ms - other.ms);
  if (!step) return null;
  const { command, cwd, exit, log } = step;
  return { command, cwd, exit, run_id: last.run_id, log: `${last.artifacts}/${log}`, tests: failedTests(step) };
}

/** Compares two numbers of failed tests. Two steps without failed tests (Infinity) are equal. */
const compareTestCounts = (one: number, other: number): number => (one === other ? 0 : one - other);

/** What a person can do next. If the Editor named an obstacle, neither a hint nor another attempt helps before it is resolved. */
function optionsOf(
  { run, smallest }: StuckReport,
  { isInTree, isImpossible }: { readonly isInTree: boolean; readonly isImpossible: boolean },
): readonly Option[] {
  if (isImpossible) return [{ is: 'resolve', command: 'fix' }, ...(isInTree ? [{ is: 'discard' } as const] : [])];
  return [
    ...(smallest ? [{ is: 'look-at-log' } as const] : []),
    { is: 'hint' },
    { is: 'split' },
    { is: 'retry', run },
    ...(isInTree ? [{ is: 'discard' } as const] : []),
  ];
}

interface RunFacts {
  readonly run: string;
  /** The request in the person's words. */
  readonly asked: string;
  readonly diff: { readonly files: readonly string[]; readonly sha256: string };
  /** The page of the Actions run, with the log of the verify job. */
  readonly runUrl: string;
}

/** The stuck report of a run whose verify job failed and that may not start a further round. */
export function stuckReportFromVerify({ head }: Verified, { run, asked, diff, runUrl }: RunFacts): StuckReport {
  return {
    version: 1,
    run,
    asked,
    hypotheses: [],
    failed: [{ run_id: head.run_id, ref: head.ref, artifacts: runUrl }],
    smallest: smallestVerifyStep(head),
    counters: null,
    tried: { files: [...diff.files], sha256: diff.sha256 },
  };
}

/** The failed step with the fewest failed tests; steps without tests come last. */
function smallestVerifyStep({ run_id, steps }: Verified['head']): StuckReport['smallest'] {
  const countOf = ({ failures }: DocumentStep) => failures.length || Number.MAX_SAFE_INTEGER;
  const [step] = steps.filter(({ status }) => status === 'FAIL').sort((one, other) => countOf(one) - countOf(other));
  if (!step) return null;
  const { command, cwd, exit, log, failures } = step;
  return { command, cwd, exit, run_id, log, tests: failures.map(({ id }) => id) };
}
