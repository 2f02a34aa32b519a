// Measures `crew task` against the fix that it delegates to, and a query of the learning ledger.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const TIMES = 5;
const LIMITS = { calls: 1, ms: 300, query: 50 };
const FILES = {
  'package.json': '{ "name": "little", "type": "module", "scripts": { "test": "node --test" } }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'test/little.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
test('does nothing with zero', () => assert.equal(add(4, 0), 4));
`,
};

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const outfile = path.join(made, 'subject.mjs');
  const entryPoints = [path.join(ROOT, 'bench/task-subject.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' });
  const { measured, queried } = await import(outfile);
  const seen = { fix: [], task: [] };
  // Alternating, so that both have the same conditions; the first of each warms up.
  for (let n = 0; n <= TIMES; n += 1)
    for (const kind of ['fix', 'task']) {
      const result = await measured(kind, repository(`${kind}-${n}`));
      if (result.outcome !== 'done') throw new Error(`${kind} ended ${result.outcome}: ${result.says}`);
      if (n > 0) seen[kind].push(result);
    }
  // The minimum after warming up, because other load on the machine only adds time.
  const query = Math.min(...Array.from({ length: 4 * TIMES }, () => queried(10_000)));
  const least = (kind, what) => Math.min(...seen[kind].map((each) => each[what]));
  const calls = (kind) => seen[kind][0].calls;
  const rows = [
    ['what', 'task', 'bare fix', 'more', 'asked for', ''],
    row('model calls', { task: calls('task'), fix: calls('fix'), limit: LIMITS.calls, unit: '' }),
    // CPU time is more reliable than wall time on a shared machine.
    row('time of its own', { task: least('task', 'cpu'), fix: least('fix', 'cpu'), limit: LIMITS.ms, unit: ' ms' }),
    ['time on the wall', ...['task', 'fix'].map((kind) => `${least(kind, 'ms').toFixed(1)} ms`), '', '', ''],
    row('query of 10,000 entries', { task: query, fix: 0, limit: LIMITS.query, unit: ' ms' }),
  ];
  console.log(table(rows));
  process.exitCode = rows.some((each) => each.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}

function row(what, { task, fix, limit, unit }) {
  const more = task - fix;
  const number = (value) => `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`;
  return [
    what,
    number(task),
    number(fix),
    number(more),
    `≤ ${limit}${unit}`,
    more <= limit ? 'holds' : 'DOES NOT HOLD',
  ];
}

/** A repository with one commit, and a separate home. */
function repository(name) {
  const [root, home] = [path.join(made, name, 'tree'), path.join(made, name, 'home')];
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(home, { recursive: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message=first');
  return { root, home };
}
