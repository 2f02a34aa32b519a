// Runs one step in the sandbox and returns its record: log, test results, status. A step that could not run is retried. Used by index.ts.

import path from 'node:path';
import type { ArtifactFolder, Clock, Command, CommandResult, LogFile, Sandbox } from '../../ports/index.js';
import { cleanOutput } from '../../text/clean-output.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { reportsAll } from '../compare/classify.js';
import type { Step } from '../detect/index.js';
import { startsIn } from '../detect/runner-starts.js';
import type { StepRecord, TestRecord } from '../records.js';
import { withoutRoot } from '../results/places.js';
import { type ReadResults, readResults } from '../results/read-results.js';
import { runners } from '../results/runners/index.js';
import { judge, type StepVerdict } from './judge.js';
import { type CommandWithResults, requestResults } from './request-results.js';
import type { ResultsFolder } from './results-folder.js';

/** Where steps run and what they write to. */
export interface StepContext {
  readonly root: string;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly folder: ArtifactFolder;
  /** A new one for each attempt. */
  readonly resultsFolder: () => ResultsFolder | null;
  readonly signal: AbortSignal | undefined;
}

/** The verification was cancelled. */
export class Cancelled extends Error {}

/** With more selected tests than this, the command line would be too long. */
const MAX_SELECTED = 100;

/** Pauses before the second and third attempt. */
const PAUSES_MS = [500, 2000] as const;

/**
 * Runs a step. If the runner should run selected tests and did not report all of them, the whole step runs. `before` counts earlier
 * steps.
 */
export async function runStep(step: Step, place: StepContext, before: number): Promise<StepRecord> {
  const name = `${String(before + 1).padStart(2, '0')}-${slug(step.name)}`;
  const { only, ...whole } = step;
  if (!only || only.length > MAX_SELECTED || !canSelectTests(step)) return runWithRetries(whole, place, name);
  const record = await runWithRetries(step, place, `${name}.chosen`);
  return reportsAll(record, only) ? record : runWithRetries(whole, place, name);
}

/** Retries twice if the step could not run. */
async function runWithRetries(step: Step, place: StepContext, name: string): Promise<StepRecord> {
  for (let attempt = 0; ; attempt += 1) {
    const record = await attemptAt(step, place, attempt === 0 ? name : `${name}.again-${attempt}`);
    const pause = PAUSES_MS[attempt];
    if (record.status !== 'INFRA_ERROR' || pause === undefined) return record;
    await place.clock.sleep(pause, place.signal);
    if (place.signal?.aborted) throw new Cancelled();
  }
}

async function attemptAt(step: Step, place: StepContext, name: string): Promise<StepRecord> {
  const resultsFolder = step.testRunners || step.purpose === 'test' ? place.resultsFolder() : null;
  const changed = resultsFolder && requestResults({ step, root: place.root, resultsFolder: resultsFolder.folder });
  const log = place.folder.log(`${name}.log`);
  const ran = await runInSandbox(changed ?? { line: step.command, runners: [], expects: [] }, { step, place, log });
  const hasEnded = ran.ended !== 'cancelled';
  const read =
    changed && resultsFolder && hasEnded
      ? await fetchResults(resultsFolder, { changed, step, place, name })
      : undefined;
  if (read?.printed) log.write(Buffer.from(read.printed));
  const { sha256, isIncomplete } = log.close();
  if (!hasEnded) throw new Cancelled();
  const results = changed?.isGuess && read?.files === 0 && !read.lost ? undefined : read;
  const missing = await missingTool(step, ran, place);
  if (place.signal?.aborted) throw new Cancelled();
  const skipped = place.sandbox.strength === 'sealed' ? step.downloads : undefined;
  const judged = judge({
    skipped,
    purpose: step.purpose,
    ran,
    timeoutMs: step.timeoutMs,
    isLogIncomplete: isIncomplete,
    missing,
    results,
  });
  return recordOf(step, { ran, judged, log, sha256, root: place.root });
}

