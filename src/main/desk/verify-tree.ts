// The Verifier on one tree of this machine: what it runs, where, and where its evidence stays.
import { artifactsPlace, folderArtifacts, prune } from '../../adapters/artifacts/index.js';
import { openCell } from '../../adapters/cell/index.js';
import { openWithoutWalls } from '../../adapters/cell/open.js';
import { systemClock } from '../../adapters/clock.js';
import { askGitOnce } from '../../adapters/clone/git.js';
import { openWorkspace } from '../../adapters/workspace/index.js';
import type { Config } from '../../config/index.js';
import type { Clock } from '../../ports.js';
import { type Detected, detect, readTree, type Step } from '../../verify/detect/index.js';
import { type Progress, verify } from '../../verify/pipeline/index.js';
import type { VerificationRecord, VerificationRef } from '../../verify/records.js';

export interface Workbench {
  /** The person's own tree, absolute, without links. */
  readonly root: string;
  readonly config: Config;
  readonly clock: Clock;
  /** Where artifacts stay. */
  readonly place: string;
  /** What crew itself was started with: the search path, and what package managers read. */
  readonly machine: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface TreeAsk {
  readonly tree: string;
  readonly ref: VerificationRef;
  readonly steps: readonly Step[];
  readonly tell: (progress: Progress) => void;
  readonly walls: (name: string) => void;
}

/** What there is to work with in a folder. */
export function workbenchFor(
  of: Pick<Workbench, 'config' | 'machine' | 'signal'> & {
    root: string;
    home: string | undefined;
    now: number | undefined;
  },
): Workbench {
  const { root } = openWorkspace(of.root);
  return { ...of, root, clock: systemClock(of.now), place: artifactsPlace({ root, home: of.home }) };
}

/** The pipeline of a tree. */
export async function detectIn({ config }: Workbench, tree: string, changed?: readonly string[]): Promise<Detected> {
  return detect(await readTree(openWorkspace(tree)), config.verify, changed);
}

/**
 * Runs steps in a tree; null when it was called off. The walls are those that agents' commands get where they stand on this
 * machine: what passes here passes there. Where there are none it runs all the same, since it is the person's own code.
 */
export async function verifyTree(bench: Workbench, ask: TreeAsk): Promise<VerificationRecord | null> {
  const { machine, config, clock, signal } = bench;
  const cell = await openCell({ root: ask.tree, hosts: config.sandbox.hosts, required: false, env: machine });
  const setupCell = ask.steps.some(({ purpose }) => purpose === 'setup')
    ? await openWithoutWalls({ PATH: machine.PATH })
    : undefined;
  ask.walls(cell.name);
  try {
    return await verify({
      root: openWorkspace(ask.tree).root,
      steps: ask.steps,
      ref: ask.ref,
      ...(await commitOf(ask.tree)),
      cell,
      setupCell,
      clock,
      artifacts: folderArtifacts(bench.place),
      tell: ask.tell,
      signal,
    });
  } finally {
    await cell.close();
    await setupCell?.close();
    await prune(bench.place, { newest: 20, days: 14, now: clock.now() });
  }
}

async function commitOf(tree: string): Promise<{ readonly commit: string | null; readonly dirty: boolean }> {
  const commit = await askGitOnce(tree, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const changes = commit === null ? '' : await askGitOnce(tree, ['status', '--porcelain', '--ignore-submodules=all']);
  return { commit, dirty: changes !== '' };
}
