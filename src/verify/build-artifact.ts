// Builds the document that the verify job hands to the publish job (artifact.ts): records, comparison and findings, cut to the limits of its
// schema. Pure. Used by the verify job (src/action/verify.ts).
import type { ComparisonKind } from '../text/lang/verify/index.js';
import {
  type DocumentStep,
  LIMITS,
  MAX_BYTES,
  type Verified,
  type VerifyDocument,
  type VerifyResult,
  writeArtifact,
} from './artifact.js';
import { type ComparedVerifications, type Reason, rerunsOf } from './compare/index.js';
import type { Step } from './detect/index.js';
import type { Proof } from './prove/index.js';
import type { Comparison, StepRecord, TamperFinding, TestRecord, VerificationRecord } from './records.js';
import type { Found as TamperFound } from './tamper/index.js';

/** The verification that a document is built from. */
export interface DocumentSource {
  readonly against: ComparedVerifications;
  readonly tamper: readonly (TamperFinding & Pick<TamperFound, 'kind'>)[];
  /** The steps of the head, each with the reason why it belongs to the pipeline. */
  readonly because: readonly Pick<Step, 'name' | 'why'>[];
  readonly sandbox: string;
  readonly proof?: Proof | undefined;
}

/** How much output of commands is included. The first row with which the document fits `MAX_BYTES` is used. */
const OUTPUT_LIMITS = [
  { failures: LIMITS.failures, message: LIMITS.message, tail: LIMITS.tail },
  { failures: 20, message: 500, tail: 2000 },
  { failures: 5, message: 200, tail: 0 },
  { failures: 0, message: 0, tail: 0 },
] as const;
type OutputLimits = (typeof OUTPUT_LIMITS)[number];

/** The whole pull request that a change adds to. */
export interface WholeChange extends Pick<NonNullable<VerifyDocument['whole']>, 'onto' | 'base'> {
  readonly files: readonly string[];
  readonly of: DocumentSource;
}

/** The facts about the run. */
type DocumentHeader = Pick<VerifyDocument, 'run' | 'head' | 'base' | 'change'>;

/**
 * The document of a verification. It never exceeds `MAX_BYTES`, the size up to which `readArtifact` accepts it: the whole pull request is left
 * out if it does not fit.
 */
export function buildDocument(
  about: DocumentHeader,
  change: DocumentSource | VerifyResult,
  whole?: WholeChange,
): VerifyDocument {
  const made = (measure: OutputLimits): VerifyDocument => ({
    ...documentOf(about, 'is' in change ? change : foundOf(change, measure)),
    ...(whole && { whole: wholeOf(whole, measure) }),
  });
  const small = OUTPUT_LIMITS.find((measure) => writeArtifact(made(measure)).length <= MAX_BYTES);
  if (small) return made(small);
  return whole ? buildDocument(about, change) : made(OUTPUT_LIMITS[3]);
}

/** Adds the result to the facts about the run. */
export function documentOf(about: DocumentHeader, found: VerifyResult): VerifyDocument {
  return { format: 1, ...about, found };
}

const wholeOf = ({ onto, base, files, of }: WholeChange, measure: OutputLimits) => ({
  onto,
  base,
  files: files.slice(0, LIMITS.wholeFiles),
  found: foundOf(of, measure),
});

/** The result if only documentation changed. */
export function nothingToRun(files: readonly string[]): VerifyResult {
  return { is: 'nothing', files: files.slice(0, LIMITS.files).map(cutName), total: files.length };
}

/** The result if verification could not start. */
export function unable(of: { expected: string; found: string; remedy: string }): VerifyResult {
  return {
    is: 'unable',
    expected: cut(of.expected, LIMITS.message),
    found: cut(of.found, LIMITS.message),
    remedy: cut(of.remedy, LIMITS.message),
  };
}

function foundOf({ against, tamper, because, sandbox, proof }: DocumentSource, measure: OutputLimits): Verified {
  const { base, head, comparison } = against;
  const again = rerunsOf(against.again);
  const whys = new Map(because.map(({ name, why }) => [name, why]));
  return {
    is: 'verified',
    base: recordOf(base, new Map(), measure),
    head: recordOf(head, whys, measure),
    comparison: comparisonOf(comparison),
    ...(proof && { proof: proofIn(proof) }),
    again: {
      total: again.length,
      runs: again.slice(0, LIMITS.again).map((each) => ({ ...each, step: cutName(each.step), log: cutName(each.log) })),
    },
    tamper: {
      total: tamper.length,
      found: [...tamper]
        .sort((a, b) => Number(b.weight === 'blocks') - Number(a.weight === 'blocks'))
        .slice(0, LIMITS.findings)
        .map(({ file, kind, line, weight, why, because }) => ({
          file: cutName(file),
          kind,
          line: Math.max(1, line),
          weight,
          why: cut(why, LIMITS.message),
          ...(because ? { because: because.slice(0, LIMITS.sentences).map(sentenceOf) } : {}),
        })),
    },
    walls: cutName(sandbox),
  };
}

