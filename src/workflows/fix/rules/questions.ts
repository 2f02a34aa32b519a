import { questionId } from '../../../agent/tool.js';
import type { Awaits, Outcome } from '../../../ports/run.js';
import type { Asks, Place } from '../../../text/lang/agent/messages.js';
import { type Language, messages } from '../../../text/lang/index.js';
import type { Messages } from '../../../text/lang/messages.js';
import { fixMessages } from '../messages.js';
import type { Workable } from './workable.js';

export const EDITOR = 'Editor';

export const CREW = { role: 'crew', own: true } as const;

/** The parts of a context that a question needs. */
interface QuestionContext {
  readonly ctx: { readonly messages: Messages; readonly run: { readonly id: string } };
  readonly place: Place;
}

type AwaitedQuestion = Awaits & { readonly kind: 'question' | 'approval' | 'pause' | 'budget' };

type QuestionDetails = Partial<Pick<Asks, 'role' | 'own' | 'day' | 'stopped' | 'lifts'>> & { readonly spent?: object };

/** Ends the run as `awaiting`. */
export function waitForPerson(
  { ctx, place }: QuestionContext,
  awaits: AwaitedQuestion,
  { spent, ...who }: QuestionDetails,
): Outcome {
  const says = ctx.messages.agent.asks({ role: EDITOR, run: ctx.run.id, place, ...who, ...awaits });
  const waiting = who.lifts === false ? { ...awaits, lifts: false } : awaits;
  return { name: 'awaiting', says, awaits: waiting, ...(spent ? { result: spent } : {}) };
}

/** The outcome of an order that cannot start: refused, or a question that has to be answered first. */
export function refusalOrQuestion(
  fit: Exclude<Workable, { is: 'go' }>,
  { lang, run, id, place }: { lang: Language; run: string; id: string; place: Place },
): Outcome {
  if (fit.is === 'refused')
    return { name: 'refused', says: fixMessages(lang).refused(fit.why), result: { why: fit.why } };
  const ctx = { messages: messages(lang), run: { id: run } };
  return waitForPerson(
    { ctx, place },
    { id, kind: 'question', question: fixMessages(lang).question(fit.question) },
    CREW,
  );
}

/** Names the question whether a run may go on from a tree that somebody has changed: another change is another question. */
export const takeOverId = (sha256: string): string => questionId('p', 'tree', sha256);

/** What a person added to an approval (`approve ID as TEXT`), in the words in which it stands among the answers; empty where nothing. */
export const approvalCondition = (approval: string): string => approval.replace(/^approved ?(?:as )?/, '').trim();
