// Builds the document that the verify job hands to the publish job: records, comparison and findings, cut to the limits of the schema. Pure.
import type { Named } from '../text/lang/verify/index.js';
import {
  type Found,
  LARGEST,
  MOST,
  type StepShown,
  type Verified,
  type VerifyDocument,
  writeArtifact,
} from './artifact.js';
import { type Against, type Reason, rerunsOf } from './compare/index.js';
import type { Step } from './detect/index.js';
import type { Proof } from './prove/index.js';
import type { Comparison, StepRecord, TamperFinding, TestRecord, VerificationRecord } from './records.js';
import type { Found as TamperFound } from './tamper/index.js';

export interface ToAbridge {
  readonly against: Against;
  readonly tamper: readonly (TamperFinding & Pick<TamperFound, 'kind'>)[];
  /** For each step of the head, why it belongs to the pipeline. */
  readonly because: readonly Pick<Step, 'name' | 'why'>[];
  readonly sandbox: string;
  readonly proof?: Proof | undefined;
}

/** How much output of commands is included. The first row that keeps the document within `LARGEST` is used. */
const MEASURES = [
  { failures: MOST.failures, message: MOST.message, tail: MOST.tail },
  { failures: 20, message: 500, tail: 2000 },
  { failures: 5, message: 200, tail: 0 },
  { failures: 0, message: 0, tail: 0 },
] as const;
type Measure = (typeof MEASURES)[number];

/** The whole pull request that a change adds to. */
export interface WholeChange extends Pick<NonNullable<VerifyDocument['whole']>, 'onto' | 'base'> {
  readonly files: readonly string[];
  readonly of: ToAbridge;
}

type About = Pick<VerifyDocument, 'run' | 'head' | 'base' | 'change'>;

/**
 * The document of a verification. It never exceeds `LARGEST`, the size up to which `readArtifact` accepts it: the whole pull request is left
 * out if it does not fit.
 */
export function abridged(about: About, change: ToAbridge | Found, whole?: WholeChange): VerifyDocument {
  const made = (measure: Measure): VerifyDocument => ({
    ...documentOf(about, 'is' in change ? change : foundOf(change, measure)),
    ...(whole && { whole: wholeOf(whole, measure) }),
  });
  const small = MEASURES.find((measure) => writeArtifact(made(measure)).length <= LARGEST);
  if (small) return made(small);
  return whole ? abridged(about, change) : made(MEASURES[3]);
}

/** Adds the result to the facts about the run. */
export function documentOf(about: About, found: Found): VerifyDocument {
  return { format: 1, ...about, found };
}

const wholeOf = ({ onto, base, files, of }: WholeChange, measure: Measure) => ({
  onto,
  base,
  files: files.slice(0, MOST.wholeFiles),
  found: foundOf(of, measure),
});

/** The result if only documentation changed. */
export function nothingToRun(files: readonly string[]): Found {
  return { is: 'nothing', files: files.slice(0, MOST.files).map(named), total: files.length };
}

/** The result if verification could not start. */
export function unable(of: { expected: string; found: string; remedy: string }): Found {
  return {
    is: 'unable',
    expected: cut(of.expected, MOST.message),
    found: cut(of.found, MOST.message),
    remedy: cut(of.remedy, MOST.message),
  };
}

function foundOf({ against, tamper, because, sandbox, proof }: ToAbridge, measure: Measure): Verified {
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
      runs: again.slice(0, MOST.again).map((each) => ({ ...each, step: named(each.step), log: named(each.log) })),
    },
    tamper: {
      total: tamper.length,
      found: [...tamper]
        .sort((a, b) => Number(b.weight === 'blocks') - Number(a.weight === 'blocks'))
        .slice(0, MOST.findings)
        .map(({ file, kind, line, weight, why, because }) => ({
          file: named(file),
          kind,
          line: Math.max(1, line),
          weight,
          why: cut(why, MOST.message),
          ...(because ? { because: because.slice(0, MOST.of).map(saidOf) } : {}),
        })),
    },
    walls: named(sandbox),
  };
}

