// Measures `crew fix` on small repositories of every supported kind, each with a model that knows the answer and four that make mistakes,
// compared with a linear agent.
// usage: node bench/fix.mjs [part of a task's name …]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { bundled, live, ROOT, shipped } from './crew-bundle.mjs';
import { table } from './measure.mjs';

const CORPUS = path.join(ROOT, 'test/corpus/fix');
const OVERHEAD_MS = 2_000;
/** Limits for the simplest fix. */
const LEAST_MS = 1_000;
const LEAST_PROCESSES = 60;
const TOKENS = 1.3;
/** The minimum time counts, because other load on the machine only adds time. */
const TIMES = 2;

/** Preloaded into crew's process: reports its CPU time and the number of its child processes. */
const CLOCK = `import children from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
let started = 0;
for (const [of, name] of [[children.ChildProcess.prototype, 'spawn'], [children, 'spawnSync'], [children, 'execFileSync']]) {
  const start = of[name];
  of[name] = function (...args) {
    started += 1;
    return start.apply(this, args);
  };
}
syncBuiltinESMExports();
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\ncpu ' + Math.round((user + system) / 1000) + '\\nstarted ' + started + '\\n');
});
`;
const STATUS = { done: 'succeeded', planned: 'succeeded' };
const endOf = ({ outcome, proven }) => (outcome === 'succeeded' && !proven ? 'succeeded, not proven' : outcome);
const isRight = ({ task, right }) => right.outcome === (STATUS[task.want] ?? task.want);

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const { tasksIn, putUp, scriptOf, linearOf, MODELS, parseScript, runLinear, startModel } = await import(
    await bundled(made, 'bench/fix-subject.ts')
  );
  const crew = shipped(made);
  const clock = path.join(made, 'clock.mjs');
  // CPU time is more reliable than wall time on a shared machine.
  writeFileSync(clock, CLOCK);
  const wanted = process.argv.slice(2);
  const tasks = tasksIn(CORPUS).filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  const seen = [];
  for (const task of tasks) seen.push(await look(task));
  report(seen);

  /** Runs a task with every kind of model and with the linear agent. */
  async function look(task) {
    const right = await least(() => work(task, scriptOf(task, 'right'), ['fix', ...task.ask]));
    const wrong = [];
    for (const kind of MODELS.slice(1)) {
      if (task.cheat) wrong.push(await work(task, scriptOf(task, kind), ['fix', ...task.ask]));
    }
    const compares = task.want === 'done' && task.cheat;
    const linear = compares ? await linearIn(task) : undefined;
    process.stderr.write(`${task.name}: ${right.outcome}; ${wrong.map(endOf).join(', ')}\n`);
    return { task, right, wrong, linear };
  }

  async function linearIn(task) {
    const { root, home } = placeFor(task);
    const model = await startModel({ script: parseScript(JSON.stringify(linearOf(task)), task.name) });
    const tokens = await runLinear({ root, home, url: model.url, task: task.ask.at(-1) });
    await model.close();
    return { tokens };
  }

  /** A fresh repository and a home. They are removed at the end only, because ext4 creates files slowly after many were removed. */
  function placeFor(task) {
    const place = mkdtempSync(path.join(made, 'task-'));
    const [root, home] = ['tree', 'home'].map((name) => path.join(place, name));
    mkdirSync(root);
    putUp(task, root, path.join(ROOT, 'node_modules'));
    return { place, root, home };
  }

  async function least(measure) {
    const all = [];
    for (let n = 0; n < TIMES; n += 1) all.push(await measure());
    return all.sort((a, b) => a.own - b.own)[0];
  }

  /** Runs crew on a fresh repository; returns the outcome, its own time, and what was read and written. */
  async function work(task, script, words) {
    const { place, root, home } = placeFor(task);
    const model = await startModel({ script: parseScript(JSON.stringify(script), task.name) });
    const env = {
      PATH: process.env.PATH,
      HOME: place,
      CREW_HOME: home,
      ANTHROPIC_API_KEY: 'a-key',
      ANTHROPIC_BASE_URL: model.url,
    };
    const began = performance.now();
    const { out, err } = await live(['--import', clock, crew, '--json', ...words], { cwd: root, env });
    const wall = performance.now() - began;
    await model.close();
    const said = JSON.parse(out || '{}');
    if (said.status === 'error') process.stderr.write(`${out}${err}\n`);
    if (said.run === undefined) throw new Error(`${task.name}: ${out}${err}`);
    const shown = JSON.parse((await live([crew, 'show', said.run, '--json'], { cwd: root, env })).out);
    const { in: fresh, out: written, cacheRead, cacheWrite } = shown.tokens;
    return {
      outcome: said.status,
      proven: shown.provenByTest === true,
      own: wall - commandsIn(path.join(home, 'artifacts')),
      cpu: Number(/^cpu (\d+)$/m.exec(err)?.[1]),
      started: Number(/^started (\d+)$/m.exec(err)?.[1]),
      tokens: fresh + cacheRead + cacheWrite + written,
      turns: model.requests.length,
    };
  }

  /** Milliseconds of all commands of all verifications. */
  function commandsIn(artifacts) {
    let sum = 0;
    for (const run of namesIn(artifacts)) {
      const { steps = [] } = manifestIn(path.join(artifacts, run));
      for (const { ms } of steps) sum += ms;
    }
    return sum;
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function manifestIn(folder) {
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    return manifest.record ?? manifest;
  } catch {
    return {};
  }
}

