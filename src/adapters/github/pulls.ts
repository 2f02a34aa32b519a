// Implements the port Pulls: reads, opens and edits pull requests, and requests reviews.

import { Conflict, UnansweredWrite, UserError } from '../../ports/errors.js';
import type { Identity, Proposal, Pull, Pulls } from '../../ports/index.js';
import { type Client, type RepositoryName, statusOf } from './client.js';
import { identityOf } from './thread.js';

/** Fields that lists and single responses share. */
interface RawPull {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly merged_by?: { readonly login: string } | null | undefined;
  readonly draft?: boolean | undefined;
  readonly title: string;
  readonly body: string | null;
  readonly user: Identity | null;
  readonly head: { readonly ref: string; readonly sha: string; readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly ref: string; readonly sha: string; readonly repo: { readonly full_name: string } };
  readonly mergeable?: boolean | null | undefined;
}

/** In REST, a merged pull request has the state `closed`. */
function stateOf({ merged_at, state }: Pick<RawPull, 'merged_at' | 'state'>): Pull['state'] {
  if (merged_at !== null) return 'merged';
  return state === 'open' ? 'open' : 'closed';
}

/** Converts a pull request of the REST API. */
const pullOf = ({ number, html_url, title, body, user, head, base, ...raw }: RawPull): Pull => ({
  number,
  url: html_url,
  state: stateOf(raw),
  draft: raw.draft ?? false,
  title,
  body: body ?? '',
  author: identityOf(user),
  head: { repo: head.repo?.full_name ?? null, branch: head.ref, sha: head.sha },
  base: { branch: base.ref, sha: base.sha },
  ...(raw.mergeable !== undefined && { mergeable: raw.mergeable }),
  ...(raw.merged_by && { mergedBy: raw.merged_by.login }),
});

/**
 * Whether a pull request comes from this branch of the same repository. GitHub's filter `head` is not enough: it compares the owner only, and
 * is ignored if it is malformed.
 */
const isFrom = ({ head, base }: RawPull, branch: string): boolean =>
  head.ref === branch && head.repo?.full_name === base.repo.full_name;

type NewPull = Parameters<Pulls['create']>[0];

/** Opens a pull request. If drafts are not supported, opens it as ready. */
async function openPull(
  { rest }: Pick<Client, 'rest'>,
  repository: RepositoryName,
  wanted: NewPull,
): Promise<Pull | 'forbidden'> {
  const { branch, base, title, body, draft } = wanted;
  try {
    return pullOf((await rest.pulls.create({ ...repository, head: branch, base, title, body, draft })).data);
  } catch (error) {
    const message = [403, 422].includes(statusOf(error) ?? 0) ? String(error) : '';
    if (/not permitted to create/i.test(message)) return 'forbidden';
    if (/already exists/i.test(message)) throw new Conflict(`the pull request of ${branch}`);
    if (draft && /draft pull requests are not supported/i.test(message)) {
      return openPull({ rest }, repository, { ...wanted, draft: false });
    }
    throw /no commits between/i.test(message) ? noCommitsBetween(wanted, error) : error;
  }
}

const noCommitsBetween = ({ branch, base }: NewPull, cause: unknown): UserError =>
  new UserError(
    {
      expected: `a change on ${branch} that ${base} does not have`,
      found: 'nothing',
      remedy: `Most likely ${base} has it already.`,
      ends: 'refused',
    },
    { cause },
  );

interface PullNumber extends RepositoryName {
  readonly number: number;
}

/** GitHub refuses all reviewers or labels if one is invalid. A rate limit is not such a refusal. */
const isRefusal = (error: unknown): boolean =>
  [403, 404, 422].includes(statusOf(error) ?? 0) && !(error instanceof UserError && error.ends === 'infra_error');

