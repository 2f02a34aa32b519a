// Runs the Verifier on trees of this machine: one tree, or a tree and its base. Used by `crew verify` and by the verify job. Prints its
// progress.

import { rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { baseCommitOf } from '../adapters/base-commit/index.js';
import { systemClock } from '../adapters/clock.js';
import { gitOutput } from '../adapters/git/index.js';
import { registriesOf } from '../adapters/proxy/registries/index.js';
import { pathWithTools } from '../adapters/sandbox/environment.js';
import type { SandboxOptions } from '../adapters/sandbox/index.js';
import { openWorkspace } from '../adapters/workspace/index.js';
import type { Config } from '../config/index.js';
import { pathDenials } from '../guard/rules/match.js';
import type { BaseCommit, Workspace } from '../ports/index.js';
import type { Language } from '../text/lang/index.js';
import { type SideName, verifyWords } from '../text/lang/verify/index.js';
import {
  type ComparedVerifications,
  mayRunInParallel,
  rerunsOf,
  type Verify,
  verifyAgainst,
} from '../verify/compare/index.js';
import { type Detected, detect, readTree, type Step } from '../verify/detect/index.js';
import type { Progress } from '../verify/pipeline/index.js';
import type { VerificationRecord } from '../verify/records.js';
import {
  type RunDependencies,
  type RunRequest,
  runSteps,
  stepsToRerun,
  withoutPreparation,
} from '../verify/verifier.js';
import { MARKS } from '../view/verification.js';
import { inertLine, seconds } from '../view/verification-lines.js';
import type { CodeOrigin } from './code-origin.js';
import { processOwner } from './process.js';
import { verifierEnvironmentFor } from './sandboxes.js';

/** A Verifier with its tree. */
export interface VerifierSetup extends RunDependencies {
  /** The user's own tree. */
  readonly tree: Workspace;
  readonly baseCommit: BaseCommit;
  readonly config: Config;
}

interface VerifierOptions extends Pick<VerifierSetup, 'config' | 'signal'> {
  readonly root: string;
  readonly home: string | undefined;
  readonly now: number | undefined;
  /** Environment variables: PATH, and those of package managers. */
  readonly machine: Readonly<Record<string, string | undefined>>;
  /** Who wrote the code; absent for the user's own tree. */
  readonly origin?: CodeOrigin | undefined;
  /** Another sandbox than this machine's; for tests. */
  readonly levels?: SandboxOptions['levels'];
}

/**
 * Opens the Verifier for a folder, with the same sandbox as for agents' commands. On a machine without a sandbox, the user's own code runs
 * nevertheless, code of pull requests runs if the configuration allows it, and code of outsiders never runs. Outsiders' code is also set up
 * inside the sandbox, and reaches only the registries that the repository itself names.
 */
export function openVerifier({
  home,
  now,
  machine,
  config,
  signal,
  origin,
  levels,
  root: folder,
}: VerifierOptions): VerifierSetup {
  const isOwn = origin === undefined;
  const isByOutsiders = origin?.by === 'outsiders';
  const tree = openWorkspace(folder);
  const { root } = tree;
  const clock = systemClock(now);
  const sandbox = {
    hosts: config.sandbox.hosts,
    required: isByOutsiders ? ('always' as const) : !isOwn && config.sandbox.required,
    env: pathWithTools(machine, { root, commands: isByOutsiders ? [] : config.verify.setup }),
    // Sandboxes of the base's tree use this too: it is another folder of the same repository, so the registries are the same.
    ...(isByOutsiders ? { registries: () => registriesOf({ root, env: machine, commit: origin.defaultTip }) } : {}),
    forbids: pathDenials({ rules: { project: config.guard }, home: homedir() }),
    levels,
  };
  const { place, ...environment } = verifierEnvironmentFor({ root, home, sandbox, clock });
  const trees = { folder: path.join(place, 'trees'), owner: processOwner() };
  const baseCommit = baseCommitOf({ root, place: trees, hidden: [], sharesInstalls: isOwn });
  return { tree, baseCommit, config, environment: { ...environment, setupInSandbox: isByOutsiders }, clock, signal };
}

interface PackageFilter {
  /** Only packages that these files affect. */
  readonly changed?: readonly string[] | undefined;
  /** The paths of the change. A folder of installed packages that the change itself contains does not count as installed. */
  readonly changedFiles?: readonly string[] | undefined;
}

/** The pipeline of a tree: the checks that the Verifier detects in it. */
export async function detectIn(
  { config }: Pick<VerifierSetup, 'config'>,
  tree: Workspace,
  { changed, changedFiles = [] }: PackageFilter = {},
): Promise<Detected> {
  const read = await readTree(tree);
  const isInChange = (folder: string) => changedFiles.some((file) => file.startsWith(`${folder}/`));
  return detect({ ...read, has: (folder) => read.has(folder) && !isInChange(folder) }, config.verify, changed);
}

/** Runs steps in a tree. */
export async function verifyTree(
  setup: VerifierSetup,
  request: Omit<RunRequest, 'commit' | 'dirty'>,
): Promise<VerificationRecord> {
  return runSteps(setup, { ...request, ...(await gitStateOf(request.tree.root)) });
}

async function gitStateOf(root: string): Promise<Pick<RunRequest, 'commit' | 'dirty'>> {
  const commit = await gitOutput(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const changes = commit === null ? '' : await gitOutput(root, ['status', '--porcelain', '--ignore-submodules=all']);
  return { commit, dirty: changes !== '' };
}

/** The tree that a step runs in, and whether this is its second run. */
interface StepPlace {
  readonly side: SideName;
  readonly isRerun: boolean;
}

interface ProgressPrinter {
  readonly onProgress: (progress: Progress, where?: StepPlace) => void;
  readonly onSandbox: (name: string) => void;
  /** The sandboxes that were named so far. */
  readonly namedSandboxes: () => readonly string[];
}

/** Prints progress: which command starts, how it ended, and which sandbox it runs in. */
export function progressPrinter(lang: Language, log: (line: string) => void): ProgressPrinter {
  const texts = verifyWords(lang);
  const known = new Set<string>();
  const prefix = (where: StepPlace | undefined): string =>
    where ? `${texts.compared.side[where.side]}${where.isRerun ? texts.again : ''} ` : '';
  return {
    onProgress(progress, where) {
      const { step, n, of } = progress;
      const name = inertLine(step.name);
      const line =
        progress.is === 'begins'
          ? texts.begins({ name, command: inertLine(step.command), n, of })
          : `[${n}/${of}] ${MARKS[progress.step.status]} ${name} · ${texts.took(seconds(progress.step.ms))}`;
      log(prefix(where) + line);
    },
    onSandbox(name) {
      if (!known.has(name)) log(texts.sandbox(name));
      known.add(name);
    },
    namedSandboxes: () => [...known],
  };
}

interface CompareOptions {
  readonly base: string;
  /** The head's pipeline. */
  readonly detected: Detected;
  /** The record of the head, if it is verified already. */
  readonly head?: VerificationRecord | undefined;
  /** The changed files, where only packages that they affect are verified. */
  readonly changed: readonly string[] | undefined;
  readonly onProgress: ProgressPrinter['onProgress'];
  readonly onSandbox: ProgressPrinter['onSandbox'];
}

/** Verifies the tree and its base. */
export async function verifyBoth(setup: VerifierSetup, options: CompareOptions): Promise<ComparedVerifications> {
  const { tree: head, baseCommit, config } = setup;
  const { tree: base, close } = await baseCommit.checkOut(options.base);
  try {
    const { steps } = await detectIn(setup, base, { changed: options.changed });
    const against = await verifyAgainst({
      base: base.root,
      head: head.root,
      verify: verifySide(setup, options, {
        base: { tree: base, steps },
        head: { tree: head, steps: options.detected.steps },
      }),
      reruns: config.verify.reruns,
      isParallel: !options.head && (await mayRunSideBySide(head, options.detected.steps)),
    });
    if (!options.head) await writeComparison(against);
    return against;
  } finally {
    await close();
  }
}

/** Whether the commands of base and head may run at the same time. */
async function mayRunSideBySide(tree: Workspace, steps: readonly Step[]): Promise<boolean> {
  const commands = steps.flatMap(({ command, testRunners }) => [
    command,
    ...(testRunners?.scripts ?? []).map(({ text }) => text),
  ]);
  const files = (await tree.list('.')).map(({ name }) => name);
  return mayRunInParallel({ commands, files }).isAllowed;
}

type BothTrees = Readonly<Record<'base' | 'head', { readonly tree: Workspace; readonly steps: readonly Step[] }>>;

/** Returns the function that verifies one of the two trees, all steps or chosen ones. */
function verifySide(setup: VerifierSetup, { head, onProgress, onSandbox }: CompareOptions, sides: BothTrees): Verify {
  return async ({ side, only }) => {
    if (head && side === 'head' && !only) return head;
    const { tree, steps } = sides[side];
    const wanted = only ? stepsToRerun(steps, only) : steps;
    const ref = side === 'base' ? 'baseline' : 'verify-job';
    const record = await verifyTree(setup, {
      tree,
      ref,
      steps: wanted,
      onSandbox,
      onProgress: (progress) => onProgress(progress, { side, isRerun: only !== undefined }),
    });
    return withoutPreparation(record);
  };
}

/** Writes the comparison beside the head's manifest. The file is complete or absent. */
async function writeComparison({ base, head, again: rerunSteps, comparison }: ComparedVerifications): Promise<void> {
  const file = path.join(head.artifacts, 'comparison.json');
  const document = { format: 1, base: base.run_id, head: head.run_id, again: rerunsOf(rerunSteps), comparison };
  await writeFile(`${file}.new`, `${JSON.stringify(document, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
