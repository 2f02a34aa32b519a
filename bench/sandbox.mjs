// Measures the cost of a sandbox per command, compared with no sandbox. usage: node bench/sandbox.mjs
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const RUNS = 60;
const LIMIT_MS = 20;
const made = [];
const newFolder = (parent, name) => {
  const folder = realpathSync(mkdtempSync(path.join(parent, name)));
  made.push(folder);
  return folder;
};

const { openSandbox, LEVELS, openUnsandboxed, probeSandboxLevels } = await load();
const tried = await probeSandboxLevels({ env: process.env });
const all = [{ name: 'no sandbox', sandbox: await openUnsandboxed(process.env), root: tmpdir() }];
const rows = [['rung', 'opens in', 'a command (median)', '(the quickest)', 'of it the sandbox', 'asked for', '']];

try {
  for (const rung of LEVELS) {
    const { works, found } = tried.find(({ name }) => name === rung.name);
    if (!works) {
      rows.push([rung.name, found, '', '', '', '', 'not here']);
      continue;
    }
    const root = newFolder(tmpdir(), 'crew-bench-');
    const began = performance.now();
    const sandbox = await openSandbox({ root, hosts: [], required: true, env: process.env, levels: [rung] });
    all.push({ name: sandbox.name, sandbox, root, opened: performance.now() - began });
  }
  await measure();
} finally {
  for (const { sandbox } of all) await sandbox.close();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
console.log(table(rows));
process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;

/** Alternating runs, so that other load affects all; compared by the minimum. */
async function measure() {
  for (const each of all) each.times = [];
  for (let n = 0; n < RUNS; n += 1) for (const each of all) each.times.push(await timeOf(each));
  const floor = at(all[0].times, 0);
  for (const { name, times, opened } of all) {
    const quick = at(times, 0);
    const more = quick - floor;
    const isOpen = opened === undefined;
    rows.push([
      name,
      isOpen ? '' : `${opened.toFixed(0)} ms`,
      `${at(times, 0.5).toFixed(1)} ms`,
      `${quick.toFixed(1)} ms`,
      isOpen ? '' : `${more.toFixed(1)} ms`,
      isOpen ? '' : `≤ ${LIMIT_MS} ms`,
      isOpen ? 'floor' : more <= LIMIT_MS ? 'holds' : 'DOES NOT HOLD',
    ]);
  }
}

/** Measured from outside, because a command's reported time excludes the sandbox. */
async function timeOf({ sandbox, root }) {
  const began = performance.now();
  const { exit } = await sandbox.run({ line: 'true', cwd: root, timeoutMs: 60_000, hear: () => {} });
  if (exit !== 0) throw new Error('the command did not run');
  return performance.now() - began;
}

function at(times, share) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)];
}

async function load() {
  const outfile = path.join(newFolder(path.join(ROOT, 'node_modules'), '.crew-bench-'), 'sandbox.mjs');
  await build({
    stdin: {
      contents: `export * from './src/adapters/sandbox/index.js'; export { openUnsandboxed } from './src/adapters/sandbox/unsandboxed.js';`,
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(outfile);
}
