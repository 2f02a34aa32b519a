// Opens the configured model, with its key in a separate process. Used by environment.ts, src/cli/run.ts and `crew doctor`.

import type { Provider } from '../adapters/model/connect.js';
import { messagesModel } from '../adapters/model/index.js';
import { holdModelKey } from '../adapters/proxy/model-key.js';
import type { Config } from '../config/index.js';
import { UserError } from '../ports/errors.js';
import type { Model } from '../ports/index.js';
import type { Env } from './env.js';

/** A model and the process that holds its key. Without credentials, `model()` throws a UserError that names what is missing. */
export interface HeldModel {
  readonly model: () => Model;
  close(): Promise<void>;
}

const ANTHROPIC_URL = 'https://api.anthropic.com';

/**
 * Opens the model of the configured provider. Anthropic's key goes to a separate process, so the client here has only a token that is good
 * for model requests. Bedrock and Vertex sign with the credentials of the machine.
 */
export async function holdModel(env: Env, { provider }: Pick<Config['models'], 'provider'>): Promise<HeldModel> {
  const showsThinking = !env.inActions;
  if (provider !== 'anthropic') {
    const cloudProvider = cloudProviderOf(provider, env);
    if ('missing' in cloudProvider)
      return { model: () => missingVariable(provider, cloudProvider.missing), close: async () => undefined };
    const model = messagesModel({ provider: cloudProvider, showsThinking });
    return { model: () => model, close: async () => undefined };
  }
  const { key, url } = env.model;
  if (key === undefined) return { model: noKey, close: async () => undefined };
  const certificates = env.machine.NODE_EXTRA_CA_CERTS;
  const holder = await holdModelKey({ key, upstream: url ?? ANTHROPIC_URL, certificates });
  const model = messagesModel({ provider: { is: 'anthropic', key: holder.token, url: holder.url }, showsThinking });
  return { model: () => model, close: () => holder.close() };
}

/** Throws a UserError if credentials are missing. */
export function requireCredentials(
  env: Pick<Env, 'model' | 'machine'>,
  { provider }: Pick<Config['models'], 'provider'>,
): void {
  if (provider === 'anthropic') {
    if (env.model.key === undefined) noKey();
    return;
  }
  const cloudProvider = cloudProviderOf(provider, env);
  if ('missing' in cloudProvider) missingVariable(provider, cloudProvider.missing);
}

/** Bedrock or Vertex with the settings of the machine's environment variables, or the first variable that is missing. */
const cloudProviderOf = (provider: 'bedrock' | 'vertex', { machine }: Pick<Env, 'machine'>): CloudProvider =>
  provider === 'bedrock' ? bedrockIn(machine) : vertexIn(machine);

type CloudProvider = Provider | { readonly missing: string };

function bedrockIn(machine: Env['machine']): CloudProvider {
  const region = machine.AWS_REGION || machine.AWS_DEFAULT_REGION;
  if (!region) return { missing: 'AWS_REGION' };
  return { is: 'bedrock', region, url: machine.ANTHROPIC_BEDROCK_BASE_URL || undefined };
}

function vertexIn(machine: Env['machine']): CloudProvider {
  const region = machine.CLOUD_ML_REGION;
  const project = machine.ANTHROPIC_VERTEX_PROJECT_ID || machine.GOOGLE_CLOUD_PROJECT;
  if (!region) return { missing: 'CLOUD_ML_REGION' };
  if (!project) return { missing: 'ANTHROPIC_VERTEX_PROJECT_ID' };
  return {
    is: 'vertex',
    region,
    project,
    url: machine.ANTHROPIC_VERTEX_BASE_URL || undefined,
  };
}

function missingVariable(provider: string, name: string): never {
  throw new UserError({
    expected: `${name}, which \`models.provider: ${provider}\` needs`,
    found: 'none',
    remedy: 'Set it, together with the credentials of the provider.',
    ends: 'infra_error',
  });
}

/** Ends the run `infra_error`, so that it can be continued on a machine with a key. */
function noKey(): never {
  throw new UserError({
    expected: 'ANTHROPIC_API_KEY, the key of a model',
    found: 'none',
    remedy:
      'In GitHub Actions, add it as a secret of the repository; in a terminal, set the environment variable. Without a key, try `crew sandbox`, where a script has prepared answers.',
    ends: 'infra_error',
  });
}
