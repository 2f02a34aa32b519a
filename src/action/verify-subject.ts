// Reads what is verified from the checked-out clone: the head commit, its merge base, and the configuration of the default branch. No
// token is needed.

import { gitOutput, runGit } from '../adapters/git/index.js';
import type { Config } from '../config/index.js';
import { UserError } from '../ports/errors.js';
import { type CodeOrigin, codeOriginOf, defaultBranchOf } from '../services/code-origin.js';
import { settingsOf, validConfig } from '../services/settings.js';
import type { Subject } from '../workflows/check/index.js';
import type { Trigger } from './step.js';

export interface VerifySubject {
  /** The merge base of head and base: later commits of the base are not part of the change. */
  readonly base: string;
  readonly config: Config;
  readonly offered: CodeOrigin;
}

interface VerifySubjectAsk {
  readonly subject: Subject;
  /** The commit that crew applied its change to. The head itself is on no branch, so its origin could not be told from it. */
  readonly from?: string | undefined;
  readonly trigger: Trigger;
  readonly configFile: string;
  /** The owner's defaults, as the gate read them. */
  readonly ownersText: string | null;
}

/** Reads the subject. Throws if the head is not checked out or has no merge base. */
export async function readVerifySubject(
  root: string,
  { subject, from, trigger, configFile, ownersText }: VerifySubjectAsk,
): Promise<VerifySubject> {
  const { head, base } = subject;
  const there = await gitOutput(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (there !== head)
    throw new UserError({
      expected: `the commit ${head} checked out`,
      found: there ?? 'none',
      remedy: 'Use the reusable workflow crew.yml as it is.',
      ends: 'infra_error',
    });
  const parted = await gitOutput(root, ['merge-base', '--end-of-options', base, head]);
  if (parted === null)
    throw new UserError({
      expected: `the base ${base}, and a commit that it shares with ${head}`,
      found: 'none',
      remedy: 'Rebase the branch onto its base.',
      ends: 'infra_error',
    });
  const offered = await codeOriginOf(root, { commit: from ?? head, payload: trigger.payload });
  return { base: parted, config: await configIn(root, trigger, { file: configFile, ownersText }), offered };
}

/** The configuration of the default branch. The change must not configure its own verification. */
async function configIn(
  root: string,
  { payload }: Trigger,
  of: { file: string; ownersText: string | null },
): Promise<Config> {
  const { file } = of;
  const branch = defaultBranchOf(payload);
  const lines: string[] = [];
  const args = ['cat-file', 'blob', `refs/remotes/origin/${branch}:${file}`];
  const there = await runGit(root, { args, each: (line) => void lines.push(line) });
  return validConfig(settingsOf(there ? lines.join('\n') : null, of), { on: branch, ends: 'infra_error' });
}
