import type { Account, Repository } from '../../state.js';
import { sees } from '../../who/authorize.js';
import { connection } from '../connection.js';
import type { Fields, Sight } from '../sight.js';
import { projectsOf } from './project.js';

/** A user, an organisation or a bot. */
export function accountType(sight: Sight, account: Account): Fields {
  const { world, who, show } = sight;
  const owned = (): Repository[] =>
    [...world.state.repositories.values()].filter((one) => one.owner.id === account.id && sees(who, one));
  return {
    __typename: account.kind,
    id: account.nodeId,
    databaseId: account.id,
    login: account.login,
    name: account.name,
    email: account.email ?? '',
    url: `${world.urls.html}/${account.login}`,
    resourcePath: `/${account.login}`,
    avatarUrl: `${world.urls.html}/avatars/u/${account.id}`,
    createdAt: account.createdAt,
    isViewer: who.kind === 'user' && who.account.id === account.id,
    repository: ({ name }: { name: string }) => {
      const found = owned().find((one) => one.name.toLowerCase() === name.toLowerCase());
      return found === undefined ? null : show(found);
    },
    repositories: connection(owned, show),
    ...projectsOf(sight, account),
  };
}
