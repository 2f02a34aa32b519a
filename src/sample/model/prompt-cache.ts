import { blocksOf, type Conversation, digest } from './request.js';

/** How far before a breakpoint the API looks for an earlier entry. */
const LOOKBACK = 20;
const IMAGE_TOKENS = 1600;

export interface InputUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_creation: { readonly ephemeral_5m_input_tokens: number; readonly ephemeral_1h_input_tokens: number };
}

export interface PromptCache {
  /** The input tokens of a conversation. The prefix up to each breakpoint is cached for the next one. */
  readonly charge: (conversation: Conversation) => InputUsage;
}

interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly breakpoint: '5m' | '1h' | undefined;
}

/** A prompt cache whose entries never expire, so that tests need not wait. */
export function promptCache(minimumTokens: number): PromptCache {
  const known = new Set<string>();
  return {
    charge(conversation) {
      const prefixes = prefixesOf(conversation);
      const usage = usageOf({ prefixes, known, minimumTokens });
      for (const { key, tokens, breakpoint } of prefixes) {
        if (breakpoint !== undefined && tokens >= minimumTokens) known.add(key);
      }
      return usage;
    },
  };
}

/** The input tokens of a conversation, estimated as a quarter of its bytes. */
export function countTokens(conversation: Conversation): number {
  return prefixesOf(conversation).at(-1)?.tokens ?? 0;
}

/** The tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).byteLength / 4);
}

function usageOf(it: { prefixes: readonly Prefix[]; known: ReadonlySet<string>; minimumTokens: number }): InputUsage {
  const { prefixes, known, minimumTokens } = it;
  const breaks = prefixes.flatMap(({ breakpoint, tokens }, at) =>
    breakpoint !== undefined && tokens >= minimumTokens ? [at] : [],
  );
  const readable = (at: number) => breaks.some((mark) => at <= mark && mark - at < LOOKBACK);
  const read = prefixes.findLast(({ key }, at) => readable(at) && known.has(key))?.tokens ?? 0;
  const last = prefixes[breaks.at(-1) ?? -1];
  const stored = last?.tokens ?? 0;
  const written = stored - read;
  return {
    input_tokens: (prefixes.at(-1)?.tokens ?? 0) - stored,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    cache_creation: {
      ephemeral_5m_input_tokens: last?.breakpoint === '5m' ? written : 0,
      ephemeral_1h_input_tokens: last?.breakpoint === '1h' ? written : 0,
    },
  };
}

/** Tools, then system, then messages: the order of the API. A changed tool invalidates all that follows. */
function prefixesOf(conversation: Conversation): Prefix[] {
  const blocks = [
    ...(conversation.tools ?? []).map((tool) => ({ ...tool, role: 'tools' })),
    ...blocksOf(conversation.system).map((block) => ({ ...block, role: 'system' })),
    ...conversation.messages.flatMap(({ role, content }) => blocksOf(content).map((block) => ({ ...block, role }))),
  ];
  let key = conversation.model;
  let tokens = 0;
  return blocks.map(({ cache_control, ...block }, at) => {
    const mark = cache_control ?? (at === blocks.length - 1 ? conversation.cache_control : undefined);
    const text = JSON.stringify(block);
    key = digest(key + text);
    tokens += 'type' in block && block.type === 'image' ? IMAGE_TOKENS : tokensOf(text);
    return { key, tokens, breakpoint: mark ? (mark.ttl ?? '5m') : undefined };
  });
}