function sentenceOf({ says, of, judge }: NonNullable<TamperFinding['because']>[number]) {
  return { says, ...(of ? { of: of.slice(0, LIMITS.sentenceTexts).map(cutName) } : {}), ...(judge ? { judge } : {}) };
}

/** A record with at most `LIMITS.steps` steps. Steps that did not pass are included first. */
function recordOf(
  { run_id, status, ref, ms, steps }: VerificationRecord,
  whys: ReadonlyMap<string, Step['why']>,
  measure: OutputLimits,
): Verified['head'] {
  const first = [...steps].sort((a, b) => Number(a.status === 'PASS') - Number(b.status === 'PASS'));
  const included = new Set(first.slice(0, LIMITS.steps));
  const shown = steps.filter((step) => included.has(step)).map((step) => stepOf(step, whys.get(step.name), measure));
  return { run_id, status, ref, ms, steps: shown };
}

function stepOf(
  step: StepRecord,
  why: Step['why'] | undefined,
  { failures, message, tail }: OutputLimits,
): DocumentStep {
  const failed = (step.tests ?? []).filter(({ status }) => status === 'failed');
  const { status, exit, ended, ms, sha256, format, tests } = step;
  return {
    name: cutName(step.name),
    command: cut(step.command, LIMITS.command),
    cwd: cutName(step.cwd),
    ...{ status, exit, ended, ms, sha256, format },
    log: cutName(step.log),
    ...(tests ? { count: countOf(tests) } : {}),
    failures: failed.slice(0, failures).map((test) => failureOf(test, message)),
    ...(step.tail !== undefined && tail > 0 ? { tail: lastOf(step.tail, tail) } : {}),
    ...(step.reason ? { reason: shortened(step.reason) } : {}),
    ...(why ? { why: shortened(why) } : {}),
  };
}

function countOf(tests: readonly TestRecord[]): NonNullable<DocumentStep['count']> {
  const many = (status: TestRecord['status']) => tests.filter((test) => test.status === status).length;
  return { failed: many('failed'), passed: many('passed'), skipped: many('skipped') };
}

function failureOf({ id, message, at }: TestRecord, most: number): DocumentStep['failures'][number] {
  return {
    id: cutName(id),
    ...(message !== undefined && most > 0 ? { message: cut(message, most) } : {}),
    ...(at ? { at: { file: cutName(at.file), line: Math.max(1, at.line) } } : {}),
  };
}

function comparisonOf(of: Comparison): Verified['comparison'] {
  const list = (kind: ComparisonKind) => ({
    total: of[kind].length,
    names: of[kind].slice(0, LIMITS.names).map(cutName),
  });
  return {
    verdict: of.verdict,
    lists: {
      broken: list('broken'),
      refused: list('refused'),
      fixed: list('fixed'),
      removed: list('removed'),
      silenced: list('silenced'),
      unknown: list('unknown'),
      flaky: list('flaky'),
      before: list('before'),
      added: list('added'),
    },
    notes: of.because.flatMap(noteOf).slice(0, LIMITS.notes),
  };
}

function noteOf(reason: Reason): Verified['comparison']['notes'] {
  switch (reason.kind) {
    case 'not-run':
      return [{ ...reason, step: cutName(reason.step), why: cutName(reason.why) }];
    case 'cut-short':
      return [{ ...reason, step: cutName(reason.step) }];
    case 'renamed':
      return [
        { kind: 'renamed', pairs: reason.pairs.slice(0, LIMITS.names).map(([a, b]) => [cutName(a), cutName(b)]) },
      ];
    case 'no-tests':
    case 'nothing':
      return [reason];
    default:
      return [];
  }
}

/** A copy of a small object with every text cut to the length of a name. */
function shortened<T extends object>(of: T): T {
  return JSON.parse(JSON.stringify(of), (_, value: unknown) => (typeof value === 'string' ? cutName(value) : value));
}

const cutName = (text: string): string => cut(text, LIMITS.name);

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The end of a log, because errors are printed last. */
function lastOf(text: string, most: number): string {
  return text.length > most ? `…${text.slice(text.length - most + 1)}` : text;
}

const proofIn = ({ run_id, tests, editsOwnTests }: Proof): NonNullable<Verified['proof']> => ({
  ...(run_id === undefined ? {} : { run_id: cutName(run_id) }),
  tests: tests.slice(0, LIMITS.again).map(({ name, file, by }) => ({
    name: cutName(name),
    ...(file === undefined ? {} : { file: cutName(file) }),
    by,
  })),
  ...(editsOwnTests ? { editsOwnTests } : {}),
});
