import { type Commit, changesOf, type FileChange } from '../github/git/commits.js';
import { computedMergeabilityOf } from '../github/pulls/mergeability.js';
import { changesOfPull } from '../github/pulls/review-decision.js';
import { fullName, type PullRequest, type Repository, type State, type WorkflowRun } from '../github/state.js';
import type { Run } from '../runner/model.js';

/** What the pages know of workflow runs; the runner's records have this form. */
export type RunRecords = {
  /** The runs of a repository, oldest first. */
  list(repo: string): readonly Run[];
  /** The job summaries and logs of a run. */
  pages(runId: number): RunPages;
};

export type RunPages = {
  readonly summaries: readonly { readonly job: string; readonly markdown: string }[];
  readonly logs: readonly { readonly job: string; readonly text: string }[];
};

/** The runs as GitHub records them, if there is no runner. */
export function runsWithoutRunner(state: State): RunRecords {
  return {
    list: (repo) => state.repositories.get(repo.toLowerCase())?.runs.map(shown) ?? [],
    pages: () => ({ summaries: [], logs: [] }),
  };
}

function shown(run: WorkflowRun): Run {
  return {
    id: run.id,
    number: run.number,
    attempt: run.attempt,
    repo: fullName(run.repository),
    workflow: run.workflow.name,
    path: run.workflow.path,
    title: run.title,
    event: run.event,
    actor: run.actor.login,
    triggeringActor: run.rerunBy?.login ?? run.actor.login,
    ref: `refs/heads/${run.headBranch}`,
    sha: run.headCommit.sha,
    // A run that waits for approval has not started.
    status: run.status === 'waiting' ? 'queued' : run.status,
    conclusion: conclusionOf(run),
    createdAt: run.createdAt,
    ...(run.status === 'completed' ? { completedAt: run.updatedAt } : {}),
    problems: [],
    jobs: [],
  };
}

const spelled = new Map<string, Run['conclusion']>(
  (['success', 'failure', 'cancelled', 'skipped'] as const).map((word) => [word, word]),
);

/** GitHub has more conclusions than the runner; others count as failures. */
function conclusionOf({ conclusion }: WorkflowRun): Run['conclusion'] {
  return conclusion === null ? null : (spelled.get(conclusion) ?? 'failure');
}

/** The commits and changes of a pull request, and its mergeability. */
export type PullContents = {
  readonly commits: readonly Commit[];
  readonly changes: readonly FileChange[];
  readonly merge: Awaited<ReturnType<typeof computedMergeabilityOf>>;
};

/** Reads from git with a cache, because open pages poll and changes between two commits are constant. */
export type PullCache = {
  read(pull: PullRequest): Promise<PullContents>;
  changesIn(repository: Repository, commit: Commit): Promise<readonly FileChange[]>;
};

/** Maximum number of cached diffs. */
const most = 200;

/** Creates an empty cache. */
export function openPullCache(): PullCache {
  const known = new Map<string, Promise<readonly FileChange[]>>();
  const once = (key: string, find: () => Promise<readonly FileChange[]>) => {
    const found = known.get(key) ?? find();
    if (known.size >= most) known.clear();
    known.set(key, found);
    // Failures are not cached.
    found.catch(() => known.delete(key));
    return found;
  };
  return {
    async read(pull) {
      const { repository, base, head, commits } = pull;
      const [read, changes, merge] = await Promise.all([
        Promise.all(commits.map((sha) => repository.commits.read(sha))),
        once(`${base.sha}...${head.sha}`, () => changesOfPull(pull)),
        computedMergeabilityOf(pull),
      ]);
      return { commits: read, changes, merge };
    },
    changesIn: (repository, commit) => once(commit.sha, () => changesOf(repository.gitDir, commit)),
  };
}