function report(seen) {
  const ratio = ({ right, linear }) => (linear ? right.tokens / linear.tokens : undefined);
  const rows = seen.map((each) => [
    each.task.name,
    each.task.want,
    `${endOf(each.right)}${isRight(each) ? '' : '  WRONG'}`,
    each.wrong.map(endOf).join(', '),
    `${each.right.own.toFixed(0)} ms`,
    `${each.right.cpu} ms`,
    each.right.started,
    each.right.turns,
    each.right.tokens,
    each.linear?.tokens ?? '',
    ratio(each)?.toFixed(2) ?? '',
  ]);
  const head = [
    'task',
    'wanted',
    'got',
    'of wrong models',
    "crew's own",
    'of it CPU',
    'processes',
    'turns',
    'tokens',
    'linear',
    'ratio',
  ];
  console.log(`${table([head, ...rows])}\n`);
  const compared = seen.filter(({ linear }) => linear);
  const sum = (of) => compared.reduce((all, each) => all + of(each), 0);
  const wrong = seen.flatMap((each) => each.wrong);
  const done = seen.filter(({ task, right }) => task.want === 'done' && right.outcome === STATUS.done);
  figures([
    ['right outcomes', seen.filter(isRight).length, '=', seen.length],
    [
      'wrong models that ended as done and proven',
      wrong.filter(({ outcome, proven }) => outcome === 'succeeded' && proven).length,
      '=',
      0,
    ],
    [
      'runs that ended by a fault',
      [...wrong, ...seen.map(({ right }) => right)].filter(({ outcome }) => outcome === 'error').length,
      '=',
      0,
    ],
    [
      `crew's own time a task, at most, ms (load ${loadavg()[0].toFixed(1)})`,
      Math.max(...seen.map(({ right }) => right.own)),
      '≤',
      OVERHEAD_MS,
    ],
    ["of it crew's own CPU time, ms", Math.max(...seen.map(({ right }) => right.cpu)), '≤', OVERHEAD_MS],
    ['of the smallest one, ms', Math.min(...done.map(({ right }) => right.cpu)), '≤', LEAST_MS],
    ['processes that it starts', Math.min(...done.map(({ right }) => right.started)), '≤', LEAST_PROCESSES],
    ...(compared.length > 0
      ? [
          [
            'tokens by those of a linear agent',
            sum(({ right }) => right.tokens) / sum(({ linear }) => linear.tokens),
            '≤',
            TOKENS,
          ],
        ]
      : []),
  ]);
}

function figures(all) {
  const rows = [['what', 'measured', 'asked for', '']];
  for (const [what, value, sign, limit] of all) {
    const holds = sign === '=' ? value === limit : value <= limit;
    rows.push([
      what,
      Number.isInteger(value) ? value : value.toFixed(2),
      `${sign} ${limit}`,
      holds ? 'holds' : 'DOES NOT HOLD',
    ]);
    if (!holds) process.exitCode = 1;
  }
  console.log(table(rows));
}
