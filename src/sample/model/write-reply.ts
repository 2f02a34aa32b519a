// Writes a reply in the format of the Messages API: as one document, or as the events of a stream. Used by send.ts.
import type { Reply, ReplyBlock } from './compose-reply.js';

/** A server-sent event of the API. */
export interface StreamEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Small, so that words are divided among several events. */
const CHARACTERS_PER_EVENT = 16;

/** The reply as one document, with every field that the API always sends. */
export function completeMessage(reply: Reply): object {
  return {
    ...messageFields(reply),
    content: reply.blocks.map(completeBlock),
    ...stopFields(reply),
    usage: usageFields(reply),
  };
}

/** The reply as the events of a stream, in the API's order, with its ping. */
export function streamEvents(reply: Reply): StreamEvent[] {
  const nothingYet = { stop_reason: null, stop_sequence: null, stop_details: null };
  const usage = { ...usageFields(reply), output_tokens: 1, output_tokens_details: null };
  const { thinking_tokens, cache_creation, ...counts } = reply.usage;
  return [
    { type: 'message_start', message: { ...messageFields(reply), content: [], ...nothingYet, usage } },
    { type: 'ping' },
    ...reply.blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { ...stopFields(reply), container: null },
      usage: { ...counts, output_tokens_details: { thinking_tokens }, server_tool_use: null },
    },
    { type: 'message_stop' },
  ];
}

/** The bytes of an event on the wire. */
export function eventBytes(event: StreamEvent): Uint8Array {
  return new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function messageFields({ id, model }: Reply): object {
  return { id, type: 'message', role: 'assistant', model, container: null, diagnostics: null };
}

function stopFields({ stopReason }: Reply): object {
  const refusal = stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null;
  return { stop_reason: stopReason, stop_sequence: null, stop_details: refusal };
}

function usageFields({ usage: { thinking_tokens, ...counts } }: Reply): object {
  const rest = { server_tool_use: null, service_tier: 'standard', speed: 'standard', inference_geo: null };
  return { ...counts, output_tokens_details: { thinking_tokens }, ...rest };
}

function completeBlock(block: ReplyBlock): object {
  if (block.type === 'text') return { ...block, citations: null };
  if (block.type === 'thinking') return block;
  const { json, ...call } = block;
  return { ...call, caller: { type: 'direct' } };
}

function emptyBlock(block: ReplyBlock): object {
  if (block.type === 'text') return { type: 'text', text: '', citations: null };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return { type: 'tool_use', id: block.id, name: block.name, input: {}, caller: { type: 'direct' } };
}

function blockEvents(block: ReplyBlock, index: number): StreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: emptyBlock(block) },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function deltas(block: ReplyBlock): object[] {
  if (block.type === 'text') return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use') {
    // The API streams a call without arguments as an empty string. Clients read it as {}.
    const json = block.json === '{}' ? [] : pieces(block.json);
    return ['', ...json].map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  }
  return [
    ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
    { type: 'signature_delta', signature: block.signature },
  ];
}

function pieces(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / CHARACTERS_PER_EVENT) }, (_, at) =>
    characters.slice(at * CHARACTERS_PER_EVENT, (at + 1) * CHARACTERS_PER_EVENT).join(''),
  );
}
