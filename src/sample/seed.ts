// Turns the files of the sample into seeds for the embedded GitHub: the board, issues, pull requests and commits. Used by index.ts. Pure.
import type { RepositorySeed, Seed } from 'github-sandbox';
import type * as z from 'zod';
import type { FilesByCommit } from './commit-files.js';
import type { AgeToTime, SampleCommit, SampleFiles, threadSchema } from './files.js';

type ProjectSeed = NonNullable<Seed['projects']>[number];
type ItemSeed = NonNullable<ProjectSeed['items']>[number];
type BoardContext = {
  readonly owner: string;
  /** `owner/name` of the repository whose issues are on the board. */
  readonly repository: string;
  /** The login of the person who adds and moves the cards. */
  readonly boardOwner: string;
};

/** The seed of the board: a card for each issue and pull request that has a column, and the draft cards. */
export function boardSeed(
  { board, issues, pulls }: SampleFiles,
  { at }: SeedOptions,
  { owner, repository, boardOwner }: BoardContext,
): ProjectSeed {
  const threads = [...issues, ...pulls].sort((a, b) => a.number - b.number);
  const cards = threads.flatMap(({ number, written, column, ...thread }): ItemSeed[] => {
    if (column === undefined) return [];
    const added = { by: boardOwner, at: at(Math.min(written, board.made)) };
    // GitHub itself moved the card of a closed issue.
    const closing =
      'closed' in thread && thread.closed !== undefined ? { at: at(thread.closed.when), automated: true } : {};
    return [
      {
        of: `${repository}#${number}`,
        ...added,
        status: { ...added, name: column, ...closing },
        archived: board.away.includes(number),
      },
    ];
  });
  const notes = board.notes.map(
    ({ title, body, column, by, when }): ItemSeed => ({ of: { title, body }, by, at: at(when), status: column }),
  );
  const { title, columns: statuses } = board;
  const createdAt = at(board.made);
  return { owner, title, public: true, createdAt, statuses, repositories: [repository], items: [...cards, ...notes] };
}

/** The seeds of commits by `by`, each with the files that it changes. */
export function commitSeeds(commits: readonly SampleCommit[], { at, filesByCommit }: SeedOptions, by: string) {
  return commits.map((commit) => ({
    message: commit.message,
    at: at(commit.written),
    by,
    files: filesByCommit.get(commit) ?? {},
  }));
}

/** The part of the seed that issues and pull requests have in common. */
function threadSeed(
  {
    title,
    body,
    author,
    written,
    labels,
    assignees,
    comments,
    number,
  }: z.infer<typeof threadSchema> & { number: number },
  { at }: SeedOptions,
) {
  return {
    number,
    title,
    body,
    author,
    createdAt: at(written),
    labels,
    assignees,
    comments: comments.map((comment) => ({ author: comment.author, at: at(comment.written), body: comment.body })),
  };
}

type IssueSeed = NonNullable<RepositorySeed['issues']>[number];
type SampleIssue = SampleFiles['issues'][number];

/** The seed of an issue. */
export function issueSeed(issue: SampleIssue, seedOptions: SeedOptions): IssueSeed {
  const { blockedBy, parent, reopened, branch } = issue;
  const { at } = seedOptions;
  return {
    ...threadSeed(issue, seedOptions),
    ...closeFields(issue, seedOptions),
    ...(reopened === undefined ? {} : { reopened: [{ by: reopened.by, at: at(reopened.when) }] }),
    ...(parent === undefined ? {} : { parent }),
    ...(branch === undefined ? {} : { linkedBranches: [branch.name] }),
    blockedBy: blockedBy.map((one) =>
      typeof one === 'number' ? one : { issue: one.issue, by: one.by, at: at(one.when) },
    ),
  };
}

const reasons = { completed: 'completed', 'not planned': 'not_planned', duplicate: 'duplicate' } as const;

function closeFields({ closed }: SampleIssue, { at }: SeedOptions): Partial<IssueSeed> {
  if (closed === undefined) return {};
  return {
    state: 'closed',
    stateReason: reasons[closed.as],
    closedAt: at(closed.when),
    closedBy: closed.by,
    ...(closed.of === undefined ? {} : { duplicateOf: closed.of }),
    ...(closed.with === undefined ? {} : { closer: { pull: closed.with } }),
  };
}

/** What every seed needs: `at` turns an age into a time, `filesByCommit` has the files of each commit. */
export type SeedOptions = { readonly at: AgeToTime; readonly filesByCommit: FilesByCommit };

type PullSeed = NonNullable<RepositorySeed['pulls']>[number];
type SamplePull = SampleFiles['pulls'][number];

const verdicts = { approved: 'APPROVED', 'changes requested': 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const;

/** The seed of a pull request. The branch of a merged one is deleted. */
export function pullSeed(pull: SamplePull, seedOptions: SeedOptions): PullSeed {
  const { author, branch, from, draft, commits, asks, reviews, checks, written } = pull;
  const { at } = seedOptions;
  return {
    ...threadSeed(pull, seedOptions),
    ...mergeFields(pull, seedOptions),
    draft,
    head: { branch, deleted: pull.merged !== undefined, ...(from === undefined ? {} : { repository: from }) },
    commits: commitSeeds(commits, seedOptions, author),
    requests: asks.map((login) => ({ login, by: author, at: at(written) })),
    reviews: reviews.map(({ by, when, says, body }) => ({ by, at: at(when), state: verdicts[says], body })),
    checks: Object.entries(checks).map(([name, state]) => ({
      name,
      state,
      at: at(commits.at(-1)?.written ?? written),
    })),
  };
}

function mergeFields({ merged }: SamplePull, { at }: SeedOptions): Partial<PullSeed> {
  if (merged === undefined) return {};
  const method = merged.squashed ? 'squash' : 'merge';
  return { state: 'merged', closedAt: at(merged.when), merge: { by: merged.by, at: at(merged.when), method } };
}
