// Large repositories: many tests, and suites that take long.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import { folderArtifacts } from '../../../src/adapters/artifacts/index.js';
import type { Sandbox } from '../../../src/ports/index.js';
import { MAX_BYTES } from '../../../src/verify/artifact.js';
import { compare } from '../../../src/verify/compare/index.js';
import { verify } from '../../../src/verify/pipeline/index.js';
import type { VerificationRecord } from '../../../src/verify/records.js';
import { newFolder } from '../../build/folder.js';
import { proof } from '../proofs.js';
import { type Files, projectOf, recordOf, stepsOf } from './projects.js';

jest.setTimeout(240_000);

/** CREW_LONG=1 runs 20,000 tests. */
const [FILES, TESTS] = [20, process.env.CREW_LONG === '1' ? 1000 : 250];
const HOUR = 3_600_000;

/** A package with thousands of tests. The test `broken` of the first file fails. */
function manyTests(broken = -1): Files {
  const text = (file: number) =>
    [
      "import test from 'node:test';",
      `for (let n = 0; n < ${TESTS}; n += 1)`,
      `  test('counts to ' + n, () => { if (n === ${file === 0 ? broken : -1}) throw new Error('wrong'); });`,
    ].join('\n');
  const files = Array.from({ length: FILES }, (_, n) => [`test/part-${n}.test.js`, text(n)]);
  return {
    'package.json': JSON.stringify({ name: 'many', type: 'module', scripts: { test: 'node --test' } }),
    ...Object.fromEntries(files),
  };
}

describe('a repository with thousands of tests', () => {
  it('is told test by test, and the one that broke is found', async () => {
    const base = await recordOf(await projectOf(manyTests()));
    const head = await recordOf(await projectOf(manyTests(177)));
    expect(base.status).toBe('PASS');
    expect(base.steps[0]?.tests).toHaveLength(FILES * TESTS);
    expect(new Set(base.steps[0]?.tests?.map(({ id }) => id)).size).toBe(FILES * TESTS);
    expect(compare({ base, head })).toMatchObject({
      verdict: 'worse',
      broken: ['test/part-0.test.js › counts to 177'],
      unknown: [],
    });
  });

  it('fits into the document of the verify job, even if every test broke', async () => {
    const ids = Array.from({ length: FILES * TESTS }, (_, n) => `test/part-${n % FILES}.test.js › counts to ${n}`);
    const step = (status: 'passed' | 'failed'): VerificationRecord['steps'][number] => ({
      ...{ name: 'test', command: 'npm test', cwd: '.', exit: status === 'passed' ? 0 : 1, ended: 'itself', ms: 1 },
      ...{
        log: '01-test.log',
        sha256: 'a'.repeat(64),
        format: 'node-tap',
        status: status === 'passed' ? 'PASS' : 'FAIL',
      },
      tests: ids.map((id) => ({ id, name: id, status, message: 'wrong\n'.repeat(50) })),
    });
    const document = proof({ base: [step('passed')], head: [step('failed')] });
    expect(JSON.stringify(document).length).toBeLessThanOrEqual(MAX_BYTES);
    expect(document.found).toMatchObject({ comparison: { lists: { broken: { total: FILES * TESTS } } } });
  });
});

describe('a suite that takes long', () => {
  /** A sandbox in which every command takes this long, up to its limit. */
  async function takes(ms: number) {
    const root = await projectOf({ 'package.json': JSON.stringify({ scripts: { test: 'my-own-runner' } }) });
    let now = 0;
    const clock = { now: () => now, sleep: async () => undefined };
    const sandbox: Sandbox = {
      ...{ strength: 'sealed', name: 'a sandbox', home: '/home' },
      async run({ timeoutMs }) {
        const isOver = timeoutMs < ms;
        now += Math.min(ms, timeoutMs);
        return {
          ...{ started: true, exit: isOver ? null : 0, ended: isOver ? 'time-out' : 'itself' },
          ...{ ms: Math.min(ms, timeoutMs), refused: [] },
        };
      },
      takeFiles: async () => 'taken',
      close: async () => undefined,
    };
    const artifacts = folderArtifacts(await newFolder());
    const steps = await stepsOf(root);
    return verify({ root, steps, ref: 'baseline', commit: null, dirty: false, sandbox, clock, artifacts });
  }

  it('has an hour, and a quarter more for slower machines', async () => {
    expect(await takes(HOUR)).toMatchObject({ status: 'PASS', ms: HOUR });
    expect(await takes(1.25 * HOUR)).toMatchObject({ status: 'PASS' });
  });

  it('is ended after that, which is a failure that names the limit', async () => {
    const record = await takes(2 * HOUR);
    expect(record).toMatchObject({ status: 'FAIL', ms: 1.25 * HOUR });
    expect(record?.steps[0]?.reason).toEqual({ is: 'time-out', seconds: 4500 });
  });

  it.each(['crew-verify.yml', 'crew-run.yml'])('fits twice into the verify job of %s, for base and head', (file) => {
    const workflow = path.resolve(import.meta.dirname, '../../../.github/workflows', file);
    const { jobs } = parse(readFileSync(workflow, 'utf8'));
    expect(jobs.verify['timeout-minutes']).toBeGreaterThanOrEqual(3 * 75);
  });
});
