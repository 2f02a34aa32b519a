import type { Account, Repository } from '../state.js';

/** How GitHub introduces the author of a text. */
export function associationOf(repository: Repository, author: Account): 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'NONE' {
  if (author.id === repository.owner.id) return 'OWNER';
  if (!repository.collaborators.has(author.login.toLowerCase())) return 'NONE';
  return repository.owner.kind === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}
