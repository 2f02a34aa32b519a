// Measures the guard's time on the corpus and on adversarial lines. usage: node bench/guard.mjs
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const KB10 = 10_000;

const SUBJECT = `
export { createGuard, noRules } from './src/guard/index.js';
export { guardContextOf } from './src/services/guard-context.js';
`;

/** Adversarial lines of 10 kB. */
export const HOSTILE = {
  'one long word': () => `cat ${'a'.repeat(KB10)}`,
  'many words': () => `cat ${'ab '.repeat(KB10 / 3)}`,
  'many paths': () => `cat ${Array.from({ length: KB10 / 12 }, (_, n) => `src/${n}/../a`).join(' ')}`,
  'many commands': () => 'id;'.repeat(KB10 / 3),
  'a long pipeline': () => `ls${' | cat'.repeat(KB10 / 6)}`,
  'shells in a pipeline': () => `sh x${' | sh x'.repeat(KB10 / 7)}`,
  'carriers of carriers': () => `${'env '.repeat(KB10 / 4)}id`,
  'substitutions within each other': () => `${'$('.repeat(200)}id${')'.repeat(200)}`.padEnd(KB10, ' a'),
  'open brackets': () => '('.repeat(KB10),
  'open quotes': () => `echo ${'"'.repeat(KB10 - 1)}`,
  backslashes: () => `echo ${'\\'.repeat(KB10)}`,
  'steps up': () => `cat ${'../'.repeat(KB10 / 3)}x`,
  flags: () => `ls ${'-la '.repeat(KB10 / 4)}`,
  values: () => `git log ${'--format=%H '.repeat(KB10 / 12)}`,
  'heads of addresses': () => `curl ${'x:'.repeat(KB10 / 2)}`,
  'texts for a shell': () => `sh -c '${'sh -c "a b";'.repeat(KB10 / 12)}'`,
  functions: () => 'f(){ f; };'.repeat(KB10 / 10),
  braces: () => `echo ${'{a,'.repeat(KB10 / 3)}`,
  'a format': () => `printf '${'%-0.'.repeat(KB10 / 4)}'`,
  'a filter': () => `jq '${'.a'.repeat(KB10 / 2)}!' x.json`,
  'options before a subcommand of gh': () => `gh ${'-x auth '.repeat(KB10 / 8)}`,
  'options before a subcommand of git': () => `git ${'-x push '.repeat(KB10 / 8)}`,
  'options before a subcommand of npm': () => `npm ${'-a b '.repeat(KB10 / 5)}`,
  'moves of git': () => `git ${'-C a '.repeat(KB10 / 5)}status`,
  'a deep glob': () => `cat ${'*/'.repeat(KB10 / 2)}x`,
  'letters of curl': () => `curl -${'d'.repeat(KB10)}!`,
  'a mode': () => `chmod o+${'w'.repeat(KB10)}!`,
  'a setting': () => `git -c ${'a.'.repeat(KB10 / 2)}`,
  'folders to go to': () => `${'cd a;'.repeat(KB10 / 10)}${'id;'.repeat(KB10 / 6)}`,
  'different folders to go to': () =>
    `${Array.from({ length: KB10 / 20 }, (_, n) => `cd ${n}`).join(';')};${'rm a;'.repeat(KB10 / 10)}`,
  marks: () => `make ${Array.from({ length: KB10 / 5 }, (_, n) => n).join(':')}`,
  dollars: () => `echo "${'$ '.repeat(KB10 / 2)}"`,
};

async function load(into) {
  const outfile = path.join(into, 'guard.mjs');
  await build({
    stdin: { contents: SUBJECT, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(outfile);
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** CPU time, because other load on a shared machine would distort wall time. */
function timesOf(gate, requests, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const request of requests) {
      const before = process.cpuUsage();
      gate(request);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
  }
  return times.sort((one, other) => one - other);
}

/** The guard's figures with their limits. */
export async function figures() {
  const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
  try {
    const { createGuard, noRules, guardContextOf } = await load(made);
    const rules = { ...noRules, deny: ['Bash(curl *)', 'Read(secret/**)'], allow: ['argv:npm test', 'Bash(make *)'] };
    const gate = createGuard({ ...guardContextOf({ root: ROOT }), home: '/home/somebody', rules: { project: rules } });
    const requests = JSON.parse(readFileSync(path.join(ROOT, 'test/corpus/guard/cases.json'), 'utf8')).map(
      ({ tool, command }) => ({ tool, command }),
    );
    timesOf(gate, requests, 3);
    const usual = timesOf(gate, requests, 10);
    const worst = Object.entries(HOSTILE)
      .map(([name, make]) => ({ name, ms: at(timesOf(gate, [{ tool: 'Bash', command: make() }], 7), 0.5) }))
      .sort((one, other) => other.ms - one.ms);
    const ms = (value) => `${value.toFixed(2)} ms`;
    return [
      { what: 'a verdict, median', measured: ms(at(usual, 0.5)), value: at(usual, 0.5), limit: '' },
      { what: 'a verdict, 99 of 100', measured: ms(at(usual, 0.99)), value: at(usual, 0.99), limit: '≤ 2 ms', most: 2 },
      ...worst.slice(0, 3).map(({ name, ms: value }) => ({
        what: `10 kB: ${name}`,
        measured: ms(value),
        value,
        limit: '≤ 20 ms',
        most: 20,
      })),
    ];
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const all = await figures();
  console.log(
    table([['what', 'measured', 'asked for'], ...all.map(({ what, measured, limit }) => [what, measured, limit])]),
  );
  process.exitCode = all.some(({ value, most }) => most !== undefined && value > most) ? 1 : 0;
}