/** Tests can be selected if exactly one runner runs exactly once. */
function canSelectTests({ testRunners, command, cwd }: Step): boolean {
  const [name, ...others] = testRunners?.runners ?? [];
  const count = testRunners?.runByCaller
    ? 1
    : startsIn(command).length + (testRunners?.scripts?.filter(({ folder }) => folder === cwd).length ?? 0);
  return others.length === 0 && count === 1 && runners.find((runner) => runner.name === name)?.select !== undefined;
}

function runInSandbox(
  { line, env }: CommandWithResults,
  { step, place, log }: { step: Step; place: StepContext; log: LogFile },
): Promise<CommandResult> {
  const command: Command = {
    line,
    cwd: path.join(place.root, step.cwd),
    timeoutMs: step.timeoutMs,
    onOutput: (chunk) => log.write(chunk),
    ...(env ? { env } : {}),
    ...(place.signal ? { signal: place.signal } : {}),
  };
  return place.sandbox.run(command);
}

async function fetchResults(
  resultsFolder: ResultsFolder,
  { changed, step, place, name }: { changed: CommandWithResults; step: Step; place: StepContext; name: string },
): Promise<ReadResults> {
  const places = { root: place.root, cwd: step.cwd, module: step.testRunners?.module };
  const copy = place.folder.log(`${name}.results`);
  const read = await readResults(
    resultsFolder.fetch((chunk) => copy.write(chunk)),
    changed,
    places,
  );
  copy.close();
  return read;
}

/** The required tool that is missing, found by running its probe. Only tools whose exit code the step ended with are probed. */
async function missingTool(
  { needs, cwd }: Step,
  { exit }: CommandResult,
  { root, sandbox, signal }: StepContext,
): Promise<string | undefined> {
  for (const { name, probe, exits } of needs) {
    if (exit === null || !exits.includes(exit)) continue;
    const command: Command = { line: probe, cwd: path.join(root, cwd), timeoutMs: 10_000, onOutput: () => undefined };
    const ran = await sandbox.run(signal ? { ...command, signal } : command);
    if (ran.started && ran.ended === 'itself' && ran.exit !== 0) return name;
  }
  return undefined;
}

function recordOf(
  step: Step,
  {
    ran,
    judged,
    log,
    sha256,
    root,
  }: { ran: CommandResult; judged: StepVerdict; log: LogFile; sha256: string; root: string },
): StepRecord {
  const { name, command, cwd } = step;
  const { status, reason, format, tests } = judged;
  return {
    name,
    command,
    cwd,
    status,
    exit: ran.exit,
    ended: ran.started ? ran.ended : 'not started',
    ms: Math.round(ran.ms),
    log: log.name,
    sha256,
    ...(step.purpose === 'test' ? { testing: true } : {}),
    ...(step.purpose === 'setup' || step.purpose === 'install' ? { preparing: true } : {}),
    format,
    ...(tests ? { tests } : {}),
    ...(status === 'PASS' ? {} : { tail: tailOf(log.tail(TAIL_BYTES), { root, tests }) }),
    ...(reason ? { why: verifyWords('en').endReason(reason), reason } : {}),
  };
}

function slug(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'step'
  );
}

/** The lines of a log that a record contains, as the specification of the Verifier demands. */
const LINES = 200;
const LONGEST_LINE = 2000;

/** Enough bytes for the last lines of any usual log. */
const TAIL_BYTES = 256 * 1024;

/** The last lines of a failed step's log; if it is empty, the failure messages of its tests. */
function tailOf(log: string, { root, tests = [] }: { root: string; tests?: readonly TestRecord[] | undefined }) {
  const printed = lastLines(withoutRoot({ root, cwd: '.' }, log));
  return printed !== '' ? printed : lastLines(tests.flatMap(failureOf).join('\n\n'));
}

function lastLines(text: string): string {
  const lines = cleanOutput(text).trimEnd().split('\n');
  return lines
    .slice(-LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line))
    .join('\n');
}

const failureOf = ({ status, id, message = '' }: TestRecord): readonly string[] =>
  status === 'failed' ? [`${id}\n${message}`] : [];
