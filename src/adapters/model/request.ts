// A question in the words of the Messages API. Same question, same bytes: what the service knows already, it reads from its cache.
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Ask, Block, Message } from '../../ports/model.js';

type Body = Anthropic.Beta.Messages.MessageCreateParamsStreaming;
type Content = Anthropic.Beta.Messages.BetaContentBlockParam;

const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/**
 * From so many tokens on, the service itself drops the oldest results of tools; and so many at once, since every time costs the
 * cache. Thinking stays bound to what it was: only the service may do this.
 */
const CLEARING = {
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'input_tokens', value: 150_000 },
  keep: { type: 'tool_uses', value: 10 },
  clear_at_least: { type: 'input_tokens', value: 30_000 },
} as const;

interface Optional {
  readonly contextEdits: boolean;
  /** Summaries of its thinking are wanted. */
  readonly thinking?: boolean | undefined;
}

/** The body to send. */
export function requestOf(ask: Ask, { contextEdits, thinking = false }: Optional): Body {
  const { model, system, tools, messages, maxTokens, effort } = ask;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    tools: tools.map(({ name, description, input }) => ({
      name,
      description,
      input_schema: { ...input, type: 'object' },
    })),
    // Tools stand before the system prompt, so that this breakpoint is theirs too.
    system: [{ type: 'text', text: wellFormed(system), ...BREAKPOINT }],
    messages: spoken(messages),
    ...(effort === undefined ? {} : { output_config: { effort } }),
    ...(thinking ? { thinking: { type: 'adaptive', display: 'summarized' } as const } : {}),
    ...(contextEdits ? { context_management: { edits: [CLEARING] }, betas: ['context-management-2025-06-27'] } : {}),
  };
}

/** The last two messages of ours end in breakpoints: one is read from, the other written for the next turn. */
function spoken(messages: readonly Message[]): Anthropic.Beta.Messages.BetaMessageParam[] {
  const ours = messages.flatMap(({ role }, n) => (role === 'user' ? [n] : [])).slice(-2);
  return messages.map(({ role, blocks }, n) => {
    const content = blocks.map(contentOf);
    const last = content.at(-1);
    if (ours.includes(n) && last) content[content.length - 1] = { ...last, ...BREAKPOINT } as Content;
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
      return { type: 'tool_use', id: block.id, name: block.tool, input: leavesOf(block.input) };
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: block.of,
        content: wellFormed(block.text),
        ...(block.failed ? { is_error: true } : {}),
      };
  }
}

/** What a model gave a tool, in whole characters: it writes halves of them, too. */
function leavesOf(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(leavesOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [wellFormed(name), leavesOf(each)]));
}

/** Half a character, as a file cut in the middle has it, is refused with the whole conversation. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
