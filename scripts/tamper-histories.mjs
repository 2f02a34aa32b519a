// How the check for weakened tests does on real histories: what it says of real commits, and how many seeded weakenings it finds.
// usage: node scripts/tamper-histories.mjs FOLDER [FOLDER…] [--commits N] [--show KIND|blocks|named|missed] [--unseen] [--keep FILE] [--write]
// A FOLDER holds repositories with their histories. Of each the last N (15) commits that change source and test are taken. Each is judged
// as it is, and once more with one weakening put into a test that it touches. The tables have one column for each folder. Findings in
// these repositories decided the rules, except with --unseen: then the last folder holds repositories that were not looked at before, and its column
// shows whether the rules fit only the others.
// --keep keeps the results of each folder in a JSON file, and takes them from there while the rules and this script's weakenings are the same.
// --write puts the tables into docs/guides/check.md.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { weakeningsOf } from './tamper-weakenings.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '15' },
    show: { type: 'string' },
    unseen: { type: 'boolean' },
    keep: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0)
  throw new Error('usage: node scripts/tamper-histories.mjs FOLDER [--commits N] [--show KIND] [--write]');
const root = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(tmpdir(), 'crew-histories-'));

/** These say what was edited, and are named for what they are: configuration, scripts, pinned packages. */
const FACTS = new Set([
  'config-edited',
  'script-changed',
  'lock-changed',
  'suppression-added',
  'record-changed',
  'config-weakened',
]);

/** Tests that went beside changed sources while others call the same functions: listed with their number, in a row of its own. */
const LISTED = 'tests-removed';

try {
  const { findTampering, roleOf, version } = await load();
  const kept = values.keep && existsSync(values.keep) ? JSON.parse(readFileSync(values.keep, 'utf8')) : {};
  const groups = positionals.map((folder) => {
    const repositories = readdirSync(folder)
      .filter((name) => existsSync(path.join(folder, name, '.git')))
      .sort();
    const key = [version, values.commits, path.basename(folder), ...repositories].join(' ');
    kept[key] ??= { count: repositories.length, ...judgeAll(folder, repositories, { findTampering, roleOf }) };
    if (values.keep) writeFileSync(values.keep, JSON.stringify(kept));
    return kept[key];
  });
  const tables = [...report(groups), '', ...reportSeeded(groups)];
  console.log(tables.join('\n'));
  if (values.write) writeInto(path.join(root, 'docs/guides/check.md'), tables.join('\n'));
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function load() {
  const outfile = path.join(made, 'gate.mjs');
  const contents = `export { findTampering } from './src/verify/tamper/index.js'; export { roleOf } from './src/verify/tamper/role.js';`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const weakenings = readFileSync(path.join(import.meta.dirname, 'tamper-weakenings.mjs'));
  const version = createHash('sha256').update(readFileSync(outfile)).update(weakenings).digest('hex').slice(0, 12);
  return { ...(await import(pathToFileURL(outfile).href)), version };
}

function judgeAll(folder, repositories, rules) {
  const judged = [];
  const seeded = [];
  for (const name of repositories)
    for (const commit of commitsOf(path.join(folder, name), rules.roleOf)) {
      const found = rules.findTampering(commit.changes, commit.known);
      judged.push({ name, commit: commit.commit, found });
      seeded.push(...seed({ name, ...commit, found }, rules));
    }
  return { judged, seeded };
}

function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The newest commits with one parent that change source and test, with what each changed. */
function commitsOf(repository, roleOf) {
  const log = git(repository, 'log', '--no-merges', '--no-renames', '-n', '600', '--format=%x00%H %P', '--name-only');
  const entries = log
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const [head, ...files] = entry.trim().split('\n').filter(Boolean);
      const [commit, parent] = head.split(' ');
      return { commit, parent, files };
    });
  const isCode = (file) => /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java)$/.test(file);
  const both = entries.filter(({ parent, files }) => {
    const roles = files.map((file) => (isCode(file) ? roleOf(file, 'test(') : ''));
    return parent && files.length <= 60 && roles.includes('source') && roles.includes('test');
  });
  const seen = new Map();
  return both.slice(0, Number(values.commits)).map(({ commit, parent, files }) => {
    const changed = new Set(files);
    const tests = git(repository, 'ls-tree', '-r', '--name-only', commit)
      .split('\n')
      .filter((file) => isCode(file) && !changed.has(file) && roleOf(file, 'test(') === 'test')
      .slice(0, 60);
    const texts = textsOf(repository, [
      ...files.flatMap((file) => [`${parent}:${file}`, `${commit}:${file}`]),
      ...tests.map((file) => `${commit}:${file}`),
    ]);
    const changes = files.map((file) => ({
      path: file,
      before: texts.get(`${parent}:${file}`) ?? null,
      after: texts.get(`${commit}:${file}`) ?? null,
    }));
    const known = tests.map((file) => sameTest(seen, { path: file, text: texts.get(`${commit}:${file}`) ?? '' }));
    return { commit, changes: changes.filter(({ before, after }) => before !== after), known };
  });
}

