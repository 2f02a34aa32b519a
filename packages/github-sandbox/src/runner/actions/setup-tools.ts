// The reimplemented actions setup-node, setup-python and setup-go. They report the version that the machine has.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { NativeAction, NativeResult, NativeStep } from './native-action.js';

/** A runtime that the machine has already. The actions install nothing here: they say which version is in use. */
interface Runtime {
  /** Also the name of the inputs `NAME-version` and `NAME-version-file`, and of the output. */
  readonly name: 'node' | 'python' | 'go';
  readonly program: (step: NativeStep) => string;
  readonly args: readonly string[];
  /** How many parts of the version have to be the asked ones. */
  readonly parts: number;
  /** Finds the version in a file of the repository. */
  readonly parseFile: (text: string) => string;
}

/** actions/setup-node */
export const setupNode = setup(
  {
    name: 'node',
    program: ({ node }) => node,
    args: ['--version'],
    parts: 1,
    parseFile: (text) => (text.startsWith('{') ? (/"node"\s*:\s*"[^\d]*([\d.]+)/.exec(text)?.[1] ?? '') : text.trim()),
  },
  { 'always-auth': '', mirror: '', 'mirror-token': '', 'package-manager-cache': 'true', 'registry-url': '', scope: '' },
  ['architecture', 'mirror', 'mirror-token', 'registry-url', 'scope'],
);

/** actions/setup-python */
export const setupPython = setup(
  {
    name: 'python',
    program: () => 'python3',
    args: ['--version'],
    parts: 2,
    parseFile: (text) => /^(?:\s*requires-python\s*=.*?|python\s+)?([\d.]+)/m.exec(text)?.[1] ?? '',
  },
  {
    'update-environment': 'true',
    'allow-prereleases': 'false',
    freethreaded: 'false',
    'pip-version': '',
    'pip-install': '',
  },
  ['architecture', 'freethreaded', 'pip-version', 'pip-install'],
);

/** actions/setup-go */
export const setupGo = setup(
  {
    name: 'go',
    program: () => 'go',
    args: ['env', 'GOVERSION'],
    parts: 2,
    parseFile: (text) => /^(?:go\s+|golang\s+)?([\d.]+)/m.exec(text)?.[1] ?? '',
  },
  { 'go-download-base-url': '' },
  ['architecture', 'go-download-base-url'],
);

function setup(runtime: Runtime, more: NativeAction['inputs'], refused: readonly string[]): NativeAction {
  const common = { architecture: '', cache: '', 'cache-dependency-path': '', 'check-latest': 'false', token: '' };
  const version = { [`${runtime.name}-version`]: '', [`${runtime.name}-version-file`]: '' };
  return { inputs: { ...common, ...version, ...more }, refused, run: (step) => reportVersion(step, runtime) };
}

async function reportVersion(step: NativeStep, runtime: Runtime): Promise<NativeResult> {
  const { name, program, args, parts } = runtime;
  const { stdout } = await promisify(execFile)(program(step), [...args], { env: step.env, signal: step.signal });
  const version = stdout.trim().replace(/^Python /, '');
  const asked = step.input(`${name}-version`) || (await versionInFile(step, runtime));
  step.log(`${name} ${version} is in use`);
  const head = (text: string) => /\d+(?:\.\d+)*/.exec(text)?.[0].split('.').slice(0, parts).join('.');
  const wanted = /^[v\d]/.test(asked) ? head(asked) : undefined;
  if (wanted !== undefined && !`${head(version)}.`.startsWith(`${wanted}.`))
    step.warn(`${name} ${asked} was asked for; the embedded runner has ${version} and installs no other`);
  return { outputs: { [`${name}-version`]: version, 'cache-hit': 'false' } };
}

async function versionInFile(step: NativeStep, { name, parseFile: inFile }: Runtime): Promise<string> {
  const file = step.input(`${name}-version-file`);
  return file === '' ? '' : inFile(await readFile(resolve(step.workspace, file), 'utf8'));
}
