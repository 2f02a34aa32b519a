// The cells of one tree. Walls cost more than most commands within them, and many runs never give one: so the first ones, which show
// that sandbox stand before anything is spent, go to whoever is first to want some. The Verifier's stand one after the other on the same
// ground; with an agent's they share none.

import { mkdir } from 'node:fs/promises';
import { artifactsPlace, folderArtifacts, prune } from '../adapters/artifacts/index.js';
import { openSandbox, type Sandboxes as Row, type SandboxOptions } from '../adapters/sandbox/index.js';
import { openUnsandboxed } from '../adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../adapters/workspace/index.js';
import type { Bench, Clock, Sandbox } from '../ports/index.js';

export interface Sandboxes {
  /** For the commands of agents: one, opened when the first of them comes. */
  readonly agents: Sandbox;
  /** Walls in which nothing has run yet. Whoever takes them closes them. */
  take(): Promise<Sandbox>;
  close(): Promise<void>;
}

/** Opens the first ones, and the others when they are wanted. */
export async function openSandboxPool(open: () => Promise<Row>): Promise<Sandboxes> {
  const first = await open();
  const all = [first];
  let spare: Row | undefined = first;
  const row = async (): Promise<Row> => {
    const given = spare;
    spare = undefined;
    if (given) return given;
    const opened = await open();
    all.push(opened);
    return opened;
  };
  let own: Promise<Sandbox> | undefined;
  let verifiers: Promise<Row> | undefined;
  const take = async (): Promise<Sandbox> => {
    verifiers ??= row().catch((error: unknown) => {
      verifiers = undefined;
      throw error;
    });
    return (await verifiers).next();
  };
  const close = async () => {
    const mine = await own?.catch(() => undefined);
    own = undefined;
    await mine?.close();
    for (const each of all.splice(0)) await each.close();
  };
  const agents: Sandbox = {
    // The same machine, the same settings: the next ones are of the same kind.
    ...first.kind,
    async run(command) {
      own ??= row().then((mine) => mine.next());
      return (await own).run(command);
    },
    take: async (ask) => (own ? (await own).take(ask) : 'taken'),
    close,
  };
  return { agents, take, close };
}

interface BenchOptions {
  /** The tree that is worked on, absolute, without links: evidence is kept by its name. */
  readonly root: string;
  /** Where CREW_HOME was set to. */
  readonly home: string | undefined;
  /** As agents' commands get them, so that what passes here passes there. */
  readonly sandbox: Omit<SandboxOptions, 'root'>;
  readonly clock: Clock;
}

/** The bench for a tree. */
export function benchFor({ root, home, sandbox, clock }: BenchOptions): Bench & { readonly place: string } {
  const place = artifactsPlace({ root, home });
  const artifacts = folderArtifacts(place);
  return {
    place,
    sandbox: (tree) => openSandbox({ ...sandbox, root: tree }),
    unsandboxed: () => openUnsandboxed({ PATH: sandbox.env.PATH }),
    artifacts: {
      async open(stamp) {
        await prune(place, { newest: 20, days: 14, now: clock.now() });
        return artifacts.open(stamp);
      },
    },
    async evidence() {
      await mkdir(place, { recursive: true, mode: 0o700 });
      return openWorkspace(place);
    },
    // Evidence that another machine has is kept there, or nowhere.
    keep: (run) => artifacts.keep(run).catch(() => undefined),
  };
}
