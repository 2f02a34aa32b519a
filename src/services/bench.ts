// What the Verifier needs beside a tree, on this machine.
import { mkdir } from 'node:fs/promises';
import { artifactsPlace, folderArtifacts, prune } from '../adapters/artifacts/index.js';
import { openSandbox, type SandboxOptions } from '../adapters/sandbox/index.js';
import { openUnsandboxed } from '../adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../adapters/workspace/index.js';
import type { Bench, Clock } from '../ports/index.js';

export interface BenchAsk {
  /** The tree that is worked on, absolute, without links: evidence is kept by its name. */
  readonly root: string;
  /** Where CREW_HOME was set to. */
  readonly home: string | undefined;
  /** As agents' commands get them, so that what passes here passes there. */
  readonly walls: Omit<SandboxOptions, 'root'>;
  readonly clock: Clock;
}

/** The bench for a tree. */
export function benchFor({ root, home, walls, clock }: BenchAsk): Bench & { readonly place: string } {
  const place = artifactsPlace({ root, home });
  const artifacts = folderArtifacts(place);
  return {
    place,
    sandbox: (tree) => openSandbox({ ...walls, root: tree }),
    unsandboxed: () => openUnsandboxed({ PATH: walls.env.PATH }),
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
