// Loading and searching the embedded memory, beside the floor of parsing its lines. usage: node bench/memory.mjs [ENTITIES]
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const COUNT = Number(process.argv[2] ?? 10_000);
const LIMITS = { load: 100, search: 50, tokens: 1500 };

const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const outfile = path.join(made, 'subject.mjs');
  const entryPoints = [path.join(ROOT, 'bench/memory-subject.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' });
  const { measured } = await import(outfile);
  const { parse, load, search, tokens } = await measured(COUNT, path.join(made, 'home'));
  const floor = `JSON.parse: ${parse.toFixed(1)} ms`;
  const row = (what, value, limit, unit) => [
    ...[what, `${value.toFixed(unit === ' ms' ? 1 : 0)}${unit}`, unit === ' ms' ? floor : ''],
    ...[
      unit === ' ms' ? (value / parse).toFixed(2) : '',
      `≤ ${limit}${unit}`,
      value <= limit ? 'holds' : 'DOES NOT HOLD',
    ],
  ];
  const rows = [
    ['what', 'measured', 'floor', 'ratio', 'asked for', ''],
    row(`load ${COUNT} entities`, load, LIMITS.load, ' ms'),
    row(`search ${COUNT} entities`, search, LIMITS.search, ' ms'),
    row('section of a prompt', tokens, LIMITS.tokens, ' tokens'),
  ];
  console.log(table(rows));
  process.exitCode = rows.some((each) => each.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}
