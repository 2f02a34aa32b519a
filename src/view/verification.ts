// The result of a verification as text for a terminal: verdict, failures, every step with its duration, and what to do next. Used by
// `crew verify`, the verify job, src/services/verify-trees.ts, verification-plan.ts, and src/workflows/fix/rules/statements.ts. Pure.
import type { Language } from '../text/lang/index.js';
import { type StepSource, type TestCount, type VerifyWords, verifyWords } from '../text/lang/verify/index.js';
import type { Comparison, StepRecord, TamperFinding, TestRecord, VerificationRecord } from '../verify/records.js';
import { whyOf } from '../verify/tamper/finding.js';
import { clip, displayWidth, alignColumns as lined, type Paint, wrapText } from './terminal.js';
import { inertLine, relevantLines, seconds, withoutWorkflowCommands } from './verification-lines.js';

/** A verification with what the terminal output says about it. */
export interface VerificationReport {
  /** The first line, where several reports follow each other. */
  readonly title?: string | undefined;
  readonly record: VerificationRecord;
  /** For each step, the place from which it was detected. */
  readonly because: readonly { readonly name: string; readonly why: StepSource }[];
  /** Packages without steps, because the change does not affect them. */
  readonly unaffected?: readonly string[] | undefined;
  /** Manifests that cannot be read. */
  readonly unread?: readonly string[] | undefined;
  /** The comparison with a base, with its reasons as sentences in the language of the output. */
  readonly comparison?: ReportComparison | undefined;
  /** Changes to tests and checks. */
  readonly tamper?: readonly TamperFinding[] | undefined;
}

interface ReportComparison extends Pick<Comparison, 'verdict' | 'reasons'> {
  /** The ids of tests that the change broke. They come first among the failures. */
  readonly broke?: readonly string[] | undefined;
}

export interface VerificationScreen {
  readonly lang: Language;
  readonly paint: Paint;
  readonly columns: number;
  /** The reader cannot open the log files, because they are deleted with the runner. Their paths are left out. */
  readonly hidesLogPaths?: boolean | undefined;
  /** In GitHub Actions, a random token for `::stop-commands::`, so that the runner executes no workflow commands in the output. */
  readonly fence?: string | undefined;
}

interface ReportContext extends VerificationReport, VerificationScreen {
  readonly words: VerifyWords;
}

export const MARKS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;
const COLOURS = { PASS: 'good', FAIL: 'bad', INFRA_ERROR: 'accent' } as const;
const ROW_ORDER = { FAIL: 0, INFRA_ERROR: 1, PASS: 2 } as const;

const MAX_FAILURES = 10;
const MAX_LINES = 20;

/** The whole output. */
export function verificationTable(shown: VerificationReport, screen: VerificationScreen): string {
  const context: ReportContext = {
    ...shown,
    ...screen,
    columns: Math.max(40, screen.columns),
    words: verifyWords(screen.lang),
  };
  const parts = [
    context.title === undefined ? [] : [context.paint.strong(inertLine(context.title))],
    ...verdicts(context),
    failures(context),
    failedOutputs(context),
    stepTable(context),
    stepReasons(context),
    nextStep(context),
  ];
  const text = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return withoutWorkflowCommands(screen, text);
}

/** The numbers of tests in these steps. */
export function countOf(steps: readonly StepRecord[]): TestCount {
  const all = steps.flatMap(({ tests = [] }) => tests.map(({ status }) => status));
  const count = (status: TestRecord['status']) => all.filter((each) => each === status).length;
  return { failed: count('failed'), passed: count('passed'), skipped: count('skipped') };
}

/** The verdict on the tree and the comparison with the base. Changes to tests come first if they block the change. */
function verdicts(context: ReportContext): readonly (readonly string[])[] {
  const isBlocked = context.tamper?.some(({ weight }) => weight === 'blocks');
  return isBlocked
    ? [weakenings(context), comparisonLines(context), verdictLines(context)]
    : [comparisonLines(context), weakenings(context), verdictLines(context)];
}

function verdictLines({ record, comparison, words, paint, columns, hidesLogPaths }: ReportContext): readonly string[] {
  const { status, steps, run_id, artifacts, ms } = record;
  const count = (verdict: StepRecord['status']) => steps.filter((step) => step.status === verdict).length;
  const sentence = words.headline({
    verdict: status,
    count: countOf(steps),
    steps: { failed: count('FAIL'), unable: count('INFRA_ERROR') },
  });
  const side = comparison ? `${words.compared.side.head}: ` : '';
  return [
    ...wrapText(`${MARKS[status]} ${side}${sentence}`, columns).map((line) =>
      paint.strong(paint[COLOURS[status]](line)),
    ),
    ...wrapText([run_id, words.took(seconds(ms)), ...(hidesLogPaths ? [] : [artifacts])].join(' · '), columns).map(
      paint.faint,
    ),
  ];
}

