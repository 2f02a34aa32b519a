// Commits and their history in GraphQL. Used by the types of git objects, refs, pull requests, reviews and timelines.

import { accountWithEmail } from '../../commit-author.js';
import type { Commit, Signature } from '../../git/commits.js';
import { historyOf } from '../../git/history.js';
import { fullName, type Repository } from '../../state.js';
import { asyncConnection, connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { rollupType, suiteType } from './check.js';

type Place = { readonly repository: Repository; readonly sha: string };
type HistoryArguments = PageArguments & { readonly since?: string | null; readonly until?: string | null };

/** A commit. */
export async function commitType(context: QueryContext, { repository, sha }: Place): Promise<Fields> {
  const { world, show } = context;
  const commit = await repository.commits.read(sha);
  const [headline = '', ...rest] = commit.message.split('\n');
  const path = `/${fullName(repository)}/commit/${sha}`;
  const shown = (oid: string) => commitType(context, { repository, sha: oid });
  return {
    __typename: 'Commit',
    id: `C_${repository.id}_${sha}`,
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message: commit.message,
    messageHeadline: headline,
    messageBody: rest.join('\n').trim(),
    authoredDate: commit.author.date,
    committedDate: commit.committer.date,
    author: actorType(context, commit.author),
    committer: actorType(context, commit.committer),
    committedViaWeb: repository.signedCommits.has(sha),
    tree: { __typename: 'Tree', id: `T_${commit.tree}`, oid: commit.tree, abbreviatedOid: commit.tree.slice(0, 7) },
    parents: connection(
      () => commit.parents.map((oid) => ({ oid })),
      ({ oid }) => shown(oid),
    ),
    history: asyncConnection(
      (given: HistoryArguments) => historyIn(repository, { sha, given }),
      (one) => shown(one.sha),
    ),
    associatedPullRequests: connection(() => [...(repository.pullsByCommit.get(sha) ?? [])], show),
    statusCheckRollup: () => rollupType(context, { repository, sha }),
    checkSuites: connection(
      () => repository.checks.suites.get(sha) ?? [],
      (suite) => suiteType(context, { repository, suite }),
    ),
    repository: () => show(repository),
    commitResourcePath: path,
    commitUrl: `${world.urls.html}${path}`,
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}

async function historyIn(
  repository: Repository,
  { sha, given: { since, until } }: { sha: string; given: HistoryArguments },
): Promise<Commit[]> {
  const commits = await historyOf(repository.commits, { head: sha });
  if (since == null && until == null) return commits;
  const [from, to] = [since == null ? 0 : Date.parse(since), until == null ? Number.MAX_VALUE : Date.parse(until)];
  return commits.filter(({ committer }) => Date.parse(committer.date) >= from && Date.parse(committer.date) <= to);
}

function actorType({ world, show }: QueryContext, { name, email, date }: Signature): Fields {
  return {
    __typename: 'GitActor',
    name,
    email,
    date,
    user: () => {
      const account = accountWithEmail(world.state.accounts.values(), { email });
      return account === undefined ? null : { ...show(account), __typename: 'User' };
    },
  };
}
