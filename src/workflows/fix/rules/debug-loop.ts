// Decisions of the debug loop (specs/editor.md, "Debug Loop"): the next step after the verdicts so far, whether a plan differs from failed
// ones, which target tests still fail, and the context files. The limits are constants, so no option can raise them. Pure. Used by
// ../debug-loop.ts, fix-state.ts, records.ts and rejections.ts.

import { codeBlock } from '../../../text/quote.js';
import type { Comparison, TestRecord, VerificationRecord } from '../../../verify/records.js';
import type { EditorAnswer } from './schemas.js';

/** The verdict of one verification of the loop. The baseline and the verify job do not count. */
export type LoopVerdict = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** The counters of specs/editor.md, under its names. The journal records them. */
export interface Counters {
  readonly consecutive_failures: number;
  readonly total_verify_loops: number;
  /** How many times the Editor was asked for another plan (REPLAN) so far. */
  readonly replans: number;
}

/** What the debug loop does after a verification. */
export interface NextStep {
  /** `again`: try again. `replan`: try another plan. `stop`: end with a stuck report. */
  readonly is: 'done' | 'again' | 'replan' | 'stop';
  readonly counters: Counters;
}

/** Failures in a row after which another plan is needed, and failures in all after which the loop stops. */
const REPLAN_AT = 3;
const STOP_AT = 12;

const START: NextStep = { is: 'again', counters: { consecutive_failures: 0, total_verify_loops: 0, replans: 0 } };

/** The next step after these verdicts, in order. */
export function nextStep(history: readonly LoopVerdict[]): NextStep {
  return history.reduce(stepAfter, START);
}

