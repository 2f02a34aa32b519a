import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readChange, tamperingIn } from '../../action/read-change.js';
import { askGitOnce } from '../../adapters/git/index.js';
import { UserError } from '../../ports/errors.js';
import type { Settings } from '../../ports/workflow.js';
import { settingsOf } from '../../services/settings.js';
import { CalledOff } from '../../verify/run-steps.js';
import type { Call, CliCommand, Said } from './call.js';
import { readOptions } from './options.js';
import { verifyBoth } from './verify-base.js';
import { tellerIn } from './verify-progress.js';
import { type About, plannedSaid, saidOf, stoppedSaid, type Verified } from './verify-said.js';
import { detectIn, verifyTree, type Workbench, workbenchFor } from './verify-tree.js';

const OPTIONS = { '--base': { name: 'base', of: 'a commit, a branch or a tag', shape: /^[^-\s][^\s]*$/ } } as const;

/** `crew verify`: the Verifier on this tree, and with --base against a base. */
export const verifyHere: CliCommand = async (call) => {
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    return await verifyUntil(stop.signal, call);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

async function verifyUntil(signal: AbortSignal, call: Call): Promise<Said> {
  const { flags, env } = call;
  const { base: named } = readOptions(call.words, OPTIONS, ['--affected']);
  const { config } = settingsIn(call);
  const bench = workbenchFor({ root: flags.root, home: env.home, now: env.now, config, machine: env.machine, signal });
  const { root } = bench.tree;
  const base = named === undefined ? undefined : await partedFrom(root, named);
  const changed = call.words.includes('--affected') ? await changedSince(root, base) : undefined;
  const detected = await detectIn(bench, bench.tree, { changed });
  const about = { call, lang: flags.lang ?? config.lang, detected };
  if (flags.dryRun) return plannedSaid(about);
  try {
    return saidOf(await run(bench, { ...about, base, changed }), about);
  } catch (error) {
    if (error instanceof CalledOff) return stoppedSaid(about);
    throw error;
  }
}

interface Asked extends About {
  readonly base: string | undefined;
  readonly changed: readonly string[] | undefined;
}

async function run(bench: Workbench, { call, lang, base, changed, detected }: Asked): Promise<Verified> {
  const { step: onProgress, walls } = tellerIn(lang, call.log);
  const { tree } = bench;
  if (base === undefined)
    return { record: await verifyTree(bench, { tree, ref: 'verify-job', steps: detected.steps, onProgress, walls }) };
  // Read before anything runs: what commands write into the tree is not part of the change.
  const tamper = await tamperingIn(tree.root, { base }, await readChange(tree.root, { base }));
  const against = await verifyBoth(bench, { base, changed, detected, onProgress, walls });
  return { record: against.head, change: { against, tamper } };
}

/** Throws when the configuration has mistakes: the pipeline is not guessed. */
function settingsIn({ env, flags }: Call): Settings {
  const file = path.resolve(flags.root, env.configFile);
  const settings = settingsOf(existsSync(file) ? readFileSync(file, 'utf8') : null, { file: env.configFile });
  const [problem] = settings.problems;
  if (problem === undefined) return settings;
  throw new UserError({ expected: `a valid ${env.configFile}`, found: problem, remedy: 'Run `crew validate`.' });
}

/** The merge base with --base. Later commits there are not part of the change. */
async function partedFrom(root: string, ref: string): Promise<string> {
  const commit = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit !== null) return (await askGitOnce(root, ['merge-base', commit, 'HEAD'])) ?? commit;
  throw new UserError({
    expected: 'a commit, a branch or a tag after --base',
    found: `"${ref}", which names none here`,
    remedy: 'Fetch it first, or name another one.',
  });
}

/** Makes git print names that are not ASCII unquoted. */
const PLAIN = ['-c', 'core.quotePath=false'] as const;

/** Files that differ from the base, or from the merge base with the default branch, including new ones. */
async function changedSince(root: string, base: string | undefined): Promise<readonly string[]> {
  const left = base ?? (await askGitOnce(root, ['merge-base', 'HEAD', 'origin/HEAD'])) ?? 'HEAD';
  const changed = await askGitOnce(root, [
    ...PLAIN,
    'diff',
    '--name-only',
    '--no-ext-diff',
    '--no-renames',
    '--end-of-options',
    left,
  ]);
  const added = await askGitOnce(root, [...PLAIN, 'ls-files', '--others', '--exclude-standard']);
  if (changed === null || added === null)
    throw new UserError({ expected: 'a git repository with a commit', found: 'none', remedy: 'Leave --affected out.' });
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))];
}