/** The same object for the same text, so that it is read once. */
function sameTest(seen, test) {
  const key = `${test.path}\0${test.text}`;
  if (!seen.has(key)) seen.set(key, test);
  return seen.get(key);
}

/** The texts of `COMMIT:PATH` names, in one process; absent and binary files are left out. */
function textsOf(repository, names) {
  const args = ['cat-file', '--batch'];
  const out = execFileSync('git', args, { cwd: repository, input: `${names.join('\n')}\n`, maxBuffer: 1 << 29 });
  const texts = new Map();
  let at = 0;
  for (const name of names) {
    const end = out.indexOf(10, at);
    const [, kind, size] = out.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob' && kind !== 'tree' && kind !== 'commit') continue;
    const text = out.toString('utf8', at, at + Number(size));
    if (kind === 'blob' && !text.includes('\0')) texts.set(name, text);
    at += Number(size) + 1;
  }
  return texts;
}

/** The same commit with one weakening in it: found where something is said that was not said before. */
function seed(commit, { findTampering, roleOf }) {
  const number = Number.parseInt(commit.commit.slice(0, 6), 16);
  const weakening = weakeningsOf(commit.changes, { number, roleOf });
  if (!weakening) return [];
  const { kind, path: file, changes } = weakening;
  const known = new Set(commit.found.map(keyOf));
  const more = findTampering(changes, commit.known).filter((found) => !known.has(keyOf(found)));
  if (values.show === 'missed' && more.length === 0)
    console.log(`${commit.name} ${commit.commit.slice(0, 8)} ${kind} in ${file}\n${weakening.shown}`);
  return [{ kind, found: more.length > 0, blocks: more.some(({ weight }) => weight === 'blocks') }];
}

function keyOf({ file, kind, why }) {
  return `${file}\0${kind}\0${why}`;
}

function share(part, all) {
  return all === 0 ? '–' : `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;
}

function report(groups) {
  for (const { name, commit, found } of groups.flatMap(({ judged }) => judged))
    for (const each of found)
      if (values.show && (each.kind === values.show || each.weight === values.show))
        console.log(
          `${name} ${commit.slice(0, 8)}\n    ${each.weight} ${each.kind} ${each.file}:${each.line} ${each.why}`,
        );
  const about = (found) => found.filter(({ kind }) => !FACTS.has(kind) && kind !== LISTED);
  const isListed = (found) => found.some(({ kind }) => kind === LISTED);
  const row = (what, is, most) => {
    const cells = groups.map(({ judged }) => share(judged.filter(({ found }) => is(found)).length, judged.length));
    return `| ${[what, ...cells, most].join(' | ')} |`;
  };
  const all = groups.flatMap(({ judged }) => judged).length;
  const repositories = groups.reduce((sum, { count }) => sum + count, 0);
  return [
    `Real commits that change source and test: ${all} of ${repositories} public repositories.`,
    '',
    headOf('of real commits', groups, 'at most'),
    row('blocked', (found) => found.some(({ weight }) => weight === 'blocks'), '1 %'),
    row('named in the pull request as a weakened test', (found) => about(found).length > 0, '3 %'),
    row('removed tests listed, no weakened test named', (found) => isListed(found) && about(found).length === 0, ''),
    row(
      'named for configuration, scripts or pinned packages alone',
      (found) => found.length > 0 && about(found).length === 0 && !isListed(found),
      '',
    ),
    row('waits for a person', (found) => found.some(({ weight }) => weight === 'ask'), '0'),
  ];
}

function headOf(what, groups, last) {
  const decided = (nth) =>
    values.unseen && nth === groups.length - 1 ? ', not seen before' : ' (used to choose the rules)';
  const cells = [what, ...groups.map(({ count }, nth) => `${count} repositories${decided(nth)}`), last];
  return `| ${cells.join(' | ')} |\n|${' --- |'.repeat(cells.length)}`;
}

function reportSeeded(groups) {
  const all = groups.flatMap(({ seeded }) => seeded);
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort();
  const row = (what, is) => {
    const of = groups.map(({ seeded }) => seeded.filter(is));
    const cells = of.map((some) => share(some.filter(({ found }) => found).length, some.length));
    return `| ${[what, ...cells, of.flat().filter(({ blocks }) => blocks).length].join(' | ')} |`;
  };
  return [
    'The same commits, each with one weakening put into it by a script.',
    '',
    headOf('weakening found', groups, 'of these blocked'),
    ...kinds.map((kind) => row(kind, (each) => each.kind === kind)),
    row('all', () => true),
  ];
}

/** Between its marks; at the end of the page where there are none. */
function writeInto(page, tables) {
  const [begin, end] = ['<!-- weakened tests: measured -->', '<!-- weakened tests: end -->'];
  const text = readFileSync(page, 'utf8');
  const block = `${begin}\n\n${tables}\n\n${end}`;
  const at = text.indexOf(begin);
  const until = text.indexOf(end);
  const whole =
    at === -1
      ? `${text.trimEnd()}\n\n## Measured\n\n${block}\n`
      : text.slice(0, at) + block + text.slice(until + end.length);
  writeFileSync(page, whole);
}
