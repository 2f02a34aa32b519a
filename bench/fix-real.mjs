// Measures `crew fix` on real fixes of real repositories: each change of bench/real-changes.ts by a scripted Editor that names no test.
// usage: node bench/fix-real.mjs FOLDER [--fixes N] [--only NAMES] [--rows FILE] [--again WORDS] [--report] [--write]
// FOLDER contains repositories with history and installed packages; NAME.yml beside NAME is its crew.yml, if it needs one. The fixes are
// selected by bench/real-fixes.mjs before anything runs. FILE keeps the selection, and every row as soon as it is known: the next start goes
// on from there. --again forgets the rows whose line contains WORDS; --write puts the table into docs/guides/fix.md.

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundled, live, ROOT, shipped } from './crew-bundle.mjs';
import { filesOf, fixesOf, git } from './real-fixes.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fixes: { type: 'string', default: '2' },
    only: { type: 'string' },
    rows: { type: 'string' },
    again: { type: 'string' },
    report: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const [folder] = positionals;
if (!folder)
  throw new Error('usage: node bench/fix-real.mjs FOLDER [--fixes N] [--only NAMES] [--rows FILE] [--report]');

const INSTALLED = ['node_modules', '.venv'];
const ROWS = path.resolve(values.rows ?? path.join(folder, 'fix-real.jsonl'));
const BASELINES = `${ROWS}.baselines`;
const GUIDE = path.join(ROOT, 'docs/guides/fix.md');
const MARKS = ['<!-- bench -->', '<!-- /bench -->'];
const IDENTITY = { name: 'maya', email: 'maya@example.org', date: '2026-01-01T00:00:00Z' };

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const { KINDS, parseScript, roleOf, startModel } = await import(await bundled(made, 'bench/fix-real-subject.ts'));
  const kinds = Object.keys(KINDS);
  const chosen = selection(roleOf);
  if (values.again) forget(values.again);
  if (!values.report) await measureAll();
  const text = report(kinds, chosen);
  console.log(text);
  if (values.write) writeGuide(text);

  /** The first fix of every repository, then the second of every repository, and so on. */
  async function measureAll() {
    const crew = shipped(made, { plugin: 'bench/remember-baselines.mjs' });
    for (let nth = 0; nth < Number(values.fixes); nth += 1)
      for (const fix of chosen.filter(
        (each) => each.nth === nth && (!values.only || values.only.split(',').includes(each.name)),
      ))
        await measure(crew, fix);
  }

  async function measure(crew, fix) {
    const known = new Set(
      rows()
        .filter(isOf(fix))
        .map(({ kind }) => kind),
    );
    if (kinds.every((kind) => known.has(kind)) || isLeftOut(fix)) return;
    const files = filesOf(path.resolve(folder, fix.name), fix);
    for (const kind of kinds.filter((each) => !known.has(each))) {
      const row = { name: fix.name, commit: fix.commit, kind, ...(await work(crew, { fix, ...KINDS[kind](files) })) };
      appendFileSync(ROWS, `${JSON.stringify(row)}\n`);
      console.log(lineOf(row));
      if (cannotRun(row)) return;
    }
  }

  /** One run of crew in a clone at the parent commit. */
  async function work(crew, { fix, base, change }) {
    if (change === null) return { status: 'none', proven: false };
    const root = path.resolve(folder, fix.name);
    const place = mkdtempSync(path.join(made, 'fix-'));
    const [tree, home] = ['tree', 'home'].map((each) => path.join(place, each));
    putUp({ root, tree, fix, base });
    const model = await startModel({ script: parseScript(JSON.stringify(scriptOf(fix, change)), 'real') });
    const env = {
      ...process.env,
      CREW_HOME: home,
      CREW_BENCH_BASELINES: BASELINES,
      ANTHROPIC_API_KEY: 'a-key',
      ANTHROPIC_BASE_URL: model.url,
    };
    const began = performance.now();
    const { out, err } = await live([crew, 'fix', '--json', fix.said], { cwd: tree, env });
    const ms = Math.round(performance.now() - began);
    await model.close();
    rmSync(place, { recursive: true, force: true });
    return rowOf(parsed(out), { err, ms });
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}

