// The Verifier on trees of this machine: the sandbox, the pipeline of a tree, and one run of it.
import { homedir } from 'node:os';
import path from 'node:path';
import { baseCommitOf } from '../../adapters/base-commit/index.js';
import { systemClock } from '../../adapters/clock.js';
import { askGitOnce } from '../../adapters/git/index.js';
import { registriesOf } from '../../adapters/proxy/registries/index.js';
import { pathWithTools } from '../../adapters/sandbox/environment.js';
import type { SandboxOptions } from '../../adapters/sandbox/index.js';
import { openWorkspace } from '../../adapters/workspace/index.js';
import type { Config } from '../../config/index.js';
import { denialsOf } from '../../guard/index.js';
import type { BaseCommit, Workspace } from '../../ports/index.js';
import { benchFor } from '../../services/bench.js';
import type { Offered } from '../../services/offered.js';
import { processOwner } from '../../services/process-name.js';
import { type Detected, detect, readTree } from '../../verify/detect/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import { type RunAsk, type RunOf, runSteps } from '../../verify/run-steps.js';

export interface Workbench extends RunOf {
  /** The user's own tree. */
  readonly tree: Workspace;
  readonly below: BaseCommit;
  readonly config: Config;
}

export interface WorkbenchOf extends Pick<Workbench, 'config' | 'signal'> {
  readonly root: string;
  readonly home: string | undefined;
  readonly now: number | undefined;
  /** crew's own environment: PATH, and variables of package managers. */
  readonly machine: Readonly<Record<string, string | undefined>>;
  /** Who offers the code, if it is not the user's own. */
  readonly offered?: Offered | undefined;
  /** Another sandbox than this machine's; for tests. */
  readonly levels?: SandboxOptions['levels'];
}

/**
 * Opens the sandbox for a folder: the same that agents' commands get on this machine. Without one, the user's own code runs
 * nevertheless; code of pull requests runs only if the configuration allows it; code of outsiders never does. Outsiders' code is also
 * set up inside the sandbox, and reaches only the registries that the repository itself names.
 */
export function workbenchFor({ home, now, machine, config, signal, offered, levels, ...of }: WorkbenchOf): Workbench {
  const isOwn = offered === undefined;
  const isOutside = offered?.by === 'outsiders';
  const tree = openWorkspace(of.root);
  const { root } = tree;
  const clock = systemClock(now);
  const walls = {
    hosts: config.sandbox.hosts,
    required: isOutside ? ('always' as const) : !isOwn && config.sandbox.required,
    env: pathWithTools(machine, { root, commands: isOutside ? [] : config.verify.setup }),
    // The base's tree is another folder of the same repository. The commit is looked up here.
    ...(isOutside ? { registries: () => registriesOf({ root, env: machine, at: offered.settled }) } : {}),
    forbids: denialsOf({ rules: { project: config.guard }, home: homedir() }),
    levels,
  };
  const { place, ...bench } = benchFor({ root, home, walls, clock });
  const trees = { folder: path.join(place, 'trees'), owner: processOwner() };
  const below = baseCommitOf({ root, place: trees, hidden: [], shares: isOwn });
  return { tree, below, config, bench: { ...bench, setsUpWithin: isOutside }, clock, signal };
}

export interface Narrowed {
  /** Only packages that these files affect. */
  readonly changed?: readonly string[] | undefined;
  /** Files of the change. Packages among them count as not installed. */
  readonly brought?: readonly string[] | undefined;
}

/** The pipeline of a tree. */
export async function detectIn(
  { config }: Pick<Workbench, 'config'>,
  tree: Workspace,
  { changed, brought = [] }: Narrowed = {},
): Promise<Detected> {
  const read = await readTree(tree);
  const isBrought = (folder: string) => brought.some((file) => file.startsWith(`${folder}/`));
  return detect({ ...read, has: (folder) => read.has(folder) && !isBrought(folder) }, config.verify, changed);
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
