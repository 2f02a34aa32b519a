// The phase verify: runs the pipeline on head and merge base in sandboxes, side by side where that is safe, and writes one document for the
// job `publish`. This job has no token and no secret.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCommit, filesIn } from '../adapters/clone/create-commit.js';
import { gitOutput } from '../adapters/git/index.js';
import { UserError } from '../ports/errors.js';
import type { WorkDiff } from '../ports/workflow.js';
import { outcomes } from '../runs/outcome.js';
import { readResult } from '../runs/work-result.js';
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
import { digestOfBytes, PLACE, type VerifyDocument, writeArtifact } from '../verify/artifact.js';
import { abridged, documentOf, nothingToRun, type ToAbridge, unable } from '../verify/build-artifact.js';
import { type Against, shownIn } from '../verify/compare/index.js';
import type { Detected } from '../verify/detect/index.js';
import { type Proof, proofOf } from '../verify/prove/index.js';
import type { TamperFinding, VerificationRecord } from '../verify/records.js';
import { isDocumentation } from '../verify/tamper/role.js';
import { CalledOff, chosenOf, prepares, type Verifier } from '../verify/verifier.js';
import { paintFor } from '../view/terminal.js';
import { verificationTable } from '../view/verification.js';
import { commitToVerify, type Subject, verificationId } from '../workflows/check/index.js';
import { filesAfter, readWorkOutput, refuseFailedSetup, runOf } from './jobs.js';
import { inputOf, type StepProcess, type Trigger, triggerOf, writeOutputs } from './step.js';
import { readVerifySubject, type VerifySubject } from './verify-subject.js';

interface CommittedChange {
  readonly subject: Subject;
  readonly change: { readonly sha256: string; readonly tree: string };
}

