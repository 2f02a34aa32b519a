// `crew verify`: runs the Verifier on this tree, and with `--base` compares it with a base.
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
import { type ComparedVerifications, comparisonInWords, rerunsOf } from '../../verify/compare/index.js';
import type { Detected } from '../../verify/detect/index.js';
import type { TamperFinding, VerificationRecord } from '../../verify/records.js';
import { VerificationCancelled } from '../../verify/verifier.js';
import { verificationTable } from '../../view/verification.js';
import { plannedSteps } from '../../view/verification-plan.js';
import type { CliCall, CliCommand, CliOutput } from '../flags.js';

/** Verifies this tree until it is done or the process is told to stop. */
export const verifyHere: CliCommand = (call) => untilSignal((signal) => verifyUntil(signal, call));

async function verifyUntil(signal: AbortSignal, call: CliCall): Promise<CliOutput> {
  const { flags, env } = call;
  const { base: named, affected } = call.options;
  const config = validConfig(settingsIn(flags.root, env.configFile));
  const setup = openVerifier({ root: flags.root, home: env.home, now: env.now, config, machine: env.machine, signal });
  const { root } = setup.tree;
  const base = named === undefined ? undefined : await mergeBaseWith(root, named);
  const changed = affected !== undefined ? await changedSince(root, base) : undefined;
  const detected = await detectIn(setup, setup.tree, { changed });
  const context = { call, lang: flags.lang ?? config.lang, detected };
  if (flags.dryRun) return dryRunOutput(context);
  try {
    return verifiedOutput(await run(setup, { ...context, base, changed }), context);
  } catch (error) {
    if (error instanceof VerificationCancelled) return cancelledOutput(context);
    throw error;
  }
}

interface VerifyRequest extends OutputContext {
  readonly base: string | undefined;
  readonly changed: readonly string[] | undefined;
}

async function run(setup: VerifierSetup, { call, lang, base, changed, detected }: VerifyRequest): Promise<Verified> {
  const { onProgress, onSandbox } = progressPrinter(lang, call.log);
  const { tree } = setup;
  if (base === undefined)
    return {
      record: await verifyTree(setup, { tree, ref: 'verify-job', steps: detected.steps, onProgress, onSandbox }),
    };
  // The change is read before anything runs, because files that the checks write into the tree are not part of it.
  const tamper = await tamperingIn(tree.root, { base }, await readChange(tree.root, { base }));
  const against = await verifyBoth(setup, { base, changed, detected, onProgress, onSandbox });
  return { record: against.head, change: { against, tamper } };
}

/** The merge base of HEAD and `ref`. Later commits of `ref` are not part of the comparison. */
async function mergeBaseWith(root: string, ref: string): Promise<string> {
  const commit = await gitOutput(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit !== null) return (await gitOutput(root, ['merge-base', commit, 'HEAD'])) ?? commit;
  throw new UserError({
    expected: 'a commit, a branch or a tag after --base',
    found: `"${ref}", which names none here`,
    remedy: 'Fetch it first, or name another one.',
  });
}

/** Makes git print file names that are not ASCII without quoting them. */
const UNQUOTED_NAMES = ['-c', 'core.quotePath=false'] as const;

/** Files that differ from the base, or from the merge base with the default branch, including new ones. */
async function changedSince(root: string, base: string | undefined): Promise<readonly string[]> {
  const from = base ?? (await gitOutput(root, ['merge-base', 'HEAD', 'origin/HEAD'])) ?? 'HEAD';
  const changed = await gitOutput(root, [
    ...UNQUOTED_NAMES,
    'diff',
    '--name-only',
    '--no-ext-diff',
    '--no-renames',
    '--end-of-options',
    from,
  ]);
  const added = await gitOutput(root, [...UNQUOTED_NAMES, 'ls-files', '--others', '--exclude-standard']);
  if (changed === null || added === null)
    throw new UserError({ expected: 'a git repository with a commit', found: 'none', remedy: 'Leave --affected out.' });
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))];
}

/** The result of a verification. */
interface Verified {
  readonly record: VerificationRecord;
  /** Only with `--base`. */
  readonly change?: ComparedChange | undefined;
}

/** The comparison with the base, and weakened tests of the change. */
interface ComparedChange {
  readonly against: ComparedVerifications;
  readonly tamper: readonly TamperFinding[];
}

/** What every output of the command needs. */
interface OutputContext {
  readonly call: CliCall;
  readonly lang: Language;
  readonly detected: Detected;
}

/** The output after the checks ran. */
function verifiedOutput({ record, change }: Verified, { call, lang, detected }: OutputContext): CliOutput {
  const because = detected.steps.map(({ name, why }) => ({ name, why }));
  const comparison = change?.against.comparison;
  const shown = comparison && comparisonInWords(comparison, lang);
  const { unaffected, unread } = detected;
  const text = verificationTable(
    { record, because, unaffected, unread, comparison: shown, tamper: change?.tamper },
    screenFor(call, lang),
  );
  const { status, exit } = outcomes[outcomeOf(record, change)];
  const verification = change ? [record, change.against.base] : [record];
  const compared = change && { comparison, again: rerunsOf(change.against.again), tamper: change.tamper };
  const { run_id: run, startedAt, ms } = record;
  const endedAt = new Date(Date.parse(startedAt) + ms).toISOString();
  const document = { run, ...documentFor(detected), startedAt, endedAt, status, verification, ...compared };
  return { text, json: document, exit };
}

/** The output of a dry run: the steps and the reasons for them. */
function dryRunOutput({ call, lang, detected }: OutputContext): CliOutput {
  const { status, exit } = outcomes.planned;
  return { text: plannedSteps(detected, screenFor(call, lang)), json: { ...documentFor(detected), status }, exit };
}

/** The output if the verification was cancelled. */
function cancelledOutput({ lang, detected }: OutputContext): CliOutput {
  const { status, exit } = outcomes.cancelled;
  return { text: verifyWords(lang).stopped, json: { ...documentFor(detected), status }, exit };
}

/** The parts of the JSON document that all outputs have. No model is called, so there are no model steps and no cost. */
const documentFor = ({ steps, unaffected, unread }: Detected) => ({
  workflow: 'verify',
  steps: [],
  budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
  detected: steps,
  unaffected,
  unread,
});

const screenFor = ({ paint, env, flags }: CliCall, lang: Language) => ({
  lang,
  paint,
  columns: process.stdout.columns ?? 100,
  fence: env.inActions && !flags.json ? randomUUID() : undefined,
});

/** The outcome. With a base, only tests that the change broke count as failed. */
function outcomeOf({ status }: VerificationRecord, change: ComparedChange | undefined): OutcomeName {
  if (!change) return ({ PASS: 'done', FAIL: 'failed', INFRA_ERROR: 'infra_error' } as const)[status];
  const { against, tamper } = change;
  return OUTCOMES[checkResultOf({ ...against, tamper: { total: tamper.length, found: tamper } })];
}
