// Reads crew's environment variables, and crew's version, set at build time. No other file reads the variables: the entry points call `readEnv`
// and pass the result on. environment.ts, held-model.ts and wire.ts use it too.
import { execFileSync } from 'node:child_process';
import { UserError } from '../ports/errors.js';

/** crew's settings from environment variables. */
export interface Env {
  /** A function, because `gh auth token` starts a process, and most commands need no token. */
  readonly token: () => string | undefined;
  /** For a board that `token` may not read. */
  readonly projectToken: string | undefined;
  readonly urls: { readonly api: string; readonly graphql: string; readonly server: string };
  readonly home: string | undefined;
  readonly configFile: string;
  readonly markerKey: string | undefined;
  readonly app: {
    readonly id: string | undefined;
    readonly privateKey: string | undefined;
    readonly secret: string | undefined;
  };
  readonly port: number;
  readonly model: { readonly key: string | undefined; readonly url: string | undefined };
  /** The time in CREW_NOW; undefined for the machine's clock. */
  readonly now: number | undefined;
  /** Values that are redacted from all output. */
  readonly secrets: readonly string[];
  readonly color: boolean;
  /** All variables, for programs that crew starts. */
  readonly machine: Readonly<Record<string, string | undefined>>;
  /** Whether this is a job of GitHub Actions. */
  readonly inActions: boolean;
}

/** The variables whose values are secrets. */
const SECRET_VARIABLES = [
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'CREW_PROJECT_TOKEN',
  'ANTHROPIC_API_KEY',
  'CREW_MARKER_KEY',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
  // Not read by crew; removed from output since a host may set it.
  'DATABASE_URL',
  'INPUT_TOKEN',
  'INPUT_PROJECT-TOKEN',
  'INPUT_ANTHROPIC-API-KEY',
] as const;

function timeOf(value: string | undefined): number | undefined {
  if (!value) return undefined;
  const time = Date.parse(value);
  if (!Number.isNaN(time)) return time;
  throw new UserError({
    expected: 'an ISO time in CREW_NOW',
    found: value,
    remedy: 'Write it like 2026-11-18T12:00:00Z, or unset it.',
  });
}

function portOf(value: string | undefined): number {
  if (!value) return 3000;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UserError({
    expected: 'a port number in PORT',
    found: value,
    remedy: 'Set it to a number from 0 to 65535.',
  });
}

function ghToken(): string | undefined {
  try {
    return execFileSync('gh', ['auth', 'token'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
  } catch {
    return undefined;
  }
}

/** Restores the line breaks of a key that is stored in one line with `\n`. */
const withLineBreaks = (key: string | undefined): string | undefined => key?.replaceAll('\\n', '\n');

/** Reads the environment. Throws a UserError for an invalid value. */
export function readEnv(env: Readonly<Record<string, string | undefined>>): Env {
  const set = (name: string) => env[name] || undefined;
  const server = set('GITHUB_SERVER_URL') ?? 'https://github.com';
  const api = set('GITHUB_API_URL') ?? 'https://api.github.com';
  return {
    token: () => set('GITHUB_TOKEN') ?? set('GH_TOKEN') ?? ghToken(),
    projectToken: set('CREW_PROJECT_TOKEN'),
    urls: { api, server, graphql: set('GITHUB_GRAPHQL_URL') ?? `${api.replace(/\/v3$/, '')}/graphql` },
    home: set('CREW_HOME'),
    configFile: set('CREW_CONFIG') ?? '.github/crew.yml',
    markerKey: set('CREW_MARKER_KEY'),
    app: { id: set('APP_ID'), privateKey: withLineBreaks(set('PRIVATE_KEY')), secret: set('WEBHOOK_SECRET') },
    port: portOf(set('PORT')),
    model: { key: set('ANTHROPIC_API_KEY'), url: set('ANTHROPIC_BASE_URL') },
    now: timeOf(set('CREW_NOW')),
    secrets: SECRET_VARIABLES.flatMap((name) => set(name) ?? []),
    color: !set('NO_COLOR'),
    machine: env,
    inActions: set('GITHUB_ACTIONS') === 'true',
  };
}

declare const CREW_VERSION: string | undefined;

export const version: string = typeof CREW_VERSION === 'string' ? CREW_VERSION : 'unbuilt';
