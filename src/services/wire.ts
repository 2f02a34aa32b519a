// The composition root: environment and configuration in, a crew out.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../adapters/clock.js';
import { createGitHub, type Expecting, openGitHub } from '../adapters/github/index.js';
import { onceItWorked } from '../adapters/github/once-it-worked.js';
import { folderStore } from '../adapters/store/folder.js';
import { memoryStore } from '../adapters/store/memory.js';
import { refsStore } from '../adapters/store/refs.js';
import { routedStore } from '../adapters/store/routed.js';
import { type Config, defaults, readConfig, sentence } from '../config/index.js';
import type { Crew } from '../core/crew.js';
import type { Desk } from '../core/desk.js';
import type { Hands } from '../core/effect.js';
import { loadJournal, logOf } from '../core/kept.js';
import type { Door } from '../core/place.js';
import { runsOf } from '../core/runs.js';
import { startName } from '../core/start-name.js';
import type { Known } from '../core/workflow.js';
import { UserError } from '../errors.js';
import type { Event } from '../event.js';
import type { Clock, GitHub, Log, Store } from '../ports.js';
import type { Show } from '../progress.js';
import type { Language } from '../text/lang/index.js';
import { redactSecrets } from '../text/redact-secrets.js';
import { redactShapes } from '../text/redact-shapes.js';
import { FILE } from '../workflows/handover/changes.js';
import { handover } from '../workflows/handover/index.js';
import { inThreads, workflows } from '../workflows/index.js';
import { built } from './built.js';
import type { Env } from './env.js';
import { type Aim, fieldDesk, folderOf } from './field-desk.js';
import { thisProcess } from './holder.js';
import type { TokenSource } from '../app/token.js';
import { openWorkshop } from './workshop.js';

export interface Settings {
  readonly config: Config;
  readonly problems: readonly string[];
}

/** Reads a configuration; a broken one gives the defaults and says what is wrong. */
export function settingsOf(text: string | null): Settings {
  const read = readConfig(text ?? '');
  return 'config' in read
    ? { config: read.config, problems: [] }
    : { config: defaults, problems: read.problems.map(sentence) };
}

function knownOf(
  { config, problems }: Settings,
  of: { file: string; lang: Language | undefined; among: Crew['workflows'] },
): Known {
  return { lang: of.lang ?? config.lang, config, built: built(of.among), configFile: of.file, problems };
}

