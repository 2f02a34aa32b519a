// All figures, each with a baseline of the same run. usage: npm run bench
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { callTime, median, processTime, table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
const rows = [['what', 'measured', 'floor', 'figure', 'asked for', '']];
const ms = (value) => `${value.toFixed(value < 1 ? 3 : 1)} ms`;

function figure(what, { measured, floor = '', value, limit, unit = '' }) {
  rows.push([
    what,
    measured,
    floor,
    `${value.toFixed(2)}${unit}`,
    `≤ ${limit}${unit}`,
    value <= limit ? 'holds' : 'DOES NOT HOLD',
  ]);
}

try {
  const subject = await load();
  const floor = median(15, () => processTime(['-e', '0'], { PATH: process.env.PATH }));
  coldStarts(floor);
  await firstCall(subject);
  size();
  journal(subject);
  comment(subject);
  dispatch(subject);
  console.log(table(rows));
  process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function load() {
  const outfile = path.join(made, 'subject.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/subject.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['github-sandbox'],
    logLevel: 'error',
  });
  return import(outfile);
}

function coldStarts(floor) {
  const help = median(15, () => processTime([path.join(ROOT, 'bin/crew.mjs'), '--help'], { PATH: process.env.PATH }));
  figure('crew --help, cold', {
    measured: ms(help),
    floor: `node -e 0: ${ms(floor)}`,
    value: help / floor,
    limit: 4,
    unit: '×',
  });
  const event = path.join(made, 'event.json');
  writeFileSync(event, JSON.stringify(webhook('just talking')));
  const env = {
    PATH: process.env.PATH,
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '1',
  };
  const idle = median(15, () => processTime([path.join(ROOT, 'dist/action.js')], env));
  figure('the Action doing nothing', {
    measured: ms(idle),
    floor: `node -e 0: ${ms(floor)}`,
    value: idle / floor,
    limit: 2,
    unit: '×',
  });
}

function webhook(body) {
  const sender = { login: 'maya', id: 7, type: 'User' };
  return {
    action: 'created',
    issue: { number: 3 },
    comment: { id: 11, body, user: sender },
    sender,
    repository: { full_name: 'o/r' },
  };
}

/** From the start of the process to its first request. */
async function firstCall({ startGitHub }) {
  const github = await startGitHub({ dir: mkdtempSync(path.join(tmpdir(), 'crew-bench-')) });
  await github.seed({
    users: ['o', 'maya'],
    repositories: [{ owner: 'o', name: 'r', collaborators: { maya: 'write' }, issues: [{ title: 'One' }] }],
  });
  const event = path.join(made, 'ask.json');
  writeFileSync(event, JSON.stringify(webhook('/crew help')));
  const env = {
    PATH: process.env.PATH,
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '1',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    INPUT_TOKEN: github.tokenFor({ user: 'o' }),
  };
  const times = [];
  for (let n = 0; n < 7; n += 1) times.push(await untilFirstRequest(github, env));
  await github.close();
  const value = times.sort((a, b) => a - b)[3];
  figure('the Action, to its first API call', { measured: ms(value), value, limit: 300, unit: ' ms' });
}

async function untilFirstRequest(github, env) {
  const began = performance.now();
  const seen = new Promise((resolve) => {
    const stop = github.observe(() => {
      stop();
      resolve(performance.now() - began);
    });
  });
  const child = spawn(process.execPath, [path.join(ROOT, 'dist/action.js')], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const time = await seen;
  await ended;
  return time;
}

function size() {
  const files = readdirSync(path.join(ROOT, 'dist'), { recursive: true }).map((file) =>
    statSync(path.join(ROOT, 'dist', file)),
  );
  const bytes = files.filter((file) => file.isFile()).reduce((sum, file) => sum + file.size, 0);
  figure('dist', { measured: `${files.length} files`, value: bytes / 1024 / 1024, limit: 5, unit: ' MB' });
}

function journal({ readSteps }) {
  const steps = Array.from({ length: 10_000 }, (_, n) => ({
    name: `step ${n}`,
    began: n,
    at: n,
    value: { text: `value ${n}` },
  }));
  const text = steps.map((step) => `${JSON.stringify(step)}\n`).join('');
  const split = median(5, () => callTime(3, () => text.split('\n').map((line) => line.length)));
  const value = median(5, () => callTime(3, () => readSteps(text)));
  figure('10,000 steps of a journal, read', {
    measured: ms(value),
    floor: `split: ${ms(split)}`,
    value,
    limit: 100,
    unit: ' ms',
  });
}

function comment({ parseComment }) {
  const talk = 'Some words of somebody, `code` and <b>more</b>, over and over.\n';
  const body = `${talk.repeat(Math.floor(65_000 / talk.length))}/crew status\n`;
  const split = median(5, () => callTime(50, () => body.split('\n')));
  const value = median(5, () => callTime(50, () => parseComment(body)));
  figure('a comment of 64 kB, parsed', {
    measured: ms(value),
    floor: `split: ${ms(split)}`,
    value,
    limit: 2,
    unit: ' ms',
  });
}

/** From a webhook to the decisions and changes of an answer; reads from GitHub are given. */
function dispatch({ planChanges }) {
  const payload = JSON.stringify(webhook('/crew help\n/crew fix add\n/crew hlep'));
  const plan = () => planChanges(JSON.parse(payload));
  const floor = median(5, () => callTime(500, () => JSON.parse(payload)));
  const value = median(5, () => callTime(500, plan));
  figure('webhook to planned change', {
    measured: ms(value),
    floor: `JSON.parse: ${ms(floor)}`,
    value,
    limit: 5,
    unit: ' ms',
  });
}
