// Figures of the Verifier, with a baseline of the same run. usage: node bench/verify.mjs
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { median, table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
const rows = [['what', 'measured', 'floor', 'figure', 'asked for', '']];

function figure(what, { measured, floor, value, limit, unit }) {
  const holds = value <= limit ? 'holds' : 'DOES NOT HOLD';
  rows.push([what, measured, floor, `${value.toFixed(1)} ${unit}`, `≤ ${limit} ${unit}`, holds]);
}

try {
  const runner = await bundled();
  const project = projectIn('suite', { lint: 'node -e 0', build: 'node -e 0', test: 'node --test' });
  overhead(runner, project);
  longLog(runner, projectIn('long', { test: 'node print.mjs' }));
  console.log(table(rows));
  process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}

/** A bundle that verifies a folder and prints time and peak memory. */
async function bundled() {
  const outfile = path.join(made, 'runner.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/verify-subject.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}

function projectIn(name, scripts) {
  const root = path.join(made, name);
  mkdirSync(path.join(root, 'test'), { recursive: true });
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name, type: 'module', scripts }));
  writeFileSync(path.join(root, 'test/a.test.js'), "import test from 'node:test';\ntest('a', () => {});\n");
  writeFileSync(
    path.join(root, 'print.mjs'),
    `const line = 'x'.repeat(99) + '\\n';\nconst part = line.repeat(1000);\nlet left = 1000;\nconst more = () => { while (left-- > 0) if (!process.stdout.write(part)) return process.stdout.once('drain', more); };\nmore();\n`,
  );
  return root;
}

function verified(runner, root) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, root, path.join(made, 'artifacts')], {
    encoding: 'utf8',
  });
  const said = status === 0 ? JSON.parse(stdout) : {};
  if (said.status !== 'PASS') throw new Error(`the bench's own project does not pass: ${stdout}${stderr}`);
  return said;
}

/** The pipeline's overhead beyond its commands, both from the same run. */
function overhead(runner, root) {
  const all = Array.from({ length: 7 }, () => verified(runner, root));
  const middle = (of) => median(all.length, (_, n) => of(all[n]));
  figure('a pipeline of three steps', {
    measured: `${middle(({ own }) => own).toFixed(0)} ms`,
    floor: `its commands: ${middle(({ commands }) => commands).toFixed(0)} ms`,
    value: middle(({ own, commands }) => own - commands),
    limit: 300,
    unit: 'ms',
  });
}

function longLog(runner, root) {
  const most = (args) => {
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return Number(stdout.trim()) / 1024;
  };
  const node = median(5, () => most(['-e', 'console.log(process.resourceUsage().maxRSS)']));
  const own = median(3, () => verified(runner, root).maxRss / 1024);
  figure('a log of 100 MB', {
    measured: `${own.toFixed(0)} MB`,
    floor: `node -e 0: ${node.toFixed(0)} MB`,
    value: own - node,
    limit: 64,
    unit: 'MB',
  });
}
