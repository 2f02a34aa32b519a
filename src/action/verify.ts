// The job `verify`: runs the checks on head and merge base in sandboxes, side by side where that is safe, and writes one document for the job
// `publish`. This job has no token and no secret. Called by run-phase.ts.

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitOutput } from '../adapters/git/index.js';
import { UserError } from '../ports/errors.js';
import { outcomes } from '../runs/outcome.js';
import { readEnv } from '../services/env.js';
import { untilSignal } from '../services/process.js';
import { pathsOf, readChange, readersAt, tamperingIn } from '../services/read-change.js';
import {
  detectIn,
  openVerifier,
  progressPrinter,
  type VerifierSetup,
  verifyBoth,
  verifyTree,
} from '../services/verify-trees.js';
import type { Language } from '../text/lang/index.js';
import { verifyWords } from '../text/lang/verify/index.js';
import { DOCUMENT_FILE, digestOfBytes, type VerifyDocument, writeArtifact } from '../verify/artifact.js';
import { buildDocument, type DocumentSource, documentOf, nothingToRun, unable } from '../verify/build-artifact.js';
import { type ComparedVerifications, comparisonInWords } from '../verify/compare/index.js';
import type { Detected } from '../verify/detect/index.js';
import { type Proof, proofOf } from '../verify/prove/index.js';
import type { TamperFinding, VerificationRecord } from '../verify/records.js';
import { isDocumentation } from '../verify/tamper/role.js';
import { isPreparation, stepsToRerun, VerificationCancelled, type Verifier } from '../verify/verifier.js';
import { paintFor } from '../view/terminal.js';
import { verificationTable } from '../view/verification.js';
import type { CommitToVerify } from '../workflows/check/index.js';
import { refuseFailedSetup } from './jobs.js';
import { inputOf, type StepProcess, triggerOf, writeOutputs } from './step.js';
import {
  changeOf,
  commitChange,
  commitsOf,
  type DocumentTarget,
  readVerifySetup,
  unappliedChange,
  type VerifySetup,
} from './verify-setup.js';

/** Where the workflow checks the repository out. */
const TREE = 'tree';

/** Runs the phase and returns its exit code: 0 if there is a document, whatever its verdict. */
export async function verifyPhase({ env, out, err }: StepProcess): Promise<number> {
  // Output may contain text of the repository. Between this line and the last one the runner executes no workflow commands.
  const fence = randomUUID();
  out(`::stop-commands::${fence}\n`);
  try {
    const document = await untilSignal((signal) => documentFor({ env, out, err, signal }));
    if (document === null) return outcomes.cancelled.exit;
    const digest = await writeDocument(env, document);
    writeOutputs(env, { digest });
    return outcomes.done.exit;
  } finally {
    out(`::${fence}::\n`);
  }
}

interface Job extends StepProcess {
  readonly signal: AbortSignal;
}

