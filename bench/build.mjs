// Measures waves of a build: wall time against the longest chain and against one worker at a time; merging of many worktrees; a build
// against a single agent.
// usage: node bench/build.mjs [milliseconds of a turn] [merges | beside | ten | five]
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const TURN = Number(process.argv[2] ?? 2000);
const ONLY = process.argv[3];
/** Reading turns of each worker, before it works and answers. */
const READS = 3;

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
const temp = realpathSync(mkdtempSync(path.join(tmpdir(), 'crew-bench-build-')));
const rows = [['what', 'measured', 'beside', 'figure', 'asked for', '']];

function figure(what, { measured, beside, value, limit, atLeast = false, unit = '×' }) {
  const holds = atLeast ? value >= limit : value <= limit;
  const asked = `${atLeast ? '≥' : '≤'} ${limit}${unit}`;
  row([what, measured, beside, `${value.toFixed(2)}${unit}`, asked, holds ? 'holds' : 'DOES NOT HOLD']);
}

/** Prints each figure at once, because a build takes minutes. */
function row(cells) {
  rows.push(cells);
  console.error(cells.join('  '));
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function load() {
  const outfile = path.join(made, 'subject.mjs');
  const entryPoints = [path.join(ROOT, 'bench/build-subject.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(outfile);
}

let projects = 0;
function project({ projectIn }, files) {
  projects += 1;
  const root = path.join(temp, `p${projects}`);
  mkdirSync(root);
  return projectIn(root, path.join(temp, `h${projects}`), files);
}

const clock = { now: () => Date.now(), sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** A model with a delay that counts what is sent to it. */
function slow(say) {
  const sent = { bytes: 0, turns: 0 };
  return {
    sent,
    async turn(ask) {
      sent.bytes += Buffer.byteLength(JSON.stringify([ask.system, ask.tools, ask.messages]));
      sent.turns += 1;
      await new Promise((resolve) => setTimeout(resolve, TURN));
      return say(ask);
    },
  };
}

/** Workers that read some files and then do their task. */
function readers({ crew, modelOf, says, calls, result, DIR, done }, tasks) {
  const other = ({ role, task, turn }) => {
    if (role !== 'coder') return undefined;
    if (turn < READS) return says(calls('read', { path: `src/large${(task + turn) % 3}.js` }));
    if (turn > READS) return done();
    return says(
      calls('write', { path: `src/t${task}.js`, content: `export const t${task} = ${task};\n` }),
      calls('work-write', { path: `${DIR}results/result_${task}.md`, content: result() }),
    );
  };
  return modelOf(crew({ tasks, other }));
}

const LARGE = Object.fromEntries(
  [0, 1, 2].map((n) => [
    `src/large${n}.js`,
    Array.from({ length: 200 }, (_, k) => `export const v${n}_${k} = ${k};\n`).join(''),
  ]),
);

async function timed(subject, tasks, max_parallel) {
  const place = project(subject, LARGE);
  const model = readers(subject, tasks);
  const slowed = slow((ask) => model.turn(ask));
  const began = Date.now();
  const { result } = await subject.live(place, { model: slowed, clock, build: { max_parallel }, usd: 500 });
  if (result.outcome.name !== 'done') throw new Error(`the build ended ${result.outcome.name}`);
  return { ms: Date.now() - began, sent: slowed.sent };
}

const tasksOf = ({ task }, n) =>
  Array.from({ length: n }, (_, k) => task(k + 1, { persona: 'coder', writes: [`src/t${k + 1}.js`] }));

async function ten(subject) {
  const tasks = tasksOf(subject, 10);
  // Decomposer and aggregator take two turns each.
  const chain = (2 + READS + 2 + 2) * TURN;
  const ten = await timed(subject, tasks, 10);
  figure('10 tasks, max_parallel 10', {
    measured: seconds(ten.ms),
    beside: `chain ${seconds(chain)}`,
    value: ten.ms / chain,
    limit: 1.3,
  });
}

async function five(subject) {
  const tasks = tasksOf(subject, 10);
  const one = await timed(subject, tasks, 1);
  const fast = await timed(subject, tasks, 5);
  figure('10 tasks, max_parallel 5', {
    measured: seconds(fast.ms),
    beside: `one at a time ${seconds(one.ms)}`,
    value: one.ms / fast.ms,
    limit: 3,
    atLeast: true,
  });
}

async function merges(subject) {
  const files = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f/${n % 50}/${n}.txt`, `file ${n}\n`]));
  const ms = await subject.mergeFifty(project(subject, files), path.join(temp, 'trees'));
  figure('50 worktrees merged, 5,000 files', {
    measured: seconds(ms),
    beside: '',
    value: ms / 1000,
    limit: 10,
    unit: ' s',
  });
}

/** The same three tasks by a build, and by one agent in one conversation. */
async function beside(subject) {
  const tasks = tasksOf(subject, 3);
  const ours = await timed(subject, tasks, 5);
  const linear = await oneAgent(subject, 3);
  row([
    '3 tasks, wall time',
    seconds(ours.ms),
    `linear agent ${seconds(linear.ms)}`,
    `${(ours.ms / linear.ms).toFixed(2)}×`,
    'printed',
    '',
  ]);
  const kb = ({ bytes }) => `${Math.round(bytes / 1000)} kB`;
  row([
    '3 tasks, sent to the model',
    kb(ours.sent),
    `linear agent ${kb(linear.sent)}`,
    `${(ours.sent.bytes / linear.sent.bytes).toFixed(2)}×`,
    'printed',
    '',
  ]);
}

async function oneAgent(subject, count) {
  const { calls, says } = subject;
  const place = project(subject, LARGE);
  const say = (ask) => {
    const turn = ask.messages.filter(({ role }) => role === 'assistant').length;
    const [task, step] = [Math.floor(turn / (READS + 1)) + 1, turn % (READS + 1)];
    if (task > count) return says(calls('answer', { text: 'done' }));
    if (step < READS) return says(calls('read', { path: `src/large${(task + step) % 3}.js` }));
    return says(calls('write', { path: `src/t${task}.js`, content: `export const t${task} = ${task};\n` }));
  };
  const model = slow(say);
  const ms = await subject.runOneAgent(place, { model, clock });
  return { ms, sent: model.sent };
}

try {
  const subject = await load();
  const parts = { merges, beside, ten, five };
  for (const [name, part] of Object.entries(parts)) if (ONLY === undefined || ONLY === name) await part(subject);
  console.log(table(rows));
  process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  for (const folder of [made, temp]) rmSync(folder, { recursive: true, force: true });
}
