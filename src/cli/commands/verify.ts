import { randomUUID } from 'node:crypto';
import { gitOutput } from '../../adapters/git/index.js';
import { UserError } from '../../ports/errors.js';
import type { OutcomeName } from '../../ports/run.js';
import { outcomes } from '../../runs/outcome.js';
import { untilSignal } from '../../services/process.js';
import { readChange, tamperingIn } from '../../services/read-change.js';
import { settingsIn, validConfig } from '../../services/settings.js';
import {
  detectIn,
  openVerifier,
  progressPrinter,
  type VerifierSetup,
  verifyBoth,
  verifyTree,
} from '../../services/verify-trees.js';
import type { Language } from '../../text/lang/index.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { checkResultOf, OUTCOMES } from '../../verify/check-result.js';
import { type Against, rerunsOf, shownIn } from '../../verify/compare/index.js';
import type { Detected } from '../../verify/detect/index.js';
import type { TamperFinding, VerificationRecord } from '../../verify/records.js';
import { CalledOff } from '../../verify/verifier.js';
import { verificationTable } from '../../view/verification.js';
import { plannedSteps } from '../../view/verification-plan.js';
import type { Call, CliCommand, CliOutput } from '../flags.js';

/** `crew verify`: the Verifier on this tree, and with --base against a base. */
export const verifyHere: CliCommand = (call) => untilSignal((signal) => verifyUntil(signal, call));

async function verifyUntil(signal: AbortSignal, call: Call): Promise<CliOutput> {
  const { flags, env } = call;
  const { base: named, affected } = call.options;
  const config = validConfig(settingsIn(flags.root, env.configFile));
  const bench = openVerifier({ root: flags.root, home: env.home, now: env.now, config, machine: env.machine, signal });
  const { root } = bench.tree;
  const base = named === undefined ? undefined : await partedFrom(root, named);
  const changed = affected !== undefined ? await changedSince(root, base) : undefined;
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

async function run(bench: VerifierSetup, { call, lang, base, changed, detected }: Asked): Promise<Verified> {
  const { onProgress, onSandbox } = progressPrinter(lang, call.log);
  const { tree } = bench;
  if (base === undefined)
    return {
      record: await verifyTree(bench, { tree, ref: 'verify-job', steps: detected.steps, onProgress, onSandbox }),
    };
  // Read before anything runs: what commands write into the tree is not part of the change.
  const tamper = await tamperingIn(tree.root, { base }, await readChange(tree.root, { base }));
  const against = await verifyBoth(bench, { base, changed, detected, onProgress, onSandbox });
  return { record: against.head, change: { against, tamper } };
}

/** The merge base with --base. Later commits there are not part of the change. */
async function partedFrom(root: string, ref: string): Promise<string> {
  const commit = await gitOutput(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit !== null) return (await gitOutput(root, ['merge-base', commit, 'HEAD'])) ?? commit;
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
  const left = base ?? (await gitOutput(root, ['merge-base', 'HEAD', 'origin/HEAD'])) ?? 'HEAD';
  const changed = await gitOutput(root, [
    ...PLAIN,
    'diff',
    '--name-only',
    '--no-ext-diff',
    '--no-renames',
    '--end-of-options',
    left,
  ]);
  const added = await gitOutput(root, [...PLAIN, 'ls-files', '--others', '--exclude-standard']);
  if (changed === null || added === null)
    throw new UserError({ expected: 'a git repository with a commit', found: 'none', remedy: 'Leave --affected out.' });
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))];
}

export interface Verified {
  readonly record: VerificationRecord;
  /** Only with a base. */
  readonly change?: Change | undefined;
}

export interface Change {
  readonly against: Against;
  readonly tamper: readonly TamperFinding[];
}

export interface About {
  readonly call: Call;
  readonly lang: Language;
  readonly detected: Detected;
}

/** The output at the end. */
export function saidOf({ record, change }: Verified, { call, lang, detected }: About): CliOutput {
  const because = detected.steps.map(({ name, why }) => ({ name, why }));
  const comparison = change?.against.comparison;
  const shown = comparison && shownIn(comparison, lang);
  const { unaffected, unread } = detected;
  const text = verificationTable(
    { record, because, unaffected, unread, comparison: shown, tamper: change?.tamper },
    screenOf(call, lang),
  );
  const { status, exit } = outcomes[endOf(record, change)];
  const verification = change ? [record, change.against.base] : [record];
  const compared = change && { comparison, again: rerunsOf(change.against.again), tamper: change.tamper };
  const { run_id: run, startedAt, ms } = record;
  const endedAt = new Date(Date.parse(startedAt) + ms).toISOString();
  const document = { run, ...documentOf(detected), startedAt, endedAt, status, verification, ...compared };
  return { text, json: document, exit };
}

/** The output of a dry run: the steps and the reasons for them. */
export function plannedSaid({ call, lang, detected }: About): CliOutput {
  const { status, exit } = outcomes.planned;
  return { text: plannedSteps(detected, screenOf(call, lang)), json: { ...documentOf(detected), status }, exit };
}

/** The output if it was cancelled. */
export function stoppedSaid({ lang, detected }: About): CliOutput {
  const { status, exit } = outcomes.cancelled;
  return { text: verifyWords(lang).stopped, json: { ...documentOf(detected), status }, exit };
}

/** No model is called, so there are no model steps and no cost. */
const documentOf = ({ steps, unaffected, unread }: Detected) => ({
  workflow: 'verify',
  steps: [],
  budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
  detected: steps,
  unaffected,
  unread,
});

const screenOf = ({ paint, env, flags }: Call, lang: Language) => ({
  lang,
  paint,
  columns: process.stdout.columns ?? 100,
  fence: env.inActions && !flags.json ? randomUUID() : undefined,
});

/** The outcome. With a base, only what the change broke counts as failed. */
function endOf({ status }: VerificationRecord, change: Change | undefined): OutcomeName {
  if (!change) return ({ PASS: 'done', FAIL: 'failed', INFRA_ERROR: 'infra_error' } as const)[status];
  const { against, tamper } = change;
  return OUTCOMES[checkResultOf({ ...against, tamper: { total: tamper.length, found: tamper } })];
}
