// The timeline of an issue or pull request, in order of time. Used by REST, GraphQL and the pages.

import type { Comment, Review, Thread, TimelineEvent } from '../state.js';

type PullCommit = { readonly kind: 'PullRequestCommit'; readonly sha: string; readonly date: string };
export type TimelineItem = TimelineEvent | Comment | Review | PullCommit;

/** The timeline in order of time: events, comments, reviews and commits. */
export async function timelineOf(thread: Thread): Promise<TimelineItem[]> {
  const pull = thread.kind === 'PullRequest' ? thread : null;
  const submitted = pull?.reviews.filter(({ state }) => state !== 'PENDING') ?? [];
  const items = [...(await commitsOf(thread)), ...thread.timeline, ...thread.comments, ...submitted];
  // Times have whole seconds; within a second, commits come first and ids decide.
  const dated = items.map((item) => ({ item, id: 'id' in item ? item.id : 0, at: Date.parse(timeOf(item)) }));
  return dated.sort((a, b) => a.at - b.at || a.id - b.id).map(({ item }) => item);
}

function commitsOf(thread: Thread): Promise<PullCommit[]> {
  if (thread.kind === 'Issue') return Promise.resolve([]);
  const { commits: commitCache } = thread.repository;
  return Promise.all(
    thread.commits.map(async (sha) => {
      const { committer } = await commitCache.read(sha);
      return { kind: 'PullRequestCommit' as const, sha, date: committer.date };
    }),
  );
}

/** The time of an item. */
export function timeOf(item: TimelineItem): string {
  switch (item.kind) {
    case 'IssueComment':
      return item.createdAt;
    case 'PullRequestReview':
      return item.submittedAt ?? item.createdAt;
    case 'PullRequestCommit':
      return item.date;
    default:
      return item.at;
  }
}

/** Converts `LabeledEvent` to `labeled_event`. */
export const toSnakeCase = (kind: string): string => kind.replace(/(?<=.)(?=[A-Z])/g, '_').toLowerCase();
