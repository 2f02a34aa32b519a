// Measures the Verifier on real repositories: whether its verdict equals that of the repository's own command, whether it names single
// tests, whether real fixes are proven by a test, and how long it takes.
// usage: node bench/verify-real.mjs FOLDER [--fixes N] [--only NAME] [--json FILE]
// FOLDER contains repositories with history and installed packages; NAME.yml beside NAME is its crew.yml, if it needs one. Fixes are selected by
// bench/real-fixes.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { table } from './measure.mjs';
import { fixesOf, git } from './real-fixes.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fixes: { type: 'string', default: '0' }, only: { type: 'string' }, json: { type: 'string' } },
});
const [folder] = positionals;
if (!folder) throw new Error('usage: node bench/verify-real.mjs FOLDER [--fixes N] [--only NAME] [--json FILE]');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));

try {
  const { verifyReal, roleOf } = await subject();
  const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, '.git')));
  const repositories = names.filter((name) => !values.only || name.includes(values.only)).sort();
  const results = [];
  for (const name of repositories) {
    const result = await measure(path.resolve(folder, name), { verifyReal, roleOf });
    results.push({ name, ...result });
    console.log(lineOf(results.at(-1)));
  }
  report(results);
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1));
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function subject() {
  const outfile = path.join(made, 'subject.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/verify-real-subject.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { CREW_VERSION: '"bench"' },
    logLevel: 'error',
  });
  return import(outfile);
}

async function measure(root, { verifyReal, roleOf }) {
  const home = path.join(made, 'home');
  const steps = [];
  // The command runs before and after, and the faster run counts, because caches are warm for one of them.
  const before = new Map();
  for (const { name, cwd, command } of await verifyReal.steps({ root, home }))
    before.set(name, direct(path.join(root, cwd), command));
  const whole = await verifyReal.head({ root, home });
  for (const step of whole.steps) {
    const after = direct(path.join(root, step.cwd), step.command);
    const ms = Math.min(after.ms, before.get(step.name)?.ms ?? after.ms);
    steps.push({ ...step, direct: { exit: after.exit, ms } });
  }
  git(root, 'checkout', '--quiet', '--', '.');
  const fixes = [];
  for (const fix of Number(values.fixes) > 0 ? fixesOf(root, roleOf, Number(values.fixes)) : []) {
    const found = await verifyReal
      .fix({ root, home, ...fix })
      .catch((error) => ({ error: String(error).slice(0, 300) }));
    fixes.push({ ...fix, ...found });
  }
  return { sandbox: whole.sandbox, ms: whole.ms, steps, fixes };
}

/** The command as a person runs it: its exit and its time. */
function direct(cwd, command) {
  const began = performance.now();
  const { status } = spawnSync('sh', ['-c', command], {
    cwd,
    stdio: 'ignore',
    timeout: 600_000,
    env: { ...process.env, CI: '1' },
  });
  return { exit: status, ms: performance.now() - began };
}

function agrees({ status, direct: own }) {
  return (status === 'PASS') === (own.exit === 0);
}

function lineOf({ name, steps, fixes, sandbox }) {
  const told = steps.map((step) => {
    const tests = step.tests === undefined ? '' : ` ${step.tests} tests`;
    const time = `${(step.ms / 1000).toFixed(1)} s of ${(step.direct.ms / 1000).toFixed(1)} s`;
    return `  ${agrees(step) ? ' ' : '!'} ${step.command}: ${step.status}, directly ${step.direct.exit}${tests} (${time})${step.why ? ` ${step.why}` : ''}`;
  });
  const proven = fixes.map(
    (fix) =>
      `    fix ${fix.commit.slice(0, 8)} ${fix.verdict ?? '-'} ${fix.error ?? `${fix.proof.length} tests prove it, weakened: ${fix.weakened.join(', ') || 'none'}`} · ${fix.said.slice(0, 60)}`,
  );
  return [`${name} (${sandbox})`, ...told, ...proven].join('\n');
}

function report(results) {
  const steps = results.flatMap((each) => each.steps);
  const testing = steps.filter(({ testing: is }) => is);
  const fixes = results.flatMap((each) => each.fixes);
  const share = (part, all) =>
    `${part.length} of ${all.length}${all.length ? ` (${Math.round((100 * part.length) / all.length)} %)` : ''}`;
  const own = steps.filter(({ direct: { ms } }) => ms > 0);
  const inTime = own.filter((step) => step.ms <= 1.15 * step.direct.ms + 500);
  console.log(
    table([
      ['what', 'measured'],
      ['verdict equal to the direct command', share(steps.filter(agrees), steps)],
      [
        'test commands with tests by name',
        share(
          testing.filter(({ tests = 0 }) => tests > 0),
          testing,
        ),
      ],
      ['within 1.15 times the direct command plus 0.5 s', share(inTime, own)],
      [
        'real fixes that break nothing',
        share(
          fixes.filter(({ verdict }) => verdict === 'better' || verdict === 'same'),
          fixes,
        ),
      ],
      [
        'real fixes proven by a test',
        share(
          fixes.filter(({ proof = [] }) => proof.length > 0),
          fixes,
        ),
      ],
      [
        'real fixes that a weakened test blocks',
        share(
          fixes.filter(({ blocks }) => blocks),
          fixes,
        ),
      ],
      [
        'real fixes that wait for a person',
        share(
          fixes.filter(({ waits }) => waits),
          fixes,
        ),
      ],
    ]),
  );
}
