// Starts runs: for a new command, for one that was delivered before, and for a run that was dispatched. Used by gate.ts.

import type { Command } from '../commands/index.js';
import { rejectAfter } from '../memory/within-limits.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Outcome, Request, RunRecord } from '../ports/run.js';
import type { GateContext, GateOrder, Workflow } from '../ports/workflow.js';
import { runMessages } from '../text/lang/thread/index.js';
import { decideStart, MAX_WAITING, type StartDecision } from './decide.js';
import { tidy } from './housekeeping.js';
import {
  actionsUrlOf,
  type CommandRequest,
  claimFor,
  endOf,
  type Handled,
  launchRun,
  outcomeOfError,
  recordedBy,
  releaseBudget,
  reserve,
} from './launch.js';
import { iso, issueInRunId, issueOf, RUN_ID, repoOf, runIdFor, runIn, runPrefixOf, withRun } from './record.js';
import { changeRun, historyOf, post, type Services, subjectAt } from './services.js';
import { answer, gateAnswer, reaction } from './thread.js';

/**
 * Records a new run with the order of its workflow's gate, and launches it. `decideStart` runs twice: before the gate, so that a command
 * that starts nothing reads nothing from GitHub, and again in the update, which decides between two events that came at once.
 */
export async function startRun(
  { event, asked, areJobsTaken }: CommandRequest,
  command: Command,
  workflow: Workflow<unknown>,
  services: Services,
): Promise<Handled> {
  const { store, clock } = services;
  const run = runIdFor(runPrefixOf(command.name, workflow.name), event, asked.text);
  const isTyped = event.kind === 'typed';
  if (!isTyped && issueOf(event) === undefined) throw noSubject();
  const subject = await subjectAt(event, services);
  const startRequest = { run, exclusive: workflow.exclusive, text: asked.text, now: clock.now(), isTyped };
  await tidy(subject, services);
  const firstDecision = decideStart(await store.read(subject), startRequest);
  if (firstDecision.is !== 'start' && firstDecision.is !== 'wait')
    return answerNotStarted(firstDecision, { event, subject, run, workflow, areJobsTaken }, services);
  await applyMemorySwitches(event, services);
  const by = 'actor' in event ? { login: event.actor.login, id: event.actor.id } : undefined;
  const request: Request = { event, text: asked.text, command, by, at: iso(startRequest.now) };
  const { result, budget } = await runGate(workflow, { run, subject, request }, services);
  // Without an order the gate has answered the command itself; with `asks` the run waits for a person before it works.
  const ending = 'order' in result ? result.asks : result;
  const record: RunRecord = {
    run,
    workflow: workflow.name,
    version: workflow.version,
    exclusive: workflow.exclusive,
    repo: repoOf(event),
    issue: issueOf(event),
    request,
    startedAt: iso(startRequest.now),
    signals: [],
    ...(budget && { budget }),
    ...('order' in result && {
      ...{ order: result.order, ref: result.ref, against: result.against },
      ...(result.estimateUsd && { estimateUsd: result.estimateUsd }),
    }),
    ...recordedBy(services),
    ...(ending ? { end: endOf(ending, clock.now()) } : claimFor(services, areJobsTaken)),
  };
  const decision = await store.update<StartDecision>(subject, (current) => {
    const value = decideStart(current, startRequest);
    const isNew = value.is === 'start' || value.is === 'wait';
    return { record: isNew ? withRun(current, record) : 'unchanged', value };
  });
  if (decision.is !== 'start' && decision.is !== 'wait') {
    // A known run has the same id, so what the gate reserved stays reserved for it.
    if (decision.is !== 'known') await releaseBudget({ run, workflow: workflow.name, user: by?.login }, services);
    return answerNotStarted(decision, { event, subject, run, workflow, areJobsTaken }, services);
  }
  if (ending) {
    await post(answer(event, ending.says ?? '', run), services);
    return { workflow: workflow.name, run, outcome: ending };
  }
  const begins = 'order' in result ? result.begins : undefined;
  await post(begins ?? [], services);
  const waitsFor = decision.is === 'wait' ? decision.waitsFor : undefined;
  return launchRun({ subject, record, waitsFor, areJobsTaken }, services);
}

interface GateResult {
  readonly result: Outcome | GateOrder<unknown>;
  /** The budget that the gate reserved; absent if it reserved none. */
  readonly budget: RunRecord['budget'];
}

/** The dollars of each run of a workflow that succeeded, newest first; empty if the ledger cannot be read. */
async function ledgerCosts(workflow: string, { spending }: Services): Promise<readonly number[]> {
  const entries = await spending.read().catch(() => []);
  return entries
    .flatMap((each) =>
      each.kind === 'ended' && each.workflow === workflow && each.outcome === 'done' && each.usd > 0 ? [each.usd] : [],
    )
    .reverse();
}

/** Runs the gate phase of a workflow. An error becomes an outcome. */
async function runGate(
  workflow: Workflow<unknown>,
  { run, subject, request }: { run: string; subject: string; request: Request },
  services: Services,
): Promise<GateResult> {
  const { event, by } = request;
  const issue = issueOf(event);
  const { store, clock, github, board, dryRun, here } = services;
  let budget: RunRecord['budget'];
  const ctx: GateContext = {
    run,
    repo: repoOf(event),
    issue,
    place: event.kind === 'typed' ? 'terminal' : 'thread',
    settings: await services.settings(),
    history: historyOf(store, subject),
    clock,
    signals: [],
    github,
    board,
    dryRun,
    url: here?.url ?? '',
    pastCosts: () => ledgerCosts(workflow.name, services),
    allowance: async (usd) => {
      const wanted = { run, workflow: workflow.name, user: by?.login, issue, usd, spentUsd: 0 };
      budget = { askedUsd: usd, ...(await reserve(wanted, services)) };
      return budget;
    },
  };
  const result = await workflow.gate(ctx, request).catch((error) => outcomeOfError(error, services));
  return { result, budget };
}

