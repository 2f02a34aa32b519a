import type { RepositoryCall } from '../http/route.js';
import { notFound } from '../refusal.js';
import type { Comment, Issue } from '../state.js';

/** The issue a path speaks of, or 404. */
export function issueOf({ repository, params }: RepositoryCall): Issue {
  const issue = repository.issues.find(({ number }) => String(number) === params.issue_number);
  if (issue === undefined) throw notFound();
  return issue;
}

/** The comment a path speaks of, or 404; it is looked for in its own repository only. */
export function commentOf({ repository, params }: RepositoryCall): Comment {
  for (const issue of repository.issues) {
    const comment = issue.comments.find(({ id }) => String(id) === params.comment_id);
    if (comment !== undefined) return comment;
  }
  throw notFound();
}
