// What the App leaves for the run of Actions that it starts: the event as it was heard, words and all, in one sealed line. Pure.
// A dispatch alone would say that the App asks; and what somebody has edited meanwhile is not what they asked.
import * as z from 'zod';
import { digestOf } from '../../core/digest.js';
import type { WrittenInput } from '../../core/workflow.js';

/** A run that an event began, and nothing else that a ref could be called. */
const NONCE = /^[a-z]+-[1-9]\d{0,15}-[0-9a-f]{10}$/;

/** Where it lies among the logs that all of crew's doors share; null where the nonce is none of ours. */
export const handedLog = (nonce: string): string | null => (NONCE.test(nonce) ? `handover/${nonce}` : null);

const SEAL = 16;
const sealOf = (nonce: string, json: string): string => digestOf(`${nonce} ${json}`).slice(0, SEAL);

/** The line, sealed for its nonce: copied under another one it says nothing. */
export function handedLine(nonce: string, written: WrittenInput): string {
  const json = JSON.stringify(written);
  return `${sealOf(nonce, json)} ${json}\n`;
}

const actor = z.object({ login: z.string(), id: z.number(), bot: z.boolean() });
const heard = {
  key: z.string().min(1),
  actor,
  at: z.object({ repo: z.string(), issue: z.number() }),
  seen: z.object({ at: z.string(), title: z.string(), body: z.string() }).optional(),
};

/** Only what people do in a thread is handed over. */
const handed = z.object({
  event: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('comment'),
      ...heard,
      comment: z.object({ id: z.number(), where: z.enum(['thread', 'review', 'inline']), body: z.string() }),
    }),
    z.object({ kind: z.literal('labelled'), ...heard, label: z.string() }),
    z.object({ kind: z.literal('assigned'), ...heard, assignee: actor }),
    z.object({ kind: z.literal('ticked'), ...heard, command: z.string(), owner: actor }),
  ]),
  own: z.object({ labelPrefix: z.string(), me: z.number() }),
  asked: z.array(z.number()),
});

export type Handed = z.infer<typeof handed>;

/** What was left there; null where the line is torn, damaged, or another one's. */
export function readHanded(nonce: string, text: string): Handed | null {
  const json = text.slice(SEAL + 1, -1);
  if (text !== `${sealOf(nonce, json)} ${json}\n`) return null;
  const read = handed.safeParse(parsed(json));
  return read.success ? read.data : null;
}

/** A seal is no signature: whoever may push can seal anything. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
