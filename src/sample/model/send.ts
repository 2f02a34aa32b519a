import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { apiError, errorBody } from './api-error.js';
import type { Reply } from './compose-reply.js';
import type { Fault } from './script.js';
import { type Step, transmission } from './transmission.js';
import { eventBytes, type StreamEvent, streamEvents, wholeMessage } from './write-reply.js';

/** Sends an answer with its faults. Ends without an error when the client disconnects. */
export async function send(response: ServerResponse, { answer, requestId }: { answer: Answer; requestId: string }) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.setHeader('request-id', requestId);
  try {
    await sendAnswer({ response, answer, requestId, gone: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

interface Sending {
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly requestId: string;
  readonly gone: AbortSignal;
}

async function sendAnswer({ response, answer, requestId, gone }: Sending): Promise<void> {
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
  if (turn.delay > 0) await sleep(turn.delay, undefined, { signal: gone });
  response.writeHead(200, answer.stream ? streamHeaders : { 'content-type': 'application/json' });
  const chunks = answer.stream ? streamChunks({ reply: answer.reply, fault, requestId }) : [wholeBytes(answer.reply)];
  await walk({ response, gone, steps: transmission({ chunks, fault, pace: turn.pace }) });
}

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

function wholeBytes(reply: Reply): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(wholeMessage(reply)));
}

function streamChunks(it: { reply: Reply; fault: Fault | undefined; requestId: string }): Uint8Array[] {
  const events = streamEvents(it.reply);
  if (it.fault?.kind !== 'overloaded') return events.map(eventBytes);
  const overloaded: StreamEvent = errorBody(apiError(529, 'Overloaded'), it.requestId);
  return [...events.slice(0, it.fault.after_events), overloaded].map(eventBytes);
}

async function walk(it: { response: ServerResponse; steps: readonly Step[]; gone: AbortSignal }): Promise<void> {
  const { response, steps, gone } = it;
  response.flushHeaders();
  for (const step of steps) {
    if (gone.aborted) return;
    if (step.do === 'write') await write(response, step.bytes);
    if (step.do === 'wait') await sleep(step.ms, undefined, { signal: gone });
    if (step.do === 'hang') await hungUp(gone);
    if (step.do === 'drop') {
      response.destroy();
      return;
    }
  }
  response.end();
}

/** Waits until the bytes are sent, so that a drop cuts exactly where the script says. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

function hungUp(gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
}
