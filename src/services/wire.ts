// Builds the services of an entry point from environment and configuration: `githubServices` for a repository on GitHub, `localServices` for
// the command line.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../adapters/clock.js';
import { cacheSuccess } from '../adapters/github/client.js';
import { createGitHub, openGitHub, type PrefetchedParts } from '../adapters/github/index.js';
import { mcpMemory } from '../adapters/mcp/memory.js';
import type { Requester } from '../commands/permit.js';
import { defaults } from '../config/index.js';
import { withLocalBuild } from '../config/merge.js';
import { folderLedger, ledgerOfJob, refsLedger } from '../memory/ledger.js';
import { knowledgeOf, type MemoryServices } from '../memory/services.js';
import { folderSpending, memorySpending, refsSpending } from '../memory/spending.js';
import { folderMemory, type MemoryStore, refsMemory } from '../memory/store.js';
import { MEMORY_LIMIT_MS } from '../memory/within-limits.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Clock, GitHub, Log } from '../ports/index.js';
import { runIn } from '../runs/record.js';
import { scrubFolder, scrubRefs } from '../runs/scrub.js';
import type { Here, Instant, Services } from '../runs/services.js';
import { folderRunStore, refsRunStore } from '../runs/stores.js';
import type { Language } from '../text/lang/index.js';
import { redactPatterns, redactSecrets } from '../text/redact-secrets.js';
import { workflowsWith } from '../workflows/index.js';
import { learningIn } from '../workflows/retrospect/learning.js';
import { type BoardScope, boardReader, folderOf } from './board-reader.js';
import type { Env } from './env.js';
import { isNamedProcessAlive, processName, stopProcess } from './process.js';
import { settingsOf, withBoardScope, withBudget, withComments } from './settings.js';

