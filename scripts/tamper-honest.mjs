// How often the tamper gate cries wolf: over what lies between versions of packages whose archives carry their tests.
// usage: node scripts/tamper-honest.mjs [--versions N] [--show KIND|blocks] [--cache DIR] [PACKAGE…]
// The archives come from the registry that npm is configured for, and are kept in a temporary folder unless --cache names one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

/** Their archives hold tests, or did for most of their life. */
const PACKAGES = [
  'qs minimist object-inspect resolve deep-equal function-bind has-symbols side-channel define-properties',
  'array-includes object.assign object.entries string.prototype.trim regexp.prototype.flags get-intrinsic call-bind',
  'is-callable is-regex is-date-object which-typed-array internal-slot es-to-primitive unbox-primitive globalthis',
  'shell-quote traverse json-stable-stringify text-table tar-stream bl end-of-stream pump duplexify through2',
  'concat-stream readable-stream mkdirp fast-json-stable-stringify extend braces is-glob safe-regex-test tape',
]
  .join(' ')
  .split(' ');

/** These say what was edited, and no more. */
const FACTS = new Set(['config-edited', 'script-changed', 'lock-changed', 'suppression-added', 'record-changed']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    versions: { type: 'string', default: '8' },
    show: { type: 'string' },
    cache: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const cache = values.cache ?? mkdtempSync(path.join(tmpdir(), 'crew-honest-'));
mkdirSync(cache, { recursive: true });

try {
  const findTampering = await loadGate();
  const results = (positionals.length > 0 ? positionals : PACKAGES).flatMap((name) => judge(name, findTampering));
  report(results);
} finally {
  if (!values.cache) rmSync(cache, { recursive: true, force: true });
}

async function loadGate() {
  const outfile = path.join(cache, 'gate.mjs');
  const entryPoints = [path.join(root, 'src/verify/tamper/index.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', absWorkingDir: root });
  return (await import(pathToFileURL(outfile).href)).findTampering;
}

/** Every step from a version to the next, judged. */
function judge(name, findTampering) {
  const steps = stepsOf(name);
  fetchAll(name, [...new Set(steps.flat())]);
  return steps.flatMap(([earlier, version]) => {
    const [before, after] = [filesOf(name, earlier), filesOf(name, version)];
    if (!before || !after) return [];
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    const pair = (file) => ({ path: file, before: before.get(file) ?? null, after: after.get(file) ?? null });
    const changes = paths.map(pair).filter((file) => file.before !== file.after);
    const known = paths.map(pair).filter((file) => file.before === file.after);
    if (changes.length === 0 || !shipsTests(before) !== !shipsTests(after)) return [];
    const started = performance.now();
    const found = findTampering(
      changes,
      known.map((file) => ({ path: file.path, text: file.after })),
    );
    const ms = performance.now() - started;
    const tests = changes.some((file) => /(^|\/)test|\.test\./.test(file.path));
    return [{ change: `${name} ${earlier} → ${version}`, found, tests, ms }];
  });
}

/** A version whose archive has tests, beside one whose archive has none, says nothing of the repository. */
function shipsTests(files) {
  return [...files.keys()].some((file) => /(^|\/)(tests?|__tests__)\/|(^|[./])test\.[cm]?js$/.test(file));
}

/** Released versions that follow each other by their number. Where a line ends, the next must also be later: lines go on beside each other. */
function stepsOf(name) {
  const times = JSON.parse(npm('view', name, 'time', '--json', '--prefer-offline'));
  const versions = Object.keys(times).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const sorted = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const line = (version) => version.slice(0, version.lastIndexOf('.'));
  const steps = sorted.slice(1).map((version, at) => [sorted[at], version]);
  const follow = ([from, to]) => line(from) === line(to) || times[from] < times[to];
  return steps.filter(follow).slice(-Number(values.versions));
}

function fetchAll(name, versions) {
  const missing = versions.filter((version) => !existsSync(folderOf(name, version)));
  if (missing.length === 0) return;
  const specs = missing.map((version) => `${name}@${version}`);
  npm('pack', '--silent', '--pack-destination', cache, ...specs);
  for (const version of missing) {
    const archive = path.join(cache, `${name.replace('@', '').replaceAll('/', '-')}-${version}.tgz`);
    const folder = folderOf(name, version);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
    rmSync(archive);
  }
}

function folderOf(name, version) {
  return path.join(cache, `${name.replaceAll('/', '+')}@${version}`);
}

function npm(...args) {
  return execFileSync('npm', args, { encoding: 'utf8', cwd: cache, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Text files of an archive, as a repository would have them; what is built for browsers is not written by anybody. */
function filesOf(name, version) {
  const folder = folderOf(name, version);
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
      .filter((file) => !/(^|\/)(dist|node_modules|build)\/|\.min\.js$|\.(png|gz|tar|tgz|ico)$/.test(file))
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')])
      .filter(([, text]) => !text.includes('\0')),
  );
}

function report(results) {
  const share = (some) => `${((100 * some.length) / Math.max(1, results.length)).toFixed(1)} %`;
  const blocked = results.filter(({ found }) => found.some(({ weight }) => weight === 'blocks'));
  const asked = results.filter(({ found }) => found.length > 0);
  const about = results.filter(({ found }) => found.some(({ kind }) => !FACTS.has(kind)));
  const kinds = new Map();
  for (const { found } of results)
    for (const key of new Set(found.map(({ kind, weight }) => `${weight} ${kind}`)))
      kinds.set(key, (kinds.get(key) ?? 0) + 1);
  for (const { change, found } of results)
    for (const each of found)
      if (values.show && (each.kind === values.show || each.weight === values.show))
        console.log(`${change}\n    ${each.weight} ${each.kind} ${each.file}:${each.line} ${each.why}`);
  const slowest = results.reduce((most, each) => (each.ms > (most?.ms ?? 0) ? each : most), undefined);
  console.log(`${results.length} honest changes, ${results.filter(({ tests }) => tests).length} of which touch tests`);
  console.log(`false alarms (blocked): ${blocked.length}, ${share(blocked)}`);
  console.log(
    `a person would be asked: ${asked.length}, ${share(asked)}; about tests or sources: ${about.length}, ${share(about)}`,
  );
  for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1])) console.log(`  ${kind}: ${count}`);
  if (slowest) console.log(`slowest: ${slowest.change}, ${Math.round(slowest.ms)} ms`);
}
