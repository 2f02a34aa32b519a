// A change that is on no branch yet, as the job that worked on it left it: laid onto its base here, to be verified like a pull request.
import path from 'node:path';
import { askGitOnce } from '../../adapters/clone/git.js';
import { filesIn, layCommit } from '../../adapters/clone/lay-commit.js';
import { lastOf } from '../../core/recorded.js';
import { UserError } from '../../errors.js';
import type { Subject } from '../../workflows/review/index.js';
import { afterDiff } from './after-diff.js';
import { needsOf } from './needs.js';
import { LEFT, leftJournal } from './relay.js';
import type { StepProcess } from './step.js';

export interface ChangeToVerify {
  readonly run: string;
  readonly subject: Subject;
  readonly change: { readonly sha256: string; readonly tree: string };
}

/** Lays it into the tree; null where there is none. */
export async function changeIn(env: StepProcess['env'], root: string): Promise<ChangeToVerify> {
  const needs = needsOf(env);
  const run = needs('gate').outputs['run-id'] ?? '';
  const { digest } = needs('work').outputs;
  const journal = await leftJournal(env, { folder: LEFT.folder, run, digest });
  const diff = journal && lastOf(journal, 'diff');
  const base = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (!diff || diff.text === '') throw unable('a change that the job before has left', 'none');
  if (base !== diff.base) throw unable(`the commit ${diff.base} checked out`, base ?? 'none');
  const after = await afterDiff(diff, await filesIn(root, base, diff.files));
  const { sha, tree } = await layCommit(path.resolve(root), { base, files: after, message: `crew: ${run}` });
  return { run, subject: { head: sha, base }, change: { sha256: diff.sha256, tree } };
}

const unable = (expected: string, found: string): UserError =>
  new UserError({ expected, found, remedy: 'Use the reusable workflow crew.yml as it is.', ends: 'infra_error' });
