// Real little projects, and the Verifier on them: real files, real processes, real runners.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderArtifacts } from '../../../src/adapters/artifacts/index.js';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import type { Clock } from '../../../src/ports/index.js';
import { detect, readTree, type Step } from '../../../src/verify/detect/index.js';
import { type Progress, verify } from '../../../src/verify/pipeline/index.js';
import type { VerificationRecord } from '../../../src/verify/records.js';
import { quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';

export type Files = Readonly<Record<string, string>>;

/** A folder with these files. */
export async function projectOf(files: Files): Promise<string> {
  const root = await newFolder();
  await writeFiles(root, files);
  return root;
}

export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** A package whose tests are Node's own. `tests` is what stands behind the imports of its one test file. */
export function nodePackage(tests: string, more: Files = {}): Files {
  const head = "import test, { describe, it } from 'node:test';\nimport assert from 'node:assert';\n";
  return {
    'package.json': JSON.stringify({ name: 'little', type: 'module', scripts: { test: 'node --test' } }),
    'test/little.test.js': `${head}${tests}\n`,
    ...more,
  };
}

/** A Python project. `tests` is the text of its one test file. */
export function pythonProject(tests: string, more: Files = {}): Files {
  return { 'pyproject.toml': '[project]\nname = "little"\n', 'tests/test_little.py': tests, ...more };
}

export interface How {
  readonly steps?: readonly Step[];
  /** Runs of the `verify` section instead of what is detected. */
  readonly configured?: readonly { name: string; run: string; timeout?: number }[];
  readonly setup?: readonly string[];
  readonly artifacts?: string;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The steps of a project, as `crew verify` finds them. */
export async function stepsOf(root: string, { configured = [], setup = [] }: How = {}): Promise<readonly Step[]> {
  const steps = configured.map((each) => ({ timeout: 60, ...each }));
  return detect(await readTree(openWorkspace(root)), { setup, steps }).steps;
}

/** Verifies a project where nothing is faked but the clock of the pauses. */
export async function verified(root: string, how: How = {}): Promise<VerificationRecord | null> {
  const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
  try {
    return await verify({
      root: openWorkspace(root).root,
      steps: how.steps ?? (await stepsOf(root, how)),
      ref: 'baseline',
      commit: null,
      dirty: false,
      sandbox,
      clock: how.clock ?? quickClock(),
      artifacts: folderArtifacts(how.artifacts ?? (await newFolder())),
      onProgress: how.onProgress,
      signal: how.signal,
    });
  } finally {
    await sandbox.close();
  }
}

/** The same, where it is not called off. */
export async function recordOf(root: string, how: How = {}): Promise<VerificationRecord> {
  const record = await verified(root, how);
  if (record === null) throw new Error('it was called off');
  return record;
}

/** The one step of a project that has tests. */
export async function testStep(files: Files, how: How = {}) {
  const record = await recordOf(await projectOf(files), how);
  const step = record.steps.find(({ name }) => /test/.test(name));
  if (!step) throw new Error('no step tests anything');
  const statuses = Object.fromEntries((step.tests ?? []).map(({ id, status }) => [id, status]));
  return { record, step, statuses };
}
