// A verification for a terminal: failures, then every step with its duration, and the next step at the end. Pure.
import type { Language } from '../text/lang/index.js';
import { type Count, type StepSource, type VerifyWords, verifyWords } from '../text/lang/verify/index.js';
import type { Comparison, StepRecord, TamperFinding, TestRecord, VerificationRecord } from '../verify/records.js';
import { whyOf } from '../verify/tamper/finding.js';
import { clip, columns as lined, type Paint, wide, wrapped } from './terminal.js';
import { fencedFor, gistOf, inert, seconds } from './verification-lines.js';

export interface Shown {
  readonly record: VerificationRecord;
  /** Why each step belongs to the pipeline, by its name. */
  readonly because: readonly { readonly name: string; readonly why: StepSource }[];
  readonly unaffected?: readonly string[] | undefined;
  /** Manifests that cannot be read. */
  readonly unread?: readonly string[] | undefined;
  /** The comparison with a base, with reasons in the same language. */
  readonly comparison?: ShownComparison | undefined;
  /** Changes to tests and checks. */
  readonly tamper?: readonly TamperFinding[] | undefined;
}

interface ShownComparison extends Pick<Comparison, 'verdict' | 'reasons'> {
  /** The ids of tests that this change broke. They come first among the failures. */
  readonly broke?: readonly string[] | undefined;
}

export interface Screen {
  readonly lang: Language;
  readonly paint: Paint;
  readonly columns: number;
  /** In GitHub Actions, the unguessable token for `::stop-commands::`, between whose lines the runner executes no workflow commands. */
  readonly fence?: string | undefined;
}

interface TableContext extends Shown, Screen {
  readonly say: VerifyWords;
}

export const MARKS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;
const HUES = { PASS: 'good', FAIL: 'bad', INFRA_ERROR: 'accent' } as const;
const RANK = { FAIL: 0, INFRA_ERROR: 1, PASS: 2 } as const;

const MOST_FAILURES = 10;
const MOST_LINES = 20;

export function verificationTable(shown: Shown, screen: Screen): string {
  const of: TableContext = {
    ...shown,
    ...screen,
    columns: Math.max(40, screen.columns),
    say: verifyWords(screen.lang),
  };
  const parts = [...verdicts(of), failures(of), rest(of), rows(of), because(of), next(of)];
  const text = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return fencedFor(screen, text);
}

/** The numbers of tests in these steps. */
export function countOf(steps: readonly StepRecord[]): Count {
  const all = steps.flatMap(({ tests = [] }) => tests.map(({ status }) => status));
  const many = (status: TestRecord['status']) => all.filter((each) => each === status).length;
  return { failed: many('failed'), passed: many('passed'), skipped: many('skipped') };
}

/** Changes to tests come first, then the comparison with the base, then the verdict on the tree. */
function verdicts(of: TableContext): readonly (readonly string[])[] {
  const stops = of.tamper?.some(({ weight }) => weight === 'blocks');
  return stops ? [weakenings(of), against(of), head(of)] : [against(of), weakenings(of), head(of)];
}

function head({ record, comparison, say, paint, columns }: TableContext): readonly string[] {
  const { status, steps, run_id, artifacts, ms } = record;
  const many = (verdict: StepRecord['status']) => steps.filter((step) => step.status === verdict).length;
  const said = say.headline({
    verdict: status,
    count: countOf(steps),
    steps: { failed: many('FAIL'), unable: many('INFRA_ERROR') },
  });
  const side = comparison ? `${say.compared.side.head}: ` : '';
  return [
    ...wrapped(`${MARKS[status]} ${side}${said}`, columns).map((line) => paint.strong(paint[HUES[status]](line))),
    ...wrapped(`${run_id} · ${say.took(seconds(ms))} · ${artifacts}`, columns).map(paint.faint),
  ];
}

function against({ comparison, say, paint, columns }: TableContext): readonly string[] {
  if (!comparison) return [];
  const { verdict, reasons } = comparison;
  const hue = { better: paint.good, same: paint.good, worse: paint.bad, unknown: paint.accent }[verdict];
  const mark = { better: MARKS.PASS, same: MARKS.PASS, worse: MARKS.FAIL, unknown: MARKS.INFRA_ERROR }[verdict];
  return [
    ...wrapped(`${mark} ${say.against[verdict]}`, columns).map((line) => paint.strong(hue(line))),
    ...reasons.flatMap((reason) => wrapped(inert(reason), columns - 2).map((line) => `  ${line}`)),
  ];
}

