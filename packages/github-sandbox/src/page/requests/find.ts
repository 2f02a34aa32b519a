import {
  type Account,
  findRepository,
  type Project,
  type Repository,
  roleOf,
  type State,
  type Thread,
} from '../../github/state.js';

type Here = { readonly state: State; readonly viewer: Account };

/** The repository of a path, if the viewer can see it. */
export function repositoryAt({ state, viewer }: Here, [owner, name]: readonly string[]): Repository | null {
  const repository = findRepository(state, `${owner}/${name}`);
  return repository === undefined || roleOf(repository, viewer) === null ? null : repository;
}

/** The issue or pull request with a number. */
export function threadAt(repository: Repository, number: string): Thread | null {
  return /^[1-9]\d{0,8}$/.test(number) ? (repository.threadsByNumber.get(Number(number)) ?? null) : null;
}

/** The board of `orgs/LOGIN/projects/N` or `users/…`, if the viewer can see it. */
export function boardAt(here: Here, [kind, login, word, number]: readonly string[]): Project | null {
  if ((kind !== 'orgs' && kind !== 'users') || word !== 'projects') return null;
  const project = here.state.projects.find(
    ({ owner, ...one }) => owner.login === login && String(one.number) === number,
  );
  if (project === undefined || (project.owner.kind === 'Organization') !== (kind === 'orgs')) return null;
  return project.public || isAtHome(here, project) ? project : null;
}

/** Whether the viewer owns the board or is a member of its organization. */
export function isAtHome({ state, viewer }: Here, { owner }: Project): boolean {
  if (owner === viewer) return true;
  return [...state.repositories.values()].some(
    (repository) => repository.owner === owner && repository.collaborators.has(viewer.login.toLowerCase()),
  );
}

/** The boards linked to a repository. */
export function boardsOf(here: Here, repository: Repository): Project[] {
  return here.state.projects.filter(
    (project) => project.repositories.has(repository.nodeId) && (project.public || isAtHome(here, project)),
  );
}
