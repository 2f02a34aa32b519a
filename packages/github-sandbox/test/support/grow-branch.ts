import type { Octokit } from '@octokit/rest';

type Growth = {
  readonly owner: string;
  readonly repo: string;
  readonly branch: string;
  readonly files: { readonly [path: string]: string };
  readonly message?: string;
  /** The branch it grows out of when it is not there yet. */
  readonly from?: string;
};

/** Puts one commit on a branch through the API, and makes the branch where there is none; gives the commit's sha. */
export async function growBranch(client: Octokit, growth: Growth): Promise<string> {
  const { branch, files, message = `work on ${branch}`, from = 'main', ...at } = growth;
  const tipOf = (name: string) =>
    client.git.getRef({ ...at, ref: `heads/${name}` }).then(({ data }) => data.object.sha);
  const known = await tipOf(branch).catch(() => null);
  const parent = known ?? (await tipOf(from));
  const base = await client.git.getCommit({ ...at, commit_sha: parent });
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    content,
    mode: '100644' as const,
    type: 'blob' as const,
  }));
  const tree = await client.git.createTree({ ...at, base_tree: base.data.tree.sha, tree: entries });
  const { data } = await client.git.createCommit({ ...at, message, tree: tree.data.sha, parents: [parent] });
  if (known === null) await client.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.sha });
  else await client.git.updateRef({ ...at, ref: `heads/${branch}`, sha: data.sha });
  return data.sha;
}
