// Reads a board for a scan, in the order in which requests depend on each other: viewer and repository; lists; details of open issues;
// references to other issues and pull requests. index.ts of src/adapters/github loads it when a board is scanned.

import type { SnapshotQuery, SnapshotRead, SnapshotReader } from '../../../ports/board.js';
import type { BoardSnapshot, IssueFacts, Ref } from '../../../ports/board-snapshot.js';
import type { Clock, People, Refs } from '../../../ports/index.js';
import { type Clone, openClone } from '../../clone/index.js';
import { readWorkLogs } from '../../clone/work-logs.js';
import type { Client } from '../client.js';
import { readBranches } from './branches.js';
import { readIssues } from './details.js';
import { readLanded } from './history.js';
import { readPermissions } from './permissions.js';
import { readPulls } from './pulls.js';
import type { RawIssue } from './raw.js';
import { refOf } from './raw.js';
import { readForeign, readOutside, referencesOf } from './referenced.js';
import { type IssueSelection, repoOf } from './relevance.js';
import { gapsOfRuns, type RunReader, readRuns } from './runs.js';
import { repoFactsOf } from './scan-basics.js';
import { readSurvey, type Survey } from './survey.js';

/** The services that read a board. */
export interface BoardOptions {
  /** Reads the repository, its people and crew's refs. */
  readonly home: Client;
  /** Reads the board; without it `home` does. */
  readonly board?: Client | undefined;
  /** The people of a repository. */
  readonly people: (repo: string) => People;
  readonly refs: Refs;
  readonly clock: Clock;
  /** Parses the record of a run. */
  readonly runs: RunReader;
  /** The host whose links in texts are references. Default: github.com. */
  readonly host?: string | undefined;
}

/** Reads boards from GitHub, about a dozen requests for a thousand issues. Commit history comes from a clone if one exists. */
export function githubBoard(options: BoardOptions): SnapshotReader {
  return { read: (query) => readBoard(query, options) };
}

/** Reads the whole board. */
async function readBoard(query: SnapshotQuery, options: BoardOptions): Promise<SnapshotRead> {
  const { clock, home, board: boardClient } = options;
  const survey = await readSurvey(query, { home: home.graphql, board: (boardClient ?? home).graphql }, clock);
  const { clone, why: cloneProblem } = await cloneOf(query.clone);
  const openIssues = openIssuesOf(survey.entries.map(({ issue }) => issue).filter(({ state }) => state === 'OPEN'));
  // None of these depends on another's answer.
  const [issues, pullsReading, runs, logs, landedWork] = await Promise.all([
    readIssues(survey.asker, survey.entries, survey.abilities),
    readPulls({ survey, open: openIssues, clock }),
    runsOf({ survey, options, query, open: openIssues }),
    query.clone === undefined ? { logs: [], unread: [] } : readWorkLogs(query.clone, query.repo),
    readLanded({ survey, query, clone }),
  ]);
  const facts = issues.facts;
  await pullsReading.settled();
  const [outside, foreign, branches, pulls] = await Promise.all([
    readReferenced(survey, facts, options),
    readForeign({ asker: survey.asker, clock, closers: foreignTo(survey, issues.closers) }),
    readBranches({
      survey,
      clone,
      open: withBranches(openIssues, facts.filter(isOpen)),
      all: withBranches(refsOf(facts), facts),
    }),
    pullsReading.finish(),
  ]);
  const landed = landedWork(pulls.facts);
  const people = await readPermissions({
    people: options.people,
    home: query.repo,
    collaborators: survey.collaborators,
    elsewhere: new Map([...survey.collaboratorsElsewhere, ...foreign.people]),
    pulls: [...landed.pulls, ...foreign.pulls],
  });
  const gaps = [...survey.gaps, ...landed.gaps, ...gapsOfRuns(query.repo, runs.lost)];
  const onBoard = survey.repositories.map(repoFactsOf);
  const board: BoardSnapshot = {
    observedAt: query.now,
    repo: query.repo,
    repos: [...onBoard, ...foreign.repos],
    issues: uniqueByRef([...facts, ...outside.issues]),
    pulls: uniqueByRef([...outside.pulls, ...landed.pulls, ...foreign.pulls]),
    commits: landed.commits,
    branches: branches.facts,
    logs: logs.logs,
    runs: runs.runs,
    mayPush: people.mayPush,
    mayPushElsewhere: people.mayPushElsewhere,
    notIssues: survey.notIssues,
    absent: [...outside.absent].sort(),
    missing: [
      ...survey.missing,
      ...(cloneProblem === null ? [] : [{ what: `the clone in ${query.clone}`, why: cloneProblem }]),
      ...issues.missing,
      ...outside.missing,
      ...foreign.missing,
      ...pulls.missing,
      ...landed.missing,
      ...branches.missing,
      ...runs.missing,
      ...logs.unread.map((path) => ({ what: path, why: 'the file cannot be read' })),
      ...people.missing,
    ],
    ...(gaps.length > 0 ? { gaps } : {}),
  };
  return { board, total: survey.total, outsideRefs: outside.issues.map(({ ref }) => ref).sort() };
}

