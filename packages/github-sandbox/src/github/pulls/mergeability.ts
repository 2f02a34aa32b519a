// Computes whether a pull request can be merged. Used by REST, GraphQL and the pages.

import { compareCommits } from '../git/history.js';
import { readRef } from '../git/refs.js';
import { mergeTree } from '../git/write-tree.js';
import type { PullRequest } from '../state.js';
import { rollupOf, ruleOf, unmetChecks } from './checks.js';
import { decisionOf } from './review-decision.js';

export type Mergeable = 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
export type MergeState = 'BEHIND' | 'BLOCKED' | 'CLEAN' | 'DIRTY' | 'DRAFT' | 'UNKNOWN' | 'UNSTABLE';
type MergeabilityResult = { readonly mergeable: Mergeable; readonly state: MergeState };

const unknown: MergeabilityResult = { mergeable: 'UNKNOWN', state: 'UNKNOWN' };

/**
 * Whether a pull request can be merged. As on GitHub, the first request after a change returns UNKNOWN and starts the computation; later
 * ones return the result.
 */
export async function mergeabilityOf(pull: PullRequest): Promise<MergeabilityResult> {
  if (pull.state === 'closed') return unknown;
  const mergeable = pull.overrides.mergeable ?? (await computeMergeability(pull));
  return { mergeable, state: pull.overrides.mergeState ?? (await stateOf(pull, mergeable)) };
}

async function computeMergeability(pull: PullRequest): Promise<Mergeable> {
  const base = await baseCommitOf(pull);
  const key = `${base}...${pull.head.sha}`;
  if (pull.mergeability?.key === key) return pull.mergeability.result;
  pull.mergeability = { key, result: checkConflicts(pull, base) };
  // Without this, a failure that no later request awaits would end the process.
  pull.mergeability.result.catch(() => {});
  return 'UNKNOWN';
}

/** Like `mergeabilityOf`, but waits for the result instead of returning UNKNOWN. */
export async function computedMergeabilityOf(pull: PullRequest): Promise<MergeabilityResult> {
  await mergeabilityOf(pull);
  return mergeabilityOf(pull);
}

/** The current commit of the base branch; the recorded one if the branch is gone. */
async function baseCommitOf({ repository, base }: PullRequest): Promise<string> {
  return (await readRef(repository.gitDir, `refs/heads/${base.ref}`))?.sha ?? base.sha;
}

async function checkConflicts({ repository, head }: PullRequest, base: string): Promise<'MERGEABLE' | 'CONFLICTING'> {
  const { gitDir: dir, commits } = repository;
  return (await mergeTree({ dir, commits, base, head: head.sha })) === null ? 'CONFLICTING' : 'MERGEABLE';
}

async function stateOf(pull: PullRequest, mergeable: Mergeable): Promise<MergeState> {
  if (mergeable === 'UNKNOWN') return 'UNKNOWN';
  if (mergeable === 'CONFLICTING') return 'DIRTY';
  if (pull.draft) return 'DRAFT';
  if (isBlocked(pull)) return 'BLOCKED';
  if (ruleOf(pull).strict === true && (await isBehind(pull))) return 'BEHIND';
  const rollup = rollupOf(pull.repository, pull.head.sha);
  return rollup === null || rollup === 'SUCCESS' ? 'CLEAN' : 'UNSTABLE';
}

/** Whether rules of the base branch prevent merging. */
export function isBlocked(pull: PullRequest): boolean {
  const decision = decisionOf(pull);
  return (decision !== null && decision !== 'APPROVED') || unmetChecks(pull).length > 0;
}

async function isBehind(pull: PullRequest): Promise<boolean> {
  const base = await baseCommitOf(pull);
  return (await compareCommits(pull.repository.commits, { base, head: pull.head.sha })).behindBy > 0;
}