/** The selection that FILE keeps; made at the first start. */
function selection(roleOf) {
  const file = `${ROWS}.chosen.json`;
  if (!existsSync(file)) {
    const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, '.git')));
    const all = names.sort().flatMap((name) => {
      const fixes = fixesOf(path.resolve(folder, name), roleOf, Number(values.fixes));
      return fixes.map((fix, nth) => ({ name, nth, ...fix }));
    });
    writeFileSync(file, JSON.stringify(all, null, 1));
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function rows() {
  if (!existsSync(ROWS)) return [];
  const lines = readFileSync(ROWS, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line));
  // Two starts at the same time may have measured a row twice.
  return [...new Map(all.map((row) => [`${row.commit} ${row.kind}`, row])).values()];
}

function forget(words) {
  const kept = rows().filter((row) => !lineOf(row).includes(words));
  writeFileSync(ROWS, kept.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function isOf({ name, commit }) {
  return (row) => row.name === name && row.commit === commit;
}

/** The tests of a fix cannot run on this machine: no test passes on its parent. */
function isLeftOut(fix) {
  return rows().some((row) => isOf(fix)(row) && cannotRun(row));
}

function cannotRun({ status, kind, passedBefore: count }) {
  return status === 'infra_error' || (kind === 'as it was made' && count === 0);
}

/** How many tests passed in the run's baseline. */
function passedBefore({ verification = [] }) {
  const record = baselines().find(({ run_id: id }) => id === verification[0]?.run_id);
  return record?.steps.flatMap(({ tests = [] }) => tests).filter(({ status }) => status === 'passed').length;
}

function baselines() {
  const kept = existsSync(BASELINES) ? readdirSync(BASELINES) : [];
  return kept.map((each) => JSON.parse(readFileSync(path.join(BASELINES, each, 'record.json'), 'utf8')));
}

function lineOf({ name, commit, kind, status, proven, ms }) {
  return `${name} ${commit.slice(0, 8)} ${kind}: ${status}${proven ? ' proven' : ''} ${((ms ?? 0) / 1000).toFixed(0)} s`;
}

function rowOf(said, { err, ms }) {
  const steps = (said.verification ?? []).flatMap(({ ref, status, steps: of }) =>
    of.map(({ command, exit, ms: took }) => `${ref} ${status} ${command} ${exit} ${took} ms`),
  );
  return {
    status: said.status ?? 'error',
    passedBefore: passedBefore(said),
    proven: said.provenByTest === true,
    ms,
    tamper: said.tamper,
    comparison: said.comparison,
    steps,
    says: (said.says ?? `${JSON.stringify(said)}${err}`).slice(0, 4000),
  };
}

/** A clone at the parent of the fix, with installed packages, and with `base` committed on top. */
function putUp({ root, tree, fix, base }) {
  git(root, 'clone', '--quiet', '--shared', root, tree);
  git(tree, 'checkout', '--quiet', '-B', 'work', fix.parent);
  if (existsSync(`${root}.yml`)) {
    mkdirSync(path.join(tree, '.github'), { recursive: true });
    cpSync(`${root}.yml`, path.join(tree, '.github/crew.yml'));
  }
  for (const { path: file, after } of base) {
    const at = path.join(tree, file);
    mkdirSync(path.dirname(at), { recursive: true });
    if (after === null) rmSync(at);
    else writeFileSync(at, after);
  }
  git(tree, 'add', '--all', '--force');
  commit(tree);
  appendFileSync(path.join(tree, '.git/info/exclude'), INSTALLED.map((each) => `/${each}\n`).join(''));
  for (const each of INSTALLED)
    if (existsSync(path.join(root, each))) spawnSync('cp', ['-al', path.join(root, each), path.join(tree, each)]);
}

/** The same files give the same commit, so that its baseline is known the next time. */
function commit(tree) {
  const { name, email, date } = IDENTITY;
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date };
  spawnSync('git', ['commit', '--quiet', '--no-verify', '--allow-empty', '--message=base'], {
    cwd: tree,
    env: { ...process.env, ...env, ...committer },
  });
}

/** The Editor makes the change in one turn a file, and hands it in as often as it is asked. */
function scriptOf({ said }, change) {
  const turns = change.map((file) => ({ tools: [callOf(file)] }));
  const answer = {
    ...{ result: 'changed', kind: 'bug', approach: 'As it was done.', what: said, why: said, shownBy: [] },
    notShown: 'Nothing more is known of it.',
  };
  const last = { when: { turn: { from: turns.length + 1 } }, tools: [{ name: 'answer', input: answer }] };
  return { name: 'real', parts: [{ name: 'editor', when: { system: 'You are the Editor' }, turns: [last, ...turns] }] };
}

function callOf({ path: file, before, after }) {
  if (after === null) return { name: 'shell', input: { command: `rm '${file}'` } };
  if (before === null) return { name: 'write', input: { path: file, content: after } };
  return { name: 'edit', input: { path: file, edits: [changedPart(before, after)] } };
}

/** The lines from the first to the last change, and as many around them as make the text unique in the file. */
function changedPart(before, after) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let [from, to] = [0, 0];
  while (from < most && old[from] === now[from]) from += 1;
  while (to < most - from && old.at(-1 - to) === now.at(-1 - to)) to += 1;
  const part = (lines) => lines.slice(from, lines.length - to).join('\n');
  for (; from > 0 || to > 0; from = Math.max(0, from - 1), to = Math.max(0, to - 1)) {
    const text = part(old);
    if (text.trim() !== '' && before.indexOf(text) === before.lastIndexOf(text)) return { old: text, new: part(now) };
  }
  return { old: before, new: after };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function report(kinds, chosen) {
  const all = rows().filter((row) => chosen.some((fix) => isOf(fix)(row)));
  const out = new Set(all.filter(cannotRun).map(({ commit: of }) => of));
  const counted = all.filter(({ commit: of }) => !out.has(of));
  const commits = new Set(counted.map(({ commit: of }) => of));
  const repositories = new Set(counted.map(({ name }) => name));
  const runners = runnersOf();
  const head = ['change', 'runs', 'proven', 'not proven', 'stuck', 'waiting', 'other'];
  const lines = kinds.map((kind) => {
    const of = counted.filter((row) => row.kind === kind && row.status !== 'none');
    const count = (test) => of.filter(test).length;
    return [
      kind,
      of.length,
      count(({ status, proven }) => status === 'succeeded' && proven),
      count(({ status, proven }) => status === 'succeeded' && !proven),
      count(({ status }) => status === 'stuck'),
      count(({ status }) => status === 'awaiting'),
      count(({ status }) => !['succeeded', 'stuck', 'awaiting'].includes(status)),
    ];
  });
  const markdown = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const missing = chosen
    .filter((fix) => out.has(fix.commit))
    .map(({ name, commit: of }) => `${name} ${of.slice(0, 8)}`);
  return [
    `${commits.size} fixes of ${repositories.size} repositories (${[...repositories].sort().join(', ')}), tested by ${runners.join(', ')}.`,
    markdown,
    ...(missing.length > 0 ? [`Left out, because no test passes on their parents here: ${missing.join(', ')}.`] : []),
  ].join('\n\n');
}

function runnersOf() {
  return [...new Set(baselines().flatMap(({ runners }) => runners))].sort();
}

function writeGuide(text) {
  const page = readFileSync(GUIDE, 'utf8');
  const [from, to] = MARKS.map((mark) => page.indexOf(mark));
  writeFileSync(GUIDE, `${page.slice(0, from + MARKS[0].length)}\n\n${text}\n\n${page.slice(to)}`);
}
