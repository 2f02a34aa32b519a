// The code that bench/verify-real.mjs measures: verification of a tree, and of a real fix on its parent.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { shareInstalls } from '../src/adapters/worktrees/index.js';
import { readChange, tamperingIn } from '../src/services/read-change.js';
import { settingsOf } from '../src/services/settings.js';
import { detectIn, openVerifier, verifyBoth, verifyTree } from '../src/services/verify-trees.js';
import { proofOf } from '../src/verify/prove/proof.js';
import { createVerifier } from '../src/verify/verifier.js';

export { roleOf } from '../src/verify/tamper/role.js';

const QUIET = { onProgress: () => undefined, onSandbox: () => undefined };

/** The configuration that somebody wrote for a subject, as NAME.yml beside its folder; null where there is none. */
function configurationOf(root: string): string | null {
  const file = `${root}.yml`;
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function benchOn(root: string, home: string, repository = root) {
  const { config } = settingsOf(configurationOf(repository), { file: '.github/crew.yml' });
  return openVerifier({
    root,
    home,
    now: undefined,
    config,
    machine: process.env,
    signal: new AbortController().signal,
  });
}

async function steps({ root, home }: { root: string; home: string }) {
  const bench = benchOn(root, home);
  return (await detectIn(bench, bench.tree)).steps.filter(({ purpose }) => purpose !== 'install');
}

async function head({ root, home }: { root: string; home: string }) {
  const bench = benchOn(root, home);
  const { steps } = await detectIn(bench, bench.tree);
  const sandboxes: string[] = [];
  const began = performance.now();
  const onProgress = { onProgress: () => undefined, onSandbox: (name: string) => void sandboxes.push(name) };
  const record = await verifyTree(bench, { tree: bench.tree, ref: 'baseline', steps, ...onProgress });
  const told = record.steps.map(({ name, command, cwd, status, ms, tests, testing, why, tail }) => {
    return { name, command, cwd, status, ms, tests: tests?.length, testing, why, tail: tail?.slice(-1500) };
  });
  return { sandbox: sandboxes.join(', '), ms: performance.now() - began, steps: told };
}

interface Fix {
  readonly root: string;
  readonly home: string;
  readonly commit: string;
  readonly parent: string;
}

/** A clone at the parent commit with the change uncommitted on top. */
async function fix({ root, home, commit, parent }: Fix) {
  const clone = mkdtempSync(path.join(path.dirname(home), 'fix-'));
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    git('clone', '--quiet', '--shared', root, '.');
    git('checkout', '--quiet', '--detach', parent);
    git('restore', '--quiet', '--source', commit, '--worktree', '--', '.');
    await shareInstalls({ from: root, to: clone });
    const bench = benchOn(clone, home, root);
    const found = await tamperingIn(clone, { base: parent }, await readChange(clone, { base: parent }));
    const detected = await detectIn(bench, bench.tree);
    const {
      comparison,
      base,
      head: record,
    } = await verifyBoth(bench, {
      base: parent,
      detected,
      changed: undefined,
      ...QUIET,
      onProgress: () => undefined,
    });
    const { checkoutDifferences } = await bench.baseCommit.readInitialState(parent);
    const verifier = createVerifier({ ...bench, show: () => undefined });
    const proof = await proofOf(
      { verifier, baseCommit: bench.baseCommit, base: parent, checkoutDifferences },
      { head: record, baseline: base },
    );
    return {
      verdict: comparison.verdict,
      reasons: comparison.reasons,
      proof: proof.tests.slice(0, 5),
      weakened: [...new Set(found.map(({ kind, weight }) => `${weight} ${kind}`))],
      blocks: found.some(({ weight }) => weight === 'blocks'),
      waits: found.some(({ weight }) => weight === 'ask'),
    };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

export const verifyReal = { steps, head, fix };
