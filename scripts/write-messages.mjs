// Writes docs/messages.md from the messages and their samples. usage: node scripts/write-messages.mjs [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'docs/messages.md');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-messages-'));

try {
  // In chunks, so that what the commands load when they are called is not loaded here.
  await build({
    entryPoints: [path.join(ROOT, 'test/docs/messages/page.ts')],
    outdir: made,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { messagesPage } = await import(path.join(made, 'page.mjs'));
  const text = messagesPage();
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (text !== readFileSync(FILE, 'utf8')) {
    console.error('docs/messages.md is stale: run `node scripts/write-messages.mjs`');
    process.exitCode = 1;
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
