// A workshop on real adapters, without walls around commands: what a tree refuses by itself has to be enough.
import path from 'node:path';
import { artifactsFolder, folderArtifacts } from '../../../src/adapters/artifacts/index.js';
import { baseCommitOf } from '../../../src/adapters/base-commit/index.js';
import { openRunRepository } from '../../../src/adapters/run-repository.js';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { applyDiff, copyOf, openWorkspace, storeOutputs } from '../../../src/adapters/workspace/index.js';
import type { Model, WorkEnvironment } from '../../../src/ports/index.js';
import type { Guard } from '../../../src/ports/sandbox.js';

const allows: Guard = () => ({ verdict: 'allow', phase: '7A', why: 'The tree itself refuses what leads out of it.' });

export async function shopOf({
  root,
  home,
  model,
}: {
  root: string;
  home: string;
  model: Model;
}): Promise<WorkEnvironment> {
  const workspace = openWorkspace(root);
  const place = artifactsFolder({ root: workspace.root, home });
  const trees = { folder: path.join(place, 'trees'), owner: { name: 'test', isGone: () => false } };
  const artifacts = folderArtifacts(place);
  const open = () => openUnsandboxed({ PATH: process.env.PATH });
  const sandbox = await open();
  return {
    ...{ workspace, guard: allows, guardFor: () => allows, sandbox, model },
    remote: async () => ({ tools: [], unavailableServers: [] }),
    machine: async () => ({ system: 'Test OS', versions: {} }),
    web: { get: fetch, hosts: [] },
    newOutputFile: storeOutputs(path.join(home, 'outputs')),
    agentsFolder: path.join(root, '.agent'),
    baseCommit: baseCommitOf({ root: workspace.root, place: trees, hidden: [] }),
    openRunRepository: (base) => openRunRepository({ root: workspace.root, base, place: trees }),
    openFolder: openWorkspace,
    copy: () => copyOf(workspace),
    apply: (diff, to) => applyDiff(to, diff),
    verifier: {
      sandbox: open,
      unsandboxed: open,
      artifacts,
      storedArtifacts: async () => openWorkspace(place),
      keepArtifacts: async () => undefined,
    },
    close: () => sandbox.close(),
  };
}
