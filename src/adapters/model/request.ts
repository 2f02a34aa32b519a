// Builds the request of the Messages API. Equal conversations give equal bytes, so that the service's prompt cache applies.

import type { Anthropic } from '@anthropic-ai/sdk';
import type { Block, Message, ModelRequest } from '../../ports/model.js';

type Body = Anthropic.Beta.Messages.MessageCreateParamsStreaming;
type Content = Anthropic.Beta.Messages.BetaContentBlockParam;

const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/**
 * Above 150,000 input tokens the service drops tool results except the newest ten, at least 30,000 tokens at once, because each removal
 * invalidates the cache. crew cannot remove them itself, since thinking blocks must stay unchanged.
 */
const CONTEXT_EDITS = {
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'input_tokens', value: 150_000 },
  keep: { type: 'tool_uses', value: 10 },
  clear_at_least: { type: 'input_tokens', value: 30_000 },
} as const;

interface OptionalFeatures {
  readonly contextEdits: boolean;
  /** Requests summaries of thinking. */
  readonly thinking?: boolean | undefined;
}

/** The body of the request. */
export function requestOf(modelRequest: ModelRequest, { contextEdits, thinking = false }: OptionalFeatures): Body {
  const { model, system, tools, messages, maxTokens, effort } = modelRequest;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    tools: tools.map(({ name, description, input }) => ({
      name,
      description,
      input_schema: { ...input, type: 'object' },
    })),
    // The service reads tools before the system prompt, so this breakpoint includes them.
    system: [{ type: 'text', text: wellFormed(system), ...BREAKPOINT }],
    messages: messagesWithBreakpoints(messages),
    ...(effort === undefined ? {} : { output_config: { effort } }),
    ...(thinking ? { thinking: { type: 'adaptive', display: 'summarized' } as const } : {}),
    ...(contextEdits
      ? { context_management: { edits: [CONTEXT_EDITS] }, betas: ['context-management-2025-06-27'] }
      : {}),
  };
}

/**
 * Marks the last two user messages as cache breakpoints. The service reads its cache up to the first one, and writes it up to the second one
 * for the next turn.
 */
function messagesWithBreakpoints(messages: readonly Message[]): Anthropic.Beta.Messages.BetaMessageParam[] {
  const cachedMessages = messages.flatMap(({ role }, n) => (role === 'user' ? [n] : [])).slice(-2);
  return messages.map(({ role, blocks }, n) => {
    const content = blocks.map(contentOf);
    const last = content.at(-1);
    if (cachedMessages.includes(n) && last) content[content.length - 1] = { ...last, ...BREAKPOINT } as Content;
    return { role, content };
  });
}

function contentOf(block: Block): Content {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: wellFormed(block.text), ...(block.cached ? BREAKPOINT : {}) };
    case 'thinking':
      return block.raw as Content;
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } };
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.tool, input: wellFormedValue(block.input) };
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: block.of,
        content: wellFormed(block.text),
        ...(block.failed ? { is_error: true } : {}),
      };
  }
}

/** The input of a call with lone surrogates replaced; models sometimes write them. */
function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [wellFormed(name), wellFormedValue(each)]));
}

/** Replaces lone surrogates, for which the service would reject the whole request. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
