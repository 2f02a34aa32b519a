// Implements the port BoardReader: scans the board of one repository and stores the record of the scan. wire.ts creates it for
// facilitation; settings.ts and src/action/services.ts use the type BoardScope.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import type { ClientOptions } from '../adapters/github/client.js';
import type { OpenedGitHub } from '../adapters/github/index.js';
import { isSigned } from '../changes/marker.js';
import type { Config } from '../config/index.js';
import { ownFile } from '../files/own-file.js';
import type { BoardReader, Scan, ScanRecord, ScanRecords } from '../ports/board.js';
import type { BoardSnapshot } from '../ports/board-snapshot.js';
import type { LabelChange } from '../ports/change.js';
import { Conflict, UserError } from '../ports/errors.js';
import type { ApiUsage, Clock, GitHub, LabelWrite, LabelWriter, LabelWritten } from '../ports/index.js';
import { isRefusedByGate, parseRecord, stateOf, statusOf } from '../runs/record.js';

/** The board that flags and inputs name. It takes precedence over the configuration. */
export interface BoardScope {
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** The folder of a clone of the repository, whose history and agents are then read from the disk. */
  readonly clone?: string | undefined;
}

interface BoardReaderOptions {
  readonly repo: string;
  readonly opened: OpenedGitHub;
  /** The same identity in any repository of the board. */
  readonly github: (repo: string) => GitHub;
  /** The client for the board, if another token reads it. */
  readonly board: ClientOptions | undefined;
  readonly host: string;
  readonly clock: Clock;
  /** The time of every scan, if CREW_NOW is set. */
  readonly now: number | undefined;
  /** Redacts a text that leaves crew. */
  readonly redact: (text: string) => string;
  readonly markerKey: string | undefined;
  readonly config: () => Promise<Config>;
  readonly boardScope: BoardScope;
  /** Requests so far, of all tokens. */
  readonly spent: () => readonly ApiUsage[];
}

/** Opens the reader of a repository's board. */
export function boardReader(options: BoardReaderOptions): BoardReader {
  const { repo, opened, board: boardClient, host, clock, redact, config, boardScope } = options;
  const { github, snapshotReader, scanRecords } = opened;
  const records = scanRecords(redact);
  const reader = snapshotReader({
    board: boardClient,
    runs: (subject, text) => readRuns({ subject, text, now: clock.now() }),
    host,
  });
  const spent = () => sumOf(options.spent());
  let version: string | null = null;
  // Requests before the first scan (reading the configuration) are part of its cost.
  let isFirst = true;
  return {
    host,
    redact,
    isSigned: (body, issue) =>
      options.markerKey !== undefined && isSigned(body, { key: options.markerKey, place: issue }),
    async scan({ whole } = { whole: false }): Promise<Scan> {
      keepHeapSmall();
      const startedAt = clock.now();
      const usageBefore = isFirst ? NO_USAGE : spent();
      isFirst = false;
      const { facilitate } = await config();
      const lastRecord = await records.read();
      version = lastRecord.version;
      const [read, agents, me] = await Promise.all([
        reader.read({
          repo,
          ...(whole ? {} : boundsOf(boardScope, facilitate)),
          doneBranches: facilitate['done-branches'],
          clone: boardScope.clone,
          now: new Date(options.now ?? clock.now()).toISOString(),
        }),
        agentsOf(options, facilitate.agentDiscoveryPath),
        github.people.me(),
      ]);
      const missing = [
        ...(lastRecord.why === null ? [] : [{ what: 'the record of the last scan', why: lastRecord.why }]),
        ...(typeof agents === 'string'
          ? [{ what: `the agents in ${facilitate.agentDiscoveryPath}`, why: agents }]
          : []),
      ];
      return {
        board: { ...read.board, missing: [...read.board.missing, ...missing] },
        total: read.total,
        outsideRefs: read.outsideRefs,
        previous: lastRecord.record ?? undefined,
        agents: [...(typeof agents === 'string' ? [] : agents), ...ownAgents()],
        agentsUnread: typeof agents === 'string',
        login: me.login,
        cost: () => ({
          requests: spent().requests - usageBefore.requests,
          graphqlPoints: spent().graphqlPoints - usageBefore.graphqlPoints,
          ms: clock.now() - startedAt,
        }),
      };
    },
    label: (changes, board) => labelAll(changes, { board, writerOf: (name) => options.github(name).labels }),
    remember: (record, board) => replaceRecord(records, record, { version, board }),
  };
}

/** Writes labels repository by repository, since a token may be for one repository only. Returns results in the order of the changes. */
async function labelAll(
  changes: readonly LabelChange[],
  { board, writerOf }: { board: BoardSnapshot; writerOf: (repo: string) => LabelWriter },
): Promise<readonly LabelWritten[]> {
  const ids = new Map(board.issues.map(({ ref, id }) => [ref, id]));
  const writes = changes.map(({ repo = board.repo, issue, label, action, look }) => ({
    repo,
    issue,
    label,
    action,
    look,
    id: ids.get(`${repo}#${issue}`),
  }));
  const results = new Map<LabelWrite, LabelWritten>();
  for (const repo of new Set(writes.map((each) => each.repo))) {
    const ofRepo = writes.filter((each) => each.repo === repo);
    const written = await writerOf(repo).write(ofRepo);
    for (const [n, each] of ofRepo.entries()) results.set(each, written[n] ?? { why: 'GitHub did not answer' });
  }
  return writes.map((each) => results.get(each) ?? { why: 'it was not tried' });
}

