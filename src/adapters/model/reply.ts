// Collects the events of a streamed reply. Only a complete reply becomes a turn.
import type { Anthropic } from '@anthropic-ai/sdk';
import { type Block, ModelError, type StopReason, type Turn, type Usage } from '../../ports/model.js';

type Event = Anthropic.Beta.Messages.BetaRawMessageStreamEvent;
type Raw = Record<string, unknown> & { readonly type: string };

/** A block that is being received. */
interface PartialBlock {
  readonly raw: Raw;
  json: string;
  isComplete: boolean;
}

/** The API's stop reasons as crew's. Every other reason means `calls` if the reply has calls, else `said`. */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  tool_use: 'calls',
  max_tokens: 'length',
  refusal: 'declined',
  model_context_window_exceeded: 'overflow',
};

/** Callbacks for text and thinking as they are received. */
interface Listeners {
  readonly onText?: ((text: string) => void) | undefined;
  readonly onThinking?: ((text: string) => void) | undefined;
}

export class Reply {
  /** The usage reported so far. */
  usage: Usage | undefined;
  /** Whether the last event of the reply was received. */
  hasEnded = false;
  readonly #listeners: Listeners;
  readonly #blocks: PartialBlock[] = [];
  #reason: string | null = null;

  constructor(listeners: Listeners = {}) {
    this.#listeners = listeners;
  }

  take(event: Event): void {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message.usage);
        break;
      case 'content_block_start':
        this.#blocks[event.index] = { raw: { ...event.content_block }, json: '', isComplete: false };
        break;
      case 'content_block_delta':
        this.#append(this.#block(event.index), event.delta);
        break;
      case 'content_block_stop':
        this.#block(event.index).isComplete = true;
        break;
      case 'message_delta':
        // Some compatible services leave the usage out.
        this.#count(event.usage ?? {});
        this.#reason = event.delta.stop_reason;
        break;
      case 'message_stop':
        this.hasEnded = true;
        break;
    }
  }

  /** Returns the turn. Throws a ModelError if the reply is incomplete or inconsistent. */
  turn(): Turn {
    const { usage } = this;
    const broken = (why: string) => new ModelError(why, { isRetryable: true, usage });
    if (!this.hasEnded || !usage) throw broken('the reply is incomplete');
    const blocks = this.#blocks.map((block) => {
      if (!block.isComplete) throw broken('a block of the reply never ended');
      return blockOf(block);
    });
    const ids = blocks.flatMap((block) => (block.kind === 'call' ? [block.id] : []));
    if (new Set(ids).size < ids.length) throw broken('two calls of the reply have the same id');
    return { blocks, stop: this.#stop(ids.length > 0), usage };
  }

  #stop(hasCalls: boolean): StopReason {
    return STOP_REASONS[this.#reason ?? ''] ?? (hasCalls ? 'calls' : 'said');
  }

  #block(index: number): PartialBlock {
    const block = this.#blocks[index];
    if (!block) throw new ModelError('a block of the reply never began', { isRetryable: true, usage: this.usage });
    return block;
  }

  #append(block: PartialBlock, delta: Anthropic.Beta.Messages.BetaRawContentBlockDelta): void {
    const { raw } = block;
    const append = (field: string, more: string) => Object.assign(raw, { [field]: `${raw[field] ?? ''}${more}` });
    if (delta.type === 'text_delta') {
      append('text', delta.text);
      this.#listeners.onText?.(delta.text);
    }
    if (delta.type === 'thinking_delta') {
      append('thinking', delta.thinking);
      this.#listeners.onThinking?.(delta.thinking);
    }
    if (delta.type === 'signature_delta') append('signature', delta.signature);
    if (delta.type === 'input_json_delta') block.json += delta.partial_json;
  }

  /** Updates the usage. Fields that an event leaves out keep their value. */
  #count(reported: {
    readonly input_tokens?: number | null;
    readonly output_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
    readonly cache_creation_input_tokens?: number | null;
  }): void {
    const before = this.usage ?? { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };
    this.usage = {
      in: reported.input_tokens ?? before.in,
      out: reported.output_tokens ?? before.out,
      cacheRead: reported.cache_read_input_tokens ?? before.cacheRead,
      cacheWrite: reported.cache_creation_input_tokens ?? before.cacheWrite,
    };
  }
}

function blockOf({ raw, json }: PartialBlock): Block {
  if (raw.type === 'text') return { kind: 'text', text: String(raw.text ?? '') };
  // Thinking, and types that crew does not know, are sent back as they are.
  if (raw.type !== 'tool_use') return { kind: 'thinking', raw };
  const call = { kind: 'call', id: String(raw.id), tool: String(raw.name) } as const;
  // A call without arguments has no JSON events.
  const input = json === '' ? (raw.input ?? {}) : jsonOf(json);
  return isObject(input) ? { ...call, input } : { ...call, input: {}, malformed: json };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
