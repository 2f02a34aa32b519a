// The built-in action actions/download-artifact. run/load-action lists it.

import { join, resolve } from 'node:path';
import type { ArtifactEntry } from '../artifact-store.js';
import { pathPattern } from '../files/find-files.js';
import { textAt } from '../json.js';
import { type BuiltInAction, type BuiltInResult, type BuiltInStep, isYes } from './built-in-action.js';

/** actions/download-artifact: copies artifacts of this run, or of another run with a token. */
export const downloadArtifact: BuiltInAction = {
  inputs: {
    name: '',
    'artifact-ids': '',
    path: '',
    pattern: '',
    'merge-multiple': 'false',
    'github-token': '',
    repository: '',
    'run-id': '',
    'skip-decompress': 'false',
    'digest-mismatch': 'error',
  },
  refused: ['skip-decompress', 'digest-mismatch'],
  run: download,
};

async function download(step: BuiltInStep): Promise<BuiltInResult> {
  const folder = resolve(step.workspace, step.input('path').replace(/^~(?=\/|$)/, step.env.HOME ?? '~'));
  const runId = runOf(step);
  const chosen = choose(step, await step.host.artifacts.list(runId));
  const direct = step.input('name') !== '' || isYes(step.input('merge-multiple')) || chosen.length === 1;
  for (const { id, name } of chosen) {
    await step.host.artifacts.extract({ runId, id, into: direct ? folder : join(folder, name) });
    step.log(`artifact ${name} → ${direct ? folder : join(folder, name)}`);
  }
  return { outputs: { 'download-path': folder } };
}

/** The run whose artifacts are downloaded. Another run can be chosen only with a token that can read actions. */
function runOf(step: BuiltInStep): number {
  const token = step.input('github-token');
  if (token === '') return step.runId;
  const other = step.input('repository');
  if (other !== '' && other !== textAt(step.github, 'repository')) {
    throw new Error(`artifacts of another repository (${other}) are not read by the embedded runner`);
  }
  if (token === step.token && step.permissions.actions === 'none') {
    throw new Error('Resource not accessible by integration: reading the artifacts of a run needs actions: read');
  }
  return Number(step.input('run-id') || step.runId);
}

function choose(step: BuiltInStep, all: ArtifactEntry[]): ArtifactEntry[] {
  const name = step.input('name');
  const ids = idsOf(step);
  if (name !== '' && ids.length > 0) throw new Error("Inputs 'name' and 'artifact-ids' cannot be used together.");
  if (name !== '') {
    const found = all.find((entry) => entry.name === name);
    if (found === undefined) throw new Error(`Artifact not found for name: ${name}`);
    return [found];
  }
  if (ids.length > 0) {
    const missing = ids.find((id) => !all.some((entry) => entry.id === id));
    if (missing !== undefined) throw new Error(`Artifact not found for id: ${missing}`);
    return all.filter((entry) => ids.includes(entry.id));
  }
  const pattern = step.input('pattern');
  return pattern === '' ? all : all.filter((entry) => pathPattern(pattern).test(entry.name));
}

function idsOf(step: BuiltInStep): number[] {
  return step
    .input('artifact-ids')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .map(Number);
}
