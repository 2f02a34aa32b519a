// The SDK client of each provider. A package is loaded with the first request, so the packages of other providers are never loaded.
import type { Anthropic } from '@anthropic-ai/sdk';
/** Where the model is served, and what the client needs to be let in. Credentials that are not named here the SDK finds itself. */
export type Provider =
  | {
      readonly is: 'anthropic';
      readonly key: string;
      /** The maker's own when it is not said. */
      readonly url?: string | undefined;
    }
  | {
      /** AWS credentials come from the SDK's own chain: variables, profile, the role of the machine. */
      readonly is: 'bedrock';
      readonly region: string;
      readonly url?: string | undefined;
    }
  | {
      /** Google's default credentials: a file, the user's own, the role of the machine. */
      readonly is: 'vertex';
      readonly region: string;
      readonly project: string;
      readonly url?: string | undefined;
    };

type Body = Anthropic.Beta.Messages.MessageCreateParamsStreaming;
type Events = AsyncIterable<Anthropic.Beta.Messages.BetaRawMessageStreamEvent>;

/** As much of a client as is used. */
interface Client {
  create(body: Body, options: { readonly signal: AbortSignal }): PromiseLike<Events>;
}

export interface Connecting {
  readonly provider: Provider;
  /** For whoever has a way of their own to the network. */
  readonly fetch?: typeof fetch | undefined;
}

/** A client that sends nothing twice and whose every byte is a beat of the heart. */
export async function connect({ provider, fetch = globalThis.fetch }: Connecting, heart: Heartbeat): Promise<Client> {
  const common = {
    fetch: async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      heart.watch(await fetch(input, init)),
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
  // Without `authToken: null` the SDK takes what its own variables say.
  const { messages } = new Anthropic({ ...common, apiKey: provider.key, authToken: null }).beta;
  return { create: (body, options) => messages.create(body, options) };
}

/** Ends a request when nothing comes for so long, or when somebody says so. */
export class Heartbeat {
  readonly signal: AbortSignal;
  /** Why it was ended, once it was. */
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

  /** A response whose every chunk is a beat; so is its beginning. */
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