/** Commits the change of a work result to no branch, so that it is verified like a pull request. */
async function commitChange(root: string, run: string, diff: WorkDiff): Promise<CommittedChange> {
  const base = await gitOutput(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (base !== diff.base)
    throw new UserError({
      expected: `the commit ${diff.base} checked out`,
      found: base ?? 'none',
      remedy: 'Use the reusable workflows of crew as they are.',
      ends: 'infra_error',
    });
  const files = await filesAfter(diff, await filesIn(root, base, diff.files));
  const { sha, tree } = await createCommit(path.resolve(root), { base, files, message: `crew: ${run}` });
  return { subject: { head: sha, base }, change: { sha256: diff.sha256, tree } };
}

/** Where the workflow checks the repository out. */
const TREE = 'tree';

/** Runs the phase and returns its exit code: 0 if there is a document, whatever its verdict. */
export async function verifyPhase({ env, out, err }: StepProcess): Promise<number> {
  // Output may hold text of the repository: between these two lines the runner executes no workflow commands.
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
  const asked = commitsOf(env, trigger);
  let about: About = asked ? { run: asked.run, head: asked.head, base: asked.base } : unappliedChange(env);
  try {
    const left = asked ? null : await changeOf(env);
    // Also a document about an error names the change.
    if (left) about = { ...about, change: { sha256: left.diff.sha256 } };
    const committed = left && (await commitChange(root, about.run, left.diff));
    const subject = asked ?? committed?.subject;
    if (!subject) throw new Error('nothing to verify');
    refuseFailedSetup(env);
    if (committed)
      about = { ...about, head: committed.subject.head, base: committed.subject.base, change: committed.change };
    const configFile = inputOf(env, 'config') || readEnv(env).configFile;
    const ownersText = env.CREW_DEFAULTS || null;
    const verifySubject = await readVerifySubject(root, {
      subject,
      from: committed?.subject.base,
      trigger,
      configFile,
      ownersText,
    });
    const base = verifySubject.base;
    return await verifyOn(job, { root, verifySubject, subject, onto: left?.onto, about: { ...about, base } });
  } catch (error) {
    if (error instanceof CalledOff) return null;
    if (error instanceof UserError) return documentOf(about, unable(error));
    const id = randomUUID().slice(0, 8);
    err(`crew: fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return documentOf(about, { is: 'fault', id });
  }
}

type About = Pick<VerifyDocument, 'run' | 'head' | 'base' | 'change'>;

/** The two commits of the event's pull request, or of the pull request of a review run; null for a change of a work job. */
function commitsOf(env: StepProcess['env'], { name, payload, run }: Trigger): (Subject & { run: string }) | null {
  const offered = env.CREW_RUN ? null : commitToVerify(name, payload);
  if (offered) return { ...offered, run: verificationId(run) };
  const { CREW_BASE: head = '', CREW_AGAINST: against = '' } = env;
  return against === '' ? null : { head, base: against, run: runOf(env).run };
}

/** Names the run of a change that cannot be applied. */
function unappliedChange(env: StepProcess['env']): About {
  const { CREW_BASE: base = '' } = env;
  return { run: runOf(env).run, head: base, base };
}

/** The change in the result of the work job. Throws if there is none. */
async function changeOf(
  env: StepProcess['env'],
): Promise<{ readonly diff: WorkDiff; readonly onto: string | undefined }> {
  const { run } = runOf(env);
  const digest = env.CREW_DIGEST;
  const { bytes } = await readWorkOutput(env, { digest });
  const read = readResult(bytes, { run, workflow: 'build', digest });
  const { diff, onto } = 'result' in read ? read.result : { diff: undefined, onto: undefined };
  if (diff && diff.text !== '') return { diff, onto };
  throw new UserError({
    expected: 'a change by the work job',
    found: 'flaw' in read ? read.flaw : 'none',
    remedy: 'Use the reusable workflows of crew as they are.',
    ends: 'infra_error',
  });
}

interface VerifyInput {
  readonly root: string;
  readonly verifySubject: VerifySubject;
  readonly subject: Subject;
  readonly about: About;
  /** The base branch of the pull request that the change adds to. */
  readonly onto: string | undefined;
}

async function verifyOn(job: Job, { root, verifySubject, subject, about, onto }: VerifyInput): Promise<VerifyDocument> {
  const { base, config, offered } = verifySubject;
  const { home, now, machine } = readEnv(job.env);
  const setup = { root, home, now, config, machine, signal: job.signal, origin: offered };
  const isCrews = about.change !== undefined;
  const part = await verifyRange(job, { setup, range: { base, head: subject.head }, isCrews });
  const mergeBase = onto === undefined ? null : await mergeBaseOf(root, { onto, base });
  const range = { base: mergeBase ?? base, head: subject.head };
  const head = part.evidence?.against.head;
  const whole = mergeBase === null ? null : await verifyRange(job, { setup, range, isCrews, head });
  return abridged(
    about,
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
}

/** Verifies the change between two commits. Without `evidence` only documentation changed. */
async function verifyRange(
  job: Job,
  { setup, range, isCrews, head }: Range,
): Promise<{ readonly files: readonly string[]; readonly evidence?: ToAbridge }> {
  const { root, config } = setup;
  const entries = await readChange(root, range);
  const files = pathsOf(entries);
  // Configured steps may read documentation; detected ones are about code.
  const isWords = async () => isDocumentation(files) && isDocumentation(files, await readersAt(root, range.head));
  if (config.verify.steps.length === 0 && (await isWords())) return { files };
  const bench = openVerifier(setup);
  const detected = await detectIn(bench, bench.tree, { brought: files });
  const tamper = await tamperingIn(root, range, entries);
  const { against, sandbox } = await bothOf(bench, { job, base: range.base, detected, head });
  const proof = isCrews ? await proofFor(bench, range.base, against) : undefined;
  job.out(`\n${tableOf({ against, tamper, detected }, config.lang)}\n`);
  return { files, evidence: { against, tamper, because: detected.steps, sandbox, proof } };
}

async function bothOf(
  bench: VerifierSetup,
  {
    job: { out },
    base,
    detected,
    head,
  }: { job: Job; base: string; detected: Detected; head: VerificationRecord | undefined },
): Promise<{ readonly against: Against; readonly sandbox: string }> {
  const printer = progressPrinter(bench.config.lang, (line) => out(`${line}\n`));
  const against = await verifyBoth(bench, {
    base,
    detected,
    head,
    changed: undefined,
    onProgress: printer.onProgress,
    onSandbox: printer.onSandbox,
  });
  return { against, sandbox: printer.known().join(', ') };
}

/** Runs the change's own tests on the base's sources, unless the change broke something. */
async function proofFor(bench: VerifierSetup, base: string, { head, comparison }: Against): Promise<Proof | undefined> {
  if (comparison.verdict === 'worse' || head.steps.length === 0) return undefined;
  const verifier: Verifier = async ({ tree, ref, only }) => {
    const { steps } = await detectIn(bench, tree, {});
    const chosen = only
      ? [...steps.filter(prepares), ...chosenOf(steps, only).filter((step) => !prepares(step))]
      : steps;
    return verifyTree(bench, { tree, ref, steps: chosen, onProgress: () => undefined });
  };
  return proofOf({ verifier, baseCommit: bench.baseCommit, base, checkoutDifferences: {} }, head);
}

interface TableInput {
  readonly against: Against;
  readonly tamper: readonly TamperFinding[];
  readonly detected: Detected;
}

function tableOf({ against, tamper, detected: { steps, unaffected, unread } }: TableInput, lang: Language): string {
  const { head, comparison } = against;
  const because = steps.map(({ name, why }) => ({ name, why }));
  const shown = { record: head, because, unaffected, unread, comparison: shownIn(comparison, lang), tamper };
  return verificationTable(shown, { lang, paint: paintFor(false), columns: 120 });
}

/** Writes the document atomically: a job that is killed meanwhile leaves none. Returns its digest. */
async function writeDocument(
  { RUNNER_TEMP: temp = '' }: StepProcess['env'],
  document: VerifyDocument,
): Promise<string> {
  const folder = path.join(temp, PLACE.folder);
  const bytes = writeArtifact(document);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${PLACE.file}.new`), bytes);
  await rename(path.join(folder, `${PLACE.file}.new`), path.join(folder, PLACE.file));
  return digestOfBytes(bytes);
}