function comparisonLines({ comparison, words, paint, columns }: ReportContext): readonly string[] {
  if (!comparison) return [];
  const { verdict, reasons } = comparison;
  const hue = { better: paint.good, same: paint.good, worse: paint.bad, unknown: paint.accent }[verdict];
  const mark = { better: MARKS.PASS, same: MARKS.PASS, worse: MARKS.FAIL, unknown: MARKS.INFRA_ERROR }[verdict];
  return [
    ...wrapText(`${mark} ${words.against[verdict]}`, columns).map((line) => paint.strong(hue(line))),
    ...reasons.flatMap((reason) => wrapText(inertLine(reason), columns - 2).map((line) => `  ${line}`)),
  ];
}

/** Changes to tests and checks, those that block first. */
function weakenings({ tamper = [], lang, words, paint, columns }: ReportContext): readonly string[] {
  if (tamper.length === 0) return [];
  const sorted = tamper.toSorted((one, other) => Number(one.weight === 'ask') - Number(other.weight === 'ask'));
  const lines = sorted.slice(0, MAX_FAILURES).flatMap((found) => {
    const { file, line, kind, weight } = found;
    const mark = weight === 'blocks' ? paint.bad('✗') : paint.accent('?');
    const what = clip(inertLine(`${kind} (${words.tamper.weight[weight]})`), columns - 4);
    return [
      `  ${mark} ${what}`,
      `      ${paint.accent(clip(inertLine(`${file}:${line}`), columns - 6))}`,
      ...wrapText(inertLine(whyOf(found, lang)), columns - 6).map((each) => `      ${paint.faint(each)}`),
    ];
  });
  const left = sorted.length - MAX_FAILURES;
  return [paint.strong(words.tamper.heading), ...lines, ...(left > 0 ? [`  ${words.tamper.more(left)}`] : [])];
}

/** Failed tests, each with its location and the beginning of its message. */
function failures({ record, comparison, words, paint, columns, hidesLogPaths }: ReportContext): readonly string[] {
  const failed = failedTests(record, comparison?.broke);
  if (failed.length === 0) return [];
  const lines = failed.slice(0, MAX_FAILURES).flatMap(({ test: { id, at, message = '' } }) => {
    return [
      `  ${paint.bad('✗')} ${clip(inertLine(id), columns - 4)}`,
      ...(at ? [`      ${paint.accent(inertLine(`${at.file}:${at.line}`))}`] : []),
      ...relevantLines(message).map((line) => `      ${paint.faint(clip(inertLine(line), columns - 6))}`),
    ];
  });
  const left = failed.length - MAX_FAILURES;
  const more =
    left > 0
      ? [`  ${words.more({ count: left, where: hidesLogPaths ? undefined : `${record.artifacts}/manifest.json` })}`]
      : [];
  return [paint.strong(words.heading.failed), ...lines, ...more];
}

/** The last lines of steps that failed without a failed test. A bar before each line marks it as output. */
function failedOutputs({ record, words, paint, columns }: ReportContext): readonly string[] {
  const withoutFailedTest = record.steps.filter(
    ({ status, tests = [] }) => status !== 'PASS' && !tests.some((test) => test.status === 'failed'),
  );
  return withoutFailedTest.flatMap((step, n) => {
    const lines = (step.tail ?? '').split('\n').filter((line) => line.trim() !== '');
    const reason = step.reason;
    const why = reason ? wrapText(inertLine(words.endReason(reason)), columns - 4).map((line) => `  ${line}`) : [];
    const tail = lines.slice(-MAX_LINES).map((line) => paint.faint(`  │ ${clip(inertLine(line), columns - 4)}`));
    const title =
      step.status === 'FAIL'
        ? `${words.heading.lines} ${inertLine(step.name)}`
        : `${words.heading.unable}: ${inertLine(step.name)}`;
    return [...(n > 0 ? [''] : []), paint.strong(title), ...why, ...tail];
  });
}

/** One line for each step, those that did not pass first. */
function stepTable({ record, words, paint, columns }: ReportContext): readonly string[] {
  const steps = record.steps.toSorted((one, other) => ROW_ORDER[one.status] - ROW_ORDER[other.status]);
  const cells = steps.map((step) => [
    `  ${MARKS[step.status]}`,
    clip(inertLine(step.name), Math.max(12, Math.floor(columns / 4))),
    clip(inertLine(step.command), Math.max(12, Math.floor(columns / 3))),
    words.took(seconds(step.ms)),
    resultOf(step, words),
  ]);
  return lined(cells, 2).map((line, n) => {
    const hue = paint[COLOURS[steps[n]?.status ?? 'PASS']];
    return clipLast(line, columns).replace(/[✓✗!]/, (mark) => hue(mark));
  });
}

