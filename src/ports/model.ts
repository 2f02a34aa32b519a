// What is said to a model, and what it says. No service's own words: an adapter translates.

/** One piece of a message. */
export type Block =
  /** `cached`: other conversations begin with the same blocks up to here, so the service is asked to keep them. At most one. */
  | { readonly kind: 'text'; readonly text: string; readonly cached?: true | undefined }
  /** As the service gave it, and given back unchanged: it refuses a history whose thinking was touched. */
  | { readonly kind: 'thinking'; readonly raw: unknown }
  | Call
  | Result
  | Picture;

export interface Picture {
  readonly kind: 'image';
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In base64. */
  readonly data: string;
}

/** A tool asked for. `malformed` holds what was no JSON: then nothing runs, and the model is told. */
export interface Call {
  readonly kind: 'call';
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly malformed?: string | undefined;
}

/** What came of a call: exactly one for each, also after a crash. */
export interface Result {
  readonly kind: 'result';
  readonly of: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

/** A tool as a model sees it; `input` is a JSON schema. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What one turn is asked with. The stable part first (system, tools), then what grows: so it is read from the cache. */
export interface Ask {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly Offer[];
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  /** Without it, the model's own default. */
  readonly effort?: Effort | undefined;
}

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Tokens, as the service counted them; `in` without those of the cache. */
export interface Usage {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Why a turn is over. `length`: cut off at its limit; `overflow`: the conversation no longer fits the window. */
export type Stop = 'said' | 'calls' | 'length' | 'declined' | 'overflow';

export interface Turn {
  readonly blocks: readonly Block[];
  readonly stop: Stop;
  readonly usage: Usage;
}

/**
 * A turn that did not happen. Whatever of it was heard is void: no part of a tool call is ever executed.
 * `again`: whether asking once more can help, and not before so many milliseconds.
 */
export class NoTurn extends Error {
  readonly again: boolean;
  readonly afterMs: number | undefined;
  /** What it cost all the same, as far as the service said. */
  readonly usage: Usage | undefined;
  /** The model has more to do than it can; another one may have less. */
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

/** A language model. One turn, or a NoTurn; nothing is tried again here: whoever asks owns the retries. */
export interface Model {
  /**
   * `hear` gets text as it comes, to be shown and nothing else: what counts is the turn. `began` is called once the service
   * has begun to reply: from then on other requests with the same beginning read it from the cache.
   */
  turn(
    ask: Ask,
    how: {
      readonly onText?: (text: string) => void;
      /** Gets summaries of its thinking, where the service gives them. */
      readonly think?: (text: string) => void;
      readonly began?: () => void;
      readonly signal?: AbortSignal;
    },
  ): Promise<Turn>;
}
