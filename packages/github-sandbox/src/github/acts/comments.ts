// Creates, edits and deletes comments on issues and pull requests. Used by REST, the pages, seeds, and the package's src/index.ts.

import { nodeId } from '../ids.js';
import type { Comment, Thread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit } from './emit.js';
import { crossReference } from './references.js';

/** Creates a comment on an issue or pull request. */
export function createComment(act: Act, { issue, body }: { issue: Thread; body: string }): Comment {
  const comment = buildComment(act, { issue, body });
  emitEvent(act, comment, { verb: 'created', detail: { id: comment.id, body } });
  crossReference(act, { source: issue, text: body });
  return comment;
}

/** Creates a comment without events; used by seeds. */
export function buildComment({ world, by }: Act, { issue, body }: { issue: Thread; body: string }): Comment {
  const id = world.ids.next();
  const at = stamp(world);
  const comment: Comment = {
    kind: 'IssueComment',
    id,
    nodeId: nodeId('IC', id),
    issue,
    author: by.account,
    viaApp: by.app,
    createdAt: at,
    updatedAt: at,
    body,
    reactions: [],
  };
  issue.comments.push(comment);
  issue.updatedAt = at;
  world.state.nodes.set(comment.nodeId, comment);
  return comment;
}

/** Edits a comment. The same text emits no event. */
export function editComment(act: Act, { comment, body }: { comment: Comment; body: string }): void {
  const before = comment.body;
  if (before === body) return;
  comment.body = body;
  comment.updatedAt = stamp(act.world);
  emitEvent(act, comment, { verb: 'edited', detail: { id: comment.id, body }, changes: { body: { from: before } } });
}

/** Deletes a comment. */
export function deleteComment(act: Act, comment: Comment): void {
  const { comments } = comment.issue;
  comments.splice(comments.indexOf(comment), 1);
  act.world.state.nodes.delete(comment.nodeId);
  emitEvent(act, comment, { verb: 'deleted', detail: { id: comment.id } });
}

type EventData = { verb: string; detail: { readonly [name: string]: unknown }; changes?: unknown };

function emitEvent(act: Act, comment: Comment, { verb, detail, changes }: EventData): void {
  const { issue } = comment;
  issue.updatedAt = stamp(act.world);
  emit(act, {
    repository: issue.repository,
    kind: `comment.${verb}`,
    subject: `#${issue.number}`,
    detail,
    event: {
      name: 'issue_comment',
      action: verb,
      subjects: { issue, comment },
      ...(changes === undefined ? {} : { extra: { changes } }),
    },
  });
}
