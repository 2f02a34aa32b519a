import { type Commit, changesOf, type FileChange } from '../github/git/commits.js';
import { changesOfPull } from '../github/pulls/decision-of.js';
import { canMergeNow } from '../github/pulls/mergeability.js';
import { fullName, type PullRequest, type Repository, type State, type WorkflowRun } from '../github/state.js';
import type { Run } from '../runner/model.js';

/** What is known of workflow runs. The runner's own records fit as they are; the wiring hands them in. */
export type RunBook = {
  /** The runs of a repository, in the order they began. */
  list(repo: string): readonly Run[];
  /** What steps wrote to their job summary, and what they printed. */
  pages(runId: number): RunPages;
};

export type RunPages = {
  readonly summaries: readonly { readonly job: string; readonly markdown: string }[];
  readonly logs: readonly { readonly job: string; readonly text: string }[];
};

/** The runs as the embedded GitHub alone knows them: no runner has said anything about their jobs. */
export function runsWithoutRunner(state: State): RunBook {
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
    // Who waits to be let in has not begun.
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

/** GitHub knows more ways to end than the runner; the rest of them are failures to a reader of a list. */
function conclusionOf({ conclusion }: WorkflowRun): Run['conclusion'] {
  return conclusion === null ? null : (spelled.get(conclusion) ?? 'failure');
}

/** What a pull request would bring, and whether it can. */
export type PullContents = {
  readonly commits: readonly Commit[];
  readonly changes: readonly FileChange[];
  readonly merge: Awaited<ReturnType<typeof canMergeNow>>;
};

/** Reads what only git knows. Pages that are open ask for the same many times, and what lies between two commits never changes. */
export type PullBook = {
  read(pull: PullRequest): Promise<PullContents>;
  changesIn(repository: Repository, commit: Commit): Promise<readonly FileChange[]>;
};

/** So many differences are kept; the sandbox lives for an afternoon. */
const most = 200;

/** Opens an empty book. */
export function openPullBook(): PullBook {
  const known = new Map<string, Promise<readonly FileChange[]>>();
  const once = (key: string, find: () => Promise<readonly FileChange[]>) => {
    const found = known.get(key) ?? find();
    if (known.size >= most) known.clear();
    known.set(key, found);
    // What went wrong once is tried again by the next who asks.
    found.catch(() => known.delete(key));
    return found;
  };
  return {
    async read(pull) {
      const { repository, base, head, commits } = pull;
      const [read, changes, merge] = await Promise.all([
        Promise.all(commits.map((sha) => repository.commits.read(sha))),
        once(`${base.sha}...${head.sha}`, () => changesOfPull(pull)),
        canMergeNow(pull),
      ]);
      return { commits: read, changes, merge };
    },
    changesIn: (repository, commit) => once(commit.sha, () => changesOf(repository.gitDir, commit)),
  };
}
