// Figures of the facilitator, with a baseline of the same run. usage: node bench/judge.mjs
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { median, table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const CORPUS = path.join(ROOT, 'test/corpus/facilitate');
const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
const rows = [['what', 'measured', 'asked for', '']];

try {
  const subject = await load();
  const worlds = readdirSync(CORPUS)
    .filter((file) => file.endsWith('.yml'))
    .flatMap((file) => parse(readFileSync(path.join(CORPUS, file), 'utf8')));
  judging(subject);
  blockers(subject);
  links(subject, worlds);
  console.log(table(rows));
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function load() {
  const outfile = path.join(made, 'subject.mjs');
  const contents = `
    export { decide } from './src/workflows/facilitate/rules/judge.js';
    export { judge } from './src/workflows/facilitate/rules/judge.js';
    export { cyclesOf, freedBy, rootsOf } from './src/workflows/facilitate/rules/graph.js';
    export { boardOf } from './test/build/world.js';
  `;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(outfile);
}

/** The time of the decision alone; facts are given. */
function judging({ judge, decide, boardOf }) {
  const issues = Array.from({ length: 1000 }, (_, n) => ({
    number: n + 1,
    body: n % 3 === 0 && n > 0 ? `Blocked by #${n}` : 'words',
  }));
  const { board, rules } = boardOf({ name: 'bench', issues, expect: {} });
  const cases = [...judge(board, rules).verdicts.values()].map((verdict) => verdict.case);
  const ms = median(5, () => {
    const began = performance.now();
    for (let n = 0; n < 100; n += 1) for (const each of cases) decide(each);
    return performance.now() - began;
  });
  const each = Math.round((cases.length * 100) / (ms / 1000));
  rows.push(['issues judged a second', String(each), '≥ 100000', each >= 100_000 ? 'holds' : 'DOES NOT HOLD']);
}

function blockers({ cyclesOf, freedBy, rootsOf }) {
  const waits = new Map(
    Array.from({ length: 10_000 }, (_, n) => [`o/r#${n}`, n > 0 && n % 50 !== 0 ? [`o/r#${n - 1}`] : []]),
  );
  waits.set('o/r#0', ['o/r#7']);
  const ms = median(5, () => {
    const began = performance.now();
    const roots = rootsOf(waits);
    const frees = freedBy(waits);
    for (const ref of waits.keys()) {
      roots(ref);
      frees(ref);
    }
    cyclesOf(waits);
    return performance.now() - began;
  });
  rows.push([
    'blockers and cycles of 10,000 issues',
    `${ms.toFixed(1)} ms`,
    '≤ 100 ms',
    ms <= 100 ? 'holds' : 'DOES NOT HOLD',
  ]);
}

/** Precision and recall of links on labelled data, compared with GitHub's closing references. */
function links({ judge, boardOf }, worlds) {
  const score = { crew: { right: 0, found: 0 }, github: { right: 0, found: 0 }, true: 0 };
  for (const world of worlds) {
    const { board, rules, memory, ref } = boardOf(world);
    const judged = judge(board, rules, memory);
    for (const [issue, { links: truth }] of Object.entries(world.expect)) {
      const wanted = new Set(truth.map((link) => String(link.ref)));
      const short = (name) => (name.startsWith(`${board.repo}#`) ? name.slice(board.repo.length + 1) : name);
      const own = (judged.links.get(ref(issue)) ?? []).map((link) => short(link.ref));
      const theirs = board.pulls
        .filter(({ closes }) => closes !== 'unread' && closes.includes(ref(issue)))
        .map((pull) => short(pull.ref));
      score.true += wanted.size;
      for (const [name, found] of [
        ['crew', own],
        ['github', theirs],
      ]) {
        score[name].found += found.length;
        score[name].right += found.filter((each) => wanted.has(each)).length;
      }
    }
  }
  for (const [name, { right, found }] of [
    ['links, crew', score.crew],
    ["links, GitHub's closing references alone", score.github],
  ]) {
    rows.push([name, `precision ${(right / found).toFixed(3)}, recall ${(right / score.true).toFixed(3)}`, '', '']);
  }
}