/** The log for operators: one JSON object in each line of standard error. */
export const operatorLog: Log = (line, fields) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), line, ...fields })}\n`);
};

/** The log at a terminal: internal errors only. */
const terminalLog: Log = (line, fields) => {
  if (line === 'fault') operatorLog(line, fields);
};

const writeToStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Loaded when a command needs it: the later jobs of a run answer no commands. */
const instant: Instant = async (input) => (await import('../workflows/instant.js')).instant(input);

/** Redacts known secrets and text that looks like one. */
export const redactorOf =
  ({ secrets }: Pick<Env, 'secrets'>) =>
  (text: string): string =>
    redactPatterns(redactSecrets(text, secrets).text).text;

/** crew's home: CREW_HOME, or `.crew` in the tree. */
export const homeOf = (env: Pick<Env, 'home'>, root: string): string => env.home ?? path.join(root, '.crew');

/** Returns a token; with `fresh` a new one, because GitHub refused the last. Null if there is none. */
export type TokenSource = (fresh: boolean) => Promise<string | null>;

export interface GitHubOptions {
  readonly env: Env;
  readonly repo: string;
  readonly token: TokenSource;
  /** Tokens for other repositories of a board. Default: `token`. */
  readonly elsewhere?: ((repo: string) => TokenSource) | undefined;
  /** A token for the board, if CREW_PROJECT_TOKEN is not set. */
  readonly board?: TokenSource | undefined;
  /** How many requests creating tokens took so far. */
  readonly tokenRequests?: (() => number) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly lang?: Language | undefined;
  readonly boardScope?: BoardScope | undefined;
  readonly comments?: string | undefined;
  /** The Action's input `budget-usd`. */
  readonly budgetUsd?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** The Actions run of this job. */
  readonly here?: Here | undefined;
  /** The token may only read. */
  readonly readOnly?: boolean | undefined;
}

export type GitHubServices = Services & { readonly github: GitHub };

/** Services for one repository on GitHub. */
export function githubServices(options: GitHubOptions): GitHubServices {
  const { env, repo, token, dryRun = false, here } = options;
  const clock = options.clock ?? systemClock(env.now);
  const log = options.log ?? terminalLog;
  const client = { apiUrl: env.urls.api, graphqlUrl: env.urls.graphql, token, clock, log };
  const opened = openGitHub(repo, client, prefetchedPartsOf(options));
  const { github } = opened;
  const redact = redactorOf(env);
  const settings = cacheSuccess(async () => {
    const [text, ownersText] = await Promise.all([
      github.repository.file(env.configFile),
      github.repository.ownersFile(env.configFile),
    ]);
    const fileSettings = settingsOf(text, { file: env.configFile, lang: options.lang, ownersText });
    return withBoardScope(
      withBudget(withComments(fileSettings, options.comments), options.budgetUsd),
      options.boardScope ?? {},
    );
  });
  const me = cacheSuccess(() => github.people.me());
  const others = new Map<string, GitHub>();
  const elsewhere = (otherRepo: string) => {
    const otherGitHub =
      others.get(otherRepo) ?? createGitHub(otherRepo, { ...client, token: options.elsewhere?.(otherRepo) ?? token });
    others.set(otherRepo, otherGitHub);
    return otherGitHub;
  };
  const boardToken = boardTokenOf(options);
  const board = boardReader({
    repo,
    opened,
    clock,
    now: env.now,
    redact,
    markerKey: env.markerKey,
    boardScope: options.boardScope ?? {},
    github: (name) => (name === repo ? github : elsewhere(name)),
    board: boardToken && { ...client, token: boardToken },
    host: new URL(env.urls.server).host,
    config: async () => (await settings()).config,
    spent: () => [
      { requests: options.tokenRequests?.() ?? 0, graphqlPoints: 0 },
      ...[github, ...others.values()].map((each) => each.spent()),
    ],
  });
  const ledger = refsLedger(github.refs, redact);
  const memory = memoryOn(refsMemory(github.refs, redact), (change) => scrubRefs(github.refs, change));
  const learning = learningIn(memory.store, knowledgeOf(memory, settings));
  const workflows = workflowsWith(
    {
      ledger: ({ folder }) => ledgerOfJob(ledger, folderLedger(folder, redact)),
      publishLedger: dryRun ? null : ledger,
      complain: writeToStandardError,
    },
    { inWork: () => learning, inPublish: dryRun ? null : learning },
  );
  return {
    workflows,
    instant,
    clock,
    log,
    github,
    dryRun,
    here,
    board,
    settings,
    memory,
    // A dry run leaves nothing in the repository.
    store: refsRunStore(github.refs, redact),
    spending: dryRun ? memorySpending() : refsSpending(github.refs),
    ...(options.readOnly ? {} : { target: { github, repo, elsewhere, markerKey: env.markerKey, outgoing: redact } }),
    own: async () => ({ labelPrefix: (await settings()).config.labels.prefix, me: (await me()).id }),
    asker: async (event) => askerOf(event, { github, bots: (await settings()).config.bots, me: (await me()).id }),
  };
}

const memoryOn = (store: MemoryStore, scrub: MemoryServices['scrub']): MemoryServices => ({
  store,
  scrub,
  connect: (server) => mcpMemory(server, { timeoutMs: MEMORY_LIMIT_MS }),
});

/** What the first query reads. Without a clone it also reads the agents of the default branch. */
const prefetchedPartsOf = ({ env, boardScope }: GitHubOptions): PrefetchedParts => ({
  file: env.configFile,
  folder: boardScope?.clone === undefined ? folderOf(defaults.facilitate.agentDiscoveryPath) : undefined,
});

/** CREW_PROJECT_TOKEN first, then the App's token for boards, then the repository's. */
function boardTokenOf({ env, board, token }: GitHubOptions): TokenSource | undefined {
  const { projectToken } = env;
  if (projectToken !== undefined) return async () => projectToken;
  return board && (async (fresh) => (await board(fresh)) ?? token(fresh));
}

/** The permission `unreadable`, if the token may not read it: it then counts as none. Throws while GitHub is down, so that the event is delivered again. */
function noneIfUnreadable(error: unknown): 'unreadable' {
  if (error instanceof UserError && error.ends === 'infra_error') throw error;
  return 'unreadable';
}

async function askerOf(
  event: Event,
  { github, bots, me }: { github: GitHub; bots: readonly number[]; me: number },
): Promise<Requester | 'local'> {
  // The schedule and the terminal act for the owner.
  if (!('actor' in event)) return 'local';
  const { actor } = event;
  const permission = await github.people.permission(actor.login).catch(noneIfUnreadable);
  return { actor, permission, bots, me };
}

export interface LocalOptions {
  readonly env: Env;
  readonly root: string;
  readonly lang: Language | undefined;
  readonly dryRun?: boolean | undefined;
  /** Services of a repository on GitHub, for its issues and board. */
  readonly remote?: GitHubServices | undefined;
}

/** Services of the command line. Runs are stored in CREW_HOME. */
export function localServices({ env, root, lang, dryRun = false, remote }: LocalOptions): Services {
  const file = path.resolve(root, env.configFile);
  const home = homeOf(env, root);
  const project = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const localConfigFile = path.join(home, 'config.yaml');
  const text = existsSync(localConfigFile) ? withLocalBuild(project, readFileSync(localConfigFile, 'utf8')) : project;
  const settings = settingsOf(text, { file: env.configFile, lang });
  const ledger = folderLedger(home, redactorOf(env));
  const memory = memoryOn(folderMemory(home, redactorOf(env)), (change) => scrubFolder(home, change));
  const learning = learningIn(
    memory.store,
    knowledgeOf(memory, async () => settings),
  );
  const workflows = workflowsWith(
    { ledger: () => ledger, publishLedger: null, complain: writeToStandardError },
    { inWork: () => learning, inPublish: null },
  );
  return {
    workflows,
    instant,
    clock: systemClock(env.now),
    log: terminalLog,
    dryRun,
    store: folderRunStore(home, redactorOf(env)),
    spending: folderSpending(home),
    memory,
    ...(remote && { github: remote.github, board: remote.board }),
    settings: async () => settings,
    own: async () => ({ labelPrefix: settings.config.labels.prefix, me: 0 }),
    asker: async () => 'local',
    process: processName(),
    isAlive: isNamedProcessAlive,
    kill: stopProcess,
  };
}

/** Whether the process of a run ended without writing its ending. */
export async function isInterrupted({ store }: Pick<Services, 'store'>, run: string): Promise<boolean> {
  const record = runIn(await store.read('tree'), run);
  return record !== undefined && !record.end && record.process !== undefined && !isNamedProcessAlive(record.process);
}
