// crew as benches start it: bundled from the current sources.
import { spawn, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

export const ROOT = path.resolve(import.meta.dirname, '..');

/** Bundles TypeScript that a bench needs; returns the file. `made` is the bench's temporary folder. */
export async function bundled(made, entry) {
  const outfile = path.join(made, `${path.basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [path.join(ROOT, entry)],
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

/** Bundles crew as it is released; returns its command line. `plugin` is the file of an esbuild plugin. */
export function shipped(made, { plugin } = {}) {
  const folder = path.join(made, 'package');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'scripts/build.mjs'),
      ...['--out', path.join(folder, 'dist'), '--sandbox-out', path.join(made, 'hub')],
      ...(plugin ? ['--plugin', path.join(ROOT, plugin)] : []),
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`crew cannot be built: ${stderr}`);
  for (const name of ['.agent', 'package.json']) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  return path.join(folder, 'dist/cli.js');
}

/** Runs Node and returns what it printed. */
export function live(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ out, err }));
  });
}
