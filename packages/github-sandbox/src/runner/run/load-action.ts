// Loads the action that a step uses: built-in, in the workspace, or from a folder that stands for its repository. Used by the files
// that execute steps.

import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { BuiltInAction } from '../actions/built-in-action.js';
import { checkout } from '../actions/checkout.js';
import { createGithubAppToken } from '../actions/create-github-app-token.js';
import { downloadArtifact } from '../actions/download-artifact.js';
import { actionRefOf, type BuiltInName, isBuiltIn } from '../actions/pinned.js';
import { setupGo, setupNode, setupPython } from '../actions/setup-tools.js';
import { uploadArtifact } from '../actions/upload-artifact.js';
import { Refusal } from '../json.js';
import { type CompositeAction, type NodeAction, parseAction } from '../parse/parse-action.js';
import type { Step } from '../parse/workflow.js';
import type { JobFrame } from './job-frame.js';

export type LoadedAction =
  | { kind: 'built-in'; builtIn: BuiltInAction }
  | {
      kind: 'node';
      folder: string;
      manifest: NodeAction;
      repository: string;
      ref: string;
      /** What the step saves in GITHUB_STATE, for its post step. */
      state: Record<string, string>;
    }
  | { kind: 'composite'; folder: string; manifest: CompositeAction };

/** Finds the action of a `uses`: built-in, given as a folder, or in the workspace. */
export async function loadAction(frame: JobFrame, step: Step): Promise<LoadedAction> {
  const where = `${frame.input.scope.plan.workflow.path}, job '${frame.input.job.id}', ${step.label}`;
  const { repository = '', path = step.uses, ref = '' } = actionRefOf(step.uses) ?? {};
  if (isBuiltIn(repository)) return { kind: 'built-in', builtIn: BUILT_IN_ACTIONS[repository] };
  const base = repository === '' ? frame.folders.workspace : frame.input.machine.actions[repository];
  if (base === undefined) throw new Refusal(where, `the embedded runner has no ${repository}`);
  const folder = resolve(base, path);
  if (relative(base, folder).startsWith('..')) throw new Refusal(where, `${step.uses} lies outside the workspace`);
  const manifest = await parseAction(where, await readManifest(folder, where));
  if (manifest.kind === 'composite') return { kind: 'composite', folder, manifest };
  return { kind: 'node', folder, manifest, repository, ref, state: {} };
}

async function readManifest(folder: string, where: string): Promise<string> {
  for (const name of ['action.yml', 'action.yaml']) {
    const content = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (content !== undefined) return content;
  }
  throw new Refusal(where, 'there is no action.yml or action.yaml; did the job check out its repository first?');
}

/** The implementations of the built-in actions. */
export const BUILT_IN_ACTIONS: Readonly<Record<BuiltInName, BuiltInAction>> = {
  'actions/checkout': checkout,
  'actions/setup-node': setupNode,
  'actions/setup-python': setupPython,
  'actions/setup-go': setupGo,
  'actions/upload-artifact': uploadArtifact,
  'actions/download-artifact': downloadArtifact,
  'actions/create-github-app-token': createGithubAppToken,
};
