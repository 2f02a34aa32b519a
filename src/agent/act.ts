// Acting: what the calls of a turn come to. Exactly one result for each, in their order.
import type { Call, Result } from '../ports/model.js';
import type { Agent } from './agent.js';
import { Ends } from './ended.js';
import { handIn } from './hand-in.js';
import { perform } from './perform.js';
import { type Read, readCalls } from './read-call.js';
import { sideBySide } from './side-by-side.js';
import type { Acted } from './tool.js';
import { callsOf, type ModelReply, type TurnRecord } from './turn-record.js';
import { elided } from './words.js';

/** So many readers at once. */
const AT_ONCE = 8;
/** A last bound; tools have closer ones of their own. */
const MOST_TEXT = 200_000;

export interface Acts<A> {
  readonly turnRecord: TurnRecord;
  readonly answer?: { readonly value: A } | undefined;
}

type Deed = Exclude<Read, { is: 'answer' }>;

/** Everything that a turn asks for: neighbours that only read side by side, the rest one after the other, an answer last. */
export async function act<A>(agent: Agent<A>, told: ModelReply): Promise<Acts<A>> {
  const reads = readCalls({ calls: callsOf(told.turn), told, tools: agent.tools });
  const results = new Map<string, Result>();
  for (const group of groupsOf(reads)) {
    const works = group.map((deed) => async () => void results.set(deed.call.id, await resultOf(agent, deed)));
    await sideBySide(works, AT_ONCE);
  }
  const deedsFailed = [...results.values()].some(({ failed }) => failed);
  const handed = handIn({ form: agent.form, reads, deedsFailed });
  const judged = handed.answer ? await judge(agent, handed.answer.value) : null;
  for (const { call, acted } of handed.acts) results.set(call.id, resultFor(call, judged ?? acted));
  const wrong =
    reads.length > 0 &&
    reads.every((read) => (read.is === 'refused' ? read.wrong : read.is === 'answer' && handed.wrong));
  return {
    turnRecord: { told, results: reads.flatMap(({ call }) => results.get(call.id) ?? []), wrong },
    answer: judged ? undefined : handed.answer,
  };
}

/** What goes back instead, when an answer that fits its form is not good enough all the same; null when it is. */
async function judge<A>(agent: Agent<A>, answer: A): Promise<Acted | null> {
  const judged = await agent.judge?.(answer);
  if (!judged || judged.is === 'taken') return null;
  if (judged.is === 'over') throw new Ends({ ended: 'stuck', why: 'judged' });
  return { text: judged.text, failed: true };
}

function groupsOf(reads: readonly Read[]): readonly (readonly Deed[])[] {
  const groups: Deed[][] = [];
  let open = false;
  for (const read of reads) {
    if (read.is === 'answer') continue;
    const harmless = read.is === 'refused' || read.tool.reads;
    if (harmless && open) groups.at(-1)?.push(read);
    else groups.push([read]);
    open = harmless;
  }
  return groups;
}

async function resultOf(agent: Agent, deed: Deed): Promise<Result> {
  return resultFor(deed.call, deed.is === 'refused' ? { text: deed.text, failed: true } : await perform(agent, deed));
}

function resultFor({ id }: Call, { text, failed = false }: Acted): Result {
  return { kind: 'result', of: id, text: text === '' ? '(nothing)' : within(text), failed };
}

function within(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const half = MOST_TEXT / 2;
  return text.slice(0, half) + elided(text.length - MOST_TEXT) + text.slice(-half);
}
