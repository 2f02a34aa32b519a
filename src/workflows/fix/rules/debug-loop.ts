// Decisions of the debug loop (the Editor specification, "Debug Loop"): what follows from the verdicts so far, whether a plan differs,
// which target tests still fail, and the context files. Its limits are constants, so no option raises them. Pure.

import { inFence } from '../../../text/quote.js';
import type { Comparison, TestRecord, VerificationRecord } from '../../../verify/records.js';
import type { EditorAnswer } from './schemas.js';

/** The verdict of one verification of the loop. The baseline and the verify job do not count. */
export type Verdict = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** Counters under the names of the specification, as the journal records them. */
export interface Counters {
  readonly consecutive_failures: number;
  readonly total_verify_loops: number;
  /** The number of REPLANs so far. */
  readonly replans: number;
}

export interface NextStep {
  /** `again`: try again. `replan`: try another plan. `stop`: end with a stuck report. */
  readonly is: 'done' | 'again' | 'replan' | 'stop';
  readonly counters: Counters;
}

const REPLAN_AT = 3;
const STOP_AT = 12;

const START: NextStep = { is: 'again', counters: { consecutive_failures: 0, total_verify_loops: 0, replans: 0 } };

/** The next step after these verdicts, in order. */
export function next(history: readonly Verdict[]): NextStep {
  return history.reduce(after, START);
}

function after(before: NextStep, verdict: Verdict): NextStep {
  // A stop is final.
  if (before.is === 'stop') return before;
  const { consecutive_failures, total_verify_loops, replans } = before.counters;
  if (verdict === 'INFRA_ERROR') return { is: 'again', counters: before.counters };
  if (verdict === 'PASS') return { is: 'done', counters: { ...START.counters, replans } };
  const failed = {
    consecutive_failures: consecutive_failures + 1,
    total_verify_loops: total_verify_loops + 1,
    replans,
  };
  if (failed.total_verify_loops >= STOP_AT) return { is: 'stop', counters: failed };
  if (failed.consecutive_failures < REPLAN_AT) return { is: 'again', counters: failed };
  return { is: 'replan', counters: { ...failed, consecutive_failures: 0, replans: replans + 1 } };
}

/** A verification with its comparison, and the next step if it is new. */
export interface LoopVerification {
  readonly record: VerificationRecord;
  readonly comparison: Comparison;
  readonly follows?: NextStep;
  /** Target tests that still fail. */
  readonly targets?: readonly string[];
}

/** A plan in the Editor's words, with the change it led to. */
export interface Plan {
  readonly approach: string;
  /** The digest of that change; undefined before there is one. */
  readonly diffDigest?: string | undefined;
}

/**
 * Whether a plan differs from all earlier ones in words and in its diff (a REPLAN that does not is refused). An empty plan does not
 * differ.
 */
export function isAnotherPlan(plan: Plan, earlier: readonly Plan[]): boolean {
  const words = keyOf(plan.approach);
  if (words === '') return false;
  return earlier.every((before) => keyOf(before.approach) !== words && !isSameDiff(plan, before));
}

const isSameDiff = (one: Plan, other: Plan): boolean =>
  one.diffDigest !== undefined && one.diffDigest !== '' && one.diffDigest === other.diffDigest;

/** Words without meaning for a plan, including those that only call an old plan a new one. */
const EMPTY = new Set(
  (
    'a an the this that these those it its i we you he they my our your their to of in on at by for from with into onto as ' +
    'and or but nor so if then than when while is are was were be been being am do does did done have has had will would shall ' +
    'should can could may might must not no yes there here what which who how why all any each some more most very just only ' +
    'also too now again once still instead another other different differently new approach plan strategy try attempt retry ' +
    'first next time carefully properly correctly really simply let lets going go make sure ensure please'
  ).split(' '),
);

/** Words as runs of one script, because Japanese has no spaces. */
const WORD = /[\p{Script=Latin}\p{N}_$]+|\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[\p{L}\p{M}]+/gu;

/** Hiragana are particles and endings, and are ignored like "the". */
const BINDS = /^\p{Script=Hiragana}+$/u;
const EMPTY_JAPANESE = new Set([
  '今度',
  '今回',
  '次',
  '別',
  '方法',
  '方針',
  '計画',
  '再度',
  '再',
  '試',
  '新',
  'アプローチ',
  'プラン',
]);

