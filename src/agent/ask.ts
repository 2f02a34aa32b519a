// Asking: one turn of the model, with its retries. Every attempt is a step of its own, so that what was paid for is never
// paid again, and what it cost is known whatever became of it.
import { NoTurn, type Turn, type Usage } from '../model.js';
import type { Agent } from './agent.js';
import { costOf } from './budget.js';
import { Ends } from './ended.js';
import { halt } from './halt.js';
import { messagesOf } from './messages.js';
import { notesFor, notYetSent } from './notes.js';
import { isNobody, waitAfter } from './retry.js';
import { FREE, type Lost, type ModelReply, recordOf, type Spent } from './turn-record.js';

/** Room for one turn; whoever needs more is cut off, told so, and goes on. */
const MOST_TOKENS = 32_000;

/** The next turn: from the journal, or from the model. */
export async function ask(agent: Agent): Promise<ModelReply> {
  const turn = `${agent.who} turn ${agent.beats.length + 1}`;
  // Lost attempts of an earlier life are counted by the meter, but try nobody's patience now.
  let tries = 0;
  let wait = 0;
  for (let again = 0; ; again += 1) {
    let live = false;
    const name = again === 0 ? turn : `${turn} again ${again}`;
    const work = async () => {
      live = true;
      return attempt(agent, wait);
    };
    const kept = await agent.run.step(name, work, costOfStep);
    agent.meter.take(kept.spent);
    if (live && kept.is === 'lost') tries += 1;
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

async function attempt(agent: Agent, wait: number): Promise<ModelReply | Lost> {
  checkLimits(agent);
  await agent.at.clock.sleep(wait, agent.at.signal);
  if (wait > 0) checkLimits(agent);
  const { who, beats, task, common, onProgress, meter } = agent;
  const notes = [...notesFor(beats, meter.gauges(agent)), ...notYetSent(beats, (await agent.aside?.()) ?? [])];
  onProgress({ kind: 'turn began', who, turn: beats.length + 1 });
  try {
    const turn = await turnOf(agent, messagesOf({ task, common, beats, notes }));
    return recordOf({ turn, notes, spent: spent(agent, turn.usage) });
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    const { message: why, again, afterMs, usage } = error;
    const how = { ...(afterMs === undefined ? {} : { afterMs }), ...(isNobody(error) ? { nobody: true } : {}) };
    return { is: 'lost', why, again, ...how, spent: spent(agent, usage) };
  }
}

function checkLimits(agent: Agent): void {
  const { beats, meter, at } = agent;
  const end = halt({ beats, gauges: meter.gauges(agent), cancelled: at.signal.aborted });
  if (end) throw new Ends(end);
}

function turnOf(agent: Agent, messages: ReturnType<typeof messagesOf>): Promise<Turn> {
  const { model, choice, system, offers, who, onProgress, at } = agent;
  const ask = { model: choice.id, system, tools: offers, messages, maxTokens: MOST_TOKENS };
  return model.turn(ask, { signal: at.signal, onText: (text) => onProgress({ kind: 'text', who, text }) });
}

function spent({ choice, meter }: Agent, usage: Usage = FREE): Spent {
  return { usage, usd: costOf(usage, choice.price), ms: meter.lap() };
}

function tell({ who, onProgress, meter, budget, beats }: Agent, kept: ModelReply | Lost, next: number | null): void {
  const { usage, usd } = kept.spent;
  if (kept.is === 'lost') {
    const again = next === null ? {} : { againInMs: next };
    onProgress({ kind: 'turn lost', who, turn: beats.length + 1, why: kept.why, ...again });
  }
  onProgress({ kind: 'spent', who, usage, usd, totalUsd: meter.sum().usd, leftUsd: budget.leftUsd() });
}
