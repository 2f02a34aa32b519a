import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askGitOnce } from '../../adapters/clone/git.js';
import { type OutcomeName, outcomes } from '../../core/outcome.js';
import { UserError } from '../../errors.js';
import type { Language } from '../../text/lang/index.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { type Against, shownIn } from '../../verify/compare/index.js';
import type { Detected } from '../../verify/detect/index.js';
import type { Progress } from '../../verify/pipeline/index.js';
import type { TamperFinding, VerificationRecord } from '../../verify/records.js';
import { CalledOff } from '../../verify/run-steps.js';
import { OUTCOMES, standingOf } from '../../verify/standing.js';
import { inert, verificationTable } from '../../view/verification.js';
import { readChange, tamperingIn } from '../phases/read-change.js';
import { type Settings, settingsOf } from '../wire.js';
import type { Call, DeskCommand, Said } from './desk.js';
import { readOptions } from './options.js';
import { verifyBoth } from './verify-base.js';
import { detectIn, verifyTree, type Workbench, workbenchFor } from './verify-tree.js';

const OPTIONS = { '--base': { name: 'base', of: 'a commit, a branch or a tag', shape: /^[^-\s][^\s]*$/ } } as const;

/** `crew verify`: the Verifier alone, on the tree around us, and against a base where one is named. */
export const verifyHere: DeskCommand = async (call) => {
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
  const fence = env.inActions && !flags.json ? randomUUID() : undefined;
  try {
    return saidOf(await run(bench, { call, base, changed, detected }), { call, detected, fence });
  } catch (error) {
    const { status, exit } = outcomes.cancelled;
    if (error instanceof CalledOff) return { text: '', json: { status }, exit };
    throw error;
  }
}

interface Found {
  readonly record: VerificationRecord;
  /** Where there is a base. */
  readonly change?: Change | undefined;
}

interface Change {
  readonly against: Against;
  readonly tamper: readonly TamperFinding[];
}

interface Asked {
  readonly call: Call;
  readonly base: string | undefined;
  readonly changed: readonly string[] | undefined;
  readonly detected: Detected;
}

async function run(bench: Workbench, { call, base, changed, detected }: Asked): Promise<Found> {
  const words = verifyWords(langOf(call));
  const tell = (progress: Progress, side = '') => {
    if (progress.is === 'begins') {
      const { step, n, of } = progress;
      call.tell(side + words.begins({ name: inert(step.name), command: inert(step.command), n, of }));
    }
  };
  const known = new Set<string>();
  const walls = (name: string) => {
    if (!known.has(name)) call.tell(words.walls(name));
    known.add(name);
  };
  if (base === undefined) {
    return {
      record: await verifyTree(bench, { tree: bench.tree, ref: 'verify-job', steps: detected.steps, tell, walls }),
    };
  }
  // Looked at before anything runs: what commands do to the tree is no part of the change.
  const { root } = bench.tree;
  const tamper = await tamperingIn(root, { base }, await readChange(root, { base }));
  const against = await verifyBoth(bench, {
    base,
    changed,
    detected,
    tell: (side, progress) => tell(progress, `${side} `),
    walls,
  });
  return { record: against.head, change: { against, tamper } };
}

function saidOf(
  { record, change }: Found,
  { call, detected, fence }: { call: Call; detected: Detected; fence: string | undefined },
): Said {
  const lang = langOf(call);
  const because = detected.steps.map(({ name, why }) => ({ name, why }));
  const comparison = change?.against.comparison;
  const shown = comparison && shownIn(comparison, lang);
  const text = verificationTable(
    { record, because, unaffected: detected.unaffected, comparison: shown, tamper: change?.tamper },
    { lang, paint: call.paint, columns: process.stdout.columns ?? 100, fence },
  );
  const json = {
    ...record,
    detected: detected.steps,
    unaffected: detected.unaffected,
    ...(change ? { base: change.against.base, comparison, tamper: change.tamper } : {}),
  };
  return { text, json, exit: outcomes[endOf(record, change)].exit };
}

/** Against a base it counts what changed: what failed there already is nobody's fault here. */
function endOf({ status }: VerificationRecord, change: Change | undefined): OutcomeName {
  if (!change) return ({ PASS: 'done', FAIL: 'failed', INFRA_ERROR: 'infra_error' } as const)[status];
  const { against, tamper } = change;
  return OUTCOMES[standingOf({ ...against, tamper: { total: tamper.length, found: tamper } })];
}

const langOf = ({ flags }: Call): Language => flags.lang ?? 'en';

/** A pipeline that the configuration does not say clearly is not guessed. */
function settingsIn({ env, flags }: Call): Settings {
  const file = path.resolve(flags.root, env.configFile);
  const settings = settingsOf(existsSync(file) ? readFileSync(file, 'utf8') : null);
  const [problem] = settings.problems;
  if (problem === undefined) return settings;
  throw new UserError({ expected: `a valid ${env.configFile}`, found: problem, remedy: 'Run `crew validate`.' });
}

/** Where this tree parted from what is named: what came there later is not the change's doing. */
async function partedFrom(root: string, ref: string): Promise<string> {
  const commit = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit !== null) return (await askGitOnce(root, ['merge-base', commit, 'HEAD'])) ?? commit;
  throw new UserError({
    expected: 'a commit, a branch or a tag behind --base',
    found: `"${ref}", which names none here`,
    remedy: 'Fetch it first, or name another one.',
  });
}

/** Names as they are, also those that are not written in ASCII. */
const PLAIN = ['-c', 'core.quotePath=false'] as const;

/** Files that differ from the base, or from where this branch left the default one, new ones included. */
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
