// Opens the WorkEnvironment of a tree (ports/environment.ts): files, guard, sandbox, model, base commit, and the Verifier's environment. Used by
// the Action's work job, by runs at the terminal, and by `crew guard`.
import { homedir } from 'node:os';
import path from 'node:path';
import { baseCommitOf } from '../adapters/base-commit/index.js';
import { registriesOf } from '../adapters/proxy/registries/index.js';
import { openRunRepository } from '../adapters/run-repository.js';
import { pathWithTools } from '../adapters/sandbox/environment.js';
import { openSandboxes, type SandboxOptions } from '../adapters/sandbox/index.js';
import { agentView, applyDiff, copyOf, openWorkspace, outputIn, storeOutputs } from '../adapters/workspace/index.js';
import type { Config } from '../config/index.js';
import { createGuard, type GuardOptions } from '../guard/index.js';
import { pathDenials } from '../guard/rules/match.js';
import type { Clock, ComputeOnce, WorkEnvironment, Workspace } from '../ports/index.js';
import { detect, readTree } from '../verify/detect/index.js';
import type { CodeOrigin } from './code-origin.js';
import type { Env } from './env.js';
import { baseCommit, guardContextOf, localRules, withoutDenied } from './guard-context.js';
import { type HeldModel, holdModel } from './held-model.js';
import { machineFacts } from './machine.js';
import { mcpServers } from './mcp-servers.js';
import { processOwner } from './process.js';
import { openSandboxPool, type Sandboxes, verifierEnvironmentFor } from './sandboxes.js';

/** What is needed to open the environment of a tree. */
export interface EnvironmentOptions {
  readonly env: Env;
  readonly root: string;
  readonly config: Config;
  /** crew's own folder (CREW_HOME). */
  readonly home: string;
  readonly clock: Clock;
  /** Computes a value at the first start of a run and records it; a continued run gets the recorded value. */
  readonly once?: ComputeOnce | undefined;
  /** Who wrote the code; absent for the user's own tree. */
  readonly origin?: CodeOrigin | undefined;
  /** Other sandboxes than this machine's; for tests. */
  readonly levels?: SandboxOptions['levels'];
}

/** Opens the environment of a tree. Throws if something is missing, before money is spent. */
export async function openEnvironment(options: EnvironmentOptions): Promise<WorkEnvironment> {
  const { env, config, home, clock } = options;
  const tree = openWorkspace(options.root);
  const viewOptions = { home, outputs: outputsOf(home), open: openWorkspace };
  const rules = { project: config.guard, local: localRules(home) };
  const forbids = pathDenials({ rules, home: homedir() });
  const workspace = withoutDenied(agentView(tree, viewOptions), forbids);
  const { root } = workspace;
  const base = await (options.once ?? notRecorded)(async () => baseOf(options, root));
  const sandboxOptions = { ...sandboxOptionsOf(options, { root, base, forbids }), registries: registriesOnce() };
  const { place: artifactsPath, ...verifierEnvironment } = verifierEnvironmentFor({
    root,
    home: env.home,
    sandbox: sandboxOptions,
    clock,
  });
  const { sandboxes, heldModel, detected } = await openTogether({
    sandboxes: openSandboxPool(() => openSandboxes({ ...sandboxOptions, root })),
    heldModel: holdModel(env, config.models),
    detected: commandsIn(workspace, config),
  });
  const servers = mcpServers(config.mcp, { home });
  const trees = { folder: path.join(artifactsPath, 'trees'), owner: processOwner() };
  const guardFor = guardsOf(options, { base, rules, detected });
  return {
    workspace,
    guard: guardFor(workspace),
    guardFor,
    sandbox: sandboxes.agents,
    get model() {
      return heldModel.model();
    },
    web: { get: fetch, hosts: config.sandbox.hosts },
    machine: () => machineFacts({ PATH: sandboxOptions.env.PATH, root }),
    remote: servers.tools,
    newOutputFile: storeOutputs(viewOptions.outputs),
    agentsFolder: path.join(root, config.facilitate.agentDiscoveryPath),
    baseCommit: baseCommitOf({ root, place: trees, hidden: crewFolderInTree(root, home) }),
    openRunRepository: (commit) => openRunRepository({ root, base: commit, place: trees }),
    openFolder: openWorkspace,
    copy: () => withoutDenied(agentView(copyOf(workspace), viewOptions), forbids),
    apply: (diff, to) => applyDiff(to, diff),
    verifier: {
      ...verifierEnvironment,
      setupInSandbox: isByOutsiders(options),
      sandbox: (tree) => (tree === root ? sandboxes.take() : verifierEnvironment.sandbox(tree)),
    },
    async close() {
      await servers.close();
      await heldModel.close();
      await sandboxes.close();
    },
  };
}