/** Applies the configuration's switches of learned preferences. The run starts even if the memory cannot be written. */
async function applyMemorySwitches(event: Event, services: Services): Promise<void> {
  const { memory, dryRun } = services;
  const settings = await services.settings();
  const { enabled, reset_all } = settings.config.build.lp_system;
  if (!memory || dryRun || (enabled === undefined && !reset_all)) return;
  const { applySwitches } = await import('../memory/services.js');
  const deleted = await rejectAfter(() => applySwitches(memory, settings)).catch(() => null);
  if (deleted === null) return;
  const says = runMessages(settings.lang).reset(deleted);
  await post(answer(event, says, 'reset'), services);
}

const noSubject = (): UserError =>
  new UserError({
    expected: 'the number of an issue or a pull request',
    found: 'none',
    remedy: 'Fill in the input `issue`.',
  });

interface UnstartedRun {
  readonly event: Event;
  readonly subject: string;
  readonly run: string;
  readonly workflow: Workflow<unknown>;
  readonly areJobsTaken: boolean;
}

/** The answer to a command for which `decideStart` starts no run. A run that was recorded before is continued if nothing has claimed it. */
async function answerNotStarted(
  decision: Exclude<StartDecision, { is: 'start' | 'wait' }>,
  { event, subject, run, workflow, areJobsTaken }: UnstartedRun,
  services: Services,
): Promise<Handled> {
  const say = runMessages((await services.settings()).lang);
  const { runs } = await services.store.read(subject);
  const other = runs.find((each) => each.run === (decision.is === 'known' ? run : decision.run));
  if (!other) throw new Error(`no record of ${run} in ${subject}`);
  if (decision.is === 'known') return continueKnown({ subject, record: other, areJobsTaken }, services);
  const url = actionsUrlOf(other, services);
  if (decision.is === 'join') {
    const joined = say.joined({ run: other.run, url });
    const comment = joinComment(event, other.run, joined);
    // Two requests that join at once both find no comment and write one. The second look removes the later one.
    await post([...reaction(event, 'eyes'), ...comment], services);
    await post(comment, services);
    return { workflow: workflow.name, outcome: { name: 'done', result: { joined: other.run } } };
  }
  const says =
    decision.why === 'awaiting'
      ? say.refusedAwaiting({ run: other.run, awaits: other.end?.awaits })
      : say.queueFull({ run: other.run, url, most: MAX_WAITING });
  return { workflow: workflow.name, outcome: { name: 'refused', says, result: { why: decision.why, run: other.run } } };
}

/** The comment for all requests that joined a run. Its slot does not depend on the event, so there is only one. */
function joinComment(event: Event, run: string, body: string) {
  return answer({ ...event, key: `joined ${run}` }, body);
}

/**
 * A command that was delivered before, whose job runs again, or whose run was dispatched. Returns the outcome of an ended run; claims and
 * launches one that no other Actions run has claimed.
 */
async function continueKnown(
  { subject, record, areJobsTaken }: { subject: string; record: RunRecord; areJobsTaken: boolean },
  services: Services,
): Promise<Handled> {
  const { run, workflow, end } = record;
  if (end) {
    const { outcome: name, says, result, awaits } = end;
    // The gate may have died between the record and the comment. A comment that is there is not written again.
    await post(gateAnswer(record), services);
    return { workflow, run, outcome: { name, says, result, awaits } };
  }
  if (isClaimedElsewhere(record, services)) return { workflow, run, outcome: null };
  const claimed = await claimRun({ subject, run, areJobsTaken }, services);
  if (claimed.end || isClaimedElsewhere(claimed, services)) return { workflow, run, outcome: null };
  return launchRun({ subject, record: claimed, areJobsTaken }, services);
}

const isClaimedElsewhere = ({ actions }: RunRecord, { here }: Services): boolean =>
  actions !== undefined && actions.id !== here?.id;

/** Claims a run for this Actions run or process, unless it has ended or another one has claimed it. */
function claimRun(
  { subject, run, areJobsTaken }: { subject: string; run: string; areJobsTaken: boolean },
  services: Services,
): Promise<RunRecord> {
  return changeRun(services.store, { subject, run }, (found) => {
    if (found.end || isClaimedElsewhere(found, services)) return found;
    const claimed = { ...found, ...claimFor(services, areJobsTaken) };
    // If nothing changes, the same record is returned, so that nothing is written.
    return JSON.stringify(claimed) === JSON.stringify(found) ? found : claimed;
  });
}

/** Claims a run that was started by `workflow_dispatch`. Null if there is no such run, or this is no Actions run. */
export async function claimDispatched(
  { run, issue }: Extract<Event, { kind: 'dispatched-run' }>,
  services: Services,
): Promise<Handled | null> {
  const number = issue ?? issueInRunId(run);
  if (!RUN_ID.test(run) || number === undefined || !services.here) return null;
  const { store } = services;
  const find = async (subjects: readonly string[]) => {
    for (const subject of subjects) {
      const record = runIn(await store.read(subject), run);
      if (record) return { subject, record };
    }
    return null;
  };
  // A command on crew's pull request belongs to the subject of its issue.
  const found = (await find([`issue-${number}`, `pr-${number}`])) ?? (await find(await store.subjects()));
  return found && continueKnown({ ...found, areJobsTaken: false }, services);
}
