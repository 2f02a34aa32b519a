// The Verifier on trees of this machine: what there is to work with, what a tree's pipeline is, and one run of it.
import path from 'node:path';
import { belowOf } from '../../adapters/below/index.js';
import { systemClock } from '../../adapters/clock.js';
import { askGitOnce } from '../../adapters/clone/git.js';
import { openWorkspace } from '../../adapters/workspace/index.js';
import type { Config } from '../../config/index.js';
import type { Below, Workspace } from '../../ports.js';
import { type Detected, detect, readTree } from '../../verify/detect/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import { type RunAsk, type RunOf, runSteps } from '../../verify/run-steps.js';
import { benchFor } from '../bench.js';
import { thisProcess } from '../holder.js';

export interface Workbench extends RunOf {
  /** The person's own tree. */
  readonly tree: Workspace;
  readonly below: Below;
  readonly config: Config;
}

export interface WorkbenchOf extends Pick<Workbench, 'config' | 'signal'> {
  readonly root: string;
  readonly home: string | undefined;
  readonly now: number | undefined;
  /** What crew itself was started with: the search path, and what package managers read. */
  readonly machine: Readonly<Record<string, string | undefined>>;
}

/**
 * What there is to work with in a folder. The walls are those that agents' commands get where they stand on this machine: what
 * passes here passes there. Where there are none it runs all the same, since it is the person's own code.
 */
export function workbenchFor({ home, now, machine, config, signal, ...of }: WorkbenchOf): Workbench {
  const tree = openWorkspace(of.root);
  const { root } = tree;
  const clock = systemClock(now);
  const walls = { hosts: config.sandbox.hosts, required: false, env: machine };
  const { place, ...bench } = benchFor({ root, home, walls, clock });
  const trees = { folder: path.join(place, 'trees'), owner: thisProcess() };
  return { tree, below: belowOf({ root, place: trees, hidden: [] }), config, bench, clock, signal };
}

/** The pipeline of a tree; where files are named, only what they reach. */
export async function detectIn({ config }: Workbench, tree: Workspace, changed?: readonly string[]): Promise<Detected> {
  return detect(await readTree(tree), config.verify, changed);
}

/** Runs steps in a tree. */
export async function verifyTree(bench: Workbench, ask: Omit<RunAsk, 'commit' | 'dirty'>): Promise<VerificationRecord> {
  return runSteps(bench, { ...ask, ...(await standsOn(ask.tree.root)) });
}

async function standsOn(root: string): Promise<Pick<RunAsk, 'commit' | 'dirty'>> {
  const commit = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const changes = commit === null ? '' : await askGitOnce(root, ['status', '--porcelain', '--ignore-submodules=all']);
  return { commit, dirty: changes !== '' };
}
