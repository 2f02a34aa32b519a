// What looking at a whole board costs, cold and warm, by GitHub's own counting: reading alone, then whole facilitations, each
// a process of its own. usage: node bench/field.mjs [issues …]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const NOW = Date.parse('2026-11-18T12:00:00Z');
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Both sides from source: GitHub in a process of its own, so that what the reader holds is the reader's. */
const SUBJECT = `
export { startGitHub, noLimits } from 'github-sandbox';
export { createClient } from './src/adapters/github/client.js';
export { githubBoard, scanRecordsIn } from './src/adapters/github/board/index.js';
export { githubPeople } from './src/adapters/github/people.js';
export { githubRefs } from './src/adapters/github/refs.js';
export { readEnv } from './src/main/env.js';
export { hubCrew } from './src/main/wire.js';
export { memoryStore } from './src/adapters/store/memory.js';
export { road } from './src/road.js';
`;

/** Bundled once, by a process that is not measured. */
async function bundled() {
  const outfile = path.join(madeIn(path.join(ROOT, 'node_modules')), 'subject.mjs');
  const { build } = await import('esbuild');
  await build({
    stdin: { contents: SUBJECT, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
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

async function beGitHub(subject, count) {
  const made = madeIn(tmpdir());
  const { startGitHub, noLimits } = await import(subject);
  // Its clock goes: what is written moves the dates by which the next look knows what to read again.
  const began = Date.now();
  const github = await startGitHub({ dir: made, now: () => NOW + Date.now() - began, limits: noLimits });
  await github.seed(board(count));
  const { apiUrl, graphqlUrl, url } = github;
  const clone = path.join(made, 'clone');
  execFileSync('git', ['clone', '-q', github.repository('acme/app').gitDir, clone]);
  console.log(JSON.stringify({ apiUrl, graphqlUrl, url, clone, token: github.tokenFor({ user: 'eyes' }) }));
  process.stdin.resume().once('end', () => process.exit(0));
}

/** What one board costs: requests, points, time, and what the process held at most. */
async function measureField(subject, count) {
  const child = spawn(process.execPath, [import.meta.filename, '--github', subject, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const at = { subject, ...JSON.parse(await firstLine(child.stdout, 'the embedded GitHub')) };
    const reading = await inProcess('--read', at, count);
    const road = (hours) => inProcess('--road', at, hours);
    return {
      ...reading,
      'whole, first': await road(1),
      'whole, after it': await road(2),
      'whole, settled': await road(3),
      'whole, again': await road(4),
    };
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function firstLine(stream, who) {
  for await (const line of createInterface(stream)) return line;
  throw new Error(`${who} said nothing`);
}

/** Each measurement has a process of its own, so that what it holds is its own. */
async function inProcess(what, at, more) {
  const args = [import.meta.filename, what, JSON.stringify(at), String(more)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = JSON.parse(await firstLine(child.stdout, what));
  await ended;
  return said;
}

const megabytes = () => process.resourceUsage().maxRSS / 1024;

/** A whole facilitation, from the event to what is remembered; time is a quick clock's, for GitHub bears 60 writes a minute. */
async function beCrew({ subject, apiUrl, graphqlUrl, url, token, clone }, hours) {
  const { hubCrew, memoryStore, readEnv, road } = await import(subject);
  let now = NOW + hours * HOUR;
  const clock = {
    now: () => now,
    sleep: async (ms) => {
      now += Math.max(ms, 0);
    },
  };
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const crew = hubCrew({
    ...{ env, clock, door: 'step', repo: 'acme/app', token: async () => token, store: memoryStore() },
    ...{ log: () => undefined, aim: { project: 1, projectOwner: 'acme', clone } },
  });
  const began = performance.now();
  const event = { kind: 'scheduled', key: `bench-${hours}`, repo: 'acme/app', command: 'facilitate' };
  const [ended] = await road(event, crew);
  const { cost, coverage, changes } = ended?.outcome?.shows?.report ?? {};
  if (!cost || coverage.missing.length > 0) throw new Error(JSON.stringify(ended?.outcome?.says ?? coverage));
  // All that the process sent, also what came before the look and after its report.
  const { requests, graphqlPoints: points } = crew.github.spent();
  const spent = { requests, points, ms: performance.now() - began };
  console.log(JSON.stringify({ ...spent, megabytes: megabytes(), written: changes.written }));
}

async function read({ subject: file, apiUrl, graphqlUrl, token, clone }, count) {
  const subject = await import(file);
  const clock = { now: () => NOW, sleep: async () => undefined };
  const client = subject.createClient({ apiUrl, graphqlUrl, token: async () => token, clock, log: () => undefined });
  const at = { owner: 'acme', repo: 'app' };
  const refs = subject.githubRefs(client, at);
  const people = () => subject.githubPeople(client, at);
  const reader = subject.githubBoard({ home: client, people, refs, clock, runs: () => null });
  const observations = subject.scanRecordsIn(refs, (text) => text);
  const ask = {
    repo: 'acme/app',
    project: 1,
    projectOwner: 'acme',
    clone,
    now: new Date(NOW + HOUR / 2).toISOString(),
  };
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
  const kept = await observations.write({ format: 1, at: ask.now, field, texts: {}, issues: {} }, null);
  const warm = await measured(async () => {
    const { observation } = await observations.read();
    return reader.look({ ...ask, previous: observation ?? undefined });
  });
  // The facilitations after it begin with nothing.
  if (kept) await refs.remove('crew/field');
  const same = JSON.stringify(warm.value.field.issues) === JSON.stringify(field.issues);
  if (!same) throw new Error('the second look saw something else');
  const plain = ({ value: _, ...costs }) => ({ ...costs, megabytes: megabytes() });
  console.log(JSON.stringify({ cold: plain(cold), warm: plain(warm) }));
}

/** What is asked for at a thousand issues; ten times as many may cost ten times as much. A facilitation writes besides. */
const LIMITS = {
  cold: { requests: 15, points: 40 },
  warm: { requests: 3, points: 40 },
  'whole, again': { requests: 3, points: 40 },
};
const MOST_MEGABYTES = 300;

function rowOf(count, name, { requests, points, ms, megabytes: held, written }) {
  const times = Math.max(1, count / 1000);
  // What is still owed is no "nothing changed".
  const limit = written ? undefined : LIMITS[name];
  const [most, mostPoints] = limit ? [limit.requests * times, limit.points * times] : [Infinity, Infinity];
  const holds = requests <= most && points <= mostPoints && held <= MOST_MEGABYTES;
  if (!holds) process.exitCode = 1;
  return [
    String(count),
    written === undefined ? name : `${name} (${written} written)`,
    String(requests),
    String(points),
    `${Math.round(ms)} ms`,
    `${Math.round(held)} MB`,
    `${limit ? `≤ ${most} and ≤ ${mostPoints}, ` : ''}≤ ${MOST_MEGABYTES} MB`,
    holds ? 'holds' : 'DOES NOT HOLD',
  ];
}

async function measureAll(counts) {
  const subject = await bundled();
  const rows = [['issues', 'look', 'requests', 'points', 'time', 'resident', 'asked for', '']];
  for (const count of counts.length > 0 ? counts : [100, 1000]) {
    const looks = await measureField(subject, count);
    rows.push(...Object.entries(looks).map(([name, costs]) => rowOf(count, name, costs)));
  }
  console.log(table(rows));
}

const [first, second, third] = process.argv.slice(2);
if (first === '--github') await beGitHub(second, Number(third));
else if (first === '--read') await read(JSON.parse(second), Number(third));
else if (first === '--road') await beCrew(JSON.parse(second), Number(third));
else await measureAll(process.argv.slice(2).map(Number));
