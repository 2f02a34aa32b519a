// Measures the map of a repository. usage: node bench/map.mjs [files]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const COUNT = Number(process.argv[2] ?? 5_000);
const LIMIT_MS = 2_000;

const SUBJECT = `
export { openWorkspace } from './src/adapters/workspace/index.js';
export { mapOf } from './src/agent/map/index.js';
`;

const made = mkdtempSync(path.join(tmpdir(), 'crew-bench-'));
const bundle = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
try {
  const { openWorkspace, mapOf } = await load();
  const bytes = plant(made);
  const rows = [['what', 'measured', 'asked for', '']];
  const workspace = openWorkspace(made);
  const listed = await time(() => workspace.files({}));
  rows.push([`listing ${COUNT} files (floor)`, `${listed.ms.toFixed(0)} ms`, '', '']);
  for (const [what, tokens, task] of [
    ['a page of 2,000 tokens', 2_000, ''],
    ['of 8,000, for a task', 8_000, 'Fix compute17 in module3/part42.ts'],
  ]) {
    const { ms, value } = await time(() => mapOf(workspace, { tokens, task }));
    rows.push([
      `${what} (${value.length} characters)`,
      `${ms.toFixed(0)} ms`,
      `≤ ${LIMIT_MS} ms`,
      ms <= LIMIT_MS ? 'holds' : 'DOES NOT HOLD',
    ]);
  }
  console.log(`${COUNT} files, ${(bytes / 1024 / 1024).toFixed(1)} MB\n${table(rows)}`);
  process.exitCode = rows.some((row) => row.at(-1) === 'DOES NOT HOLD') ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
  rmSync(bundle, { recursive: true, force: true });
}

async function load() {
  const outfile = path.join(bundle, 'subject.mjs');
  await build({
    stdin: { contents: SUBJECT, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function time(work) {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Realistic modules: a few hundred lines, imports of neighbors, a test for every second one. */
function plant(root) {
  let bytes = 0;
  for (let n = 0; n < COUNT; n += 1) {
    const folder = path.join(root, `module${n % 40}`);
    mkdirSync(folder, { recursive: true });
    const isTest = n % 3 === 2;
    const text = isTest ? testOf(n - 1) : moduleOf(n);
    writeFileSync(path.join(folder, isTest ? `part${n - 1}.test.ts` : `part${n}.ts`), text);
    bytes += text.length;
  }
  writeFileSync(path.join(root, 'package.json'), '{ "main": "module0/part0.ts" }');
  return bytes;
}

function moduleOf(n) {
  const imports = [1, 7, 40].map(
    (step) => `import { compute${n - step} } from '../module${(n - step + 400) % 40}/part${n - step}.js';`,
  );
  const body = Array.from(
    { length: 120 },
    (_, line) => `  const value${line} = input.map((each) => each * ${line} + ${n}); // line ${line} of it`,
  );
  return [
    ...imports,
    '',
    `export interface Shape${n} { readonly size: number }`,
    `export function compute${n}(input: number[]) {`,
    ...body,
    '}',
    '',
  ].join('\n');
}

function testOf(n) {
  return `import { compute${n} } from './part${n}.js';\n${"it('computes', () => expect(compute([1])).toEqual([1]));\n".repeat(40)}`;
}
