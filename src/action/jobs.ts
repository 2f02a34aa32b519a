// What the workflow files pass from job to job: the run in the environment, results of earlier jobs in NEEDS, documents in folders below
// the runner's temporary one. Used by the other jobs of this folder.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { applyDiff, openWorkspace } from '../adapters/workspace/index.js';
import { UserError } from '../ports/errors.js';
import type { Diff, FileChange } from '../ports/index.js';
import { readSteps } from '../runs/journal.js';
import { digestOfBytes, maxBytes, WORK_FILES as WORK } from '../runs/work-result.js';
import { parseJson } from '../text/json.js';
import { SETUP_ACTION } from '../text/tool-lines.js';
import { MAX_BYTES, DOCUMENT_FILE as VERIFY } from '../verify/artifact.js';
import type { StepProcess } from './step.js';

type StepEnv = StepProcess['env'];

const needs = z.record(
  z.string(),
  z.object({ result: z.string(), outputs: z.record(z.string(), z.string()).default({}) }),
);

/** Reads result and outputs of earlier jobs. A job that NEEDS does not name was skipped. */
export function needsOf({ NEEDS: text = '' }: StepEnv): (job: string) => z.output<typeof needs>[string] {
  const read = needs.safeParse(parseJson(text));
  if (!read.success)
    throw wrongWorkflow('the results of earlier jobs in NEEDS', text === '' ? 'nothing' : 'another document');
  return (job) => read.data[job] ?? { result: 'skipped', outputs: {} };
}

/** The run that the gate recorded. */
export function runOf({ CREW_RUN: run = '', CREW_SUBJECT: subject = '' }: StepEnv): { run: string; subject: string } {
  if (run === '' || subject === '') throw wrongWorkflow('a run that the gate has recorded', 'none');
  return { run, subject };
}

const wrongWorkflow = (expected: string, found: string): UserError =>
  new UserError({ expected, found, remedy: 'Use the reusable workflows of crew as they are.', ends: 'infra_error' });

/** The result of the work job, and the longest of the journals that it uploaded. Links are not followed. */
export async function readWorkOutput(
  { RUNNER_TEMP: temp }: StepEnv,
  { digest }: { digest: string | undefined },
): Promise<{ readonly bytes: Uint8Array | null; readonly journal: string | null }> {
  if (!temp) return { bytes: null, journal: null };
  const bytes = await readSmallFile(openWorkspace(temp), `${WORK.folder}/${WORK.result}`, maxBytes('build') + 1);
  const hasDigest = bytes !== null && (!digest || digestOfBytes(bytes) === digest);
  return { bytes: hasDigest ? bytes : null, journal: await longestJournal(temp, WORK.folder) };
}

/** The journal with the most steps among those that a work job uploaded; null if there is none. Links are not followed. */
export async function longestJournal(temp: string, folder: string): Promise<string | null> {
  const tree = openWorkspace(temp);
  const isFolder = (await tree.entryAt(folder).catch(() => null))?.kind === 'folder';
  const journals: string[] = [];
  for (const { name } of isFolder ? await tree.list(folder) : []) {
    const isJournal = name === WORK.journal || CHECKPOINT.test(name);
    const text = isJournal ? await readSmallFile(tree, `${folder}/${name}`, MAX_JOURNAL_BYTES) : null;
    if (text) journals.push(new TextDecoder().decode(text));
  }
  const [longest = null] = journals.sort((a, b) => readSteps(b).length - readSteps(a).length);
  return longest;
}

/** The content of a file; null if it has more than `maxBytes` bytes, is missing, or is no file. */
async function readSmallFile(tree: ReturnType<typeof openWorkspace>, file: string, maxBytes: number) {
  const entry = await tree.entryAt(file).catch(() => null);
  return entry?.kind === 'file' && entry.size <= maxBytes ? tree.read(file) : null;
}

/** Names of the journals that a work job uploads while it works. */
const CHECKPOINT = /^crew-work-[\w-]+\.json$/;
const MAX_JOURNAL_BYTES = 50_000_000;

/** The document of the verify job, at most one byte more than its size limit; null if there is none. */
export async function readVerifyDocument({ RUNNER_TEMP: temp }: StepEnv): Promise<Uint8Array | null> {
  if (!temp) return null;
  const tree = openWorkspace(temp);
  const file = `${VERIFY.folder}/${VERIFY.file}`;
  const entry = await tree.entryAt(file).catch(() => null);
  return entry?.kind === 'file' ? tree.read(file, { from: 0, to: MAX_BYTES + 1 }) : null;
}

/** Stops the phase if the repository's set-up action failed: checks would fail for lack of its tools. */
export function refuseFailedSetup({ CREW_SETUP: outcome }: StepProcess['env']): void {
  if (outcome !== 'failure' && outcome !== 'cancelled') return;
  throw new UserError({
    expected: `${SETUP_ACTION} to succeed`,
    found: outcome === 'failure' ? 'that it failed' : 'that it was cancelled',
    remedy: 'Read the step "Run crew-setup" in the log of this job.',
    ends: 'infra_error',
  });
}

/** The files of a change after the diff is applied, in a temporary folder in which nothing runs. */
export async function filesAfter(
  diff: Pick<Diff, 'text' | 'sha256' | 'files'>,
  before: readonly FileChange[],
): Promise<readonly FileChange[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crew-change-'));
  try {
    const tree = openWorkspace(folder);
    for (const { path: file, mode, bytes } of before)
      if (bytes) await tree.write(file, bytes, mode === '100755' ? 0o755 : 0o644);
    await applyDiff(tree, diff);
    return await Promise.all(
      diff.files.map(async (file) => {
        const entry = await tree.entryAt(file);
        const bytes = entry ? await tree.read(file) : null;
        return { path: file, mode: entry && entry.mode & 0o100 ? '100755' : '100644', bytes };
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
