// Measures `crew fix` on real fixes of real repositories: the change as it was made, the change without its tests, its tests alone, and an
// unrelated edit, each by a scripted Editor.
// usage: node bench/fix-real.mjs FOLDER [--fixes N] [--only NAME] [--json FILE]
// FOLDER is as for bench/verify-real.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { table } from './measure.mjs';
import { fixesOf, git } from './real-fixes.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fixes: { type: 'string', default: '1' }, only: { type: 'string' }, json: { type: 'string' } },
});
const [folder] = positionals;
if (!folder) throw new Error('usage: node bench/fix-real.mjs FOLDER [--fixes N] [--only NAME] [--json FILE]');

/** The kinds of change; `files` selects the files of the real change that are part of it. */
const KINDS = {
  real: { files: () => true },
  'without its tests': { files: (role) => role !== 'test' },
  'tests alone': { files: (role) => role === 'test' },
  unrelated: { files: () => false },
};
const INSTALLED = ['node_modules', '.venv'];

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const { roleOf, parseScript, startModel } = await import(await subject());
  const crew = shipped();
  const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, '.git')));
  const results = [];
  for (const name of names.filter((each) => !values.only || each.includes(values.only)).sort()) {
    const root = path.resolve(folder, name);
    for (const fix of fixesOf(root, roleOf, Number(values.fixes)))
      for (const kind of Object.keys(KINDS)) {
        const result = { name, ...fix, kind, ...(await work({ root, fix, kind })) };
        results.push(result);
        console.log(`${name} ${fix.commit.slice(0, 8)} ${kind}: ${result.status} ${result.proven ? 'proven' : ''}`);
        if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1));
      }
  }
  report(results);

  /** One run of crew in a clone at the parent commit. */
  async function work({ root, fix, kind }) {
    const place = mkdtempSync(path.join(made, 'fix-'));
    const [tree, home] = ['tree', 'home'].map((each) => path.join(place, each));
    git(root, 'clone', '--quiet', '--shared', root, tree);
    git(tree, 'checkout', '--quiet', '-B', 'work', fix.parent);
    if (existsSync(`${root}.yml`)) configure(tree, `${root}.yml`);
    for (const each of INSTALLED)
      if (existsSync(path.join(root, each))) spawnSync('cp', ['-al', path.join(root, each), path.join(tree, each)]);
    const model = await startModel({ script: parseScript(JSON.stringify(scriptOf(root, fix, kind)), 'real') });
    const env = { ...process.env, CREW_HOME: home, ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: model.url };
    const { out, err } = await live([crew, 'fix', '--json', fix.said], { cwd: tree, env });
    await model.close();
    const said = parsed(out);
    const shown = said.run ? parsed((await live([crew, 'show', said.run, '--json'], { cwd: tree, env })).out) : {};
    rmSync(place, { recursive: true, force: true });
    return {
      status: said.status ?? 'error',
      proven: shown.provenByTest === true,
      says: (said.says ?? err).slice(0, 1500),
    };
  }

  /** The Editor makes the change in one turn a file, and hands it in as often as it is asked. */
  function scriptOf(root, { commit, parent, said }, kind) {
    const lines = git(root, 'diff', '--name-status', '--no-renames', parent, commit).trim().split('\n');
    const files = lines.map((line) => line.split('\t')).filter(([, file]) => KINDS[kind].files(roleOf(file, 'test(')));
    const turns = files.map(([how, file]) => turnOf(root, { how, file, commit, parent }));
    const other = { name: 'write', input: { path: 'unrelated.md', content: 'An unrelated note.\n' } };
    const answer = {
      ...{ result: 'changed', kind: 'bug', approach: 'As it was done.', what: said, why: said, shownBy: [] },
      notShown: 'Nothing more is known of it.',
    };
    const last = { when: { turn: { from: turns.length + 1 } }, tools: [{ name: 'answer', input: answer }] };
    const ordered = turns.length > 0 ? turns : [{ tools: [other] }];
    if (turns.length === 0) last.when.turn.from = 2;
    return {
      name: 'real',
      parts: [{ name: 'editor', when: { system: 'You are the Editor' }, turns: [last, ...ordered] }],
    };
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}

function turnOf(root, { how, file, commit, parent }) {
  const content = how === 'D' ? '' : git(root, 'show', `${commit}:${file}`);
  const call =
    how === 'A'
      ? { name: 'write', input: { path: file, content } }
      : how === 'D'
        ? { name: 'shell', input: { command: `rm '${file}'` } }
        : {
            name: 'edit',
            input: { path: file, edits: [{ old: git(root, 'show', `${parent}:${file}`), new: content }] },
          };
  return { tools: [call] };
}

function configure(tree, file) {
  mkdirSync(path.join(tree, '.github'), { recursive: true });
  cpSync(file, path.join(tree, '.github/crew.yml'));
  git(tree, 'add', '--force', '.github/crew.yml');
  git(tree, '-c', 'user.name=maya', '-c', 'user.email=maya@example.org', 'commit', '--quiet', '--message=crew');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Bundles the scripted model and the roles of files, which are TypeScript. */
async function subject() {
  const outfile = path.join(made, 'subject.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/fix-subject.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
    external: ['github-sandbox'],
  });
  return outfile;
}

/** Bundles crew as it is released, from the current sources. */
function shipped() {
  const package_ = path.join(made, 'package');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'scripts/build.mjs'),
      '--out',
      path.join(package_, 'dist'),
      '--sandbox-out',
      path.join(made, 'hub'),
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`crew cannot be built: ${stderr}`);
  for (const name of ['.agent', 'package.json']) symlinkSync(path.join(ROOT, name), path.join(package_, name));
  return path.join(package_, 'dist/cli.js');
}

function live(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ out, err }));
  });
}

function report(results) {
  const rows = Object.keys(KINDS).map((kind) => {
    const of = results.filter((each) => each.kind === kind);
    const count = (test) => String(of.filter(test).length);
    return [
      kind,
      String(of.length),
      count(({ status, proven }) => status === 'succeeded' && proven),
      count(({ status, proven }) => status === 'succeeded' && !proven),
      count(({ status }) => status === 'stuck'),
      count(({ status }) => status === 'awaiting'),
      count(({ status }) => !['succeeded', 'stuck', 'awaiting'].includes(status)),
    ];
  });
  console.log(table([['change', 'runs', 'proven', 'not proven', 'stuck', 'waiting', 'other'], ...rows]));
}
