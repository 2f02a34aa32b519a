// Searching beside `git grep` as a person would run it, on the same tree, in the same run. usage: node bench/search.mjs [files]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const COUNT = Number(process.argv[2] ?? 50_000);
const TIMES = 7;
const LIMIT = 1.5;

const ASKS = [
  ['a word that is nowhere', { pattern: 'nowhere_at_all', literal: true }],
  ['a word in one file', { pattern: 'needle_in_17', literal: true }],
  ['an expression in a hundred', { pattern: 'needle_in_\\d*77\\b' }],
  ['a word in all files, 100 lines', { pattern: 'return' }],
  ['files of one kind', { pattern: 'needle_in_\\d+9\\b', globs: ['*.md'] }],
];

const made = mkdtempSync(path.join(tmpdir(), 'crew-bench-'));
const bundle = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const { openWorkspace } = await load();
  plant(made);
  const workspace = openWorkspace(made);
  const rows = [['what', 'crew', 'git grep', 'ratio', 'asked for', '']];
  for (const [what, ask] of ASKS) {
    const [ours, theirs] = await both(workspace, ask);
    const ratio = ours / theirs;
    const verdict = ratio <= LIMIT ? 'holds' : 'DOES NOT HOLD';
    rows.push([
      what,
      `${ours.toFixed(0)} ms`,
      `${theirs.toFixed(0)} ms`,
      `${ratio.toFixed(2)}×`,
      `≤ ${LIMIT}×`,
      verdict,
    ]);
  }
  console.log(`${COUNT} files\n${table(rows)}`);
  process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
  rmSync(bundle, { recursive: true, force: true });
}

/** Medians, taken in turn, so that a noisy machine is noisy to both. */
async function both(workspace, ask) {
  const times = [[], []];
  for (let n = 0; n < TIMES; n += 1) {
    let began = performance.now();
    await workspace.search({ ...ask, limit: 100 });
    times[0].push(performance.now() - began);
    began = performance.now();
    gitGrep(ask);
    times[1].push(performance.now() - began);
  }
  return times.map((all) => all.sort((one, other) => one - other)[Math.floor(TIMES / 2)]);
}

/** As a person would run it: the same files, the same pattern, its own output. */
function gitGrep({ pattern, literal, globs = [] }) {
  const args = ['grep', '--no-index', '-n', literal ? '-F' : '-P', '-e', pattern, '--', ...globs];
  const { status } = spawnSync('git', args, {
    cwd: made,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1024 ** 3,
  });
  if (status > 1) throw new Error(`git grep ended with ${status}`);
}

async function load() {
  const outfile = path.join(bundle, 'subject.mjs');
  await build({
    stdin: {
      contents: "export { openWorkspace } from './src/adapters/workspace/index.js';",
      resolveDir: ROOT,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

function plant(root) {
  for (let folder = 0; folder < 500; folder += 1)
    mkdirSync(path.join(root, `part${folder % 20}`, `module${folder}`), { recursive: true });
  const body = 'export function compute(input) {\n  return input.map((each) => each * 2);\n}\n'.repeat(20);
  for (let n = 0; n < COUNT; n += 1) {
    const folder = n % 500;
    const file = `file${n}.${n % 5 === 0 ? 'md' : 'ts'}`;
    writeFileSync(path.join(root, `part${folder % 20}`, `module${folder}`, file), `${body}// needle_in_${n}\n`);
  }
}
