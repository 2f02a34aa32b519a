// REST routes of git commits, and git commits as JSON, also for commits.ts.

import { z } from 'zod';
import { notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { type Commit, readCommit, type Signature, writeCommit } from '../git/commits.js';
import { typeOf } from '../git/refs.js';
import { created, ok } from '../http/message.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { type Account, fullName, type Repository } from '../state.js';
import { stamp } from '../world.js';

/** GitHub signs commits that an App creates through the API; no others are signed here. */
function verificationOf(repository: Repository, sha: string, at: string) {
  const signed = repository.signedCommits.has(sha);
  return {
    verified: signed,
    reason: signed ? 'valid' : 'unsigned',
    signature: signed ? '-----BEGIN PGP SIGNATURE-----\n\nembedded\n-----END PGP SIGNATURE-----' : null,
    payload: signed ? `commit ${sha}` : null,
    verified_at: signed ? at : null,
  };
}

/** A commit in the form of the git database API. */
export function gitCommitJson(urls: Urls, repository: Repository, commit: Commit) {
  const git = `${urls.api}/repos/${fullName(repository)}/git`;
  const html = `${urls.html}/${fullName(repository)}/commit`;
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url: `${git}/commits/${commit.sha}`,
    html_url: `${html}/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${git}/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({ sha, url: `${git}/commits/${sha}`, html_url: `${html}/${sha}` })),
    verification: verificationOf(repository, commit.sha, commit.committer.date),
  };
}

const signature = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const draft = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: signature.optional(),
  committer: signature.optional(),
});

const noreply = (account: Account): string => `${account.id}+${account.login}@users.noreply.github.com`;

function signaturesOf(call: RepositoryAct, wanted: z.infer<typeof draft>): { author: Signature; committer: Signature } {
  const now = stamp(call.world);
  const self = { name: call.by.account.login, email: call.by.account.email ?? noreply(call.by.account) };
  const author = { date: now, ...(wanted.author ?? self) };
  const defaultCommitter = signedByGitHub(call, wanted) ? { name: 'GitHub', email: 'noreply@github.com' } : author;
  const committer = { ...defaultCommitter, ...wanted.committer };
  const dated = ({ name, email, date }: z.infer<typeof signature>): Signature => ({ name, email, date: date ?? now });
  return { author: dated(author), committer: dated({ date: now, ...committer }) };
}

const signedByGitHub = ({ by }: RepositoryAct, { author, committer }: z.infer<typeof draft>): boolean =>
  by.account.kind === 'Bot' && author === undefined && committer === undefined;

async function create(call: RepositoryAct) {
  const wanted = readBody(call, draft);
  const { repository, world } = call;
  if ((await typeOf(repository.gitDir, wanted.tree)) !== 'tree') throw unprocessable('Tree SHA does not exist');
  for (const parent of wanted.parents) {
    if ((await typeOf(repository.gitDir, parent)) !== 'commit') {
      throw unprocessable('Parent SHA does not exist or is not a commit object');
    }
  }
  const { tree, parents, message } = wanted;
  const sha = await writeCommit(repository.gitDir, { tree, parents, message, ...signaturesOf(call, wanted) });
  if (signedByGitHub(call, wanted)) repository.signedCommits.add(sha);
  return created(gitCommitJson(world.urls, repository, await readCommit(repository.gitDir, sha)));
}

export const gitCommitRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/git/commits/{commit_sha}',
    { operation: 'git/get-commit', need: reads('contents') },
    async ({ world, repository, params }) => {
      const sha = params.commit_sha ?? '';
      if ((await typeOf(repository.gitDir, sha)) !== 'commit') throw notFound();
      return ok(gitCommitJson(world.urls, repository, await readCommit(repository.gitDir, sha)));
    },
  ),
  repositoryAct(
    'POST …/git/commits',
    { operation: 'git/create-commit', need: writes({ role: 'write' }, 'contents'), hasContentRateLimit: false },
    create,
  ),
];
