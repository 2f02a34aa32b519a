import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NativeAction, NativeResult, NativeStep } from './native-action.js';

/** actions/setup-node: installs nothing; reports the node in use and whether another one was requested. */
export const setupNode: NativeAction = {
  inputs: {
    'always-auth': '',
    architecture: '',
    cache: '',
    'cache-dependency-path': '',
    'check-latest': 'false',
    mirror: '',
    'mirror-token': '',
    'node-version': '',
    'node-version-file': '',
    'package-manager-cache': 'true',
    'registry-url': '',
    scope: '',
    token: '',
  },
  refused: ['architecture', 'mirror', 'mirror-token', 'registry-url', 'scope'],
  run: announceNode,
};

async function announceNode(step: NativeStep): Promise<NativeResult> {
  const { stdout } = await promisify(execFile)(step.node, ['--version'], { env: step.env, signal: step.signal });
  const version = stdout.trim();
  const asked = step.input('node-version') || (await askedByFile(step));
  step.log(`node ${version} is in use`);
  const major = /^v?(\d+)/.exec(asked)?.[1];
  if (major !== undefined && !version.startsWith(`v${major}.`)) {
    step.warn(`node ${asked} was asked for; the embedded runner has ${version} and installs no other`);
  }
  return { outputs: { 'node-version': version, 'cache-hit': 'false' } };
}

async function askedByFile(step: NativeStep): Promise<string> {
  const file = step.input('node-version-file');
  if (file === '') return '';
  const text = await readFile(join(step.workspace, file), 'utf8');
  return file.endsWith('.json') ? (/"node"\s*:\s*"[^\d]*([\d.]+)/.exec(text)?.[1] ?? '') : text.trim();
}
