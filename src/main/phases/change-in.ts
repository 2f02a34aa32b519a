// A change that is on no branch yet, as the job that worked on it left it: laid onto its base here, to be verified like a pull request.
import path from 'node:path';
import { askGitOnce } from '../../adapters/clone/git.js';
import { filesIn, layCommit } from '../../adapters/clone/lay-commit.js';
import { lastOf, type Recorded } from '../../core/recorded.js';
import { UserError } from '../../errors.js';
import type { Subject } from '../../workflows/review/index.js';
import { afterDiff } from './after-diff.js';
import { needsOf } from './needs.js';
import { LEFT, leftJournal } from './relay.js';
import type { StepProcess } from './step.js';

export interface ChangeLeft {
  readonly run: string;
  readonly diff: Recorded['diff'];
}

/** What the job before has left. */
export async function changeLeft(env: StepProcess['env']): Promise<ChangeLeft> {
  const needs = needsOf(env);
  const run = needs('gate').outputs['run-id'] ?? '';
  const { digest } = needs('work').outputs;
  const journal = await leftJournal(env, { folder: LEFT.folder, run, digest });
  const diff = journal && lastOf(journal, 'diff');
  if (!diff || diff.text === '') throw unable('a change that the job before has left', 'none');
  return { run, diff };
}

export interface ChangeToVerify {
  readonly subject: Subject;
  readonly change: { readonly sha256: string; readonly tree: string };
}

/** Lays it into the tree, as a commit. */
export async function layIn(root: string, { run, diff }: ChangeLeft): Promise<ChangeToVerify> {
  const base = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (base !== diff.base) throw unable(`the commit ${diff.base} checked out`, base ?? 'none');
  const after = await afterDiff(diff, await filesIn(root, base, diff.files));
  const { sha, tree } = await layCommit(path.resolve(root), { base, files: after, message: `crew: ${run}` });
  return { subject: { head: sha, base }, change: { sha256: diff.sha256, tree } };
}

const unable = (expected: string, found: string): UserError =>
  new UserError({ expected, found, remedy: 'Use the reusable workflow crew.yml as it is.', ends: 'infra_error' });
