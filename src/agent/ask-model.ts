// Asks the model for one turn, with retries. Nothing else retries, neither the SDK nor the adapter. Every attempt is a step in the journal,
// so a continued run does not pay for it again, and the cost of failed attempts is counted.
import { type Ask, ModelError, type Turn, type Usage } from '../ports/model.js';
import type { Agent } from './agent.js';
import { notesFor, notYetSent, stopReason } from './before-turn.js';
import { messagesOf } from './conversation.js';
import { costOf, type ModelChoice } from './cost.js';
import { Ends } from './ended.js';
import { FREE, type Lost, type ModelReply, recordOf, type Spent } from './turn-record.js';

/** The most output tokens of a turn. A longer turn is cut off, and the model is asked to continue in smaller pieces. */
const MOST_TOKENS = 32_000;

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
    if (!live || agent.at.signal.aborted) continue;
    if (next === null) throw new Ends({ ended: 'failed', why: 'service', detail: result.why });
    wait = next;
  }
}

/** The cost that the journal shows for the step. */
const costOfStep = ({ spent: { usd, usage } }: ModelReply | Lost) => ({ usd, tokens: usage });

/** After this many overloaded replies in a row the other model is asked, and so on in turns. */
const OVERLOADS_PER_MODEL = 3;

const otherModel = ({ choice: { second } }: Agent, overloads: number): ModelChoice | undefined =>
  Math.floor(overloads / OVERLOADS_PER_MODEL) % 2 === 1 ? second : undefined;

interface Attempt {
  readonly wait: number;
  /** Set if another model than the role's own is asked. */
  readonly by: ModelChoice | undefined;
}

async function attempt(agent: Agent, { wait, by }: Attempt): Promise<ModelReply | Lost> {
  checkLimits(agent);
  await agent.at.clock.sleep(wait, agent.at.signal);
  if (wait > 0) checkLimits(agent);
  const { who, records, task, common, pictures, onProgress, meter } = agent;
  const notes = [...notesFor(records, meter.gauges(agent)), ...notYetSent(records, (await agent.extraNotes?.()) ?? [])];
  onProgress({ kind: 'turn began', who, turn: records.length + 1 });
  try {
    const messages = messagesOf({ task, common, pictures, records, notes, to: by?.id });
    const turn = await turnOf(agent, { messages, by });
    return recordOf({ turn, notes, spent: spent(agent, turn.usage, by), by: by?.id });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { message: why, again, afterMs, usage, overloaded } = error;
    const how = {
      ...(afterMs === undefined ? {} : { afterMs }),
      ...(isUnreachable(error) ? { unreachable: true } : {}),
      ...(overloaded ? { overloaded } : {}),
    };
    return { is: 'lost', why, again, ...how, spent: spent(agent, usage, by) };
  }
}

function checkLimits(agent: Agent): void {
  const { records, meter, at } = agent;
  const end = stopReason({ records, gauges: meter.gauges(agent), cancelled: at.signal.aborted });
  if (end) throw new Ends(end);
}

function turnOf(agent: Agent, { messages, by }: Pick<Attempt, 'by'> & Pick<Ask, 'messages'>): Promise<Turn> {
  const { model, choice, system, offers, who, onProgress, at } = agent;
  const { effort } = choice;
  const ask: Ask = {
    ...{ model: (by ?? choice).id, system, tools: offers, messages, maxTokens: MOST_TOKENS },
    ...(effort && { effort }),
  };
  return model.turn(ask, {
    signal: at.signal,
    onText: (text) => onProgress({ kind: 'text', who, text }),
    think: (text) => onProgress({ kind: 'thinking', who, text }),
  });
}

function spent({ choice, meter }: Agent, usage: Usage = FREE, by: ModelChoice = choice): Spent {
  return { usage, usd: costOf(usage, by.price), ms: meter.lap() };
}

function reportAttempt(
  { who, onProgress, meter, budget, records }: Agent,
  result: ModelReply | Lost,
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
const TRIES = 8;
/** The most attempts if the address is wrong or nothing listens there, because waiting does not help. */
const TRIES_IF_UNREACHABLE = 2;
const FIRST = 1000;
const LONGEST = 60_000;
/** If the service asks to wait longer than this, the run ends; it can be continued later. */
const TOO_LONG = 15 * 60_000;

/** Milliseconds until the next attempt; null to give up. Pure. */
function waitAfter(lost: Pick<Lost, 'again' | 'afterMs' | 'unreachable'>, tries: number): number | null {
  const most = lost.unreachable ? TRIES_IF_UNREACHABLE : TRIES;
  if (!lost.again || tries >= most || (lost.afterMs ?? 0) > TOO_LONG) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(LONGEST, FIRST * 2 ** (tries - 1)));
}

const NOBODY: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND'];
/** The most nested causes that are examined. */
const DEEPEST = 10;

/** Whether the host does not exist or nothing listens there. False for a connection that broke. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if ('code' in error && NOBODY.includes(String(error.code))) return true;
  // Node tries every address of a host and collects the errors.
  if (error instanceof AggregateError && error.errors.some((each) => isUnreachable(each, depth + 1))) return true;
  return isUnreachable(error.cause, depth + 1);
}
