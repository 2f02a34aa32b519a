import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askGitOnce } from '../../adapters/clone/git.js';
import { type OutcomeName, outcomes } from '../../core/outcome.js';
import { UserError } from '../../errors.js';
import type { Language } from '../../text/lang/index.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { type Against, say } from '../../verify/compare/index.js';
import type { Detected } from '../../verify/detect/index.js';
import type { Progress } from '../../verify/pipeline/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import { inert, verificationTable } from '../../view/verification.js';
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
  const base = named === undefined ? undefined : await commitNamed(bench.root, named);
  const changed = call.words.includes('--affected') ? await changedSince(bench.root, base) : undefined;
  const detected = await detectIn(bench, bench.root, changed);
  const found = await run(bench, { call, base, changed, detected });
  const { status, exit } = outcomes.cancelled;
  if (found === null) return { text: '', json: { status }, exit };
  const fence = env.inActions && !flags.json ? randomUUID() : undefined;
  return saidOf(found, { call, detected, fence });
}

interface Found {
  readonly record: VerificationRecord;
  readonly against?: Against | undefined;
}

interface Asked {
  readonly call: Call;
  readonly base: string | undefined;
  readonly changed: readonly string[] | undefined;
  readonly detected: Detected;
}

async function run(bench: Workbench, { call, base, changed, detected }: Asked): Promise<Found | null> {
  const words = verifyWords(langOf(call));
  const tell = (progress: Progress, side = '') => {
    if (progress.is === 'begins') {
      const { step, n, of } = progress;
      call.tell(side + words.begins({ name: inert(step.name), command: inert(step.command), n, of }));
    }
  };
  const walls = (name: string) => call.tell(words.walls(name));
  if (base === undefined) {
    const ask = { tree: bench.root, ref: 'verify-job', steps: detected.steps, tell, walls } as const;
    const record = await verifyTree(bench, ask);
    return record && { record };
  }
  const against = await verifyBoth(bench, {
    base,
    changed,
    detected,
    tell: (side, progress) => tell(progress, `${side} `),
    walls,
  });
  return against && { record: against.head, against };
}

function saidOf(
  { record, against }: Found,
  { call, detected, fence }: { call: Call; detected: Detected; fence: string | undefined },
): Said {
  const lang = langOf(call);
  const because = detected.steps.map(({ name, why }) => ({ name, why }));
  const comparison = against?.comparison;
  const shown = comparison && {
    verdict: comparison.verdict,
    reasons: comparison.because.map((each) => say(each, lang)),
  };
  const text = verificationTable(
    { record, because, unaffected: detected.unaffected, comparison: shown },
    { lang, paint: call.paint, columns: process.stdout.columns ?? 100, fence },
  );
  const json = {
    ...record,
    detected: detected.steps,
    unaffected: detected.unaffected,
    ...(against ? { base: against.base, comparison } : {}),
  };
  return { text, json, exit: outcomes[endOf(record, against)].exit };
}

/** Against a base it counts what changed: what failed there already is nobody's fault here. */
function endOf({ status }: VerificationRecord, against: Against | undefined): OutcomeName {
  if (!against) return ({ PASS: 'done', FAIL: 'failed', INFRA_ERROR: 'infra_error' } as const)[status];
  const { verdict } = against.comparison;
  if (verdict === 'worse') return 'failed';
  if (status === 'INFRA_ERROR' || against.base.status === 'INFRA_ERROR') return 'infra_error';
  return verdict === 'unknown' ? 'partial' : 'done';
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

async function commitNamed(root: string, ref: string): Promise<string> {
  const commit = await askGitOnce(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit !== null) return commit;
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
