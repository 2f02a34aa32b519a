import { Unanswered, UserError } from '../../../errors.js';
import type { Proposal, Pulls } from '../../../ports.js';
import { type Client, statusOf } from '../client.js';
import { askEach, labelEach } from './ask-each.js';
import { openPull } from './open.js';
import { isFrom, pullOf } from './pull-of.js';

interface At {
  readonly owner: string;
  readonly repo: string;
  readonly defaultBranch: () => Promise<string>;
}

/** Pull requests of crew's own, each on a branch of its own: found before they are made. */
export function githubPulls(client: Client, { defaultBranch, ...at }: At): Pulls {
  const { rest, paginate } = client;
  const find = async (branch: string): Promise<string | null> => {
    const { data } = await rest.pulls.list({ ...at, head: `${at.owner}:${branch}`, state: 'open', per_page: 1 });
    return data[0]?.html_url ?? null;
  };

  /** A commit with the files on top of the default branch. */
  const commitOf = async ({ files, title }: Proposal): Promise<{ sha: string; tree: string }> => {
    const base = (await rest.git.getRef({ ...at, ref: `heads/${await defaultBranch()}` })).data.object.sha;
    const below = (await rest.git.getCommit({ ...at, commit_sha: base })).data.tree.sha;
    const entries = files.map(({ path, text }) => ({
      path,
      mode: '100644' as const,
      type: 'blob' as const,
      content: text,
    }));
    const tree = (await rest.git.createTree({ ...at, base_tree: below, tree: entries })).data.sha;
    const { sha } = (await rest.git.createCommit({ ...at, message: title, tree, parents: [base] })).data;
    return { sha, tree };
  };

  /** A branch of that name with just this content is ours from an earlier try; any other is somebody's. */
  const place = async (branch: string, { sha, tree }: { sha: string; tree: string }): Promise<void> => {
    const existing = await rest.git.getRef({ ...at, ref: `heads/${branch}` }).then(
      ({ data }) => data.object.sha,
      (error: unknown) => (statusOf(error) === 404 ? null : Promise.reject(error)),
    );
    if (existing === null) return void (await rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha }));
    const found = (await rest.git.getCommit({ ...at, commit_sha: existing })).data.tree.sha;
    if (found === tree) return;
    throw new UserError({
      expected: `no branch ${branch}, or one with just these files`,
      found: 'one with other content',
      remedy: 'Rename or remove it, then try again.',
      ends: 'refused',
    });
  };

  return {
    async propose(proposal) {
      const { branch, title, body } = proposal;
      const open = await find(branch);
      if (open !== null) return { url: open, did: 'there' };
      await place(branch, await commitOf(proposal));
      const base = await defaultBranch();
      try {
        const { data } = await rest.pulls.create({ ...at, head: branch, base, title, body });
        return { url: data.html_url, did: 'opened' };
      } catch (error) {
        const made = error instanceof Unanswered ? await find(branch) : null;
        if (made === null) throw error;
        return { url: made, did: 'opened' };
      }
    },
    async from(branch) {
      const ask = { ...at, head: `${at.owner}:${branch}`, state: 'all' as const, per_page: 100 };
      const found = await paginate(rest.pulls.list, ask);
      return found
        .filter((pull) => isFrom(pull, branch))
        .map(pullOf)
        .sort((a, b) => b.number - a.number);
    },
    async read(number) {
      try {
        return pullOf((await rest.pulls.get({ ...at, pull_number: number })).data);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async openFrom(prefix) {
      const found = await paginate(rest.pulls.list, { ...at, state: 'open' as const, per_page: 100 });
      return found
        .filter(({ head }) => head.ref.startsWith(prefix))
        .filter((pull) => isFrom(pull, pull.head.ref))
        .map(pullOf);
    },
    open: (pull) => openPull(client, at, pull),
    async amend(number, to) {
      await rest.pulls.update({ ...at, pull_number: number, ...to });
    },
    async ask(number, { reviewers, labels }) {
      const pull = { ...at, number };
      const notPut = await labelEach(client, pull, labels);
      return { notAsked: [...(await askEach(client, pull, reviewers)), ...notPut] };
    },
  };
}
