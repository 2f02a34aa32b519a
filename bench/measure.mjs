// Measuring helpers. Medians and a baseline in the same run, because shared machines are noisy.
import { spawnSync } from 'node:child_process';

/** The median of several measurements. */
export function median(times, measure) {
  const all = Array.from({ length: times }, measure).sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)];
}

/** Milliseconds of a process. */
export function processTime(args, env = process.env) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}

/** Mean milliseconds of a call. */
export function callTime(times, call) {
  const began = performance.now();
  for (let n = 0; n < times; n += 1) call(n);
  return (performance.now() - began) / times;
}

/** Formats rows as an aligned table. */
export function table(rows) {
  const widths = rows[0].map((_, n) => Math.max(...rows.map((row) => String(row[n]).length)));
  return rows.map((row) => row.map((cell, n) => String(cell).padEnd(widths[n])).join('  ')).join('\n');
}
