// The built-in action actions/upload-artifact. run/load-action lists it.

import { findFiles } from '../files/find-files.js';
import { textAt } from '../json.js';
import { type BuiltInAction, type BuiltInResult, type BuiltInStep, isYes } from './built-in-action.js';

/** actions/upload-artifact: stores copies of files. An existing artifact of the same name is an error unless `overwrite` is set. */
export const uploadArtifact: BuiltInAction = {
  inputs: {
    name: 'artifact',
    path: '',
    'if-no-files-found': 'warn',
    'retention-days': '',
    'compression-level': '6',
    overwrite: 'false',
    'include-hidden-files': 'false',
    archive: 'true',
  },
  refused: ['archive'],
  run: upload,
};

/** Characters that GitHub refuses in names. */
const FORBIDDEN = /["<>|*?:\r\n\\/]/;

async function upload(step: BuiltInStep): Promise<BuiltInResult> {
  const name = step.input('name');
  if (FORBIDDEN.test(name)) throw new Error(`The artifact name is not valid: ${name}`);
  if (step.input('path').trim() === '') throw new Error('Input required and not supplied: path');
  const { root, files } = await findFiles({
    patterns: step
      .input('path')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    base: step.workspace,
    hidden: isYes(step.input('include-hidden-files')),
  });
  if (files.length === 0) return nothingFound(step);
  const { runId, job } = step;
  const artifact = await step.host.artifacts.put({
    runId,
    job,
    name,
    root,
    files,
    overwrite: isYes(step.input('overwrite')),
  });
  step.log(`artifact ${name}: ${files.length} files, ${artifact.size} bytes, sha256:${artifact.digest}`);
  const run = `${textAt(step.github, 'server_url')}/${textAt(step.github, 'repository')}/actions/runs/${runId}`;
  return {
    outputs: {
      'artifact-id': String(artifact.id),
      'artifact-digest': artifact.digest,
      'artifact-url': `${run}/artifacts/${artifact.id}`,
    },
  };
}

function nothingFound(step: BuiltInStep): BuiltInResult {
  const sentence = `No files were found with the provided path: ${step.input('path')}. No artifacts will be uploaded.`;
  const reaction = step.input('if-no-files-found');
  if (reaction === 'error') throw new Error(sentence);
  if (reaction === 'warn') step.warn(sentence);
  else step.log(sentence);
  return {};
}
