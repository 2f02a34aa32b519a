// Counts the input tokens of a conversation, and which of them the API would read from its prompt cache. Used by answer.ts,
// compose-reply.ts and index.ts for the usage in answers.
import { blocksOf, type Conversation, digest } from './request.js';

/** The API looks for a cache entry at a breakpoint and at the 19 blocks before it. */
const LOOKBACK = 20;
/** An image counts as so many tokens, whatever its size. */
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

/** A conversation up to one of its blocks. */
interface Prefix {
  /** The digest of all blocks so far. */
  readonly key: string;
  readonly tokens: number;
  /** The lifetime of the cache entry, if the block has a `cache_control`. */
  readonly breakpoint: '5m' | '1h' | undefined;
}

/** A prompt cache whose entries never expire. Prefixes with fewer than `minimumTokens` are not cached. */
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

/** The number of input tokens of a conversation. */
export function countTokens(conversation: Conversation): number {
  return prefixesOf(conversation).at(-1)?.tokens ?? 0;
}

/** The number of tokens of a text, estimated as a quarter of its bytes. */
export function tokensOf(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).byteLength / 4);
}

/** `known`: the keys of cached prefixes. Up to the last breakpoint, tokens are read from the cache or written to it. */
function usageOf({
  prefixes,
  known,
  minimumTokens,
}: {
  prefixes: readonly Prefix[];
  known: ReadonlySet<string>;
  minimumTokens: number;
}): InputUsage {
  const breakpoints = prefixes.flatMap(({ breakpoint, tokens }, index) =>
    breakpoint !== undefined && tokens >= minimumTokens ? [index] : [],
  );
  const isLookedUp = (index: number) => breakpoints.some((mark) => index <= mark && mark - index < LOOKBACK);
  const read = prefixes.findLast(({ key }, index) => isLookedUp(index) && known.has(key))?.tokens ?? 0;
  const last = prefixes[breakpoints.at(-1) ?? -1];
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

/** The prefixes in the API's order: tools, system prompt, messages. So a changed tool changes the keys of all prefixes after it. */
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
