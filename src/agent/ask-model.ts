// Asking: one turn of the model, with its retries. Every attempt is a step of its own, so that what was paid for is never
// paid again, and what it cost is known whatever became of it.
import { type Ask, NoTurn, type Turn, type Usage } from '../ports/model.js';
import type { Agent } from './agent.js';
import { halt, notesFor, notYetSent } from './before-turn.js';
import { messagesOf } from './conversation.js';
import { costOf, type ModelChoice } from './cost.js';
import { Ends } from './ended.js';
import { FREE, type Lost, type ModelReply, recordOf, type Spent } from './turn-record.js';

/** Room for one turn; whoever needs more is cut off, told so, and goes on. */
const MOST_TOKENS = 32_000;

/** The next turn: from the journal, or from the model. */
export async function ask(agent: Agent): Promise<ModelReply> {
  const turn = `${agent.who} turn ${agent.beats.length + 1}`;
  // Lost attempts of an earlier life are counted by the meter, but try nobody's patience now.
  let tries = 0;
  let overloads = 0;
  let wait = 0;
  for (let again = 0; ; again += 1) {
    let live = false;
    const name = again === 0 ? turn : `${turn} again ${again}`;
    const work = async () => {
      live = true;
      return attempt(agent, { wait, by: secondAfter(agent, overloads) });
    };
    const kept = await agent.run.step(name, work, costOfStep);
    agent.meter.take(kept.spent);
    if (live && kept.is === 'lost') tries += 1;
    overloads = kept.is === 'lost' && kept.overloaded ? overloads + 1 : 0;
    const next = kept.is === 'lost' ? waitAfter(kept, tries) : null;
    if (live) tell(agent, kept, next);
    if (kept.is === 'told') return kept;
    if (!live || agent.at.signal.aborted) continue;
    if (next === null) throw new Ends({ ended: 'failed', why: 'service', detail: kept.why });
    wait = next;
  }
}

/** What the step says of itself, so that every view of the journal can add it up. */
const costOfStep = ({ spent: { usd, usage } }: ModelReply | Lost) => ({ usd, tokens: usage });

/** So often one model is asked that is overloaded; then the second one, and so on by turns. */
const PATIENCE = 3;

const secondAfter = ({ choice: { second } }: Agent, overloads: number): ModelChoice | undefined =>
  Math.floor(overloads / PATIENCE) % 2 === 1 ? second : undefined;

interface Attempt {
  readonly wait: number;
  /** Another model than the role's own. */
  readonly by: ModelChoice | undefined;
}

async function attempt(agent: Agent, { wait, by }: Attempt): Promise<ModelReply | Lost> {
  checkLimits(agent);
  await agent.at.clock.sleep(wait, agent.at.signal);
  if (wait > 0) checkLimits(agent);
  const { who, beats, task, common, pictures, onProgress, meter } = agent;
  const notes = [...notesFor(beats, meter.gauges(agent)), ...notYetSent(beats, (await agent.aside?.()) ?? [])];
  onProgress({ kind: 'turn began', who, turn: beats.length + 1 });
  try {
    const messages = messagesOf({ task, common, pictures, beats, notes, to: by?.id });
    const turn = await turnOf(agent, { messages, by });
    return recordOf({ turn, notes, spent: spent(agent, turn.usage, by), by: by?.id });
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    const { message: why, again, afterMs, usage, overloaded } = error;
    const how = {
      ...(afterMs === undefined ? {} : { afterMs }),
      ...(isNobody(error) ? { nobody: true } : {}),
      ...(overloaded ? { overloaded } : {}),
    };
    return { is: 'lost', why, again, ...how, spent: spent(agent, usage, by) };
  }
}

function checkLimits(agent: Agent): void {
  const { beats, meter, at } = agent;
  const end = halt({ beats, gauges: meter.gauges(agent), cancelled: at.signal.aborted });
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

function tell({ who, onProgress, meter, budget, beats }: Agent, kept: ModelReply | Lost, next: number | null): void {
  const { usage, usd } = kept.spent;
  if (kept.is === 'lost') {
    const again = next === null ? {} : { againInMs: next };
    onProgress({ kind: 'turn lost', who, turn: beats.length + 1, why: kept.why, ...again });
  }
  onProgress({ kind: 'spent', who, usage, usd, totalUsd: meter.sum().usd, leftUsd: budget.leftUsd() });
}

/** So many attempts in one life of a run; told again, it starts counting anew. */
const TRIES = 8;
/** Where nothing listens, or no such host is known, patience helps nobody: a person has a setting to look at. */
const TRIES_OF_NOBODY = 2;
const FIRST = 1000;
const LONGEST = 60_000;
/** A service that asks for more patience than this is not there today; the run is kept and can be continued. */
const TOO_LONG = 15 * 60_000;

/** Milliseconds before the next attempt, or null for "not again". Pure. */
function waitAfter(lost: Pick<Lost, 'again' | 'afterMs' | 'nobody'>, tries: number): number | null {
  const most = lost.nobody ? TRIES_OF_NOBODY : TRIES;
  if (!lost.again || tries >= most || (lost.afterMs ?? 0) > TOO_LONG) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(LONGEST, FIRST * 2 ** (tries - 1)));
}

const NOBODY: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND'];
/** Errors wrap each other; one that wraps itself ends here. */
const DEEPEST = 10;

/** Whether nobody is at the address: no such host, or nothing that listens. A connection that broke is something else. */
function isNobody(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if ('code' in error && NOBODY.includes(String(error.code))) return true;
  // Each of a host's addresses was tried, and each gave its own error.
  if (error instanceof AggregateError && error.errors.some((each) => isNobody(each, depth + 1))) return true;
  return isNobody(error.cause, depth + 1);
}
