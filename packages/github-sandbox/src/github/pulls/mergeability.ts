// Computes whether a pull request can be merged.

import { compareCommits } from '../git/history.js';
import { readRef } from '../git/refs.js';
import { mergeTree } from '../git/write-tree.js';
import type { PullRequest } from '../state.js';
import { rollupOf, ruleOf, unmetChecks } from './checks-of.js';
import { decisionOf } from './decision-of.js';

export type Mergeable = 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
export type MergeState = 'BEHIND' | 'BLOCKED' | 'CLEAN' | 'DIRTY' | 'DRAFT' | 'UNKNOWN' | 'UNSTABLE';
type Answer = { readonly mergeable: Mergeable; readonly state: MergeState };

const unknown: Answer = { mergeable: 'UNKNOWN', state: 'UNKNOWN' };

/**
 * Whether a pull request can be merged. As on GitHub, the first request after a change returns UNKNOWN and starts the computation; later
 * ones return the result.
 */
export async function mergeabilityOf(pull: PullRequest): Promise<Answer> {
  if (pull.state === 'closed') return unknown;
  const mergeable = pull.overrides.mergeable ?? (await computeMergeability(pull));
  return { mergeable, state: pull.overrides.mergeState ?? (await stateOf(pull, mergeable)) };
}

async function computeMergeability(pull: PullRequest): Promise<Mergeable> {
  const base = await baseOf(pull);
  const key = `${base}...${pull.head.sha}`;
  if (pull.found?.key === key) return pull.found.looked;
  pull.found = { key, looked: canMerge(pull, base) };
  // If nobody asks again, a failure must not crash the process.
  pull.found.looked.catch(() => {});
  return 'UNKNOWN';
}

/** The same without UNKNOWN, for merging. */
export async function canMergeNow(pull: PullRequest): Promise<Answer> {
  await mergeabilityOf(pull);
  return mergeabilityOf(pull);
}

/** The current commit of the base branch; the recorded one if the branch is gone. */
async function baseOf({ repository, base }: PullRequest): Promise<string> {
  return (await readRef(repository.gitDir, `refs/heads/${base.ref}`))?.sha ?? base.sha;
}

async function canMerge({ repository, head }: PullRequest, base: string): Promise<'MERGEABLE' | 'CONFLICTING'> {
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
  const base = await baseOf(pull);
  return (await compareCommits(pull.repository.commits, { base, head: pull.head.sha })).behindBy > 0;
}
