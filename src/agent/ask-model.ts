// Asks the model for one turn, with retries. Nothing else retries, neither the SDK nor the adapter. Every attempt is a step in the journal,
// so a continued run does not pay for it again, and the cost of failed attempts is counted.
import { ModelError, type ModelRequest, type Turn, type Usage } from '../ports/model.js';
import type { Agent } from './agent.js';
import { AgentStop } from './agent-end.js';
import { notesFor, notYetSent, stopReason } from './before-turn.js';
import { messagesOf } from './conversation.js';
import { costOf, type ModelChoice } from './cost.js';
import { type FailedAttempt, FREE, type ModelReply, recordOf, type Spent } from './turn-record.js';

/** The most output tokens of a turn. A longer turn is cut off, and the model is asked to continue in smaller pieces. */
const MAX_TOKENS = 32_000;

/** The next turn, from the journal or from the model. */
export async function ask(agent: Agent): Promise<ModelReply> {
  const turn = `${agent.who} turn ${agent.records.length + 1}`;
  // Failed attempts in the journal cost money, but do not count as tries of this process.
  let tries = 0;
  let overloads = 0;
  let wait = 0;
  for (let again = 0; ; again += 1) {
    let live = false;
    const name = again === 0 ? turn : `${turn} again ${again}`;
    const work = async () => {
      live = true;
      return attempt(agent, { wait, by: otherModel(agent, overloads) });
    };
    const result = await agent.run.step(name, work, costOfStep);
    agent.meter.take(result.spent);
    if (live && result.is === 'lost') tries += 1;
    overloads = result.is === 'lost' && result.overloaded ? overloads + 1 : 0;
    const next = result.is === 'lost' ? waitAfter(result, tries) : null;
    if (live) reportAttempt(agent, result, next);
    if (result.is === 'told') return result;
    if (!live || agent.toolContext.signal.aborted) continue;
    if (next === null) throw new AgentStop({ ended: 'failed', why: 'service', detail: result.why });
    wait = next;
  }
}

/** The cost that the journal shows for the step. */
const costOfStep = ({ spent: { usd, usage } }: ModelReply | FailedAttempt) => ({ usd, tokens: usage });

/** After this many overloaded replies in a row the other model is asked, and so on in turns. */
const OVERLOADS_PER_MODEL = 3;

const otherModel = ({ choice: { second } }: Agent, overloads: number): ModelChoice | undefined =>
  Math.floor(overloads / OVERLOADS_PER_MODEL) % 2 === 1 ? second : undefined;

interface Attempt {
  readonly wait: number;
  /** Set if another model than the role's own is asked. */
  readonly by: ModelChoice | undefined;
}

async function attempt(agent: Agent, { wait, by }: Attempt): Promise<ModelReply | FailedAttempt> {
  checkLimits(agent);
  await agent.toolContext.clock.sleep(wait, agent.toolContext.signal);
  if (wait > 0) checkLimits(agent);
  const { who, records, task, common, pictures, onProgress, meter } = agent;
  const notes = [...notesFor(records, meter.gauges(agent)), ...notYetSent(records, (await agent.extraNotes?.()) ?? [])];
  onProgress({ kind: 'turn began', who, turn: records.length + 1 });
  try {
    const messages = messagesOf({ task, common, pictures, records, notes, to: by?.id });
    const turn = await requestTurn(agent, { messages, by });
    return recordOf({ turn, notes, spent: spent(agent, turn.usage, by), by: by?.id });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { message: why, isRetryable: again, afterMs, usage, isOverloaded: overloaded } = error;
    const how = {
      ...(afterMs === undefined ? {} : { afterMs }),
      ...(isUnreachable(error) ? { unreachable: true } : {}),
      ...(overloaded ? { overloaded } : {}),
    };
    return { is: 'lost', why, again, ...how, spent: spent(agent, usage, by) };
  }
}

function checkLimits(agent: Agent): void {
  const { records, meter, toolContext: at } = agent;
  const end = stopReason({ records, gauges: meter.gauges(agent), cancelled: at.signal.aborted });
  if (end) throw new AgentStop(end);
}

function requestTurn(
  agent: Agent,
  { messages, by }: Pick<Attempt, 'by'> & Pick<ModelRequest, 'messages'>,
): Promise<Turn> {
  const { model, choice, system, offers, who, onProgress, toolContext: at } = agent;
  const { effort } = choice;
  const ask: ModelRequest = {
    ...{ model: (by ?? choice).id, system, tools: offers, messages, maxTokens: MAX_TOKENS },
    ...(effort && { effort }),
  };
  return model.turn(ask, {
    signal: at.signal,
    onText: (text) => onProgress({ kind: 'text', who, text }),
    onThinking: (text) => onProgress({ kind: 'thinking', who, text }),
  });
}

function spent({ choice, meter }: Agent, usage: Usage = FREE, by: ModelChoice = choice): Spent {
  return { usage, usd: costOf(usage, by.price), ms: meter.lap() };
}

function reportAttempt(
  { who, onProgress, meter, budget, records }: Agent,
  result: ModelReply | FailedAttempt,
  next: number | null,
): void {
  const { usage, usd } = result.spent;
  if (result.is === 'lost') {
    const again = next === null ? {} : { againInMs: next };
    onProgress({ kind: 'turn lost', who, turn: records.length + 1, why: result.why, ...again });
  }
  onProgress({ kind: 'spent', who, usage, usd, totalUsd: meter.sum().usd, leftUsd: budget.leftUsd() });
}

/** The most attempts per process. A continued run starts counting again. */
const MAX_TRIES = 8;
/** The most attempts if the address is wrong or nothing listens there, because waiting does not help. */
const MAX_TRIES_IF_UNREACHABLE = 2;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** If the service asks to wait longer than this, the run ends; it can be continued later. */
const GIVE_UP_MS = 15 * 60_000;

/** Milliseconds until the next attempt; null to give up. Pure. */
function waitAfter(lost: Pick<FailedAttempt, 'again' | 'afterMs' | 'unreachable'>, tries: number): number | null {
  const most = lost.unreachable ? MAX_TRIES_IF_UNREACHABLE : MAX_TRIES;
  if (!lost.again || tries >= most || (lost.afterMs ?? 0) > GIVE_UP_MS) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)));
}

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