function stepAfter(before: NextStep, verdict: LoopVerdict): NextStep {
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

/** A verification of the loop with its comparison to the base. `nextStep` is undefined if the project has no checks. */
export interface LoopVerification {
  readonly record: VerificationRecord;
  readonly comparison: Comparison;
  readonly nextStep?: NextStep;
  /** Target tests that still fail. */
  readonly targets?: readonly string[];
}

/** The Editor's description of a plan, with the change that it led to. */
export interface Plan {
  readonly approach: string;
  /** The digest of that change; undefined before there is one. */
  readonly diffDigest?: string | undefined;
}

/**
 * Whether a plan differs from every earlier one, both in words and in its diff. False for an empty plan. After a REPLAN, a plan that does
 * not differ is rejected.
 */
export function isAnotherPlan(plan: Plan, earlier: readonly Plan[]): boolean {
  const words = meaningfulWords(plan.approach);
  if (words === '') return false;
  return earlier.every((before) => meaningfulWords(before.approach) !== words && !isSameDiff(plan, before));
}

const isSameDiff = (one: Plan, other: Plan): boolean =>
  one.diffDigest !== undefined && one.diffDigest !== '' && one.diffDigest === other.diffDigest;

/** Words that are ignored when plans are compared, such as "the" and "new approach". */
const FILLER_WORDS = new Set(
  (
    'a an the this that these those it its i we you he they my our your their to of in on at by for from with into onto as ' +
    'and or but nor so if then than when while is are was were be been being am do does did done have has had will would shall ' +
    'should can could may might must not no yes there here what which who how why all any each some more most very just only ' +
    'also too now again once still instead another other different differently new approach plan strategy try attempt retry ' +
    'first next time carefully properly correctly really simply let lets going go make sure ensure please'
  ).split(' '),
);

/** One word: `cache`, `キャッシュ`, `修正`. A word ends where the script changes, because Japanese has no spaces. */
const WORD = /[\p{Script=Latin}\p{N}_$]+|\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[\p{L}\p{M}]+/gu;

/** Words of Hiragana only are particles and endings. They are ignored like "the". */
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;
const FILLER_WORDS_JAPANESE = new Set([
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
function meaningfulWords(approach: string): string {
  const all = [...approach.normalize('NFKC').toLowerCase().replace(/['’]/g, '').matchAll(WORD)].map(([word]) => word);
  const meaningful = all.filter(
    (word) => !FILLER_WORDS.has(word) && !FILLER_WORDS_JAPANESE.has(word) && !HIRAGANA_ONLY.test(word),
  );
  // A text of Japanese filler words only, such as 別の方法, still has to differ from another such text.
  const counted = meaningful.length > 0 ? meaningful.map(withoutEnding) : all.filter((word) => !FILLER_WORDS.has(word));
  return [...new Set(counted)].sort().join(' ');
}

/** "caching", "caches" and "cached" count as one word. */
const withoutEnding = (word: string): string => (word.length > 3 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word);

/** PASS if every test that passed on the base still runs and passes. Tests that failed on the base may still fail. */
export const verdictOf = ({ verdict }: Pick<Comparison, 'verdict'>): LoopVerdict =>
  verdict === 'better' || verdict === 'same' ? 'PASS' : 'FAIL';

type NamedTests = Pick<EditorAnswer, 'shownBy' | 'notTargets'>;

/** Tests that failed before the change and fail with it. */
const failedBeforeAndAfter = ({
  record,
  comparison,
}: Pick<LoopVerification, 'record' | 'comparison'>): readonly TestRecord[] => {
  const before = new Set(comparison.before);
  return record.steps.flatMap(({ tests = [] }) =>
    tests.filter(({ status, id }) => status === 'failed' && before.has(id)),
  );
};

/** Whether a test has this name. Some runners print the names of its groups before it, so the end of the name is enough. */
const hasName = (name: string, test: Pick<TestRecord, 'name'>): boolean => test.name.endsWith(name);

const isExcluded = (test: TestRecord, { notTargets }: NamedTests): boolean =>
  notTargets.some((each) => each.test === test.id || hasName(each.test, test));

/** The files of failing tests that may be targets. The caller looks up which of them load a changed file. */
export function testFilesToLookUp(
  answer: NamedTests,
  verification: Pick<LoopVerification, 'record' | 'comparison'>,
): readonly string[] {
  const files = failedBeforeAndAfter(verification).flatMap((test) =>
    isExcluded(test, answer) ? [] : (test.file ?? []),
  );
  return [...new Set(files)];
}

/**
 * Target tests that failed before the change and still fail. A test is a target if the Editor names it; or if the request names it, or its
 * file loads a changed file (`loaders`), and the Editor does not exclude it. Other failures do not block.
 */
export function failingTargetTests(
  answer: NamedTests,
  verification: Pick<LoopVerification, 'record' | 'comparison'>,
  { request, loaders }: { readonly request: string; readonly loaders: readonly string[] },
): readonly string[] {
  const isTarget = (test: TestRecord): boolean => {
    const { name, file } = test;
    if (answer.shownBy.some((each) => hasName(each.test, test))) return true;
    if (isExcluded(test, answer)) return false;
    return request.includes(name) || (file !== undefined && (request.includes(file) || loaders.includes(file)));
  };
  return failedBeforeAndAfter(verification)
    .filter(isTarget)
    .map(({ id }) => id);
}

/** The tests that the Editor excluded from the targets and that fail before and after the change. */
export const excludedTests = (
  answer: NamedTests,
  verification: Pick<LoopVerification, 'record' | 'comparison'>,
): readonly { readonly test: string; readonly why: string }[] =>
  answer.notTargets.filter((each) =>
    failedBeforeAndAfter(verification).some((test) => each.test === test.id || hasName(each.test, test)),
  );

/** Files that no test can cover: documents and pictures, such as `LICENSE`, `docs/guide.md`, `logo.png`. */
const PROSE_FILES =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp)$/i;

/** Whether a change edits only documents and pictures. */
export const isProseOnly = (files: readonly string[]): boolean => files.every((file) => PROSE_FILES.test(file));

/** One question to a Scout with its answer. */
export interface Payload {
  readonly who: 'A' | 'B';
  readonly question: string;
  /** Text, or data of the Scout's schema. */
  readonly answer: unknown;
}

/** The occasions on which a context file is written (specs/editor.md, "Context Recording"). */
export type ContextOccasion = 'start' | 'replan' | 'success';

interface ContextFileInput {
  /** The number of the file in the run, from 1. A continued run goes on counting. */
  readonly n: number;
  /** When, in ISO time. */
  readonly at: string;
  readonly why: ContextOccasion;
  readonly payloads: readonly Payload[];
}

const OCCASION_TEXT: Readonly<Record<ContextOccasion, string>> = {
  start: 'at the start',
  replan: 'at a REPLAN',
  success: 'at success',
};

/** The folder of context files in the tree. */
export const CONTEXT_FOLDER = 'agent';

/** Whether a file name in CONTEXT_FOLDER is that of a context file, such as `context_001.md`. */
export const isContextFile = (name: string): boolean => /^context_\d{3,}\.md$/.test(name);

/** Path and text of a context file. */
export function contextFile({ n, at, why, payloads }: ContextFileInput): {
  readonly path: string;
  readonly text: string;
} {
  const number = String(n).padStart(3, '0');
  const parts = payloads.map(({ who, question, answer }, index) =>
    [
      `## ${index + 1}. Scout ${who}`,
      'Asked:',
      codeBlock(question, 'text'),
      'Answered:',
      typeof answer === 'string' ? codeBlock(answer, 'text') : codeBlock(asJson(answer), 'json'),
    ].join('\n\n'),
  );
  const body = parts.length > 0 ? parts : ['No Scout was asked.'];
  return {
    path: `${CONTEXT_FOLDER}/context_${number}.md`,
    text: `${[`# Context ${number}, ${OCCASION_TEXT[why]} (${at})`, ...body].join('\n\n')}\n`,
  };
}

const asJson = (answer: unknown): string => JSON.stringify(answer, null, 2) ?? 'null';
