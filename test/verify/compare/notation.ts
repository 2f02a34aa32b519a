// The corpus' short notation (test/corpus/verify-compare/README.md) as records.
import type { StepRecord, TestRecord, VerificationRecord } from '../../../src/verify/records.js';

const MARKS = { '+': 'passed', '-': 'failed', '~': 'skipped' } as const;
const STEP = /^(?<name>[\w-]+?)(?:@(?<cwd>[\w/]+))?(?<mark>[+-])?(?<report>:(?<tests>.*?))?(?: [=!?].*)?$/su;

/** A step as a record. */
export function stepOf(text: string): StepRecord {
  const groups = STEP.exec(text)?.groups;
  if (!groups?.name) throw new Error(`not a step: ${text}`);
  const tests = groups.report === undefined ? undefined : testsIn(groups.tests ?? '');
  const ended = /!([\w-]+)$/.exec(text)?.[1]?.replace('not-started', 'not started') ?? 'itself';
  const why = / \?(.*)$/.exec(text)?.[1];
  const said = / =(\d+)/.exec(text)?.[1];
  const failed = groups.mark === '-' || (tests ?? []).some(({ status }) => status === 'failed');
  const exit = said !== undefined ? Number(said) : failed ? 1 : 0;
  const status = why !== undefined || ended === 'not started' ? 'INFRA_ERROR' : 'PASS';
  return {
    name: groups.name,
    command: `run ${groups.name}`,
    cwd: groups.cwd ?? '.',
    status: status === 'PASS' && (exit !== 0 || failed || ended !== 'itself') ? 'FAIL' : status,
    exit: ended === 'itself' && why === undefined ? exit : null,
    ended: ended as StepRecord['ended'],
    ms: 1,
    log: `${groups.name}.log`,
    sha256: '0'.repeat(64),
    format: tests ? 'tap' : 'exit',
    ...(tests ? { tests } : {}),
    ...(why === undefined ? {} : { why }),
  };
}

function testsIn(text: string): readonly TestRecord[] {
  const found = text.matchAll(/(?:"(?<quoted>[^"]*)"|(?<plain>[^\s"=!]+?))(?<mark>[+~-])(?=\s|$)/gsu);
  return [...found].map(({ groups }): TestRecord => {
    const id = groups?.quoted ?? groups?.plain ?? '';
    const status = MARKS[(groups?.mark ?? '+') as keyof typeof MARKS];
    return { id, name: id, status };
  });
}

/** A whole run of such steps. */
export function recordOf(steps: readonly string[]): VerificationRecord {
  const records = steps.map(stepOf);
  const status = records.some((step) => step.status === 'FAIL')
    ? 'FAIL'
    : records.some((step) => step.status === 'INFRA_ERROR')
      ? 'INFRA_ERROR'
      : 'PASS';
  return {
    run_id: 'run-1',
    status,
    ref: 'verify-job',
    commit: null,
    dirty: false,
    startedAt: '2026-11-18T12:00:00Z',
    ms: 1,
    steps: records,
    artifacts: '/nowhere',
  };
}
