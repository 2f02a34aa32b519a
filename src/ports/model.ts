// Requests to a model and its replies, independent of the service. src/adapters/model implements `Model`; the loop in src/agent calls it.
// `fix` and `write` use its types; environment.ts, progress.ts and index.ts too.

/** One piece of a message. */
export type Block =
  /**
   * `cached`: the service is asked to cache the conversation up to this block, since other conversations begin with the same blocks. At most
   * one block has it.
   */
  | { readonly kind: 'text'; readonly text: string; readonly cached?: true | undefined }
  /** The model's thinking. It is sent back unchanged, because the service refuses a conversation with a modified thinking block. */
  | { readonly kind: 'thinking'; readonly raw: unknown }
  | Call
  | CallResult
  | Picture;

/** A picture in a message. */
export interface Picture {
  readonly kind: 'image';
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In base64. */
  readonly data: string;
}

/** A tool call. `malformed` holds arguments that are not JSON: then nothing runs, and the model gets an error. */
export interface Call {
  readonly kind: 'call';
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly malformed?: string | undefined;
}

/** The result of a tool call; `of` is the call's id. Each call gets exactly one result, also after a crash. */
export interface CallResult {
  readonly kind: 'result';
  readonly of: string;
  readonly text: string;
  readonly failed: boolean;
}

/** A message of a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

/** The description of a tool for a model; `input` is a JSON schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The request for one turn. `system` and `tools` stay the same during a conversation, so the service reads them from its cache. */
export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  /** Without it, the model's own default. */
  readonly effort?: Effort | undefined;
}

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Tokens as counted by the service. `in` excludes tokens that were read from the cache or written to it. */
export interface Usage {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * Why a turn ended. `said`: the reply is complete. `calls`: it calls tools. `length`: it was cut off at `maxTokens`. `declined`: the model
 * refused. `overflow`: the conversation exceeds the context window.
 */
export type StopReason = 'said' | 'calls' | 'length' | 'declined' | 'overflow';

/** The model's reply to one request. */
export interface Turn {
  readonly blocks: readonly Block[];
  readonly stop: StopReason;
  readonly usage: Usage;
}

/** A request to a model failed. The text that was streamed so far is discarded, and no tool is called. */
export class ModelError extends Error {
  /** Whether a retry can help, not before `afterMs`. */
  readonly isRetryable: boolean;
  readonly afterMs: number | undefined;
  /** Usage that is charged although the request failed, if the service reported it. */
  readonly usage: Usage | undefined;
  /** The service has too little capacity for this model, perhaps not for others. */
  readonly isOverloaded: boolean;

  constructor(
    message: string,
    how: {
      isRetryable: boolean;
      afterMs?: number | undefined;
      usage?: Usage | undefined;
      isOverloaded?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: how.cause });
    this.name = 'ModelError';
    this.isRetryable = how.isRetryable;
    this.afterMs = how.afterMs;
    this.usage = how.usage;
    this.isOverloaded = how.isOverloaded ?? false;
  }
}

/** A language model. */
export interface Model {
  /** Sends one request. Rejects with a ModelError. Does not retry; src/agent/ask-model.ts does. */
  turn(
    request: ModelRequest,
    how: {
      /** Receives streamed text, for display only. */
      readonly onText?: (text: string) => void;
      /** Receives summaries of the model's thinking, if the service sends them. */
      readonly onThinking?: (text: string) => void;
      /** Called when the reply begins. From then on, the service reads equal beginnings of other requests from its cache. */
      readonly onReply?: () => void;
      readonly signal?: AbortSignal;
    },
  ): Promise<Turn>;
}
