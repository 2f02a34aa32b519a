// Refs, and comparisons of refs, in GraphQL. Used by the types of repositories, issues and pull requests.

import type { Commit } from '../../git/commits.js';
import { compareCommits } from '../../git/history.js';
import { listRefs, type Ref, readRef, resolveCommit } from '../../git/refs.js';
import type { Repository } from '../../state.js';
import { asyncConnection, connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { commitType } from './commit.js';
import { commitWithTree, gitObjectType } from './git-object.js';

/** A ref by its full name. */
export async function refType(
  context: QueryContext,
  found: { repository: Repository; name: string },
): Promise<Fields | null> {
  const { repository, name } = found;
  const ref = await readRef(repository.gitDir, name);
  return ref === null ? null : refFields(context, { repository, ref });
}

type RefArguments = PageArguments & {
  readonly refPrefix: string;
  readonly query?: string | null;
  readonly orderBy?: { readonly field: string; readonly direction: string } | null;
};

/** The refs with a prefix, by name or by the date of their last commit. */
export function refsField(context: QueryContext, repository: Repository) {
  return asyncConnection(
    async ({ refPrefix, query, orderBy }: RefArguments) => {
      const prefix = refPrefix.endsWith('/') ? refPrefix : `${refPrefix}/`;
      const refs = await listRefs(repository.gitDir, prefix);
      const shown = refs.filter(({ name }) =>
        name
          .slice(prefix.length)
          .toLowerCase()
          .includes((query ?? '').toLowerCase()),
      );
      const ordered = orderBy?.field === 'TAG_COMMIT_DATE' ? await byCommitDate(repository, shown) : shown;
      return orderBy?.direction === 'DESC' ? ordered.toReversed() : ordered;
    },
    (ref) => refFields(context, { repository, ref }),
  );
}

async function byCommitDate({ commits }: Repository, refs: readonly Ref[]): Promise<Ref[]> {
  const dated = await Promise.all(
    refs.map(async (ref) => ({ ref, at: ref.type === 'commit' ? (await commits.read(ref.sha)).committer.date : '' })),
  );
  return dated.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ ref }) => ref);
}

function refFields(context: QueryContext, { repository, ref }: { repository: Repository; ref: Ref }): Fields {
  const [, prefix = 'refs/', short = ''] = /^(refs\/(?:heads\/|tags\/)?)(.+)$/.exec(ref.name) ?? [];
  return {
    __typename: 'Ref',
    id: `REF_${Buffer.from(`${repository.id}:${ref.name}`).toString('base64url')}`,
    name: short,
    prefix,
    target: () =>
      ref.type === 'commit'
        ? commitWithTree(context, { repository, sha: ref.sha })
        : gitObjectType(context, { repository, revision: ref.sha }),
    associatedPullRequests: connection(
      ({ states }: PageArguments & { states?: readonly string[] | null }) =>
        pullsFromBranch({ repository, name: short }).filter((pull) => states == null || states.includes(stateOf(pull))),
      context.show,
    ),
    compare: ({ headRef }: { headRef: string }) => compare(context, { repository, ref, headRef }),
    refUpdateRule: () => ruleFor(repository, ref.name),
    // Rulesets are not implemented.
    rules: () => null,
    repository: () => context.show(repository),
  };
}

/** The public part of a branch's rule; null if it has none. */
function ruleFor({ rules }: Repository, name: string): Fields | null {
  const rule = rules.get(name.replace(/^refs\/heads\//, ''));
  return rule ? { __typename: 'RefUpdateRule', requiredStatusCheckContexts: rule.requiredChecks ?? [] } : null;
}

const pullsFromBranch = ({ repository, name }: { repository: Repository; name: string }) =>
  repository.pulls.filter(({ head }) => head.repository === repository && head.ref === name);

const stateOf = ({ merge, state }: { merge: unknown; state: string }): string =>
  merge === null ? state.toUpperCase() : 'MERGED';

type Compared = { repository: Repository; ref: Ref; headRef: string };

/** Compares another ref with this one; null if it does not exist. */
async function compare(context: QueryContext, { repository, ref, headRef }: Compared): Promise<Fields | null> {
  const branch = await readRef(repository.gitDir, `refs/heads/${headRef}`);
  const head = branch?.sha ?? (await resolveCommit(repository.gitDir, headRef));
  if (head === null || ref.type !== 'commit') return null;
  const { commits, behindBy, status } = await compareCommits(repository.commits, { base: ref.sha, head });
  const shown = (sha: string) => commitType(context, { repository, sha });
  return {
    __typename: 'Comparison',
    id: `CMP_${ref.sha}_${head}`,
    status: status.toUpperCase(),
    aheadBy: commits.length,
    behindBy,
    baseTarget: () => shown(ref.sha),
    headTarget: () => shown(head),
    commits: connection(
      () => commits.map(({ sha }: Commit) => ({ sha })),
      ({ sha }) => shown(sha),
    ),
  };
}
