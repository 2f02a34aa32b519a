// Measures the cost of board scans in GitHub's units, each in its own process, compared with the documented behavior of actions/stale.
// With --write the table is written to docs/guides/facilitate.md.
// usage: node bench/facilitate.mjs [--write] [issues …]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const GUIDE = path.join(ROOT, 'docs/guides/facilitate.md');
const NOW = Date.parse('2026-11-18T12:00:00Z');
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Bundled once, in a process that is not measured. */
async function bundled() {
  const outfile = path.join(madeIn(path.join(ROOT, 'node_modules')), 'subject.mjs');
  const { build } = await import('esbuild');
  await build({
    entryPoints: [path.join(ROOT, 'bench/facilitate-subject.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['github-sandbox'],
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

/** The labels exist, as on every board after the first scan. */
const LABELS = [
  'crew:ready',
  'crew:review',
  'crew:stale',
  'crew:close-due',
  'crew:merge-due',
  'blocked',
  'needs-attention',
];

/** Three of ten issues are open, six percent have an open pull request, most others were closed by a merge. */
function board(count) {
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  const isOpen = (number) => number % 10 < 3;
  const age = (number) => 2 + ((count - number) / count) * 700;
  const body = (number) => `What is wrong with part ${number}, at some length.\n\n`.repeat(8);
  // Thirty of each thousand wait for something outside, and carry two labels.
  const isHeld = (number) => number % 10 === 1 && number % 1000 > 200 && number % 1000 <= 500;
  const issues = numbers.map((number) => ({
    number,
    title: `Issue ${number}`,
    body: `${body(number)}${isHeld(number) ? 'Blocked by: the supplier' : ''}`,
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
  return {
    users: ['ann', 'maya', 'noah', 'eyes'],
    organizations: ['acme'],
    repositories: [
      {
        owner: 'acme',
        name: 'app',
        createdAt: daysAgo(1000),
        labels: LABELS.map((name) => ({ name })),
        collaborators: { maya: 'write', noah: 'admin', eyes: 'write' },
        issues,
        pulls: [...open, ...closed].map((number, index) => ({
          ...pull(number, index),
          ...(index < open.length
            ? {
                checks: [{ name: 'test', state: 'success', required: true }],
                reviews: [{ by: 'noah', state: 'APPROVED', at: daysAgo(age(number) / 4) }],
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

/** The embedded GitHub runs in another process, so that its memory is not measured. */
async function beGitHub(subject, count) {
  const made = madeIn(tmpdir());
  const { startGitHub, noLimits } = await import(subject);
  const began = Date.now();
  const github = await startGitHub({ dir: made, now: () => NOW + Date.now() - began, limits: noLimits });
  await github.seed(board(count));
  const { apiUrl, graphqlUrl, url } = github;
  const clone = path.join(made, 'clone');
  execFileSync('git', ['clone', '-q', github.repository('acme/app').gitDir, clone]);
  console.log(JSON.stringify({ apiUrl, graphqlUrl, url, clone, token: github.tokenFor({ user: 'eyes' }) }));
  process.stdin.resume().once('end', () => process.exit(0));
}

const SCANS = ['dry run', 'first run', 'run with nothing new'];

/** The scans of one board in sequence. */
async function measureBoard(subject, count) {
  const child = spawn(process.execPath, [import.meta.filename, '--github', subject, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const at = { subject, ...JSON.parse(await firstLine(child.stdout, 'the embedded GitHub')) };
    const scans = [];
    for (const [n, name] of SCANS.entries()) scans.push([name, await inProcess('--scan', at, n)]);
    return scans;
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function firstLine(stream, who) {
  for await (const line of createInterface(stream)) return line;
  throw new Error(`${who} printed nothing`);
}

async function inProcess(what, at, more) {
  const args = [import.meta.filename, what, JSON.stringify(at), String(more)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = JSON.parse(await firstLine(child.stdout, what));
  await ended;
  return said;
}

/** One facilitation scan, an hour after the one before it. */
async function scan({ subject, ...at }, n) {
  const { scanBoard } = await import(subject);
  console.log(JSON.stringify(await scanBoard(at, { now: NOW + n * HOUR, dryRun: n === 0, key: `bench-${n}` })));
}

/** Limits at a thousand issues; ten times as many may cost ten times as much, and their reading 120 requests. */
const LIMITS = {
  'dry run': { requests: 12, points: 36 },
  'first run': { requests: 40, points: Infinity, seconds: 60 },
  'run with nothing new': { requests: 12, points: 36 },
};
const MOST_MEGABYTES = 300;

/** actions/stale on a board of a thousand issues: number of requests by its documented behavior. */
const STALE = { 'dry run': '1,860', 'first run': '3,707', 'run with nothing new': '1,860' };

function rowOf(count, name, { requests, points, seconds, megabytes, written }) {
  const times = Math.max(1, count / 1000);
  // On a small board the first scan writes one comment per issue; on a large one it writes a digest instead.
  const bounds = count < 1000 && name === 'first run' ? { requests: Infinity, points: Infinity } : LIMITS[name];
  const { requests: most, points: mostPoints, seconds: longest = Infinity } = bounds;
  const reading = name === 'first run' ? Infinity : 120;
  const holds =
    requests <= Math.min(most * times, reading) &&
    points <= mostPoints * times &&
    seconds <= longest * times &&
    megabytes <= MOST_MEGABYTES;
  if (!holds) process.exitCode = 1;
  return [
    count.toLocaleString('en'),
    name,
    String(written),
    String(requests),
    String(points),
    `${seconds.toFixed(1)} s`,
    `${Math.round(megabytes)} MB`,
    count === 1000 ? STALE[name] : '–',
    holds ? 'holds' : 'DOES NOT HOLD',
  ];
}

const HEAD = ['issues', 'scan', 'changes written', 'requests', 'points', 'time', 'memory', 'actions/stale: requests'];
const MARKS = ['<!-- bench -->', '<!-- /bench -->'];

function writeGuide(rows) {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map((row) => row.slice(0, HEAD.length))];
  const made = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const text = readFileSync(GUIDE, 'utf8');
  const [from, to] = MARKS.map((mark) => text.indexOf(mark));
  writeFileSync(GUIDE, `${text.slice(0, from + MARKS[0].length)}\n\n${made}\n\n${text.slice(to)}`);
}

async function measureAll(words) {
  const subject = await bundled();
  const counts = words.filter((word) => word !== '--write').map(Number);
  const rows = [];
  for (const count of counts.length > 0 ? counts : [100, 1000]) {
    const scans = await measureBoard(subject, count);
    rows.push(...scans.map(([name, costs]) => rowOf(count, name, costs)));
  }
  console.log(table([[...HEAD, ''], ...rows]));
  if (words.includes('--write')) writeGuide(rows);
}

const [first, second, third] = process.argv.slice(2);
if (first === '--github') await beGitHub(second, Number(third));
else if (first === '--scan') await scan(JSON.parse(second), Number(third));
else await measureAll(process.argv.slice(2));
