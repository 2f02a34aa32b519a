import { followLine } from '../git/hunks.js';
import { nodeId } from '../ids.js';
import type { Beside, PullRequest, Review, ReviewComment, ReviewThread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { crossReference } from './references.js';
import { review } from './reviews.js';
import { tell } from './tell.js';

/** What somebody says beside a line. */
export type Remark = Beside & { readonly hunk: string; readonly body: string };

/** Says something beside a line, as part of a review. */
export function remark(act: Act, { review: within, remark: said }: { review: Review; remark: Remark }): ReviewComment {
  const { body, ...began } = said;
  const { pull, commit } = within;
  const id = act.world.ids.next();
  const thread: ReviewThread = {
    kind: 'PullRequestReviewThread',
    id,
    nodeId: nodeId('PRRT', id),
    pull,
    began: { ...began, commit },
    comments: [],
    line: began.line,
    resolvedBy: null,
  };
  pull.threads.push(thread);
  act.world.state.nodes.set(thread.nodeId, thread);
  return say(act, { thread, within, body });
}

/** Answers in a thread. For GitHub an answer is a review of its own, which says nothing else. */
export function answer(act: Act, { thread, body }: { thread: ReviewThread; body: string }): ReviewComment {
  const within = review(act, { pull: thread.pull, state: 'COMMENTED', body: '' });
  return say(act, { thread, within, body });
}

function say(
  act: Act,
  { thread, within, body }: { thread: ReviewThread; within: Review; body: string },
): ReviewComment {
  const { world, by } = act;
  const id = world.ids.next();
  const at = stamp(world);
  const comment: ReviewComment = {
    kind: 'PullRequestReviewComment',
    id,
    nodeId: nodeId('PRRC', id),
    thread,
    review: within,
    author: by.account,
    createdAt: at,
    updatedAt: at,
    body,
  };
  thread.comments.push(comment);
  world.state.nodes.set(comment.nodeId, comment);
  if (within.state !== 'PENDING') tellOf(act, comment);
  return comment;
}

function tellOf(act: Act, comment: ReviewComment): void {
  const { pull, began } = comment.thread;
  pull.updatedAt = stamp(act.world);
  tell(act, {
    repository: pull.repository,
    kind: 'review-comment.created',
    subject: `#${pull.number}`,
    detail: { id: comment.id, path: began.path, line: began.line, body: comment.body },
    event: {
      name: 'pull_request_review_comment',
      action: 'created',
      subjects: { pull_request: pull, review_comment: comment },
    },
  });
  crossReference(act, { source: pull, text: comment.body });
}

/** Lets what was said beside lines of the head go along with them; a line that was changed leaves it behind. */
export async function followThreads(
  pull: PullRequest,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const dir = pull.repository.gitDir;
  for (const thread of pull.threads) {
    const { line, began } = thread;
    if (line === null || began.side === 'LEFT') continue;
    thread.line = await followLine(dir, { from: before, to: after, path: began.path, line });
  }
}
