// Runs the tests. Doors are tested on the bundle, so it is built first; jest needs a flag of Node for ES modules.
// usage: node scripts/test.mjs [jest's own arguments]
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = (args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: process.env }).status ?? 1;

const built = run(['scripts/build.mjs']);
if (built !== 0) process.exit(built);
process.exit(
  run([
    // Most code of a test runs a few times. V8 optimizes it ten times too early for that; with this budget tests take 10 to 25 % less computing.
    '--interrupt-budget=2000000',
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ]),
);