/** Changes to tests and checks, those that block first. */
function weakenings({ tamper = [], lang, say, paint, columns }: TableContext): readonly string[] {
  if (tamper.length === 0) return [];
  const sorted = tamper.toSorted((one, other) => Number(one.weight === 'ask') - Number(other.weight === 'ask'));
  const lines = sorted.slice(0, MOST_FAILURES).flatMap((found) => {
    const { file, line, kind, weight } = found;
    const mark = weight === 'blocks' ? paint.bad('✗') : paint.accent('?');
    const what = clip(inert(`${kind} (${say.tamper.weight[weight]})`), columns - 4);
    return [
      `  ${mark} ${what}`,
      `      ${paint.accent(clip(inert(`${file}:${line}`), columns - 6))}`,
      ...wrapped(inert(whyOf(found, lang)), columns - 6).map((each) => `      ${paint.faint(each)}`),
    ];
  });
  const left = sorted.length - MOST_FAILURES;
  return [paint.strong(say.tamper.heading), ...lines, ...(left > 0 ? [`  ${say.tamper.more(left)}`] : [])];
}

/** Failed tests, each with its location and the beginning of its message. */
function failures({ record, comparison, say, paint, columns }: TableContext): readonly string[] {
  const failed = failedOf(record, comparison?.broke);
  if (failed.length === 0) return [];
  const lines = failed.slice(0, MOST_FAILURES).flatMap(({ test: { id, at, message = '' } }) => {
    return [
      `  ${paint.bad('✗')} ${clip(inert(id), columns - 4)}`,
      ...(at ? [`      ${paint.accent(inert(`${at.file}:${at.line}`))}`] : []),
      ...gistOf(message).map((line) => `      ${paint.faint(clip(inert(line), columns - 6))}`),
    ];
  });
  const left = failed.length - MOST_FAILURES;
  const more = left > 0 ? [`  ${say.more({ count: left, where: `${record.artifacts}/manifest.json` })}`] : [];
  return [paint.strong(say.heading.failed), ...lines, ...more];
}

/** The last lines of steps that failed without a failed test, each behind a bar that marks them as output. */
function rest({ record, say, paint, columns }: TableContext): readonly string[] {
  const mute = record.steps.filter(
    ({ status, tests = [] }) => status !== 'PASS' && !tests.some((test) => test.status === 'failed'),
  );
  return mute.flatMap((step, n) => {
    const lines = (step.tail ?? '').split('\n').filter((line) => line.trim() !== '');
    const reason = step.reason;
    const why = reason ? wrapped(inert(say.endReason(reason)), columns - 4).map((line) => `  ${line}`) : [];
    const tail = lines.slice(-MOST_LINES).map((line) => paint.faint(`  │ ${clip(inert(line), columns - 4)}`));
    const title =
      step.status === 'FAIL'
        ? `${say.heading.lines} ${inert(step.name)}`
        : `${say.heading.unable}: ${inert(step.name)}`;
    return [...(n > 0 ? [''] : []), paint.strong(title), ...why, ...tail];
  });
}

/** One line for each step, those that did not pass first. */
function rows({ record, say, paint, columns }: TableContext): readonly string[] {
  const steps = record.steps.toSorted((one, other) => RANK[one.status] - RANK[other.status]);
  const cells = steps.map((step) => [
    `  ${MARKS[step.status]}`,
    clip(inert(step.name), Math.max(12, Math.floor(columns / 4))),
    clip(inert(step.command), Math.max(12, Math.floor(columns / 3))),
    say.took(seconds(step.ms)),
    resultOf(step, say),
  ]);
  return lined(cells, 2).map((line, n) => {
    const hue = paint[HUES[steps[n]?.status ?? 'PASS']];
    return clipLast(line, columns).replace(/[✓✗!]/, (mark) => hue(mark));
  });
}

function resultOf(step: StepRecord, say: VerifyWords): string {
  const reason = step.reason;
  if (reason && step.status !== 'PASS') return inert(say.endReason(reason));
  const count = countOf([step]);
  const counted = step.tests && step.tests.length > 0 ? say.count(count) : '';
  const exit = step.exit === null || step.exit === 0 ? '' : say.exit(step.exit);
  return [counted, exit, reason ? inert(say.endReason(reason)) : ''].filter(Boolean).join(' · ');
}

