// Sends an answer over HTTP, with the faults of the connection that the script asks for: cut, garbage, stall. Used by index.ts.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer.js';
import type { Reply } from './compose-reply.js';
import { apiError, errorBody } from './request.js';
import type { Fault } from './script.js';
import { completeMessage, eventBytes, type StreamEvent, streamEvents } from './write-reply.js';

/** Sends an answer. Returns without an error when the client disconnects. */
export async function send(response: ServerResponse, { answer, requestId }: { answer: Answer; requestId: string }) {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  response.setHeader('request-id', requestId);
  try {
    await sendAnswer({ response, answer, requestId, disconnected: disconnected.signal });
  } catch (error) {
    if (!disconnected.signal.aborted) throw error;
  }
}

interface Sending {
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly requestId: string;
  readonly disconnected: AbortSignal;
}

async function sendAnswer({ response, answer, requestId, disconnected }: Sending): Promise<void> {
  if (answer.kind === 'error') {
    response.writeHead(answer.error.status, { ...answer.error.headers, 'content-type': 'application/json' });
    response.end(JSON.stringify(errorBody(answer.error, requestId)));
    return;
  }
  if (answer.kind === 'json') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
    return;
  }
  const { turn, fault } = answer.from;
  if (turn.delay > 0) await sleep(turn.delay, undefined, { signal: disconnected });
  response.writeHead(200, answer.stream ? streamHeaders : { 'content-type': 'application/json' });
  const chunks = answer.stream ? streamChunks({ reply: answer.reply, fault, requestId }) : [wholeBytes(answer.reply)];
  await perform({ response, disconnected, steps: stepsFor({ chunks, fault, pace: turn.pace }) });
}

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

function wholeBytes(reply: Reply): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(completeMessage(reply)));
}

function streamChunks(it: { reply: Reply; fault: Fault | undefined; requestId: string }): Uint8Array[] {
  const events = streamEvents(it.reply);
  if (it.fault?.kind !== 'overloaded') return events.map(eventBytes);
  const overloaded: StreamEvent = errorBody(apiError(529, 'Overloaded'), it.requestId);
  return [...events.slice(0, it.fault.after_events), overloaded].map(eventBytes);
}

async function perform(it: {
  response: ServerResponse;
  steps: readonly Step[];
  disconnected: AbortSignal;
}): Promise<void> {
  const { response, steps, disconnected } = it;
  response.flushHeaders();
  for (const step of steps) {
    if (disconnected.aborted) return;
    if (step.do === 'write') await write(response, step.bytes);
    if (step.do === 'wait') await sleep(step.ms, undefined, { signal: disconnected });
    if (step.do === 'hang') await untilDisconnected(disconnected);
    if (step.do === 'drop') {
      response.destroy();
      return;
    }
  }
  response.end();
}

/** Writes bytes and waits until they are sent, so that a later `drop` cuts the answer exactly where the script says. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

function untilDisconnected(disconnected: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (disconnected.aborted) resolve();
    else disconnected.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A step of sending an answer. `hang` waits until the client disconnects, `drop` closes the connection. */
type Step =
  | { readonly do: 'write'; readonly bytes: Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hang' }
  | { readonly do: 'drop' };

/** Invalid UTF-8 with a line break, so that it ends the current line. */
const GARBAGE = Uint8Array.of(0xff, 0xfe, 0x00, 0x0a, 0x7b, 0xc3, 0x28, 0x0a);

/** The steps that send the chunks of an answer with a fault of the connection. */
function stepsFor(it: { chunks: readonly Uint8Array[]; fault?: Fault | undefined; pace: number }): Step[] {
  const { chunks, fault, pace } = it;
  switch (fault?.kind) {
    case 'cut': {
      const sent = writeSteps(splitAt(chunks, fault.after).before, pace);
      return fault.clean ? sent : [...sent, { do: 'drop' }];
    }
    case 'garbage': {
      const bytes = fault.text === undefined ? GARBAGE : new TextEncoder().encode(fault.text);
      return withStepAt({ chunks, at: fault.after, pace, event: { do: 'write', bytes } });
    }
    case 'stall': {
      const event: Step = fault.ms === undefined ? { do: 'hang' } : { do: 'wait', ms: fault.ms };
      return withStepAt({ chunks, at: fault.after, pace, event });
    }
    default:
      return writeSteps(chunks, pace);
  }
}

function withStepAt(it: { chunks: readonly Uint8Array[]; at: number; pace: number; event: Step }): Step[] {
  const { before, after } = splitAt(it.chunks, it.at);
  return [...writeSteps(before, it.pace), it.event, ...writeSteps(after, it.pace)];
}

function writeSteps(chunks: readonly Uint8Array[], pace: number): Step[] {
  return chunks.flatMap((bytes, at): Step[] => {
    const write: Step = { do: 'write', bytes };
    return pace > 0 && at > 0 ? [{ do: 'wait', ms: pace }, write] : [write];
  });
}

/** Splits the bytes at an offset, which may be inside a character or a line. */
function splitAt(chunks: readonly Uint8Array[], at: number): { before: Uint8Array[]; after: Uint8Array[] } {
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
