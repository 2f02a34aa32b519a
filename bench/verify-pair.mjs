// Measures base and head verified at the same time against the longer of both alone. usage: node bench/verify-pair.mjs [ROUNDS]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { median, table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const ROUNDS = Number(process.argv[2] ?? 3);
const LIMIT = 1.3;
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));

try {
  const runner = await bundled();
  const project = projectIn('suite');
  const rounds = [];
  verified(runner, project, 'pair'); // fills caches
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round(runner, project));
  const ratio = (of) => median(rounds.length, (_, n) => of(rounds[n]));
  const own = ratio(({ pair, alone }) => pair / alone);
  const floor = ratio(({ plainPair, plain }) => plainPair / plain);
  const seconds = (of) => `${(ratio(of) / 1000).toFixed(1)} s`;
  const holds = own <= LIMIT ? 'holds' : 'DOES NOT HOLD';
  console.log(
    table([
      ['what', 'alone', 'both', 'ratio', 'asked for', ''],
      ['crew verify --base', seconds((r) => r.alone), seconds((r) => r.pair), own.toFixed(2), `≤ ${LIMIT}`, holds],
      ['two plain processes', seconds((r) => r.plain), seconds((r) => r.plainPair), floor.toFixed(2), '', 'the floor'],
    ]),
  );
  process.exitCode = own <= LIMIT ? 0 : 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}

/** Measured alternately, so that other load affects all alike. */
async function round(runner, project) {
  const plain = await timeOf([project]);
  const alone = Math.max(verified(runner, project, 'base'), verified(runner, project, 'head'));
  const pair = verified(runner, project, 'pair');
  const plainPair = await timeOf([project, project]);
  return { plain, alone, pair, plainPair };
}

/** Milliseconds of the suite's command in these folders, run at the same time. */
async function timeOf(folders) {
  const began = performance.now();
  const ends = folders.map(
    (cwd) =>
      new Promise((done, fail) => {
        const child = spawn('npm', ['test'], { cwd, stdio: 'ignore' });
        child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`npm test ended with ${code}`))));
      }),
  );
  await Promise.all(ends);
  return performance.now() - began;
}

/** A bundle that verifies a tree alone or against its base, as `crew verify` does, and prints the time. */
async function bundled() {
  const outfile = path.join(made, 'runner.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/verify-pair-subject.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { CREW_VERSION: '"bench"' },
    logLevel: 'error',
  });
  return outfile;
}

/** A package whose test suite computes for some seconds on one core. */
function projectIn(name) {
  const root = path.join(made, name);
  mkdirSync(path.join(root, 'test'), { recursive: true });
  writeFileSync(
    path.join(root, 'package.json'),
    JSON.stringify({ name, type: 'module', scripts: { test: 'node --test' } }),
  );
  writeFileSync(
    path.join(root, 'test/long.test.js'),
    `import test from 'node:test';
const count = () => { let x = 1; for (let n = 0; n < 2e8; n += 1) x = (x * 48271) % 2147483647; return x; };
for (let n = 0; n < 2; n += 1) test('counts ' + n, () => count() > 0 || test.fail());
`,
  );
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=base');
  return root;
}

function verified(runner, root, what) {
  const args = [runner, root, path.join(made, 'home'), what];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const said = status === 0 ? JSON.parse(stdout) : {};
  if (said.status !== 'PASS' || said.tests !== 2)
    throw new Error(`the bench's own project does not pass: ${stdout}${stderr}`);
  return said.ms;
}