interface OpeningParts {
  readonly sandboxes: Promise<Sandboxes>;
  readonly heldModel: Promise<HeldModel>;
  readonly detected: Promise<readonly string[]>;
}

/** Waits for the parts that other programs open in parallel. If one fails, the others are closed. */
async function openTogether({ sandboxes, heldModel, detected }: OpeningParts) {
  try {
    return { sandboxes: await sandboxes, heldModel: await heldModel, detected: await detected };
  } catch (error) {
    for (const each of await Promise.allSettled([heldModel, sandboxes, detected]))
      if (each.status === 'fulfilled' && 'close' in each.value) await each.value.close();
    throw error;
  }
}

/** Without a run that records it, the value is computed each time. */
const notRecorded: ComputeOnce = (find) => find();

const isByOutsiders = ({ origin }: EnvironmentOptions): boolean => origin?.by === 'outsiders';

/** The trusted base commit. For outsiders' code it is the tip of the default branch, since their merge base may be very old. */
const baseOf = ({ origin }: EnvironmentOptions, root: string): string =>
  origin?.by === 'outsiders' ? origin.defaultTip : baseCommit(root, origin?.defaultTip);

/** Reads the registries once: a commit does not change, and package managers are slow to answer. */
function registriesOnce(): typeof registriesOf {
  let read: ReturnType<typeof registriesOf> | undefined;
  return (options) => {
    read ??= registriesOf(options);
    return read;
  };
}

/** The sandbox options for every tree of an environment. */
const sandboxOptionsOf = (
  options: EnvironmentOptions,
  {
    root,
    base,
    forbids,
  }: { readonly root: string; readonly base: string; readonly forbids: SandboxOptions['forbids'] },
): Omit<SandboxOptions, 'root'> => {
  const { env, config, home, levels } = options;
  return {
    commit: base,
    hosts: config.sandbox.hosts,
    required: isByOutsiders(options) ? 'always' : config.sandbox.required,
    env: pathWithTools(env.machine, { root, commands: isByOutsiders(options) ? [] : config.verify.setup }),
    workflowFiles: config.fix['workflow-files'],
    hidden: [home],
    readOnly: [path.resolve(root, env.configFile)],
    forbids,
    levels,
  };
};

/** The inputs that the guards of all trees share. They are read before an agent can change them. */
interface GuardInputs {
  /** The commit whose scripts may run. Later commits may be an agent's. */
  readonly base: string;
  readonly rules: GuardOptions['rules'];
  readonly detected: readonly string[];
}

/** Returns a function that creates the guard of a tree. */
function guardsOf(
  { env, config, home }: EnvironmentOptions,
  { base, rules, detected }: GuardInputs,
): (tree: Workspace) => WorkEnvironment['guard'] {
  const outputs = outputsOf(home);
  return ({ root }) => {
    const guardContext = guardContextOf({ root, base });
    const guard = createGuard({
      ...guardContext,
      home: homedir(),
      rules,
      detected,
      hosts: config.sandbox.hosts,
      workflowFiles: config.fix['workflow-files'],
      // A tree that crew checked out lies in crew's folder. The rest of that folder is outside of the tree anyway.
      crewPaths: [...(isBelow(root, home) ? [] : [path.resolve(home)]), path.resolve(root, env.configFile)],
    });
    return (request) => {
      const { tool, command, cwd = root } = request;
      const file = path.resolve(cwd, command);
      const isOutput =
        tool === 'Read' && outputIn({ outputs, path: file }) !== null && guardContext.entryKind(file) === 'file';
      const decision = guard(request);
      return isOutput && decision.phase !== 'rules' ? STORED_OUTPUT : decision;
    };
  };
}

/**
 * The guard's decision about reading a stored output. Outputs that are too long to show are stored in crew's folder, and the agent gets the
 * path.
 */
const STORED_OUTPUT: ReturnType<WorkEnvironment['guard']> = {
  verdict: 'allow',
  phase: '5',
  why: 'It is the whole of an output that was cut.',
};

const outputsOf = (home: string): string => path.join(home, 'outputs');

/** The commands that the Verifier would run here. Agents may run exactly these. */
export async function commandsIn(tree: Workspace, { verify }: Pick<Config, 'verify'>): Promise<readonly string[]> {
  return detect(await readTree(tree), verify).steps.map(({ command }) => command);
}

const isBelow = (root: string, home: string): boolean => root.startsWith(`${path.resolve(home)}${path.sep}`);

/** crew's folder as a path in the tree, to be hidden from git; empty if it is elsewhere or hidden already. */
function crewFolderInTree(root: string, home: string): readonly string[] {
  const relativeHome = path.relative(root, path.resolve(home));
  return relativeHome === '' || relativeHome.startsWith('..') || relativeHome === '.crew' ? [] : [`${relativeHome}/`];
}
