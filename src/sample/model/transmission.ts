import type { Fault } from './script.js';

/** The steps of a transmission. After the last one the answer ends, unless it was dropped. */
export type Step =
  | { readonly do: 'write'; readonly bytes: Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hang' }
  | { readonly do: 'drop' };

/** Bytes that are invalid UTF-8, with a line break, so that they end the line that they fall into. */
const GARBAGE = Uint8Array.of(0xff, 0xfe, 0x00, 0x0a, 0x7b, 0xc3, 0x28, 0x0a);

/** The steps that send the chunks of an answer with a fault of the connection. */
export function transmission(it: { chunks: readonly Uint8Array[]; fault?: Fault | undefined; pace: number }): Step[] {
  const { chunks, fault, pace } = it;
  switch (fault?.kind) {
    case 'cut': {
      const sent = writes(split(chunks, fault.after).before, pace);
      return fault.clean ? sent : [...sent, { do: 'drop' }];
    }
    case 'garbage': {
      const bytes = fault.text === undefined ? GARBAGE : new TextEncoder().encode(fault.text);
      return around({ chunks, at: fault.after, pace, event: { do: 'write', bytes } });
    }
    case 'stall': {
      const event: Step = fault.ms === undefined ? { do: 'hang' } : { do: 'wait', ms: fault.ms };
      return around({ chunks, at: fault.after, pace, event });
    }
    default:
      return writes(chunks, pace);
  }
}

function around(it: { chunks: readonly Uint8Array[]; at: number; pace: number; event: Step }): Step[] {
  const { before, after } = split(it.chunks, it.at);
  return [...writes(before, it.pace), it.event, ...writes(after, it.pace)];
}

function writes(chunks: readonly Uint8Array[], pace: number): Step[] {
  return chunks.flatMap((bytes, at): Step[] => {
    const write: Step = { do: 'write', bytes };
    return pace > 0 && at > 0 ? [{ do: 'wait', ms: pace }, write] : [write];
  });
}

/** Splits at a byte. A character or a line may be split in two. */
function split(chunks: readonly Uint8Array[], at: number): { before: Uint8Array[]; after: Uint8Array[] } {
  const before: Uint8Array[] = [];
  const after: Uint8Array[] = [];
  let position = 0;
  for (const chunk of chunks) {
    const room = Math.min(Math.max(at - position, 0), chunk.length);
    if (room > 0) before.push(chunk.subarray(0, room));
    if (room < chunk.length) after.push(chunk.subarray(room));
    position += chunk.length;
  }
  return { before, after };
}
