import { resolveCommit } from '../../github/git/refs.js';
import type { Effect, Incoming } from '../../github/index.js';
import { fullName, type Project, type Repository, roleOf, type Thread } from '../../github/state.js';
import { timelineOf } from '../../github/timeline/timeline.js';
import { commitPage } from '../parts/diff.js';
import type { Scene, View } from '../scene.js';
import { boardPage } from '../views/board.js';
import type { Draft } from '../views/comment-box.js';
import { effectLog } from '../views/effects.js';
import { issuePage, newIssue } from '../views/issue.js';
import { issueList, pullList, repositoryList, runList } from '../views/lists.js';
import { type PullTab, pullPage, pullTabs } from '../views/pull.js';
import type { ChosenLine } from '../views/pull-files.js';
import { runPage } from '../views/run.js';
import { boardAt, isAtHome, repositoryAt, threadAt } from './find.js';

/** The result for a path: a view, a redirect, or nothing. */
export type Shown = View | { readonly redirect: string } | null;

/** Renders the page of a path. */
export async function pageAt(
  scene: Scene,
  { incoming, effects }: { incoming: Incoming; effects: readonly Effect[] },
): Promise<Shown> {
  // GitHub's links to runs are below /actions and may continue to a job.
  const path = incoming.path.replace(/^(\/[^/]+\/[^/]+)\/actions(\/runs\/\d+)(?:\/.*)?$/, '$1$2');
  const parts = path.split('/').slice(1);
  if (incoming.path === '/') return firstPage(scene);
  if (incoming.path === '/_/effects') return effectLog(scene, { effects, only: onlyRepository(scene) });
  const project = parts.length === 4 ? boardAt(scene, parts) : null;
  if (project !== null) return board(scene, project);
  const repository = repositoryAt(scene, parts);
  if (repository === null) return null;
  const [section = 'issues', id, ...more] = parts.slice(2).filter((part) => part !== '');
  return inRepository(scene, { repository, section, id, more, query: incoming.query });
}

type Place = {
  readonly repository: Repository;
  readonly section: string;
  readonly id: string | undefined;
  readonly more: readonly string[];
  readonly query: URLSearchParams;
};

async function inRepository(scene: Scene, place: Place): Promise<Shown> {
  const { repository, section, id, more, query } = place;
  const filter = query.get('state') === 'closed' ? 'closed' : 'open';
  if (section === 'pull') return thread(scene, place);
  if (more.length > 0) return null;
  switch (section) {
    case 'issues':
      if (id === undefined) return issueList(scene, { repository, filter });
      return id === 'new' ? newIssue(scene, { repository }) : thread(scene, place);
    case 'pulls':
      return id === undefined ? pullList(scene, { repository, filter }) : null;
    case 'commit':
      return commit(scene, place);
    case 'actions':
      return id === undefined ? runList(scene, repository) : null;
    case 'runs': {
      const run = scene.runs.list(fullName(repository)).find((one) => String(one.id) === id);
      return run === undefined ? null : runPage(scene, { repository, run });
    }
    default:
      return null;
  }
}

/** Issues and pull requests share numbers, so one path redirects to the other, as on GitHub. */
async function thread(scene: Scene, { repository, section, id = '', more, query }: Place): Promise<Shown> {
  const found = threadAt(repository, id);
  const [name, ...others] = more;
  const tab = name === undefined ? 'talk' : pullTabs.find((one) => one === name && one !== 'talk');
  if (found === null || tab === undefined || others.length > 0) return null;
  const isHere = section === (found.kind === 'Issue' ? 'issues' : 'pull');
  return isHere
    ? threadPage(scene, { thread: found, tab, chosen: chosenLine(query) })
    : { redirect: scene.pathOf(found) };
}

/** The line that a query or form names. */
export function chosenLine(fields: URLSearchParams): ChosenLine | undefined {
  const [path, line] = [fields.get('path'), fields.get('line') ?? ''];
  return path === null || !/^[1-9]\d{0,8}$/.test(line) ? undefined : { path, line: Number(line) };
}

/** A short id redirects to the full one, which can be cached. */
async function commit(scene: Scene, { repository, id = '' }: Place): Promise<Shown> {
  if (!/^[0-9a-f]{7,40}$/.test(id)) return null;
  if (id.length < 40) {
    const sha = await resolveCommit(repository.gitDir, id);
    return sha === null ? null : { redirect: `/${fullName(repository)}/commit/${sha}` };
  }
  const read = await repository.commits.read(id).catch(() => null);
  if (read === null) return null;
  return commitPage(scene, { repository, commit: read, changes: await scene.pulls.changesIn(repository, read) });
}

function board(scene: Scene, project: Project): Shown {
  const shownBy = visibleRepositories(scene).filter(({ nodeId }) => project.repositories.has(nodeId));
  return boardPage(scene, { project, repository: shownBy[0], mayMove: isAtHome(scene, project) });
}

/** With a single repository the list is skipped. */
function firstPage(scene: Scene): Shown {
  const only = onlyRepository(scene);
  return only === undefined ? repositoryList(visibleRepositories(scene)) : { redirect: `/${fullName(only)}/issues` };
}

/** Forks do not count. */
function onlyRepository(scene: Scene): Repository | undefined {
  const [first, ...others] = visibleRepositories(scene).filter(({ parent }) => parent === null);
  return others.length === 0 ? first : undefined;
}

function visibleRepositories({ state, viewer }: Scene): Repository[] {
  return [...state.repositories.values()].filter((repository) => roleOf(repository, viewer) !== null);
}

type Given = {
  readonly thread: Thread;
  readonly tab?: PullTab;
  readonly chosen?: ChosenLine | undefined;
  readonly draft?: Draft;
};

/** The page of an issue or pull request, with all its data. */
export async function threadPage(scene: Scene, { thread, tab = 'talk', chosen, draft }: Given): Promise<View> {
  const items = await timelineOf(thread);
  if (thread.kind === 'Issue') return issuePage(scene, { issue: thread, items, draft });
  const contents = await scene.pulls.read(thread);
  return pullPage(scene, { pull: thread, items, contents, tab, chosen, draft });
}
