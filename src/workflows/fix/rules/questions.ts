// The outcomes of a fix that waits for a person or is refused before work, and the ids of its questions. Used by ../gate.ts, ../setup.ts,
// ../start.ts, outcome.ts, and build/gate.ts.

import { questionId } from '../../../agent/tool.js';
import type { Awaits, Outcome } from '../../../ports/run.js';
import type { AskingRun, ReadingPlace } from '../../../text/lang/agent/asks.js';
import type { Messages } from '../../../text/lang/en.js';
import { type Language, messages } from '../../../text/lang/index.js';
import type { FixCommand } from '../messages.en.js';
import { fixMessages } from '../messages.js';
import type { TaskDecision } from './workable.js';

/** The fields of a question that crew's code asks, not an agent. */
export const ASKED_BY_CREW = { role: 'crew', own: true } as const;

/** The parts of a context that a question needs. */
interface QuestionContext {
  readonly ctx: { readonly messages: Messages; readonly run: { readonly id: string }; readonly place: ReadingPlace };
}

type AwaitedQuestion = Awaits & { readonly kind: 'question' | 'approval' | 'pause' | 'budget' };

type QuestionDetails = Partial<Pick<AskingRun, 'role' | 'own' | 'day' | 'stopped' | 'lifts'>> & {
  readonly result?: object;
};

/** The outcome `awaiting`, with the question and how to answer it. `result` becomes the result of the outcome. */
export function waitForPerson(
  { ctx }: QuestionContext,
  awaits: AwaitedQuestion,
  { result, ...asker }: QuestionDetails,
): Outcome {
  const says = ctx.messages.agent.asks({
    role: ctx.messages.agent.model,
    run: ctx.run.id,
    place: ctx.place,
    ...asker,
    ...awaits,
  });
  const recorded = asker.lifts === false ? { ...awaits, lifts: false } : awaits;
  return { name: 'awaiting', says, awaits: recorded, ...(result ? { result } : {}) };
}

/** The outcome of an order that cannot start: refused, or a question. */
export function refusalOrQuestion(
  decision: Exclude<TaskDecision, { is: 'go' }>,
  {
    lang,
    run,
    id,
    place,
    command,
  }: { lang: Language; run: string; id: string; place: ReadingPlace; command?: FixCommand },
): Outcome {
  if (decision.is === 'refused')
    return { name: 'refused', says: fixMessages(lang).refused(decision.why, command), result: { why: decision.why } };
  const ctx = { messages: messages(lang), run: { id: run }, place };
  return waitForPerson(
    { ctx },
    { id, kind: 'question', question: fixMessages(lang).question(decision.question) },
    ASKED_BY_CREW,
  );
}

/** The id of the question whether to continue from a tree that a person changed. Each change of the tree has its own id. */
export const takeOverId = (sha256: string): string => questionId('p', 'tree', sha256);

/** The text that a person added to an approval (`approve ID as TEXT`). Empty without one. */
export const approvalCondition = (approval: string): string => approval.replace(/^approved ?(?:as )?/, '').trim();
