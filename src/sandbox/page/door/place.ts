import { type Account, findRepository, type Issue, type Repository, roleOf, type State } from '../../github/state.js';

/** The repository that a path begins with, if the viewer may know of it. */
export function repositoryAt(
  { state, viewer }: { state: State; viewer: Account },
  [owner, name]: readonly string[],
): Repository | null {
  const repository = findRepository(state, `${owner}/${name}`);
  return repository === undefined || roleOf(repository, viewer) === null ? null : repository;
}

/** The issue with a number, as a path spells it. */
export function issueAt(repository: Repository, number: string): Issue | null {
  return repository.issues.find((issue) => String(issue.number) === number) ?? null;
}
