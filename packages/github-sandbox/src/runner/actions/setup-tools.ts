// The built-in actions setup-node, setup-python and setup-go. They install nothing and report the version that the machine has.
// run/load-action lists them.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { BuiltInAction, BuiltInResult, BuiltInStep } from './built-in-action.js';

/** A runtime of the machine, and how its version is read and compared. */
interface Runtime {
  /** Also the name of the inputs `NAME-version` and `NAME-version-file`, and of the output. */
  readonly name: 'node' | 'python' | 'go';
  readonly program: (step: BuiltInStep) => string;
  readonly args: readonly string[];
  /** How many parts of the version must match the requested one: 1 compares `20`, 2 compares `3.12`. */
  readonly parts: number;
  /** Reads the version from the content of a version file, such as .nvmrc, package.json or go.mod. */
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

function setup(runtime: Runtime, more: BuiltInAction['inputs'], refused: readonly string[]): BuiltInAction {
  const common = { architecture: '', cache: '', 'cache-dependency-path': '', 'check-latest': 'false', token: '' };
  const version = { [`${runtime.name}-version`]: '', [`${runtime.name}-version-file`]: '' };
  return { inputs: { ...common, ...version, ...more }, refused, run: (step) => reportVersion(step, runtime) };
}

async function reportVersion(step: BuiltInStep, runtime: Runtime): Promise<BuiltInResult> {
  const { name, program, args, parts } = runtime;
  const { stdout } = await promisify(execFile)(program(step), [...args], { env: step.env, signal: step.signal });
  const version = stdout.trim().replace(/^Python /, '');
  const requested = step.input(`${name}-version`) || (await versionInFile(step, runtime));
  step.log(`${name} ${version} is in use`);
  const head = (text: string) => /\d+(?:\.\d+)*/.exec(text)?.[0].split('.').slice(0, parts).join('.');
  // Ranges and aliases (`>=20`, `lts/*`) are not compared.
  const wanted = /^[v\d]/.test(requested) ? head(requested) : undefined;
  if (wanted !== undefined && !`${head(version)}.`.startsWith(`${wanted}.`))
    step.warn(`${name} ${requested} was asked for; the embedded runner has ${version} and installs no other`);
  return { outputs: { [`${name}-version`]: version, 'cache-hit': 'false' } };
}

async function versionInFile(step: BuiltInStep, { name, parseFile }: Runtime): Promise<string> {
  const file = step.input(`${name}-version-file`);
  return file === '' ? '' : parseFile(await readFile(resolve(step.workspace, file), 'utf8'));
}