function saidOf({ says, of, judge }: NonNullable<TamperFinding['because']>[number]) {
  return { says, ...(of ? { of: of.slice(0, MOST.of).map(named) } : {}), ...(judge ? { judge } : {}) };
}

/** With more than `MOST.steps` steps, steps that did not pass are included first. */
function recordOf(
  { run_id, status, ref, ms, steps }: VerificationRecord,
  whys: ReadonlyMap<string, Step['why']>,
  measure: Measure,
): Verified['head'] {
  const first = [...steps].sort((a, b) => Number(a.status === 'PASS') - Number(b.status === 'PASS'));
  const included = new Set(first.slice(0, MOST.steps));
  const shown = steps.filter((step) => included.has(step)).map((step) => stepOf(step, whys.get(step.name), measure));
  return { run_id, status, ref, ms, steps: shown };
}

function stepOf(step: StepRecord, why: Step['why'] | undefined, { failures, message, tail }: Measure): StepShown {
  const failed = (step.tests ?? []).filter(({ status }) => status === 'failed');
  const { status, exit, ended, ms, sha256, format, tests } = step;
  return {
    name: named(step.name),
    command: cut(step.command, MOST.command),
    cwd: named(step.cwd),
    ...{ status, exit, ended, ms, sha256, format },
    log: named(step.log),
    ...(tests ? { count: countOf(tests) } : {}),
    failures: failed.slice(0, failures).map((test) => failureOf(test, message)),
    ...(step.tail !== undefined && tail > 0 ? { tail: lastOf(step.tail, tail) } : {}),
    ...(step.reason ? { reason: shortened(step.reason) } : {}),
    ...(why ? { why: shortened(why) } : {}),
  };
}

function countOf(tests: readonly TestRecord[]): NonNullable<StepShown['count']> {
  const many = (status: TestRecord['status']) => tests.filter((test) => test.status === status).length;
  return { failed: many('failed'), passed: many('passed'), skipped: many('skipped') };
}

function failureOf({ id, message, at }: TestRecord, most: number): StepShown['failures'][number] {
  return {
    id: named(id),
    ...(message !== undefined && most > 0 ? { message: cut(message, most) } : {}),
    ...(at ? { at: { file: named(at.file), line: Math.max(1, at.line) } } : {}),
  };
}

function comparisonOf(of: Comparison): Verified['comparison'] {
  const list = (kind: Named) => ({ total: of[kind].length, names: of[kind].slice(0, MOST.names).map(named) });
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
    notes: of.because.flatMap(noteOf).slice(0, MOST.notes),
  };
}

function noteOf(reason: Reason): Verified['comparison']['notes'] {
  switch (reason.kind) {
    case 'not-run':
      return [{ ...reason, step: named(reason.step), why: named(reason.why) }];
    case 'cut-short':
      return [{ ...reason, step: named(reason.step) }];
    case 'renamed':
      return [{ kind: 'renamed', pairs: reason.pairs.slice(0, MOST.names).map(([a, b]) => [named(a), named(b)]) }];
    case 'no-tests':
    case 'nothing':
      return [reason];
    default:
      return [];
  }
}

/** A copy of a small object with every text cut to the length of a name. */
function shortened<T extends object>(of: T): T {
  return JSON.parse(JSON.stringify(of), (_, value: unknown) => (typeof value === 'string' ? named(value) : value));
}

const named = (text: string): string => cut(text, MOST.name);

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The end of a log, since errors are printed last. */
function lastOf(text: string, most: number): string {
  return text.length > most ? `…${text.slice(text.length - most + 1)}` : text;
}

const proofIn = ({ run_id, tests, editsOwnTests }: Proof): NonNullable<Verified['proof']> => ({
  ...(run_id === undefined ? {} : { run_id: named(run_id) }),
  tests: tests.slice(0, MOST.again).map(({ name, file, by }) => ({
    name: named(name),
    ...(file === undefined ? {} : { file: named(file) }),
    by,
  })),
  ...(editsOwnTests ? { editsOwnTests } : {}),
});