/** For operators: one JSON object a line, on standard error. */
export const operatorLog: Log = (line, fields) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), line, ...fields })}\n`);
};

/** At a terminal only what went wrong is worth a line. */
const terminalLog: Log = (line, fields) => {
  if (line === 'fault') operatorLog(line, fields);
};

export interface HubOptions {
  readonly env: Env;
  readonly door: Door;
  readonly repo: string;
  readonly token: TokenSource;
  /** Tokens for other repositories of a board; the same where none are given. */
  readonly elsewhere?: ((repo: string) => TokenSource) | undefined;
  /** A token for the board; a person's own goes before it, none is the repository's. */
  readonly board?: TokenSource | undefined;
  /** How many requests tokens themselves took so far. */
  readonly minted?: (() => number) | undefined;
  /** Where journals are kept of what does not work in a tree; in the repository's own refs when none is given. */
  readonly store?: Store | undefined;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly lang?: Language | undefined;
  /** What to look at, where it is said besides the configuration. */
  readonly aim?: Aim | undefined;
  /** Which issues get their comment, where it is said besides the configuration. */
  readonly comments?: string | undefined;
  /** Write nothing: say what would be. */
  readonly dryRun?: boolean | undefined;
  /** What else is asked in the first question, since it will be wanted. */
  readonly expecting?: Omit<Expecting, 'file' | 'folder'> | undefined;
}

/** A crew for one repository on GitHub. */
export function hubCrew(options: HubOptions): Crew & { readonly github: GitHub } {
  const { env, door, repo, token } = options;
  const clock = options.clock ?? systemClock(env.now);
  const say = options.log ?? terminalLog;
  const client = { apiUrl: env.urls.api, graphqlUrl: env.urls.graphql, token, clock, log: say };
  const opened = openGitHub(repo, client, expectingOf(options));
  const { github } = opened;
  const leases = refsStore(github.refs);
  // A dry run leaves nothing in the repository, not even that it was.
  const store = storeFor(options, leases);
  const outgoing = outgoingOf(env);
  const settings = onceItWorked(async () =>
    withAim(withComments(settingsOf(await github.repository.file(env.configFile)), options.comments), options.aim),
  );
  const me = onceItWorked(() => github.people.me());
  const others = new Map<string, GitHub>();
  const elsewhere = (other: string) => {
    const there = others.get(other) ?? createGitHub(other, { ...client, token: options.elsewhere?.(other) ?? token });
    others.set(other, there);
    return there;
  };
  const boardToken = boardTokenOf(options);
  const hands: Hands = { github, repo, elsewhere, markerKey: env.markerKey, outgoing };
  const desk: Desk = { store, leases, clock, holder: thisProcess(), redact: outgoing };
  return {
    github,
    door,
    workflows: inThreads,
    desk,
    log: say,
    hands,
    own: async () => ({ labelPrefix: (await settings()).config.labels.prefix, me: (await me()).id }),
    standing: async (event) => standingOf(event, { github, bots: (await settings()).config.bots, me: (await me()).id }),
    known: async () => knownOf(await settings(), { file: env.configFile, lang: options.lang, among: inThreads }),
    runs: async (issue) =>
      // How a run came to Actions is none that anybody asked for.
      (await runsOf(store, { repo, issue, now: clock.now() })).filter(({ workflow }) => workflow !== handover.name),
    start: (run) => startTurn(run, { store, github }),
    dryRun: options.dryRun,
    field: fieldDesk({
      repo,
      opened,
      board: boardToken && { ...client, token: boardToken },
      host: new URL(env.urls.server).host,
      clock,
      outgoing,
      markerKey: env.markerKey,
      config: async () => (await settings()).config,
      aim: options.aim ?? {},
      spent: () => [
        { requests: options.minted?.() ?? 0, graphqlPoints: 0 },
        ...[github, ...others.values()].map((each) => each.spent()),
      ],
    }),
  };
}

/** What works in a tree does so in Actions, which keeps its journals in refs; the App keeps its own, and must see those as well. */
function storeFor({ door, store, dryRun }: HubOptions, refs: Store): Store {
  if (store === undefined) return dryRun ? memoryStore() : refs;
  const isShared = (log: string) => inTrees.some((each) => log.startsWith(each));
  return door === 'app' ? routedStore({ own: store, shared: refs, isShared }) : store;
}

const inTrees = inThreads.filter(({ needs }) => needs.includes('workspace')).map(({ name }) => logOf(`${name}-`));

/** A run of Actions for a run of ours whose turn it is: one for each state that it can be in. */
async function startTurn(run: string, { store, github }: { store: Store; github: GitHub }): Promise<void> {
  const found = await loadJournal(store, run);
  if (!found) return;
  const nonce = startName(run, found.journal);
  if ((await github.dispatch.find(FILE, nonce)) === null)
    await github.dispatch.start(FILE, { nonce, inputs: { command: 'status', run } });
}

/** What the first question brings along: agents only where no clone has them, and from where they are unless it is said. */
const expectingOf = ({ env, aim, expecting }: HubOptions) => ({
  ...expecting,
  file: env.configFile,
  folder: aim?.clone === undefined ? folderOf(defaults.facilitate.agentDiscoveryPath) : undefined,
});

/** A person's own token for boards first, then the App's; where it has none, the repository's, and GitHub says what it lacks. */
function boardTokenOf({ env, board, token }: HubOptions): TokenSource | undefined {
  const { projectToken } = env;
  if (projectToken !== undefined) return async () => projectToken;
  return board && (async (fresh) => (await board(fresh)) ?? token(fresh));
}

/** What was said at the door goes before what the file says: also in the commands that are suggested. */
function withAim(settings: Settings, aim: Aim = {}): Settings {
  const { config } = settings;
  const said = {
    ...(aim.project === undefined ? {} : { project: aim.project }),
    ...(aim.projectOwner === undefined ? {} : { 'project-owner': aim.projectOwner }),
    ...(aim.label === undefined ? {} : { label: aim.label }),
  };
  return { ...settings, config: { ...config, facilitate: { ...config.facilitate, ...said } } };
}

const COMMENTS = ['needed', 'all', 'none'] as const;

function withComments(settings: Settings, named: string | undefined): Settings {
  if (named === undefined) return settings;
  const comments = COMMENTS.find((each) => each === named);
  if (!comments) {
    throw new UserError({
      expected: COMMENTS.join(', '),
      found: `comments: "${named}"`,
      remedy: 'Leave the input empty for the configuration to decide.',
    });
  }
  const { config } = settings;
  return { ...settings, config: { ...config, facilitate: { ...config.facilitate, comments } } };
}

/** Not allowed to know is no permission. That GitHub does not answer is no answer: then the whole event waits for its next try. */
function unreadable(error: unknown): 'unreadable' {
  if (error instanceof UserError && error.ends === 'infra_error') throw error;
  return 'unreadable';
}

async function standingOf(event: Event, { github, bots, me }: { github: GitHub; bots: readonly number[]; me: number }) {
  // The schedule and the terminal are the owner's own.
  if (!('actor' in event)) return 'local' as const;
  const { actor } = event;
  const permission = await github.people.permission(actor.login).catch(unreadable);
  return { actor, permission, bots, me };
}

export interface LocalOptions {
  readonly env: Env;
  readonly root: string;
  readonly repo: string | undefined;
  readonly lang: Language | undefined;
}

/** A crew at a terminal, without GitHub: it answers, and changes nothing. */
export function localCrew({ env, root, repo, lang }: LocalOptions): Crew {
  const file = path.resolve(root, env.configFile);
  const settings = settingsOf(existsSync(file) ? readFileSync(file, 'utf8') : null);
  const journals = homeStore(env, root);
  const store = memoryStore();
  const clock = systemClock(env.now);
  return {
    door: 'terminal',
    workflows,
    desk: { store, leases: store, clock, holder: thisProcess(), redact: (text) => text },
    log: terminalLog,
    own: async () => ({ labelPrefix: settings.config.labels.prefix, me: 0 }),
    standing: async () => 'local',
    known: async () => knownOf(settings, { file: env.configFile, lang, among: workflows }),
    runs: (issue) => runsOf(journals, { repo, issue, now: clock.now() }),
  };
}

export interface WorkOptions extends LocalOptions {
  readonly show: Show;
  readonly stop: AbortSignal;
}

/** A crew at a terminal that works: its runs are kept in the folder, and it has the tree, the guard, a cell and a model. */
export function workCrew(options: WorkOptions): Crew {
  const { env, root, show, stop } = options;
  const local = localCrew(options);
  const store = homeStore(env, root);
  const redact = outgoingOf(env);
  return {
    ...local,
    desk: { ...local.desk, store, leases: store, redact, listenEveryMs: 1000 },
    show,
    stop,
    workshop: async (once) =>
      openWorkshop({
        once,
        env,
        root,
        config: (await local.known()).config,
        home: homeOf(env, root),
        clock: local.desk.clock,
      }),
  };
}

const homeOf = (env: Env, root: string): string => env.home ?? path.join(root, '.crew');

/** The last gate: secrets that are known, and what looks like one. */
const outgoingOf =
  (env: Env) =>
  (text: string): string =>
    redactShapes(redactSecrets(text, env.secrets).text).text;

/** Where runs of the command line are kept. */
export function homeStore(env: Env, root: string): Store {
  return folderStore(homeOf(env, root));
}
