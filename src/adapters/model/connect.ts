// Creates the SDK client of the configured model provider. A provider's package is loaded with the first request, so the packages of the other
// providers are never loaded. Used by index.ts; services/held-model.ts uses its type.

import type { Anthropic } from '@anthropic-ai/sdk';
/** The service that runs the model. */
export type Provider =
  | {
      readonly is: 'anthropic';
      readonly key: string;
      /** Default: Anthropic's URL. */
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

/** What crew uses of an SDK client: one streamed request. */
interface Client {
  create(body: Body, options: { readonly signal: AbortSignal }): PromiseLike<Events>;
}

export interface ClientOptions {
  readonly provider: Provider;
  /** Replaces global fetch. */
  readonly fetch?: typeof fetch | undefined;
}

/** Creates a client without retries. Every received byte resets the idleTimer timer. */
export async function connect(
  { provider, fetch = globalThis.fetch }: ClientOptions,
  idleTimer: IdleTimer,
): Promise<Client> {
  const common = {
    fetch: async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      idleTimer.watch(await fetch(input, init)),
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
  // Without `authToken: null` the SDK would read ANTHROPIC_AUTH_TOKEN from the environment.
  const { messages } = new Anthropic({ ...common, apiKey: provider.key, authToken: null }).beta;
  return { create: (body, options) => messages.create(body, options) };
}

/**
 * Aborts a request when no byte was received for `idleMs` milliseconds, or when `cancelSignal` is aborted. The SDK would wait forever for a
 * silent stream. It does not report pings, so the timer watches the bytes of the response.
 */
export class IdleTimer {
  readonly signal: AbortSignal;
  /** Why the request was aborted; undefined if it was not. */
  abortReason: 'idle' | 'cancelled' | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #cancelSignal: AbortSignal | undefined;
  readonly #cancel: () => void;

  constructor(idleMs: number, cancelSignal?: AbortSignal) {
    const controller = new AbortController();
    const abort = (reason: 'idle' | 'cancelled') => {
      this.abortReason ??= reason;
      controller.abort();
    };
    this.signal = controller.signal;
    this.#timer = setTimeout(() => abort('idle'), idleMs);
    this.#cancel = () => abort('cancelled');
    this.#cancelSignal = cancelSignal;
    if (cancelSignal?.aborted) this.#cancel();
    else cancelSignal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Wraps a response so that every chunk resets the timer. */
  watch(response: Response): Response {
    this.#timer.refresh();
    if (!response.body) return response;
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#timer.refresh();
        out.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(watched), { status, statusText, headers });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#cancelSignal?.removeEventListener('abort', this.#cancel);
  }
}
