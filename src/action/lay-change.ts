// A change that is on no branch yet: applied to its base as git objects, to be verified like a pull request.
import path from 'node:path';
import { createCommit, filesIn } from '../adapters/clone/create-commit.js';
import { askGitOnce } from '../adapters/clone/git.js';
import { UserError } from '../errors.js';
import type { WorkDiff } from '../ports/workflow.js';
import type { Subject } from '../workflows/check/index.js';
import { filesAfter } from './files-after.js';

export interface Laid {
  readonly subject: Subject;
  readonly change: { readonly sha256: string; readonly tree: string };
}

export async function layChange(root: string, run: string, diff: WorkDiff): Promise<Laid> {
  const base = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
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
