// What looking at a whole board costs, cold and warm, by GitHub's own counting. usage: node bench/field.mjs [issues …]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const NOW = Date.parse('2026-11-18T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

/** Both sides from source: GitHub in a process of its own, so that what the reader holds is the reader's. */
const SUBJECT = `
export { startGitHub, noLimits } from './src/sandbox/github/index.js';
export { createClient } from './src/adapters/github/client.js';
export { githubField, observationsIn } from './src/adapters/github/field/index.js';
export { githubPeople } from './src/adapters/github/people.js';
export { githubRefs } from './src/adapters/github/refs.js';
`;

async function load(into) {
  const outfile = path.join(into, `subject-${process.pid}.mjs`);
  await build({
    stdin: { contents: SUBJECT, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(outfile);
}

function madeIn(folder) {
  const made = mkdtempSync(path.join(folder, '.crew-bench-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

const daysAgo = (days) => new Date(NOW - days * DAY).toISOString();

/** A board as boards are: three in ten open, six in a hundred under review, most of the rest closed by a merge. */
function board(count) {
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  const isOpen = (number) => number % 10 < 3;
  const age = (number) => 2 + ((count - number) / count) * 700;
  const issues = numbers.map((number) => ({
    number,
    title: `Issue ${number}`,
    body: `What is wrong with part ${number}, at some length.\n\n`.repeat(8),
    author: 'ann',
    createdAt: daysAgo(age(number)),
    labels: number % 2 ? ['bug'] : [],
    ...(number % 20 === 0 && number > 20 ? { blockedBy: [number - 10] } : {}),
    ...(isOpen(number)
      ? { comments: [{ author: 'ann', body: 'Any news?', at: daysAgo(age(number) / 2) }] }
      : { state: 'closed', closedAt: daysAgo(age(number) / 3) }),
  }));
  const open = numbers.filter(isOpen).slice(0, Math.round(count * 0.06));
  const closed = numbers.filter((number) => !isOpen(number)).slice(-Math.round(count * 0.24));
  const pull = (number, index) => ({
    number: count + index + 1,
    title: `Fix part ${number}`,
    body: `Fixes #${number}`,
    author: 'maya',
    createdAt: daysAgo(age(number) / 2),
    head: { branch: `fix-${number}` },
  });
  const review = (at) => [{ by: 'noah', state: 'APPROVED', at }];
  return {
    users: ['ann', 'maya', 'noah', 'eyes'],
    organizations: ['acme'],
    repositories: [
      {
        owner: 'acme',
        name: 'app',
        createdAt: daysAgo(1000),
        collaborators: { maya: 'write', noah: 'admin', eyes: 'write' },
        issues,
        pulls: [...open, ...closed].map((number, index) => ({
          ...pull(number, index),
          ...(index < open.length
            ? {
                checks: [{ name: 'test', state: 'success', required: true }],
                reviews: review(daysAgo(age(number) / 4)),
              }
            : {
                state: 'merged',
                head: { branch: `fix-${number}`, deleted: true },
                merge: { at: daysAgo(age(number) / 3), by: 'noah', method: 'squash' },
              }),
        })),
      },
    ],
    projects: [
      {
        owner: 'acme',
        number: 1,
        title: 'Board',
        items: numbers.map((number) => ({ of: `acme/app#${number}`, status: isOpen(number) ? 'Todo' : 'Done' })),
      },
    ],
  };
}

async function beGitHub(count) {
  const made = madeIn(tmpdir());
  const { startGitHub, noLimits } = await load(madeIn(path.join(ROOT, 'node_modules')));
  const github = await startGitHub({ dir: made, now: () => NOW, limits: noLimits });
  await github.seed(board(count));
  const { apiUrl, graphqlUrl } = github;
  const { gitDir } = github.repository('acme/app');
  console.log(JSON.stringify({ apiUrl, graphqlUrl, gitDir, token: github.tokenFor({ user: 'eyes' }) }));
  process.stdin.resume().once('end', () => process.exit(0));
}

/** What one board costs: requests, points, time, and what the process held at most. */
async function measureField(count) {
  const child = spawn(process.execPath, [import.meta.filename, '--github', String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for await (const line of createInterface(child.stdout)) return await look(JSON.parse(line), count);
    throw new Error('the embedded GitHub did not start');
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function look({ apiUrl, graphqlUrl, gitDir, token }, count) {
  const subject = await load(madeIn(path.join(ROOT, 'node_modules')));
  const clone = path.join(madeIn(tmpdir()), 'app');
  execFileSync('git', ['clone', '-q', gitDir, clone]);
  const clock = { now: () => NOW, sleep: async () => undefined };
  const client = subject.createClient({ apiUrl, graphqlUrl, token: async () => token, clock, log: () => undefined });
  const at = { owner: 'acme', repo: 'app' };
  const refs = subject.githubRefs(client, at);
  const people = subject.githubPeople(client, at);
  const reader = subject.githubField({ home: client, people, refs, clock, runs: () => null });
  const observations = subject.observationsIn(refs, (text) => text);
  const ask = { repo: 'acme/app', project: 1, projectOwner: 'acme', clone, now: new Date(NOW + 60_000).toISOString() };
  const measured = async (work) => {
    const before = client.spent();
    const began = performance.now();
    const value = await work();
    const spent = client.spent();
    const requests = spent.requests - before.requests;
    return { value, requests, points: spent.graphqlPoints - before.graphqlPoints, ms: performance.now() - began };
  };
  const cold = await measured(() => reader.look(ask));
  const { field, total } = cold.value;
  if (total !== count || field.issues.length !== count || field.missing.length > 0)
    throw new Error(`${field.issues.length} of ${count} seen: ${JSON.stringify(field.missing.slice(0, 3))}`);
  await observations.write({ format: 1, at: ask.now, field, texts: {}, issues: {} }, null);
  const warm = await measured(async () => {
    const { observation } = await observations.read();
    return reader.look({ ...ask, previous: observation ?? undefined });
  });
  const same = JSON.stringify(warm.value.field.issues) === JSON.stringify(field.issues);
  if (!same) throw new Error('the second look saw something else');
  return { cold, warm, megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** What is asked for at a thousand issues; ten times as many may cost ten times as much. */
const LIMITS = { cold: { requests: 15, points: 40 }, warm: { requests: 3, points: 40 } };

async function measureAll(counts) {
  const rows = [['issues', 'look', 'requests', 'points', 'time', 'resident', 'asked for', '']];
  for (const count of counts.length > 0 ? counts : [100, 1000]) {
    const { megabytes, ...looks } = await measureField(count);
    for (const [name, { requests, points, ms }] of Object.entries(looks)) {
      const times = Math.max(1, count / 1000);
      const [most, mostPoints] = [LIMITS[name].requests * times, LIMITS[name].points * times];
      const holds = requests <= most && points <= mostPoints && megabytes <= 300;
      rows.push([
        String(count),
        name,
        String(requests),
        String(points),
        `${Math.round(ms)} ms`,
        `${Math.round(megabytes)} MB`,
        `≤ ${most} and ≤ ${mostPoints}, ≤ 300 MB`,
        holds ? 'holds' : 'DOES NOT HOLD',
      ]);
      if (!holds) process.exitCode = 1;
    }
  }
  console.log(table(rows));
}

const [first, size] = process.argv.slice(2);
if (first === '--github') await beGitHub(Number(size));
else await measureAll(process.argv.slice(2).map(Number));
