// Decides which boards a caller can see in GraphQL. Used by the other files of this folder.

import { GraphQLError } from 'graphql';
import type { Credential } from '../../auth/credential.js';
import { covers } from '../../permissions.js';
import type { Account, Project } from '../../state.js';
import type { World } from '../../world.js';

const readScopes = ['project', 'read:project'];

const forbidden = (message: string): GraphQLError => new GraphQLError(message, { extensions: { type: 'FORBIDDEN' } });

/** Throws if the caller cannot read boards of an account: GITHUB_TOKEN never can, other tokens need a permission or scope. */
export function checkBoards(who: Credential, { owner, field }: { owner: Account; field: string }): void {
  switch (who.kind) {
    case 'user':
      checkUser(who, { owner, field });
      return;
    case 'installation':
      if (mayRead(who.permissions.organization_projects) && who.installation.account === owner) return;
      throw forbidden('Resource not accessible by integration');
    default:
      throw forbidden('Resource not accessible by integration');
  }
}

type BoardField = { owner: Account; field: string };

function checkUser(who: Extract<Credential, { kind: 'user' }>, { owner, field }: BoardField): void {
  if (who.permissions !== null) {
    if (owner.kind === 'Organization' && mayRead(who.permissions.organization_projects)) return;
    throw forbidden('Resource not accessible by personal access token');
  }
  if (readScopes.some((scope) => who.scopes.includes(scope))) return;
  const message =
    `Your token has not been granted the required scopes to execute this query. The '${field}' field requires one of the ` +
    `following scopes: ['read:project'], but your token has only been granted the: [${who.scopes.map((one) => `'${one}'`).join(', ')}] scopes.`;
  throw new GraphQLError(message, { extensions: { type: 'INSUFFICIENT_SCOPES' } });
}

const mayRead = (level: Parameters<typeof covers>[0]): boolean => covers(level, 'read');

/** Whether a board is visible to a caller: public ones to everyone, private ones to the owner and members of its organization. */
export function seesBoard(world: World, { who, project }: { who: Credential; project: Project }): boolean {
  if (project.public || who.kind !== 'user' || who.account === project.owner) return true;
  const login = who.account.login.toLowerCase();
  return [...world.state.repositories.values()].some(
    ({ owner, collaborators }) => owner === project.owner && collaborators.has(login),
  );
}

/** Whether the caller passes both `checkBoards` and `seesBoard`; for lists that omit boards that the caller cannot read. */
export function canReadBoard(world: World, { who, project }: { who: Credential; project: Project }): boolean {
  try {
    checkBoards(who, { owner: project.owner, field: 'projectItems' });
    return seesBoard(world, { who, project });
  } catch (problem) {
    if (problem instanceof GraphQLError) return false;
    throw problem;
  }
}
