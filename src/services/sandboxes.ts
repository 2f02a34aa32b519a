// The sandboxes of one tree, for agents (environment.ts) and for the Verifier (verify-trees.ts). A supply (adapters/sandbox) is one prepared
// sandbox level with its mounts; its `next()` opens sandboxes. The first supply is prepared at the start, which shows that a sandbox works
// before money is spent. Agents use one supply and the Verifier another, so they never share a sandbox. Whichever needs one first takes the
// first supply. The second is prepared when it is needed, because that takes longer than most commands.

import { mkdir } from 'node:fs/promises';
import { artifactsFolder, folderArtifacts, prune } from '../adapters/artifacts/index.js';
import { openSandbox, type SandboxOptions, type SandboxSupply } from '../adapters/sandbox/index.js';
import { openUnsandboxed } from '../adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../adapters/workspace/index.js';
import type { Clock, Sandbox, VerifierEnvironment } from '../ports/index.js';

/** The sandboxes of one tree. */
export interface Sandboxes {
  /** One sandbox for the commands of agents, opened at the first command. Its `close` also closes the Verifier's supply. */
  readonly agents: Sandbox;
  /** A sandbox for the Verifier, in which nothing has run yet. The caller closes it. */
  take(): Promise<Sandbox>;
  /** Closes the agents' sandbox and all supplies. */
  close(): Promise<void>;
}

/** Prepares the first supply now, and the second when it is needed. */
export async function openSandboxPool(open: () => Promise<SandboxSupply>): Promise<Sandboxes> {
  const first = await open();
  const supplies = [first];
  let unusedSupply: SandboxSupply | undefined = first;
  const takeSupply = async (): Promise<SandboxSupply> => {
    const supply = unusedSupply;
    unusedSupply = undefined;
    if (supply) return supply;
    const opened = await open();
    supplies.push(opened);
    return opened;
  };
  let agentSandbox: Promise<Sandbox> | undefined;
  let verifierSupply: Promise<SandboxSupply> | undefined;
  const take = async (): Promise<Sandbox> => {
    verifierSupply ??= takeSupply().catch((error: unknown) => {
      verifierSupply = undefined;
      throw error;
    });
    return (await verifierSupply).next();
  };
  const close = async () => {
    const sandbox = await agentSandbox?.catch(() => undefined);
    agentSandbox = undefined;
    await sandbox?.close();
    for (const each of supplies.splice(0)) await each.close();
  };
  const agents: Sandbox = {
    // Later sandboxes are of the same kind: the machine and the settings are the same.
    ...first.kind,
    async run(command) {
      agentSandbox ??= takeSupply().then((supply) => supply.next());
      return (await agentSandbox).run(command);
    },
    // Before the first command there are no files, and a missing folder counts as empty.
    takeFiles: async (ask) => (agentSandbox ? (await agentSandbox).takeFiles(ask) : 'taken'),
    close,
  };
  return { agents, take, close };
}

interface VerifierEnvironmentOptions {
  /** The absolute path of the tree, without links: artifacts are stored by it. */
  readonly root: string;
  /** The value of CREW_HOME, if it is set. */
  readonly home: string | undefined;
  /** The same options as for agents' commands, so that a check has the same result for both. */
  readonly sandbox: Omit<SandboxOptions, 'root'>;
  readonly clock: Clock;
}

/** What the Verifier needs for a tree: sandboxes and a folder for artifacts. */
export function verifierEnvironmentFor({
  root,
  home,
  sandbox,
  clock,
}: VerifierEnvironmentOptions): VerifierEnvironment & { readonly place: string } {
  const place = artifactsFolder({ root, home });
  const artifacts = folderArtifacts(place);
  return {
    place,
    sandbox: (tree) => openSandbox({ ...sandbox, root: tree }),
    unsandboxed: () => openUnsandboxed({ PATH: sandbox.env.PATH }),
    artifacts: {
      async create(stamp) {
        await prune(place, { newest: 20, days: 14, now: clock.now() });
        return artifacts.create(stamp);
      },
    },
    async storedArtifacts() {
      await mkdir(place, { recursive: true, mode: 0o700 });
      return openWorkspace(place);
    },
    // Fails for a run whose artifacts are on another machine, which is no error.
    keepArtifacts: (run) => artifacts.keep(run).catch(() => undefined),
  };
}
