// Writes the tables of docs/guard.md from the guard's own. usage: node scripts/write-guard.mjs [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'docs/guard.md');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-guard-'));

try {
  const outfile = path.join(made, 'page.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'src/guard/page.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { withTables } = await import(outfile);
  const before = readFileSync(FILE, 'utf8');
  const text = withTables(before);
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (text !== before) {
    console.error('docs/guard.md is stale: run `node scripts/write-guard.mjs`');
    process.exitCode = 1;
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
