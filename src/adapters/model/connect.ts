// The SDK client of each provider. A package is loaded with the first request, so the packages of other providers are never loaded.
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Heartbeat } from './heartbeat.js';

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
export interface Client {
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
