// Finds the repository, issue, pull request or board of a URL path, if the viewer can see it. Used for pages and for submitted forms.

import {
  type Account,
  findRepository,
  type Project,
  type Repository,
  roleOf,
  type State,
  type Thread,
} from '../../github/state.js';

type ViewerContext = { readonly state: State; readonly viewer: Account };

/** The repository of a path, if the viewer can see it. */
export function repositoryAt({ state, viewer }: ViewerContext, [owner, name]: readonly string[]): Repository | null {
  const repository = findRepository(state, `${owner}/${name}`);
  return repository === undefined || roleOf(repository, viewer) === null ? null : repository;
}

/** The issue or pull request with a number. */
export function threadAt(repository: Repository, number: string): Thread | null {
  return /^[1-9]\d{0,8}$/.test(number) ? (repository.threadsByNumber.get(Number(number)) ?? null) : null;
}

/** The board of `orgs/LOGIN/projects/N` or `users/LOGIN/projects/N`, if the viewer can see it. */
export function boardAt(here: ViewerContext, [kind, login, word, number]: readonly string[]): Project | null {
  if ((kind !== 'orgs' && kind !== 'users') || word !== 'projects') return null;
  const project = here.state.projects.find(
    (project) => project.owner.login === login && String(project.number) === number,
  );
  if (project === undefined || (project.owner.kind === 'Organization') !== (kind === 'orgs')) return null;
  return project.public || isOwnerOrCollaborator(here, project) ? project : null;
}

/** Whether the viewer owns the board, or collaborates on a repository of its owner, which counts as membership here. */
export function isOwnerOrCollaborator({ state, viewer }: ViewerContext, { owner }: Project): boolean {
  if (owner === viewer) return true;
  return [...state.repositories.values()].some(
    (repository) => repository.owner === owner && repository.collaborators.has(viewer.login.toLowerCase()),
  );
}

/** The boards linked to a repository that the viewer can see. */
export function boardsOf(here: ViewerContext, repository: Repository): Project[] {
  return here.state.projects.filter(
    (project) =>
      project.repositories.has(repository.nodeId) && (project.public || isOwnerOrCollaborator(here, project)),
  );
}
