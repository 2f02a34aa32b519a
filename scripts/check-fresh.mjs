// What is built from the source and committed must be what the source builds today: both bundles.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(tmpdir(), 'crew-fresh-'));
const MOST = 5 * 1024 * 1024;

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

try {
  const folders = { dist: path.join(made, 'dist'), 'packages/github-sandbox/dist': path.join(made, 'sandbox') };
  const [out, sandboxOut] = Object.values(folders);
  const args = ['scripts/build.mjs', '--out', out, '--sandbox-out', sandboxOut];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const stale = Object.entries(folders).flatMap(([name, folder]) => staleIn(name, folder));
  const fresh = contents(out);
  const size = [...fresh.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (stale.length > 0) console.error(`built files are stale (${stale.join(', ')}): run \`npm run build\``);
  if (size > MOST) console.error(`dist has ${size} bytes, more than ${MOST}`);
  if (stale.length > 0 || size > MOST) process.exitCode = 1;
  else console.log(`dist: ${fresh.size} files, ${(size / 1024).toFixed(0)} kB, fresh`);
} finally {
  rmSync(made, { recursive: true, force: true });
}
