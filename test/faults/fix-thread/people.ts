// What people do while crew is at work, by GitHub's own doors.
import { lifeOf } from './life.js';
import { type FixShop, gate, REPO } from './shop.js';

export interface Push {
  readonly branch: string;
  readonly files: Readonly<Record<string, string>>;
  readonly by?: string;
  readonly repo?: string;
}

/** Somebody puts a commit on a branch, which is there after that. */
export const pushes =
  ({ branch, files, by = 'maya', repo = REPO }: Push) =>
  async ({ as }: FixShop): Promise<void> => {
    const tip = (name: string) =>
      as(by, 'GET', `${repo}/git/ref/heads/${name}`).then(({ object }) => (object as { sha: string }).sha);
    const known = await tip(branch).catch(() => null);
    const parent = known ?? (await tip('main'));
    const tree = Object.entries(files).map(([path, content]) => ({ path, content, mode: '100644', type: 'blob' }));
    const { sha: made } = await as(by, 'POST', `${repo}/git/trees`, { base_tree: parent, tree });
    const commit = { message: 'by hand', tree: made, parents: [parent] };
    const { sha } = await as(by, 'POST', `${repo}/git/commits`, commit);
    if (known === null) await as(by, 'POST', `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
    else await as(by, 'PATCH', `${repo}/git/refs/heads/${branch}`, { sha });
  };

/** Somebody offers a branch of theirs. */
export const offers =
  (push: Push & { readonly title: string }) =>
  async (shop: FixShop): Promise<void> => {
    const { branch, by = 'maya', repo = REPO, title } = push;
    if (repo !== REPO) await shop.embedded.seed({ repositories: [{ owner: by, name: 'shop', forkOf: REPO }] });
    await pushes(push)(shop);
    const head = repo === REPO ? branch : `${by}:${branch}`;
    await shop.as(by, 'POST', `${REPO}/pulls`, { title, head, base: 'main', body: '' });
  };

export const closes =
  (pull: number) =>
  ({ as }: FixShop): Promise<unknown> =>
    as('maya', 'PATCH', `${REPO}/pulls/${pull}`, { state: 'closed' });

/** Takes a branch away. */
export const deletes =
  (branch: string) =>
  async ({ as }: FixShop): Promise<void> => {
    await as('maya', 'DELETE', `${REPO}/git/refs/heads/${branch}`);
  };

/** Merges a pull request, and opens the issue again that it closed. */
export const merges =
  (pull: number) =>
  async ({ as }: FixShop): Promise<void> => {
    await as('maya', 'PUT', `${REPO}/pulls/${pull}/merge`, {});
    await as('maya', 'PATCH', `${REPO}/issues/1`, { state: 'open' });
  };

/** Remarks on a line of a pull request. */
export const remarks =
  (pull: number, path: string) =>
  async ({ as }: FixShop): Promise<void> => {
    const { head } = await as('maya', 'GET', `${REPO}/pulls/${pull}`);
    const beside = { path, line: 1, side: 'RIGHT', commit_id: (head as { sha: string }).sha };
    await as('maya', 'POST', `${REPO}/pulls/${pull}/comments`, { ...beside, body: 'Say what it gives.' });
  };

/** Calls it off: another run of Actions hears that. */
export const cancels = async (shop: FixShop): Promise<void> => {
  const event = await shop.ask({ words: '/crew cancel' });
  await gate(shop, { event, machine: lifeOf(shop, { name: 'cancel' }).machine });
};
