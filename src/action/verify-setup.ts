// What the job `verify` reads before it runs anything: the two commits, the change of the work job, and from the checked-out clone the merge
// base and the configuration of the default branch. No token is needed. Used by verify.ts.

import path from 'node:path';
import { createCommit, filesIn } from '../adapters/clone/create-commit.js';
import { gitOutput, runGit } from '../adapters/git/index.js';
import type { Config } from '../config/index.js';
import { UserError } from '../ports/errors.js';
import type { WorkDiff } from '../ports/workflow.js';
import { readResult } from '../runs/work-result.js';
import { type CodeOrigin, codeOriginOf, defaultBranchOf } from '../services/code-origin.js';
import { settingsOf, validConfig } from '../services/settings.js';
import type { VerifyDocument } from '../verify/artifact.js';
import { type CommitToVerify, commitToVerify, verificationId } from '../workflows/check/index.js';
import { filesAfter, readWorkOutput, runOf } from './jobs.js';
import type { StepProcess, Trigger } from './step.js';

/** What a verification of a commit needs besides the commit. */
export interface VerifySetup {
  /** The merge base of head and base: later commits of the base are not part of the change. */
  readonly base: string;
  readonly config: Config;
  /** Who wrote the code: people with write access, or outsiders. */
  readonly origin: CodeOrigin;
}

interface VerifyRequest {
  readonly commit: CommitToVerify;
  /** The commit to which crew applied its change. The head is then on no branch, so the origin is that of this commit. */
  readonly from?: string | undefined;
  readonly trigger: Trigger;
  readonly configFile: string;
  /** The owner's defaults, as the gate read them. */
  readonly ownersText: string | null;
}

/** Reads the setup. Throws if the head is not checked out or has no merge base with the base branch. */
export async function readVerifySetup(
  root: string,
  { commit, from, trigger, configFile, ownersText }: VerifyRequest,
): Promise<VerifySetup> {
  const { head, base } = commit;
  const checkedOut = await gitOutput(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (checkedOut !== head)
    throw new UserError({
      expected: `the commit ${head} checked out`,
      found: checkedOut ?? 'none',
      remedy: 'Use the reusable workflow crew.yml as it is.',
      ends: 'infra_error',
    });
  const mergeBase = await gitOutput(root, ['merge-base', '--end-of-options', base, head]);
  if (mergeBase === null)
    throw new UserError({
      expected: `the base ${base}, and a commit that it shares with ${head}`,
      found: 'none',
      remedy: 'Rebase the branch onto its base.',
      ends: 'infra_error',
    });
  const origin = await codeOriginOf(root, { commit: from ?? head, payload: trigger.payload });
  return { base: mergeBase, config: await configIn(root, trigger, { file: configFile, ownersText }), origin };
}

/** The configuration of the default branch. The change must not configure its own verification. */
async function configIn(
  root: string,
  { payload }: Trigger,
  source: { file: string; ownersText: string | null },
): Promise<Config> {
  const { file } = source;
  const branch = defaultBranchOf(payload);
  const lines: string[] = [];
  const args = ['cat-file', 'blob', `refs/remotes/origin/${branch}:${file}`];
  const exists = await runGit(root, { args, each: (line) => void lines.push(line) });
  return validConfig(settingsOf(exists ? lines.join('\n') : null, source), { on: branch, ends: 'infra_error' });
}

interface CommittedChange {
  readonly commit: CommitToVerify;
  readonly change: { readonly sha256: string; readonly tree: string };
}

/** Creates a commit with the change of a work result, on no branch, so that it is verified like a pull request. */
export async function commitChange(root: string, run: string, diff: WorkDiff): Promise<CommittedChange> {
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
  return { commit: { head: sha, base }, change: { sha256: diff.sha256, tree } };
}

/** The run and the commits or change that a document of the verify job is about. */
export type DocumentTarget = Pick<VerifyDocument, 'run' | 'head' | 'base' | 'change'>;

/** The two commits of the event's pull request, or of the pull request of a review run; null for a change of a work job. */
export function commitsOf(
  env: StepProcess['env'],
  { name, payload, run }: Trigger,
): (CommitToVerify & { run: string }) | null {
  const commit = env.CREW_RUN ? null : commitToVerify(name, payload);
  if (commit) return { ...commit, run: verificationId(run) };
  const { CREW_BASE: head = '', CREW_AGAINST: against = '' } = env;
  return against === '' ? null : { head, base: against, run: runOf(env).run };
}

/** The target of a document about a change before it is applied, or that cannot be applied. */
export function unappliedChange(env: StepProcess['env']): DocumentTarget {
  const { CREW_BASE: base = '' } = env;
  return { run: runOf(env).run, head: base, base };
}

/** The change in the result of the work job. Throws if there is none. */
export async function changeOf(
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
