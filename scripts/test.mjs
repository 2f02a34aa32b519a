// Runs the tests. Doors are tested on the bundle, so it is built first; jest needs a flag of Node for ES modules.
// usage: node scripts/test.mjs [jest's own arguments]
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = (args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: process.env }).status ?? 1;

// Most code of a test runs a few times. Node 20's V8 optimizes it too early for that: with this budget tests take 10 to 25 % less
// computing. Node 24 does not know the option and ends at once, so it is tried first.
const BUDGET = '--interrupt-budget=2000000';
const budget = spawnSync(process.execPath, [BUDGET, '-e', '0']).status === 0 ? [BUDGET] : [];

const built = run(['scripts/build.mjs']);
if (built !== 0) process.exit(built);
process.exit(
  run([
    ...budget,
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ]),
);
