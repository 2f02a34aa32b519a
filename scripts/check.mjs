// Everything that must hold before a commit that matters, in order; the first that does not ends it.
// usage: node scripts/check.mjs [--without-tests]
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const STEPS = ['types', 'lint', 'habits', 'unused', 'workflows', 'fresh', 'test'];
const wanted = process.argv.includes('--without-tests') ? STEPS.filter((step) => step !== 'test') : STEPS;

for (const step of wanted) {
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', step], { cwd: ROOT, stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${step} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(status ?? 1);
}
