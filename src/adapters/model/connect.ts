// The SDK client of each provider. A package is loaded with the first request, so the packages of other providers are never loaded.
import type { Anthropic } from '@anthropic-ai/sdk';
/** The provider of the model and its credentials. The SDK finds credentials that are not named here. */
export type Provider =
  | {
      readonly is: 'anthropic';
      readonly key: string;
      /** Default: the maker's URL. */
      readonly url?: string | undefined;
    }
  | {
      /** The SDK finds AWS credentials in variables, the profile, or the machine's role. */
      readonly is: 'bedrock';
      readonly region: string;
      readonly url?: string | undefined;
    }
  | {
      /** The SDK uses Google's default credentials. */
      readonly is: 'vertex';
      readonly region: string;
      readonly project: string;
      readonly url?: string | undefined;
    };

type Body = Anthropic.Beta.Messages.MessageCreateParamsStreaming;
type Events = AsyncIterable<Anthropic.Beta.Messages.BetaRawMessageStreamEvent>;

/** The part of a client that is used. */
interface Client {
  create(body: Body, options: { readonly signal: AbortSignal }): PromiseLike<Events>;
}

export interface ClientOptions {
  readonly provider: Provider;
  /** Replaces global fetch. */
  readonly fetch?: typeof fetch | undefined;
}

/** Creates a client without retries. Every received byte resets the idle timer. */
export async function connect({ provider, fetch = globalThis.fetch }: ClientOptions, idle: IdleTimer): Promise<Client> {
  const common = {
    fetch: async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      idle.watch(await fetch(input, init)),
    maxRetries: 0,
    logLevel: 'off' as const,
    ...(provider.url === undefined ? {} : { baseURL: provider.url }),
  };
  if (provider.is === 'bedrock') {
    const { AnthropicBedrock } = await import('@anthropic-ai/bedrock-sdk');
    const { messages } = new AnthropicBedrock({ ...common, awsRegion: provider.region }).beta;
    return { create: (body, options) => messages.create(body, options) };
  }
  if (provider.is === 'vertex') {
    const { AnthropicVertex } = await import('@anthropic-ai/vertex-sdk');
    const { region, project: projectId } = provider;
    const { messages } = new AnthropicVertex({ ...common, region, projectId }).beta;
    return { create: (body, options) => messages.create(body, options) };
  }
  const { Anthropic } = await import('@anthropic-ai/sdk');
  // Without `authToken: null` the SDK would use its own variables.
  const { messages } = new Anthropic({ ...common, apiKey: provider.key, authToken: null }).beta;
  return { create: (body, options) => messages.create(body, options) };
}

/**
 * Aborts a request when no byte was received for some time, or when `from` is aborted. The SDK would wait forever for a silent stream, and
 * does not report pings.
 */
export class IdleTimer {
  readonly signal: AbortSignal;
  /** Why it was aborted; undefined if it was not. */
  why: 'idle' | 'cancelled' | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #from: AbortSignal | undefined;
  readonly #cancel: () => void;

  constructor(idleMs: number, from?: AbortSignal) {
    const ends = new AbortController();
    const end = (why: 'idle' | 'cancelled') => {
      this.why ??= why;
      ends.abort();
    };
    this.signal = ends.signal;
    this.#timer = setTimeout(() => end('idle'), idleMs);
    this.#cancel = () => end('cancelled');
    this.#from = from;
    if (from?.aborted) this.#cancel();
    else from?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Wraps a response so that every chunk resets the timer. */
  watch(response: Response): Response {
    this.#timer.refresh();
    if (!response.body) return response;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#timer.refresh();
        out.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#from?.removeEventListener('abort', this.#cancel);
  }
}
