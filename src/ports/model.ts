// Requests to a model and its answers, independent of the service. Adapters translate.

/** One piece of a message. */
export type Block =
  /** `cached`: other conversations begin with the same blocks, so the service is asked to cache up to here. At most one block. */
  | { readonly kind: 'text'; readonly text: string; readonly cached?: true | undefined }
  /** Sent back to the service unchanged: it refuses a history with modified thinking blocks. */
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

/** The result of a call. There is exactly one for each call, also after a crash. */
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

/** A tool as a model sees it; `input` is a JSON schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The request for one turn. The stable part (system, tools) comes before the growing one, so that it is read from the cache. */
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

/** Tokens as counted by the service; `in` excludes tokens of the cache. */
export interface Usage {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Why a turn ended. `length`: cut off at the token limit; `overflow`: the conversation exceeds the context window. */
export type StopReason = 'said' | 'calls' | 'length' | 'declined' | 'overflow';

/** The model's reply to one request. */
export interface Turn {
  readonly blocks: readonly Block[];
  readonly stop: StopReason;
  readonly usage: Usage;
}

/**
 * A failed model call. Streamed text of the call is discarded, and none of its tool calls is executed. `again`: whether a retry can help;
 * not before `afterMs`.
 */
export class ModelError extends Error {
  readonly again: boolean;
  readonly afterMs: number | undefined;
  /** Usage that is charged although the call failed, if the service reported it. */
  readonly usage: Usage | undefined;
  /** The model is overloaded; another model may not be. */
  readonly overloaded: boolean;

  constructor(
    message: string,
    how: {
      again: boolean;
      afterMs?: number | undefined;
      usage?: Usage | undefined;
      overloaded?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: how.cause });
    this.name = 'NoTurn';
    this.again = how.again;
    this.afterMs = how.afterMs;
    this.usage = how.usage;
    this.overloaded = how.overloaded ?? false;
  }
}

/** A language model. A call resolves to a turn or rejects with a ModelError. The adapter does not retry; agent/ask-model.ts does. */
export interface Model {
  /**
   * `onText` receives streamed text, for display only; the result is the turn. `began` is called once the service
   * has begun to reply: from then on, other requests with the same prefix are read from the cache.
   */
  turn(
    ask: ModelRequest,
    how: {
      readonly onText?: (text: string) => void;
      /** Receives summaries of the model's thinking, if the service sends them. */
      readonly think?: (text: string) => void;
      readonly began?: () => void;
      readonly signal?: AbortSignal;
    },
  ): Promise<Turn>;
}