/** The document; null if the job was stopped. Errors before the verification are written into it. */
async function documentFor(job: Job): Promise<VerifyDocument | null> {
  const { env, err } = job;
  const trigger = triggerOf(env);
  const root = path.join(env.GITHUB_WORKSPACE ?? '', TREE);
  const commits = commitsOf(env, trigger);
  let target: DocumentTarget = commits
    ? { run: commits.run, head: commits.head, base: commits.base }
    : unappliedChange(env);
  try {
    const workChange = commits ? null : await changeOf(env);
    // A document about an error names the change too.
    if (workChange) target = { ...target, change: { sha256: workChange.diff.sha256 } };
    const committed = workChange && (await commitChange(root, target.run, workChange.diff));
    const commit = commits ?? committed?.commit;
    if (!commit) throw new Error('nothing to verify');
    refuseFailedSetup(env);
    if (committed)
      target = { ...target, head: committed.commit.head, base: committed.commit.base, change: committed.change };
    const configFile = inputOf(env, 'config') || readEnv(env).configFile;
    const ownersText = env.CREW_DEFAULTS || null;
    const verifySetup = await readVerifySetup(root, {
      commit,
      from: committed?.commit.base,
      trigger,
      configFile,
      ownersText,
    });
    return await verifyCommit(job, {
      root,
      verifySetup,
      commit,
      onto: workChange?.onto,
      target: { ...target, base: verifySetup.base },
    });
  } catch (error) {
    if (error instanceof VerificationCancelled) return null;
    if (error instanceof UserError) return documentOf(target, unable(error));
    const id = randomUUID().slice(0, 8);
    err(`crew: fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return documentOf(target, { is: 'fault', id });
  }
}

interface VerifyInput {
  readonly root: string;
  readonly verifySetup: VerifySetup;
  readonly commit: CommitToVerify;
  readonly target: DocumentTarget;
  /** The base branch of the pull request that the change adds to. */
  readonly onto: string | undefined;
}

/** Verifies a commit against its base and, if the change adds to a pull request, against the merge base of the whole pull request. */
async function verifyCommit(
  job: Job,
  { root, verifySetup, commit, target, onto }: VerifyInput,
): Promise<VerifyDocument> {
  const { base, config, origin } = verifySetup;
  const { home, now, machine } = readEnv(job.env);
  const setup = { root, home, now, config, machine, signal: job.signal, origin };
  const isCrews = target.change !== undefined;
  const mergeBase = onto === undefined ? null : await mergeBaseOf(root, { onto, base });
  const { comparedWith } = verifyWords(config.lang);
  const part = await verifyRange(job, {
    setup,
    range: { base, head: commit.head },
    isCrews,
    title: mergeBase === null ? undefined : comparedWith.pull,
  });
  const range = { base: mergeBase ?? base, head: commit.head };
  const head = part.evidence?.against.head;
  const whole =
    onto === undefined || mergeBase === null
      ? null
      : await verifyRange(job, { setup, range, isCrews, head, title: comparedWith.branch(onto) });
  return buildDocument(
    target,
    part.evidence ?? nothingToRun(part.files),
    onto !== undefined && whole?.evidence
      ? { onto, base: range.base, files: whole.files, of: whole.evidence }
      : undefined,
  );
}

/** The merge base of the pull request that the change adds to; null if the change is the whole of it. */
async function mergeBaseOf(root: string, { onto, base }: { onto: string; base: string }): Promise<string | null> {
  const found = await gitOutput(root, ['merge-base', '--end-of-options', base, `refs/remotes/origin/${onto}`]);
  return found === base ? null : found;
}

interface Range {
  readonly setup: Parameters<typeof openVerifier>[0];
  readonly range: { readonly base: string; readonly head: string };
  /** crew made the change, so its own tests have to prove it. */
  readonly isCrews: boolean;
  /** The record of the head, if it is verified already. */
  readonly head?: VerificationRecord | undefined;
  /** Heads the table in the log; undefined if there is only one. */
  readonly title: string | undefined;
}

/** Verifies the change between two commits. Without `evidence` only documentation changed. */
async function verifyRange(
  job: Job,
  { setup, range, isCrews, head, title }: Range,
): Promise<{ readonly files: readonly string[]; readonly evidence?: DocumentSource }> {
  const { root, config } = setup;
  const entries = await readChange(root, range);
  const files = pathsOf(entries);
  // Configured steps may read documentation; detected ones are about code.
  const isOnlyDocumentation = async () =>
    isDocumentation(files) && isDocumentation(files, await readersAt(root, range.head));
  if (config.verify.steps.length === 0 && (await isOnlyDocumentation())) return { files };
  const verifierSetup = openVerifier(setup);
  const detected = await detectIn(verifierSetup, verifierSetup.tree, { changedFiles: files });
  const tamper = await tamperingIn(root, range, entries);
  const { against, sandbox } = await verifyBothTrees(verifierSetup, { job, base: range.base, detected, head });
  const proof = isCrews ? await proofFor(verifierSetup, range.base, against) : undefined;
  job.out(`\n${resultTable({ title, against, tamper, detected }, config.lang)}\n`);
  return { files, evidence: { against, tamper, because: detected.steps, sandbox, proof } };
}

async function verifyBothTrees(
  verifierSetup: VerifierSetup,
  {
    job: { out },
    base,
    detected,
    head,
  }: { job: Job; base: string; detected: Detected; head: VerificationRecord | undefined },
): Promise<{ readonly against: ComparedVerifications; readonly sandbox: string }> {
  const printer = progressPrinter(verifierSetup.config.lang, (line) => out(`${line}\n`));
  const against = await verifyBoth(verifierSetup, {
    base,
    detected,
    head,
    changed: undefined,
    onProgress: printer.onProgress,
    onSandbox: printer.onSandbox,
  });
  return { against, sandbox: printer.namedSandboxes().join(', ') };
}

/** Runs the change's own tests on the base's sources, unless the change broke something. */
async function proofFor(
  verifierSetup: VerifierSetup,
  base: string,
  { base: baseline, head, comparison }: ComparedVerifications,
): Promise<Proof | undefined> {
  if (comparison.verdict === 'worse' || head.steps.length === 0) return undefined;
  const verifier: Verifier = async ({ tree, ref, only }) => {
    const { steps } = await detectIn(verifierSetup, tree, {});
    const chosen = only
      ? [...steps.filter(isPreparation), ...stepsToRerun(steps, only).filter((step) => !isPreparation(step))]
      : steps;
    return verifyTree(verifierSetup, { tree, ref, steps: chosen, onProgress: () => undefined });
  };
  return proofOf({ verifier, baseCommit: verifierSetup.baseCommit, base, checkoutDifferences: {} }, { head, baseline });
}

interface TableInput extends Pick<Range, 'title'> {
  readonly against: ComparedVerifications;
  readonly tamper: readonly TamperFinding[];
  readonly detected: Detected;
}

function resultTable(
  { title, against, tamper, detected: { steps, unaffected, unread } }: TableInput,
  lang: Language,
): string {
  const { head, comparison } = against;
  const because = steps.map(({ name, why }) => ({ name, why }));
  const shown = {
    title,
    record: head,
    because,
    unaffected,
    unread,
    comparison: comparisonInWords(comparison, lang),
    tamper,
  };
  return verificationTable(shown, { lang, paint: paintFor(false), columns: 120, hidesLogPaths: true });
}

/** Writes the document atomically: a job that is killed meanwhile leaves none. Returns its digest. */
async function writeDocument(
  { RUNNER_TEMP: temp = '' }: StepProcess['env'],
  document: VerifyDocument,
): Promise<string> {
  const folder = path.join(temp, DOCUMENT_FILE.folder);
  const bytes = writeArtifact(document);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${DOCUMENT_FILE.file}.new`), bytes);
  await rename(path.join(folder, `${DOCUMENT_FILE.file}.new`), path.join(folder, DOCUMENT_FILE.file));
  return digestOfBytes(bytes);
}
