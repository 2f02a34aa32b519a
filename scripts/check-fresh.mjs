// What is built from the source and committed must be what the source builds today: both bundles.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(tmpdir(), 'crew-fresh-'));
/** Of all bundled code, and of what the job `gate` loads: an Action starts as fast as its files are read. */
const MOST = 4_000_000;
const MOST_OF_GATE = 1_200_000;
const GATE = ['src/action/entry.ts', 'src/action/services.ts', 'src/runs/gate.ts', 'src/workflows/fix/gate.ts'];

/** Every file of a folder with its text. */
function contents(folder) {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

/** Files of a committed folder that the build does not make, or makes differently. */
function staleIn(name, folder) {
  const [here, fresh] = [contents(path.join(ROOT, name)), contents(folder)];
  const files = [...new Set([...here.keys(), ...fresh.keys()])];
  return files.filter((file) => here.get(file) !== fresh.get(file)).map((file) => `${name}/${file}`);
}

/** Bytes of the chunks that the job `gate` loads: its entry, and what it imports for an event. */
function loadedBy(outputs) {
  const seen = new Set();
  const load = (file) => {
    if (seen.has(file) || !outputs[file]) return;
    seen.add(file);
    for (const { path: to, kind } of outputs[file].imports) if (kind === 'import-statement') load(to);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (GATE.includes(entryPoint)) load(file);
  return [...seen].reduce((sum, file) => sum + outputs[file].bytes, 0);
}

try {
  const folders = { dist: path.join(made, 'dist'), 'packages/github-sandbox/dist': path.join(made, 'sandbox') };
  const [out, sandboxOut] = Object.values(folders);
  const meta = path.join(made, 'meta.json');
  const args = ['scripts/build.mjs', '--out', out, '--sandbox-out', sandboxOut, '--meta', meta];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const stale = Object.entries(folders).flatMap(([name, folder]) => staleIn(name, folder));
  const fresh = contents(out);
  const { outputs } = JSON.parse(readFileSync(meta, 'utf8'));
  const size = Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0);
  const gate = loadedBy(outputs);
  if (stale.length > 0) console.error(`built files are stale (${stale.join(', ')}): run \`npm run build\``);
  if (size > MOST) console.error(`dist has ${size} bytes, more than ${MOST}`);
  if (gate > MOST_OF_GATE) console.error(`the job gate loads ${gate} bytes, more than ${MOST_OF_GATE}`);
  if (stale.length > 0 || size > MOST || gate > MOST_OF_GATE) process.exitCode = 1;
  else console.log(`dist: ${fresh.size} files, ${size} bytes of code, ${gate} of them loaded by the job gate, fresh`);
} finally {
  rmSync(made, { recursive: true, force: true });
}