async function cloneOf(folder: string | undefined): Promise<{ clone: Clone | null; why: string | null }> {
  if (folder === undefined) return { clone: null, why: null };
  const clone = await openClone(folder);
  return 'why' in clone ? { clone: null, why: clone.why } : { clone, why: null };
}

/** Closing pull requests of repositories whose pull requests were not listed. */
function foreignTo({ repositories }: Survey, closers: ReadonlyMap<Ref, string>) {
  const listed = new Set(repositories.map(({ nameWithOwner }) => nameWithOwner));
  return [...closers].flatMap(([ref, id]) => (listed.has(repoOf(ref)) ? [] : [{ id, ref }]));
}

async function readReferenced(
  survey: Survey,
  issues: readonly IssueFacts[],
  { home, host = 'github.com' }: BoardOptions,
) {
  const knownRefs = new Set<Ref>([...issues.map(({ ref }) => ref), ...survey.pulls.map(refOf)]);
  const outside = await readOutside({
    asker: survey.asker,
    client: home,
    refs: referencesOf(issues, host),
    known: knownRefs,
  });
  return { ...outside, issues: outside.issues.filter(({ ref }) => !issues.some((issue) => issue.ref === ref)) };
}

const isOpen = ({ closed }: IssueFacts): boolean => closed === undefined;

const openIssuesOf = (issues: readonly RawIssue[]): IssueSelection => ({
  refs: new Set(issues.map(refOf)),
  branches: new Set(),
});

const refsOf = (issues: readonly IssueFacts[]): IssueSelection => ({
  refs: new Set(issues.map(({ ref }) => ref)),
  branches: new Set(),
});

/** The same issues with their linked branches. */
const withBranches = ({ refs }: IssueSelection, issues: readonly IssueFacts[]): IssueSelection => ({
  refs,
  branches: new Set(
    issues.flatMap(({ ref, branches }) =>
      branches === 'unread' ? [] : branches.map((name) => `${repoOf(ref)} ${name}`),
    ),
  ),
});

async function runsOf(input: { survey: Survey; options: BoardOptions; query: SnapshotQuery; open: IssueSelection }) {
  const { survey, options, query, open: openIssues } = input;
  const read = await readRuns({
    asker: survey.asker,
    refs: options.refs,
    repo: query.repo,
    reader: options.runs,
    runs: survey.runs,
    open: openIssues.refs,
  });
  return { ...read, runs: [...read.runs].sort((a, b) => (a.run < b.run ? -1 : 1)) };
}

/** Each issue or pull request once, sorted by reference. */
function uniqueByRef<T extends { readonly ref: Ref }>(facts: readonly T[]): readonly T[] {
  const once = new Map(facts.map((each) => [each.ref, each]));
  const number = (ref: Ref) => Number(ref.slice(ref.lastIndexOf('#') + 1));
  return [...once.values()].sort((a, b) => repoOf(a.ref).localeCompare(repoOf(b.ref)) || number(a.ref) - number(b.ref));
}
