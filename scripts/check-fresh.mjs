// What is made from the source and committed must be what the source makes today: the bundle, the schema.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const made = mkdtempSync(path.join(tmpdir(), 'crew-fresh-'));
const MOST = 5 * 1024 * 1024;

/** Every file of a folder with its text. */
function contents(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

try {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--out', made], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const [here, fresh] = [contents(path.join(ROOT, 'dist')), contents(made)];
  const stale = [...new Set([...here.keys(), ...fresh.keys()])].filter((file) => here.get(file) !== fresh.get(file));
  const size = [...fresh.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (stale.length > 0) console.error(`dist is stale (${stale.join(', ')}): run \`npm run build\``);
  if (size > MOST) console.error(`dist has ${size} bytes, more than ${MOST}`);
  if (stale.length > 0 || size > MOST) process.exitCode = 1;
  else console.log(`dist: ${fresh.size} files, ${(size / 1024).toFixed(0)} kB, fresh`);
} finally {
  rmSync(made, { recursive: true, force: true });
}