function resultOf(step: StepRecord, words: VerifyWords): string {
  const reason = step.reason;
  if (reason && step.status !== 'PASS') return inertLine(words.endReason(reason));
  const count = countOf([step]);
  const counted = step.tests && step.tests.length > 0 ? words.count(count) : '';
  const exit = step.exit === null || step.exit === 0 ? '' : words.exit(step.exit);
  return [counted, exit, reason ? inertLine(words.endReason(reason)) : ''].filter(Boolean).join(' · ');
}

const clipLast = (line: string, columns: number): string => (displayWidth(line) > columns ? clip(line, columns) : line);

function stepReasons({
  because: steps,
  unaffected = [],
  unread = [],
  words,
  paint,
  columns,
}: ReportContext): readonly string[] {
  const cells = steps.map(({ name, why }) => [`  ${inertLine(name)}`, inertLine(words.stepSource(why))]);
  const notes = [
    ...(unaffected.length > 0 ? [words.unaffected(unaffected)] : []),
    ...(unread.length > 0 ? [words.unread(unread)] : []),
  ];
  const noteLines = notes.flatMap((each) => wrapText(inertLine(each), columns - 2));
  if (cells.length + noteLines.length === 0) return [];
  return [
    paint.strong(words.heading.because),
    ...lined(cells, 2).map((line) => paint.faint(clip(line, columns))),
    ...noteLines.map((line) => `  ${paint.faint(line)}`),
  ];
}

function nextStep(context: ReportContext): readonly string[] {
  const { record, unread = [], words, paint, columns } = context;
  const [unreadFile] = record.steps.length === 0 ? unread : [];
  const unreadAdvice = unreadFile === undefined ? undefined : words.next.unread(unreadFile);
  const advice = comparisonAdvice(context) ?? unreadAdvice ?? adviceFor(context);
  if (advice === undefined) return [];
  const [sentence = '', ...lines] = advice.split('\n');
  const first = wrapText(`${words.heading.next}: ${inertLine(sentence)}`, columns);
  // Not wrapped and with their indentation, so that the lines can be copied.
  return [...first, ...lines.map((line) => `  ${/^ */.exec(line)}${inertLine(line.trimStart())}`)].map(paint.strong);
}

/** What to do about the most severe effect of the change; undefined without a base or if the effect is unknown. */
function comparisonAdvice(context: ReportContext): string | undefined {
  const { record, comparison, tamper = [], words } = context;
  if (tamper.some(({ weight }) => weight === 'blocks')) return words.tamper.next.blocks;
  if (comparison?.verdict === 'worse') return mendAdvice(failedTests(record, comparison.broke), context);
  if (!comparison || record.status === 'INFRA_ERROR') return undefined;
  if (comparison.verdict === 'unknown') return record.status === 'PASS' ? words.next.unknown : undefined;
  if (tamper.length > 0) return words.tamper.next.ask;
  return record.status === 'FAIL' ? words.next.notWorse : undefined;
}

/** What to do about the verification of one tree; undefined if everything passed. */
function adviceFor(context: ReportContext): string | undefined {
  const { status, steps } = context.record;
  const { next: advice } = context.words;
  if (steps.length === 0) return advice.nothingToRun;
  if (status === 'PASS') {
    const { failed, passed } = countOf(steps);
    return failed + passed === 0 ? advice.noTests : undefined;
  }
  const mend = status === 'FAIL' ? mendAdvice(failedTests({ steps }), context) : undefined;
  if (mend !== undefined) return mend;
  const first = steps.find((step) => step.status === status);
  const reason = first?.reason;
  return reason?.is === 'no-tool' ? advice.tool(reason.name) : advice.again(logPath(first?.log ?? '', context));
}

interface FailedTest {
  readonly test: TestRecord;
  readonly log: string;
}

/** The failed tests, those that the change broke first. */
function failedTests(
  { steps }: Pick<VerificationRecord, 'steps'>,
  broke: readonly string[] = [],
): readonly FailedTest[] {
  const failed = steps.flatMap(({ log, tests = [] }) =>
    tests.flatMap((test) => (test.status === 'failed' ? [{ test, log }] : [])),
  );
  const names = new Set(broke);
  return failed.toSorted((one, other) => Number(names.has(other.test.id)) - Number(names.has(one.test.id)));
}

/** The advice to correct the first of these tests, with its location; undefined if there is none. */
function mendAdvice([first]: readonly FailedTest[], context: ReportContext): string | undefined {
  if (!first) return undefined;
  const { at, id } = first.test;
  return context.words.next.mend({ first: at ? `${at.file}:${at.line}` : id, log: logPath(first.log, context) });
}

const logPath = (log: string, { record, hidesLogPaths }: ReportContext): string | undefined =>
  hidesLogPaths ? undefined : `${record.artifacts}/${log}`;
