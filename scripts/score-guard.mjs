// What the guard is worth, counted: rows, mutants, GTFOBins (where a checkout of it is given), time.
// usage: npm run guard:score -- [--gtfobins FOLDER] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { figures } from '../bench/guard.mjs';
import { table } from '../bench/measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { gtfobins: { type: 'string' }, seed: { type: 'string', default: '1' } } });
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-score-'));

try {
  const outfile = path.join(made, 'score.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'test/guard/build/score.entry.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { score } = await import(outfile);
  const scores = score({ tests: path.join(ROOT, 'test'), gtfobins: values.gtfobins, seed: Number(values.seed) });
  const rows = scores.map(({ what, tried, wrong, asked }) => [what, String(wrong.length), `of ${tried}`, asked]);
  const measured = await figures();
  const times = measured.map(({ what, measured, limit }) => [what, measured, '', limit]);
  console.log(table([['what', 'counted', '', 'asked for'], ...rows, ...times]));
  for (const { what, wrong } of scores) for (const each of wrong.slice(0, 20)) console.error(`${what}: ${each}`);
  const broken = [
    ...scores.filter(({ tried, wrong, most, least = 1 }) => wrong.length > most * tried || tried < least),
    ...measured.filter(({ value, most }) => most !== undefined && value > most),
  ];
  for (const { what } of broken) console.error(`broken: ${what}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}
