// Whether an answer is taken. Pure.
import type { Call } from '../ports/model.js';
import type { Form } from './answer.js';
import type { Read } from './read-call.js';
import type { Acted } from './tool.js';
import { handedIn, lookFirst, twoAnswers, wrongAnswer } from './words.js';

export interface Handed<A> {
  readonly acts: readonly { readonly call: Call; readonly acted: Acted }[];
  readonly wrong: boolean;
  readonly answer?: { readonly value: A } | undefined;
}

/**
 * Looks at the answers among the calls of a turn, after all else was done. One that was written beside a call that then
 * failed was written without knowing it, so it goes back; that is no mistake of its form.
 */
export function handIn<A>(it: { form: Form<A>; reads: readonly Read[]; deedsFailed: boolean }): Handed<A> {
  const { form, reads, deedsFailed } = it;
  const calls = reads.flatMap((read) => (read.is === 'answer' ? [read.call] : []));
  const [call] = calls;
  const back = (text: string) => calls.map((each) => ({ call: each, acted: { text, failed: true } }));
  if (!call) return { acts: [], wrong: false };
  if (calls.length > 1) return { acts: back(twoAnswers), wrong: true };
  if (deedsFailed) return { acts: back(lookFirst), wrong: false };
  const read = form.read(call.input);
  if ('problem' in read) return { acts: back(wrongAnswer(read.problem)), wrong: true };
  return { acts: [{ call, acted: { text: handedIn } }], wrong: false, answer: { value: read.answer } };
}
