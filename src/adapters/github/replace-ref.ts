import { Conflict } from '../../ports/errors.js';
import { type Client, statusOf } from './client.js';

const UPDATE = `mutation crewReplace($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;

/**
 * Points a ref (named without `refs/`) at another commit, related or not, if it still is where it was read; else Conflict. The commit
 * that it leaves is garbage.
 */
export async function replaceRef(
  client: Pick<Client, 'rest' | 'graphql'>,
  at: { readonly owner: string; readonly repo: string },
  { ref, before, after, repositoryId }: { ref: string; before: string | null; after: string; repositoryId: string },
): Promise<void> {
  const name = `refs/${ref}`;
  try {
    if (before === null) await client.rest.git.createRef({ ...at, ref: name, sha: after });
    else {
      const refUpdates = [{ name, beforeOid: before, afterOid: after, force: true }];
      await client.graphql(UPDATE, { input: { repositoryId, refUpdates } });
    }
  } catch (error) {
    const now = await client.rest.git.getRef({ ...at, ref }).then(
      ({ data }) => data.object.sha,
      (failed: unknown) => (statusOf(failed) === 404 ? null : Promise.reject(failed)),
    );
    // The reply to our own write was lost, or somebody else was faster, or GitHub refuses.
    if (now === after) return;
    throw now === before ? error : new Conflict(ref);
  }
}
