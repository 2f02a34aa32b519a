// What a sandbox costs each command, beside the open cell in the same run. usage: node bench/cell.mjs
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

const { openCell, LADDER, openWithoutWalls, probeCells } = await load();
const tried = await probeCells({ env: process.env });
const cells = [{ name: 'no sandbox', cell: await openWithoutWalls(process.env), root: tmpdir() }];
const rows = [['rung', 'opens in', 'a command (median)', '(the quickest)', 'of it the sandbox', 'asked for', '']];

try {
  for (const rung of LADDER) {
    const { works, found } = tried.find(({ name }) => name === rung.name);
    if (!works) {
      rows.push([rung.name, found, '', '', '', '', 'not here']);
      continue;
    }
    const root = newFolder(tmpdir(), 'crew-bench-');
    const began = performance.now();
    const cell = await openCell({ root, hosts: [], required: true, env: process.env, ladder: [rung] });
    cells.push({ name: cell.name, cell, root, opened: performance.now() - began });
  }
  await measure();
} finally {
  for (const { cell } of cells) await cell.close();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
console.log(table(rows));
process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;

/** In turn, so that what else the machine does meets all of them alike; compared by the quickest, which it did not meet. */
async function measure() {
  for (const each of cells) each.times = [];
  for (let n = 0; n < RUNS; n += 1) for (const each of cells) each.times.push(await timeOf(each));
  const floor = at(cells[0].times, 0);
  for (const { name, times, opened } of cells) {
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

/** From outside: what a command is said to take is its own time, without the walls. */
async function timeOf({ cell, root }) {
  const began = performance.now();
  const { exit } = await cell.run({ line: 'true', cwd: root, timeoutMs: 60_000, hear: () => {} });
  if (exit !== 0) throw new Error('the command did not run');
  return performance.now() - began;
}

function at(times, share) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)];
}

async function load() {
  const outfile = path.join(newFolder(path.join(ROOT, 'node_modules'), '.crew-bench-'), 'cell.mjs');
  await build({
    stdin: {
      contents: `export * from './src/adapters/cell/index.js'; export { openWithoutWalls } from './src/adapters/cell/open.js';`,
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
