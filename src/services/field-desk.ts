// How the field is looked at and remembered, put together for one repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientOptions } from '../adapters/github/client.js';
import { type Opened, observationsIn } from '../adapters/github/index.js';
import type { Config } from '../config/index.js';
import { readJournal } from '../core/journal.js';
import { isSigned } from '../changes/marker.js';
import { summaryOf } from '../core/summary.js';
import { viewOf } from '../core/view.js';
import type { BoardReader as FieldDesk, Looked } from '../ports/board.js';
import { Conflict, UserError } from '../errors.js';
import type { Field } from '../field.js';
import type { Observation } from '../observation.js';
import { ownFile } from '../own-file.js';
import type { Clock, Observations, Spent } from '../ports.js';
import { keepHeapSmall } from './small-heap.js';

/** What was asked for besides the configuration: by flags, by inputs. */
export interface Aim {
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** The folder of a clone of the repository, whose history and agents are then read from the disk. */
  readonly clone?: string | undefined;
}

export interface FieldDeskOf {
  readonly repo: string;
  readonly opened: Opened;
  /** For the board, where another token reads it. */
  readonly board: ClientOptions | undefined;
  readonly host: string;
  readonly clock: Clock;
  readonly outgoing: (text: string) => string;
  readonly markerKey: string | undefined;
  readonly config: () => Promise<Config>;
  readonly aim: Aim;
  /** What went out so far, by whichever token. */
  readonly spent: () => readonly Spent[];
}

/** The desk of a repository's field. */
export function fieldDesk(of: FieldDeskOf): FieldDesk {
  const { repo, opened, board, host, clock, outgoing, config, aim } = of;
  const { github, fieldReader } = opened;
  const observations = observationsIn(github.refs, outgoing);
  const reader = fieldReader({ board, runs: (text) => readRun(text, clock.now()), host });
  const spent = () => sumOf(of.spent());
  let at: string | null = null;
  // What led to the first look is a part of it.
  let isFirst = true;
  return {
    host,
    outgoing,
    isSigned: (body, issue) => of.markerKey !== undefined && isSigned(body, { key: of.markerKey, place: issue }),
    async look({ whole } = { whole: false }): Promise<Looked> {
      keepHeapSmall();
      const began = clock.now();
      const before = isFirst ? NOTHING : spent();
      isFirst = false;
      const { facilitate } = await config();
      const last = await observations.read();
      at = last.at;
      // What was seen of the field says nothing of what lies outside of it.
      const previous = whole ? undefined : (last.observation ?? undefined);
      const looked = await reader.look({
        repo,
        ...(whole ? {} : boundsOf(aim, facilitate)),
        doneBranches: facilitate['done-branches'],
        previous,
        clone: aim.clone,
        now: new Date(clock.now()).toISOString(),
      });
      const agents = await agentsOf(of, facilitate.agentDiscoveryPath);
      const missing = [
        ...(last.why === null ? [] : [{ what: 'the last look', why: last.why }]),
        ...(typeof agents === 'string'
          ? [{ what: `the agents in ${facilitate.agentDiscoveryPath}`, why: agents }]
          : []),
      ];
      return {
        field: { ...looked.field, missing: [...looked.field.missing, ...missing] },
        total: looked.total,
        outside: looked.outside,
        previous: previous && withoutStale(previous, looked.field),
        agents: [...ownAgents(), ...(typeof agents === 'string' ? [] : agents)],
        agentsUnread: typeof agents === 'string',
        me: (await github.people.me()).login,
        cost: () => ({
          requests: spent().requests - before.requests,
          graphqlPoints: spent().graphqlPoints - before.graphqlPoints,
          ms: clock.now() - began,
        }),
      };
    },
    remember: (observation) => rememberIn(observations, observation, at),
  };
}

const boundsOf = (aim: Aim, facilitate: Config['facilitate']) => ({
  project: aim.project ?? facilitate.project,
  projectOwner: aim.projectOwner ?? facilitate['project-owner'],
  label: aim.label ?? facilitate.label,
});

const NOTHING: Spent = { requests: 0, graphqlPoints: 0 };

const sumOf = (all: readonly Spent[]): Spent =>
  all.reduce(
    (sum, { requests, graphqlPoints }) => ({
      requests: sum.requests + requests,
      graphqlPoints: sum.graphqlPoints + graphqlPoints,
    }),
    NOTHING,
  );

/** Once everything was read anew, what was seen before is not needed any more: of a large board it is half of what is held. */
function withoutStale(previous: Observation, { issues }: Field): Observation {
  const before = new Set(previous.field.issues);
  if (issues.some((each) => before.has(each))) return previous;
  return {
    ...previous,
    field: { ...previous.field, issues: [], pulls: [], commits: [], branches: [], trail: undefined },
  };
}

/** Of two looks at once the later one is kept; what either wrote stands on GitHub, where the next look sees it. */
async function rememberIn(kept: Observations, observation: Observation, at: string | null): Promise<void> {
  try {
    await kept.write(observation, at);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const other = await kept.read();
    const isLater = other.observation === null || other.observation.at < observation.at;
    if (isLater) await rememberIn(kept, observation, other.at);
  }
}

/** What a journal of crew says about its run, as it stands now. */
function readRun(text: string, now: number) {
  const journal = readJournal(text);
  if ('damage' in journal) return null;
  const summary = summaryOf(journal, now);
  return summary && { ...summary, endedAt: viewOf(journal)?.endedAt };
}

interface AgentText {
  readonly path: string;
  readonly text: string;
}

/** Every `agent.json` one folder deep. */
function agentsIn(folder: string, shown: string): readonly AgentText[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return found.flatMap(({ name }) => {
    const file = path.join(folder, name, 'agent.json');
    return existsSync(file) ? [{ path: `${shown}${name}/agent.json`, text: readFileSync(file, 'utf8') }] : [];
  });
}

/** Crew's own, from its own package. */
const ownAgents = (): readonly (AgentText & { readonly own: true })[] =>
  agentsIn(ownFile('.agent'), 'crew:.agent/').map((each) => ({ ...each, own: true }));

/** A folder as git names it. */
export const folderOf = (folder: string): string => folder.replace(/\/$/, '');

/** The repository's: from the clone where there is one, else from the default branch; or why they cannot be read. */
async function agentsOf({ aim, opened }: FieldDeskOf, folder: string): Promise<readonly AgentText[] | string> {
  const plain = folderOf(folder);
  if (aim.clone !== undefined) return agentsIn(path.join(aim.clone, folder), `${plain}/`);
  try {
    const files = await opened.github.repository.files(plain, 'agent.json');
    return files.map(({ path: file, text }) => ({ path: file, text }));
  } catch (error) {
    // GitHub's own words, where it answers and where it does not; anything else is ours.
    if (error instanceof UserError || (error instanceof Error && 'errors' in error)) return error.message;
    throw error;
  }
}