const clipLast = (line: string, columns: number): string => (wide(line) > columns ? clip(line, columns) : line);

function because({
  because: steps,
  unaffected = [],
  unread = [],
  say,
  paint,
  columns,
}: TableContext): readonly string[] {
  const cells = steps.map(({ name, why }) => [`  ${inert(name)}`, inert(say.stepSource(why))]);
  const lacks = [
    ...(unaffected.length > 0 ? [say.unaffected(unaffected)] : []),
    ...(unread.length > 0 ? [say.unread(unread)] : []),
  ];
  const left = lacks.flatMap((each) => wrapped(inert(each), columns - 2));
  if (cells.length + left.length === 0) return [];
  return [
    paint.strong(say.heading.because),
    ...lined(cells, 2).map((line) => paint.faint(clip(line, columns))),
    ...left.map((line) => `  ${paint.faint(line)}`),
  ];
}

function next({ record, comparison, tamper = [], unread = [], say, paint, columns }: TableContext): readonly string[] {
  const [broken] = record.steps.length === 0 ? unread : [];
  const unreadable = broken === undefined ? undefined : say.next.unread(broken);
  const advice = againstAdvice({ record, comparison, tamper }, say) ?? unreadable ?? adviceFor(record, say);
  if (advice === undefined) return [];
  const [sentence = '', ...lines] = advice.split('\n');
  const first = wrapped(`${say.heading.next}: ${inert(sentence)}`, columns);
  // Not wrapped, so that the lines can be copied.
  return [...first, ...lines.map((line) => `  ${inert(line)}`)].map(paint.strong);
}

/** With a base, the most severe effect of the change; nothing if it is unknown. */
function againstAdvice(
  { record, comparison, tamper = [] }: Pick<Shown, 'record' | 'comparison' | 'tamper'>,
  say: VerifyWords,
): string | undefined {
  if (tamper.some(({ weight }) => weight === 'blocks')) return say.tamper.next.blocks;
  if (comparison?.verdict === 'worse') return mendAdvice(failedOf(record, comparison.broke), { record, say });
  if (!comparison || record.status === 'INFRA_ERROR') return undefined;
  if (comparison.verdict === 'unknown') return record.status === 'PASS' ? say.next.unknown : undefined;
  if (tamper.length > 0) return say.tamper.next.ask;
  return record.status === 'FAIL' ? say.next.notWorse : undefined;
}

/** Undefined if everything passed. */
function adviceFor({ status, steps, artifacts }: VerificationRecord, say: VerifyWords): string | undefined {
  const { next: advice } = say;
  if (steps.length === 0) return advice.nothingToRun;
  if (status === 'PASS') {
    const { failed, passed } = countOf(steps);
    return failed + passed === 0 ? advice.noTests : undefined;
  }
  const mend = status === 'FAIL' ? mendAdvice(failedOf({ steps }), { record: { artifacts }, say }) : undefined;
  if (mend !== undefined) return mend;
  const first = steps.find((step) => step.status === status);
  const reason = first?.reason;
  return reason?.is === 'no-tool' ? advice.tool(reason.name) : advice.again(`${artifacts}/${first?.log ?? ''}`);
}

interface Failed {
  readonly test: TestRecord;
  readonly log: string;
}

/** Tests that failed, those that the change broke first. */
function failedOf({ steps }: Pick<VerificationRecord, 'steps'>, broke: readonly string[] = []): readonly Failed[] {
  const failed = steps.flatMap(({ log, tests = [] }) =>
    tests.flatMap((test) => (test.status === 'failed' ? [{ test, log }] : [])),
  );
  const names = new Set(broke);
  return failed.toSorted((one, other) => Number(names.has(other.test.id)) - Number(names.has(one.test.id)));
}

/** The advice to correct the first of these tests, with its location; undefined if there is none. */
function mendAdvice(
  [first]: readonly Failed[],
  { record, say }: { record: Pick<VerificationRecord, 'artifacts'>; say: VerifyWords },
): string | undefined {
  if (!first) return undefined;
  const { at, id } = first.test;
  return say.next.mend({ first: at ? `${at.file}:${at.line}` : id, log: `${record.artifacts}/${first.log}` });
}
