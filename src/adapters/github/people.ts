import type { Identity, People, Permission } from '../../ports.js';
import { type Client, statusOf } from './client.js';
import { onceItWorked } from './once-it-worked.js';
import type { Opening } from './opening/index.js';

const ME = 'query crewViewer { viewer { login databaseId } rateLimit { cost } }';

const permissions: readonly Permission[] = ['admin', 'write', 'read'];

/** Who is who, by API: what a webhook says of somebody's rights is never believed. */
export function githubPeople(client: Client, at: { owner: string; repo: string }, opening?: Opening): People {
  const me = onceItWorked<Identity>(async () => {
    const known = await opening?.me();
    if (known) return known;
    const { viewer } = await client.graphql<{ viewer: { login: string; databaseId: number | null } }>(ME);
    return { login: viewer.login, id: viewer.databaseId ?? 0 };
  });
  return {
    me,
    async permission(login) {
      const known = await opening?.permission(login);
      if (known) return known;
      try {
        const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login });
        return permissions.find((each) => each === data.permission) ?? 'none';
      } catch (error) {
        if (statusOf(error) === 404) return 'none';
        throw error;
      }
    },
  };
}