const boundsOf = (boardScope: BoardScope, facilitate: Config['facilitate']) => ({
  project: boardScope.project ?? facilitate.project,
  projectOwner: boardScope.projectOwner ?? facilitate['project-owner'],
  label: boardScope.label ?? facilitate.label,
});

const NO_USAGE: ApiUsage = { requests: 0, graphqlPoints: 0 };

const sumOf = (writes: readonly ApiUsage[]): ApiUsage =>
  writes.reduce(
    (sum, { requests, graphqlPoints }) => ({
      requests: sum.requests + requests,
      graphqlPoints: sum.graphqlPoints + graphqlPoints,
    }),
    NO_USAGE,
  );

/** Stores the record of a scan. If another scan stored its record meanwhile, this one replaces it. Returns true in that case. */
async function replaceRecord(
  records: ScanRecords,
  record: ScanRecord,
  { version, board }: { version: string | null; board: BoardSnapshot },
): Promise<boolean> {
  const home = board.repos.find(({ repo }) => repo === board.repo);
  try {
    await records.write(record, { version, hidden: hiddenNamesOf(board), repositoryId: home?.id ?? '' });
    return false;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const otherRecord = await records.read();
    const isLater = otherRecord.record === null || otherRecord.record.at < record.at;
    if (isLater) await replaceRecord(records, record, { version: otherRecord.version, board });
    return true;
  }
}

/** Names that readers of a public repository must not see: private repositories and their issues. */
function hiddenNamesOf({ repo, repos, issues, pulls }: BoardSnapshot): readonly string[] {
  const privateRepos = repos.flatMap((each) => (each.private ? [each.repo] : []));
  if (privateRepos.includes(repo)) return [];
  return [...privateRepos, ...[...issues, ...pulls].flatMap((each) => (each.private ? [each.ref] : []))];
}

/**
 * The runs in the record of a subject, without those that the gate refused: they did no work. A run on crew's pull request belongs to the
 * issue of the subject.
 */
export function readRuns({ subject, text, now }: { subject: string; text: string; now: number }) {
  const [, issue] = /^issue-(\d+)$/.exec(subject) ?? [];
  const runs = parseRecord(subject, text).runs.filter((record) => !isRefusedByGate(record));
  return runs.map((record) => {
    const state = stateOf(record, now);
    return {
      run: record.run,
      workflow: record.workflow,
      issue: issue === undefined ? record.issue : Number(issue),
      status: NAMED_STATES.includes(state) ? state : statusOf(record, now),
      startedAt: record.startedAt,
      endedAt: record.end?.at,
    };
  });
}

/** The states that say more about an issue than the status of their runs: `awaiting`, `stuck` or `refused`. */
const NAMED_STATES: readonly string[] = ['awaiting_approval', 'no-plan', 'already', 'answered', 'declined'];

interface AgentText {
  readonly path: string;
  readonly text: string;
}

/** Every `agent.json` in the direct subfolders of a folder, with its path as it is reported. */
function agentsIn(folder: string, shownFolder: string): readonly AgentText[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => {
    const file = path.join(folder, name, 'agent.json');
    return existsSync(file) ? [{ path: `${shownFolder}${name}/agent.json`, text: readFileSync(file, 'utf8') }] : [];
  });
}

/** crew's own roles that a comment can start. The others work inside a run only. */
const ownAgents = (): readonly (AgentText & { readonly own: true })[] =>
  agentsIn(ownFile('.agent'), 'crew:.agent/')
    .filter(({ text }) => (JSON.parse(text) as { command?: string }).command !== undefined)
    .map((each) => ({ ...each, own: true }));

/** A folder without a slash at its end, as git names it. */
export const folderOf = (folder: string): string => folder.replace(/\/$/, '');

/** The repository's agents, from the clone or the default branch; a string says why they cannot be read. */
async function agentsOf(
  { boardScope, opened }: BoardReaderOptions,
  folder: string,
): Promise<readonly AgentText[] | string> {
  const folderName = folderOf(folder);
  if (boardScope.clone !== undefined) return agentsIn(path.join(boardScope.clone, folder), `${folderName}/`);
  try {
    const files = await opened.github.repository.files(folderName, 'agent.json');
    return files.map(({ path: file, text }) => ({ path: file, text }));
  } catch (error) {
    // An error of GitHub is reported; every other error is internal.
    if (error instanceof UserError || (error instanceof Error && 'errors' in error)) return error.message;
    throw error;
  }
}

/**
 * Makes V8 collect garbage earlier. By default it lets the heap grow to several times the live size, and a board of ten thousand issues
 * would not fit into a small runner.
 */
function keepHeapSmall(): void {
  v8.setFlagsFromString('--heap-growing-percent=40');
}