/** Sends all items at once; if GitHub refuses that, one by one. Returns the refused items. */
async function allOrEach(
  all: readonly string[],
  send: (some: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (all.length === 0) return [];
  try {
    return await send(all);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (all.length === 1) return all;
  }
  const refused: string[] = [];
  for (const item of all) refused.push(...(await allOrEach([item], send)));
  return refused;
}

/** Adds labels; returns those that could not be added. */
const addLabels = ({ rest }: Client, { number, ...repository }: PullNumber, labels: readonly string[]) =>
  allOrEach(labels, async (some) => {
    await rest.issues.addLabels({ ...repository, issue_number: number, labels: [...some] });
    return [];
  });

/** Requests reviews from people and teams (`org/team`); returns those that could not be requested, also if GitHub silently dropped them. */
const requestReviews = ({ rest }: Client, { number, ...repository }: PullNumber, reviewers: readonly string[]) =>
  allOrEach(reviewers, async (some) => {
    const { data } = await rest.pulls.requestReviewers({
      ...repository,
      pull_number: number,
      reviewers: some.filter((reviewer) => !reviewer.includes('/')),
      team_reviewers: some.filter((reviewer) => reviewer.includes('/')).map(slugOf),
    });
    const people = new Set((data.requested_reviewers ?? []).map(({ login }) => login.toLowerCase()));
    const teams = new Set((data.requested_teams ?? []).map(({ slug }) => slug.toLowerCase()));
    return some.filter((reviewer) =>
      reviewer.includes('/') ? !teams.has(slugOf(reviewer).toLowerCase()) : !people.has(reviewer.toLowerCase()),
    );
  });

const slugOf = (team: string): string => team.slice(team.indexOf('/') + 1);

/** The repository, with a function that reads its default branch. */
interface PullsRepository extends RepositoryName {
  readonly defaultBranch: () => Promise<string>;
}

/** The URL of the open pull request of a branch; null if there is none. */
async function findOpen({ rest }: Client, repository: RepositoryName, branch: string): Promise<string | null> {
  const { data } = await rest.pulls.list({
    ...repository,
    head: `${repository.owner}:${branch}`,
    state: 'open',
    per_page: 1,
  });
  return data[0]?.html_url ?? null;
}

/** Commits the files on top of the base branch. */
async function commitFiles(
  { rest }: Client,
  repository: RepositoryName,
  { files, title, base }: Proposal & { readonly base: string },
): Promise<{ sha: string; tree: string }> {
  const baseSha = (await rest.git.getRef({ ...repository, ref: `heads/${base}` })).data.object.sha;
  const baseTree = (await rest.git.getCommit({ ...repository, commit_sha: baseSha })).data.tree.sha;
  const entries = files.map(({ path, text }) => ({
    path,
    mode: '100644' as const,
    type: 'blob' as const,
    content: text,
  }));
  const tree = (await rest.git.createTree({ ...repository, base_tree: baseTree, tree: entries })).data.sha;
  const { sha } = (await rest.git.createCommit({ ...repository, message: title, tree, parents: [baseSha] })).data;
  return { sha, tree };
}

/** Creates the branch. A branch of this name with the same tree is from an earlier try; any other is refused. */
async function createBranch(
  { rest }: Client,
  repository: RepositoryName,
  { branch, sha, tree }: { branch: string; sha: string; tree: string },
): Promise<void> {
  const existing = await rest.git.getRef({ ...repository, ref: `heads/${branch}` }).then(
    ({ data }) => data.object.sha,
    (error: unknown) => (statusOf(error) === 404 ? null : Promise.reject(error)),
  );
  if (existing === null) return void (await rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha }));
  const existingTree = (await rest.git.getCommit({ ...repository, commit_sha: existing })).data.tree.sha;
  if (existingTree === tree) return;
  throw new UserError({
    expected: `no branch ${branch}, or one with just these files`,
    found: 'one with other content',
    remedy: 'Rename or remove it, then try again.',
    ends: 'refused',
  });
}

/** Opens a pull request with these files, if its branch has none. */
async function propose(
  client: Client,
  { defaultBranch, ...repository }: PullsRepository,
  proposal: Proposal,
): ReturnType<Pulls['propose']> {
  const { branch, title, body } = proposal;
  const openUrl = await findOpen(client, repository, branch);
  if (openUrl !== null) return { url: openUrl, did: 'there' };
  const base = await defaultBranch();
  await createBranch(client, repository, { branch, ...(await commitFiles(client, repository, { ...proposal, base })) });
  try {
    const { data } = await client.rest.pulls.create({ ...repository, head: branch, base, title, body });
    return { url: data.html_url, did: 'opened' };
  } catch (error) {
    const openedUrl = error instanceof UnansweredWrite ? await findOpen(client, repository, branch) : null;
    if (openedUrl === null) throw error;
    return { url: openedUrl, did: 'opened' };
  }
}

/** crew's pull requests, one per branch. Looks for an existing one before it opens one. */
export function githubPulls(client: Client, { defaultBranch, ...repository }: PullsRepository): Pulls {
  const { rest, paginate } = client;
  return {
    propose: (proposal) => propose(client, { ...repository, defaultBranch }, proposal),
    async listByBranch(branch) {
      const parameters = { ...repository, head: `${repository.owner}:${branch}`, state: 'all' as const, per_page: 100 };
      const pulls = await paginate(rest.pulls.list, parameters);
      return pulls
        .filter((pull) => isFrom(pull, branch))
        .map(pullOf)
        .sort((a, b) => b.number - a.number);
    },
    async read(number) {
      try {
        return pullOf((await rest.pulls.get({ ...repository, pull_number: number })).data);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async listOpenByPrefix(prefix) {
      const pulls = await paginate(rest.pulls.list, { ...repository, state: 'open' as const, per_page: 100 });
      return pulls
        .filter(({ head }) => head.ref.startsWith(prefix))
        .filter((pull) => isFrom(pull, pull.head.ref))
        .map(pullOf);
    },
    create: (pull) => openPull(client, repository, pull),
    async update(number, to) {
      await rest.pulls.update({ ...repository, pull_number: number, ...to });
    },
    async requestReview(number, { reviewers, labels }) {
      const pull = { ...repository, number };
      const refusedLabels = await addLabels(client, pull, labels);
      return { rejected: [...(await requestReviews(client, pull, reviewers)), ...refusedLabels] };
    },
  };
}
