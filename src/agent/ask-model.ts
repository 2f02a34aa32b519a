// Asks the model for one turn, with retries, for the loop in run.ts. Neither the SDK nor the adapter retries. Every attempt is a step in the
// journal, so a continued run does not pay for it again, and the cost of failed attempts is counted.
import { ModelError, type ModelRequest, type Turn, type Usage } from '../ports/model.js';
import type { Agent } from './agent.js';
import { AgentStop } from './agent-end.js';
import { notesFor, notYetSent, stopReason } from './before-turn.js';
import { messagesOf } from './conversation.js';
import { costOf, type ModelChoice } from './cost.js';
import { type FailedAttempt, type ModelReply, NO_USAGE, replyOf, type TurnCost } from './turn-record.js';

/** The most output tokens of a turn. A longer turn is cut off, and the model is asked to continue in smaller pieces. */
const MAX_TOKENS = 32_000;

/** The next reply, from the journal or from the model. */
export async function askModel(agent: Agent): Promise<ModelReply> {
  const turn = `${agent.who} turn ${agent.records.length + 1}`;
  // Failed attempts in the journal cost money, but do not count as tries of this process.
  let tries = 0;
  let overloads = 0;
  let waitMs = 0;
  for (let retry = 0; ; retry += 1) {
    let isFromJournal = true;
    const name = retry === 0 ? turn : `${turn} again ${retry}`;
    const work = async () => {
      isFromJournal = false;
      return attempt(agent, { waitMs, substitute: substituteFor(agent, overloads) });
    };
    const result = await agent.run.step(name, work, costOfStep);
    agent.meter.add(result.spent);
    if (!isFromJournal && result.is === 'lost') tries += 1;
    overloads = result.is === 'lost' && result.overloaded ? overloads + 1 : 0;
    const nextWaitMs = result.is === 'lost' ? waitAfter(result, tries) : null;
    if (!isFromJournal) reportAttempt(agent, result, nextWaitMs);
    if (result.is === 'told') return result;
    if (isFromJournal || agent.toolContext.signal.aborted) continue;
    if (nextWaitMs === null) throw new AgentStop({ ended: 'failed', why: 'service', detail: result.why });
    waitMs = nextWaitMs;
  }
}

/** The cost that the journal shows for the step. */
const costOfStep = ({ spent: { usd, usage } }: ModelReply | FailedAttempt) => ({ usd, tokens: usage });

/** After this many overloaded replies in a row the fallback model is asked, after as many again the role's own, and so on. */
const OVERLOADS_PER_MODEL = 3;

const substituteFor = ({ choice: { fallback } }: Agent, overloads: number): ModelChoice | undefined =>
  Math.floor(overloads / OVERLOADS_PER_MODEL) % 2 === 1 ? fallback : undefined;

interface Attempt {
  readonly waitMs: number;
  /** The model that is asked instead of the role's own. */
  readonly substitute: ModelChoice | undefined;
}

async function attempt(agent: Agent, { waitMs, substitute }: Attempt): Promise<ModelReply | FailedAttempt> {
  checkLimits(agent);
  await agent.toolContext.clock.sleep(waitMs, agent.toolContext.signal);
  if (waitMs > 0) checkLimits(agent);
  const { who, records, task, common, pictures, onProgress, meter } = agent;
  const notes = [
    ...notesFor(records, meter.limitUses(agent)),
    ...notYetSent(records, (await agent.extraNotes?.()) ?? []),
  ];
  onProgress({ kind: 'turn began', who, turn: records.length + 1 });
  try {
    const messages = messagesOf({ task, common, pictures, records, notes, to: substitute?.id });
    const turn = await requestTurn(agent, { messages, substitute });
    return replyOf({ turn, notes, spent: spentFor(agent, turn.usage, substitute), by: substitute?.id });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { message: why, isRetryable: again, afterMs, usage, isOverloaded: overloaded } = error;
    const details = {
      ...(afterMs === undefined ? {} : { afterMs }),
      ...(isUnreachable(error) ? { unreachable: true } : {}),
      ...(overloaded ? { overloaded } : {}),
    };
    return { is: 'lost', why, again, ...details, spent: spentFor(agent, usage, substitute) };
  }
}

function checkLimits(agent: Agent): void {
  const { records, meter, toolContext } = agent;
  const end = stopReason({ records, limitUses: meter.limitUses(agent), isCancelled: toolContext.signal.aborted });
  if (end) throw new AgentStop(end);
}

function requestTurn(
  agent: Agent,
  { messages, substitute }: Pick<Attempt, 'substitute'> & Pick<ModelRequest, 'messages'>,
): Promise<Turn> {
  const { model, choice, system, toolDefinitions, who, onProgress, toolContext } = agent;
  const { effort } = choice;
  const request: ModelRequest = {
    model: (substitute ?? choice).id,
    system,
    tools: toolDefinitions,
    messages,
    maxTokens: MAX_TOKENS,
    ...(effort && { effort }),
  };
  return model.turn(request, {
    signal: toolContext.signal,
    onText: (text) => onProgress({ kind: 'text', who, text }),
    onThinking: (text) => onProgress({ kind: 'thinking', who, text }),
  });
}

function spentFor({ choice, meter }: Agent, usage: Usage = NO_USAGE, model: ModelChoice = choice): TurnCost {
  return { usage, usd: costOf(usage, model.price), ms: meter.lap() };
}

function reportAttempt(
  { who, onProgress, meter, budget, records }: Agent,
  result: ModelReply | FailedAttempt,
  nextWaitMs: number | null,
): void {
  const { usage, usd } = result.spent;
  if (result.is === 'lost') {
    const again = nextWaitMs === null ? {} : { againInMs: nextWaitMs };
    onProgress({ kind: 'turn lost', who, turn: records.length + 1, why: result.why, ...again });
  }
  onProgress({ kind: 'spent', who, usage, usd, totalUsd: meter.totals().usd, leftUsd: budget.leftUsd() });
}

/** The most attempts per process. A continued run starts counting again. */
const MAX_TRIES = 8;
/** The most attempts if the address is wrong or nothing listens there, because waiting does not help. */
const MAX_TRIES_IF_UNREACHABLE = 2;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** If the service asks to wait longer than this, the run ends; it can be continued later. */
const GIVE_UP_MS = 15 * 60_000;

/** Milliseconds until the next attempt; null to give up. `tries`: failed attempts of this process. Pure. */
function waitAfter(lost: Pick<FailedAttempt, 'again' | 'afterMs' | 'unreachable'>, tries: number): number | null {
  const most = lost.unreachable ? MAX_TRIES_IF_UNREACHABLE : MAX_TRIES;
  if (!lost.again || tries >= most || (lost.afterMs ?? 0) > GIVE_UP_MS) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)));
}

/** Node's codes for a host where nothing listens, and for a host that does not exist. */
const NOT_REACHED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND'];
/** The most nested causes that are examined. */
const MAX_DEPTH = 10;

/** Whether the host does not exist or nothing listens there. False for a connection that broke. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  if ('code' in error && NOT_REACHED.includes(String(error.code))) return true;
  // Node tries every address of a host and collects the errors.
  if (error instanceof AggregateError && error.errors.some((each) => isUnreachable(each, depth + 1))) return true;
  return isUnreachable(error.cause, depth + 1);
}
