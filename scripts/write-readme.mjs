// Writes the tables of README.md from the lists they speak of. usage: node scripts/write-readme.mjs [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'README.md');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-readme-'));

const SOURCE = `
export { threadCommands } from './src/workflows/instant.js';
export { cliCommands } from './src/cli/commands/index.js';
export { commandTable, settingTable } from './src/view/reference.js';
`;

/** Replaces what stands between two marks of the README. */
function between(text, name, table) {
  const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open) + open.length, text.indexOf(close)];
  if (from < open.length || to === -1) throw new Error(`README.md has no marks for ${name}`);
  return `${text.slice(0, from)}${table}${text.slice(Math.max(to, from - 1))}`;
}

try {
  // In chunks, so that what the commands load when they are called is not loaded here.
  await build({
    stdin: { contents: SOURCE, resolveDir: ROOT, sourcefile: 'lists.ts', loader: 'ts' },
    outdir: made,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { threadCommands, cliCommands, commandTable, settingTable } = await import(path.join(made, 'stdin.mjs'));
  const { inputs, outputs } = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));
  const settings = (of) =>
    Object.entries(of).map(([name, { description, default: fallback }]) => ({ name, description, fallback }));
  const before = readFileSync(FILE, 'utf8');
  let text = between(before, 'commands', commandTable(threadCommands()));
  text = between(text, 'terminal', commandTable(cliCommands));
  text = between(
    text,
    'action',
    `${settingTable('input', settings(inputs))}\n\n${settingTable('output', settings(outputs))}`,
  );
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (text !== before) {
    console.error('README.md is stale: run `node scripts/write-readme.mjs`');
    process.exitCode = 1;
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