/** The meaningful words of a plan, regardless of order, case and endings. */
function keyOf(approach: string): string {
  const all = [...approach.normalize('NFKC').toLowerCase().replace(/['’]/g, '').matchAll(WORD)].map(([word]) => word);
  const meant = all.filter((word) => !EMPTY.has(word) && !EMPTY_JAPANESE.has(word) && !BINDS.test(word));
  const counted = meant.length > 0 ? meant.map(withoutEnding) : all.filter((word) => !EMPTY.has(word));
  return [...new Set(counted)].sort().join(' ');
}

/** "caching", "caches" and "cached" count as one word. */
const withoutEnding = (word: string): string => (word.length > 3 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word);

/** PASS if nothing that passed before fails or disappears. Tests that failed before may still fail. */
export const verdictOf = ({ verdict }: Pick<Comparison, 'verdict'>): Verdict =>
  verdict === 'better' || verdict === 'same' ? 'PASS' : 'FAIL';

type Named = Pick<EditorAnswer, 'shownBy' | 'notTargets'>;

/** Tests that failed before the change and fail with it. */
const failingStill = ({
  record,
  comparison,
}: Pick<LoopVerification, 'record' | 'comparison'>): readonly TestRecord[] => {
  const before = new Set(comparison.before);
  return record.steps.flatMap(({ tests = [] }) =>
    tests.filter(({ status, id }) => status === 'failed' && before.has(id)),
  );
};

const isCalled = (name: string, { name: test }: Pick<TestRecord, 'name'>): boolean =>
  test === name || test.endsWith(name);

const isExcluded = (test: TestRecord, { notTargets }: Named): boolean =>
  notTargets.some((each) => each.test === test.id || isCalled(each.test, test));

/** Files of failing tests that may be targets; the import map decides. */
export function testFilesToLookUp(
  answer: Named,
  seen: Pick<LoopVerification, 'record' | 'comparison'>,
): readonly string[] {
  const files = failingStill(seen).flatMap((test) => (isExcluded(test, answer) ? [] : (test.file ?? [])));
  return [...new Set(files)];
}

/**
 * Target tests that failed before the change and still fail. A test is a target if the Editor names it; or if the request names it, or its
 * file loads a changed file (`loaders`), and the Editor does not exclude it. Other failures do not block.
 */
export function stillFailing(
  answer: Named,
  seen: Pick<LoopVerification, 'record' | 'comparison'>,
  { asked, loaders }: { readonly asked: string; readonly loaders: readonly string[] },
): readonly string[] {
  const isTarget = (test: TestRecord): boolean => {
    const { name, file } = test;
    if (answer.shownBy.some((each) => isCalled(each.test, test))) return true;
    if (isExcluded(test, answer)) return false;
    return asked.includes(name) || (file !== undefined && (asked.includes(file) || loaders.includes(file)));
  };
  return failingStill(seen)
    .filter(isTarget)
    .map(({ id }) => id);
}

/** Tests that the Editor excluded from the targets, and that really fail before and after the change. */
export const excludedTests = (
  answer: Named,
  seen: Pick<LoopVerification, 'record' | 'comparison'>,
): readonly { readonly test: string; readonly why: string }[] =>
  answer.notTargets.filter((each) =>
    failingStill(seen).some((test) => each.test === test.id || isCalled(each.test, test)),
  );

/** Files for readers: no test can cover them. */
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp)$/i;

export const isProseOnly = (files: readonly string[]): boolean => files.every((file) => PROSE.test(file));

/** One question to a Scout with its answer. */
export interface Payload {
  readonly who: 'A' | 'B';
  readonly question: string;
  /** Text, or data of the Scout's schema. */
  readonly answer: unknown;
}

/** When context files are written (the Editor specification, "Context Recording"). */
export type ContextWhy = 'start' | 'replan' | 'success';

interface ContextOf {
  /** Counts from 1 in a run, also when it is continued. */
  readonly n: number;
  /** When, in ISO time. */
  readonly at: string;
  readonly why: ContextWhy;
  readonly payloads: readonly Payload[];
}

const WHY: Readonly<Record<ContextWhy, string>> = {
  start: 'at the start',
  replan: 'at a REPLAN',
  success: 'at success',
};

/** The folder of context files, and whether a file name is one. */
export const CONTEXT_FOLDER = 'agent';
export const isContext = (name: string): boolean => /^context_\d{3,}\.md$/.test(name);

/** Path and text of a context file. */
export function contextFile({ n, at, why, payloads }: ContextOf): { readonly path: string; readonly text: string } {
  const number = String(n).padStart(3, '0');
  const parts = payloads.map(({ who, question, answer }, index) =>
    [
      `## ${index + 1}. Scout ${who}`,
      'Asked:',
      inFence(question, 'text'),
      'Answered:',
      typeof answer === 'string' ? inFence(answer, 'text') : inFence(asJson(answer), 'json'),
    ].join('\n\n'),
  );
  const body = parts.length > 0 ? parts : ['No Scout was asked.'];
  return {
    path: `${CONTEXT_FOLDER}/context_${number}.md`,
    text: `${[`# Context ${number}, ${WHY[why]} (${at})`, ...body].join('\n\n')}\n`,
  };
}

const asJson = (answer: unknown): string => JSON.stringify(answer, null, 2) ?? 'null';
