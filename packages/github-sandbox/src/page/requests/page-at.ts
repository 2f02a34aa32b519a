// Finds the page for a URL path and renders it. Used by the pages' entry for GET; forms use it to show a page again with a problem.
// respond.ts uses its type.

import { resolveCommit } from '../../github/git/refs.js';
import type { Effect, Incoming } from '../../github/index.js';
import { fullName, type Project, type Repository, roleOf, type Thread } from '../../github/state.js';
import { timelineOf } from '../../github/timeline/timeline.js';
import { foreignHtml } from '../html/html.js';
import type { AppPageContent, Scene, View } from '../scene.js';
import { boardPage } from '../views/board.js';
import type { Draft } from '../views/comment-box.js';
import { commitPage } from '../views/commit.js';
import { effectLog } from '../views/effects.js';
import { issuePage, newIssue } from '../views/issue.js';
import { issueList, pullList, repositoryList, runList } from '../views/lists.js';
import { type PullTab, pullPage, pullTabs } from '../views/pull.js';
import type { ChosenLine } from '../views/pull-files.js';
import { runPage } from '../views/run.js';
import { boardAt, isOwnerOrCollaborator, repositoryAt, threadAt } from './find-by-path.js';

/** What a request results in: a view or a redirect; null if the path does not exist. */
export type PageResult = View | { readonly redirect: string } | null;

/** Renders the page of a path for the viewer of the scene. */
export async function pageAt(
  scene: Scene,
  { incoming, effects }: { incoming: Incoming; effects: readonly Effect[] },
): Promise<PageResult> {
  // GitHub's links to runs are below /actions and may continue to a job.
  const path = incoming.path.replace(/^(\/[^/]+\/[^/]+)\/actions(\/runs\/\d+)(?:\/.*)?$/, '$1$2');
  const job = /^\/[^/]+\/[^/]+\/actions\/runs\/\d+\/job\/(\d+)$/.exec(incoming.path)?.[1];
  if (job !== undefined) return { redirect: `${path}#job-${job}` };
  const parts = path.split('/').slice(1);
  if (incoming.path === '/') return firstPage(scene);
  if (incoming.path === '/_/effects') return effectLog(scene, { effects, onlyRepository: onlyRepository(scene) });
  const appPage = scene.app?.pages?.find(({ href }) => href === incoming.path);
  if (appPage?.content !== undefined) return showAppPage(scene, appPage.href, await appPage.content());
  const project = parts.length === 4 ? boardAt(scene, parts) : null;
  if (project !== null) return showBoard(scene, project);
  const repository = repositoryAt(scene, parts);
  if (repository === null) return null;
  const [section = 'issues', id, ...more] = parts.slice(2).filter((part) => part !== '');
  return inRepository(scene, { repository, section, id, more, query: incoming.query });
}

type RepositoryPath = {
  readonly repository: Repository;
  readonly section: string;
  readonly id: string | undefined;
  readonly more: readonly string[];
  readonly query: URLSearchParams;
};

async function inRepository(scene: Scene, place: RepositoryPath): Promise<PageResult> {
  const { repository, section, id, more, query } = place;
  const filter = query.get('state') === 'closed' ? 'closed' : 'open';
  if (section === 'pull') return showThread(scene, place);
  if (more.length > 0) return null;
  switch (section) {
    case 'issues':
      if (id === undefined) return issueList(scene, { repository, filter });
      return id === 'new' ? newIssue(scene, { repository }) : showThread(scene, place);
    case 'pulls':
      return id === undefined ? pullList(scene, { repository, filter }) : null;
    case 'commit':
      return showCommit(scene, place);
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

/** The page of an issue or pull request. Both share numbers, so `/issues/N` of a pull request redirects to `/pull/N` and the reverse. */
async function showThread(
  scene: Scene,
  { repository, section, id = '', more, query }: RepositoryPath,
): Promise<PageResult> {
  const found = threadAt(repository, id);
  const [name, ...others] = more;
  const tab = name === undefined ? 'talk' : pullTabs.find((one) => one === name && one !== 'talk');
  if (found === null || tab === undefined || others.length > 0) return null;
  const isHere = section === (found.kind === 'Issue' ? 'issues' : 'pull');
  return isHere
    ? threadPage(scene, { thread: found, tab, chosen: chosenLine(query) })
    : { redirect: scene.pathOf(found) };
}

/** The line of a file that a query or form names, for a comment; undefined if none. */
export function chosenLine(fields: URLSearchParams): ChosenLine | undefined {
  const [path, line] = [fields.get('path'), fields.get('line') ?? ''];
  return path === null || !/^[1-9]\d{0,8}$/.test(line) ? undefined : { path, line: Number(line) };
}

/** The page of a commit. A shortened SHA redirects to the full one, which the cache uses as key. */
async function showCommit(scene: Scene, { repository, id = '' }: RepositoryPath): Promise<PageResult> {
  if (!/^[0-9a-f]{7,40}$/.test(id)) return null;
  if (id.length < 40) {
    const sha = await resolveCommit(repository.gitDir, id);
    return sha === null ? null : { redirect: `/${fullName(repository)}/commit/${sha}` };
  }
  const read = await repository.commits.read(id).catch(() => null);
  if (read === null) return null;
  return commitPage(scene, { repository, commit: read, changes: await scene.pulls.changesIn(repository, read) });
}

function showBoard(scene: Scene, project: Project): PageResult {
  const shownBy = visibleRepositories(scene).filter(({ nodeId }) => project.repositories.has(nodeId));
  return boardPage(scene, { project, repository: shownBy[0], mayMove: isOwnerOrCollaborator(scene, project) });
}

function showAppPage(scene: Scene, href: string, content: AppPageContent): View {
  const { title, main, lang, style, script } = content;
  const repository = onlyRepository(scene);
  const place = repository === undefined ? '' : ` · ${fullName(repository)}`;
  return {
    title: `${title}${place}`,
    main: foreignHtml(main),
    appPage: { href, lang, style, script },
    ...(repository === undefined ? {} : { repository }),
  };
}

/** The list of repositories; with only one, its issues. */
function firstPage(scene: Scene): PageResult {
  const only = onlyRepository(scene);
  return only === undefined ? repositoryList(visibleRepositories(scene)) : { redirect: `/${fullName(only)}/issues` };
}

/** The only repository that the viewer can see, not counting forks; undefined if there are several or none. */
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
