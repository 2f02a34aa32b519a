// REST routes of reactions; and reaction counts as JSON, also for issues and comments.

import { z } from 'zod';
import * as acts from '../acts/reactions.js';
import { forbidden, notFound } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { type Comment, type Reaction, reactionContents, type Thread } from '../state.js';
import { commentOf, threadOf } from './find.js';
import { simpleUser } from './users.js';

/** A reaction as JSON. */
function reactionJson(urls: Urls, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: reaction.nodeId,
    user: simpleUser(urls, reaction.account),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

/** The count of each reaction. */
export function reactionRollup(url: string, reactions: readonly Reaction[]) {
  const counts = reactionContents.map((content) => [
    content,
    reactions.filter((one) => one.content === content).length,
  ]);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

const draft = z.object({ content: z.enum(reactionContents) });

type ReactionSubject = {
  readonly path: string;
  readonly name: string;
  readonly find: (call: RepositoryCall) => Thread | Comment;
};

const subjects: readonly ReactionSubject[] = [
  { path: '…/issues/{issue_number}/reactions', name: 'issue', find: threadOf },
  { path: '…/issues/comments/{comment_id}/reactions', name: 'issue-comment', find: commentOf },
];

/** The reaction routes of issues and comments. */
function routesFor({ path, name, find }: ReactionSubject): Route[] {
  return [
    repositoryRoute(`GET ${path}`, { operation: `reactions/list-for-${name}`, need: reads('issues') }, (call) => {
      const wanted = call.query.get('content');
      const reactions = find(call).reactions.filter(({ content }) => wanted === null || content === wanted);
      return page(call, reactions, (reaction) => reactionJson(call.world.urls, reaction));
    }),
    repositoryAct(`POST ${path}`, { operation: `reactions/create-for-${name}`, need: mayReact }, (call) => {
      const { content } = readBody(call, draft);
      const { reaction, isNew } = acts.addReaction(call, { subject: find(call), content });
      return (isNew ? created : ok)(reactionJson(call.world.urls, reaction));
    }),
    repositoryAct(
      `DELETE ${path}/{reaction_id}`,
      {
        operation: `reactions/delete-for-${name}`,
        need: mayReact,
      },
      (call) => remove(call, find(call)),
    ),
  ];
}

const mayReact = writes({ role: 'read' }, 'issues', 'pull_requests');

function remove(call: RepositoryAct, subject: Thread | Comment) {
  const reaction = subject.reactions.find(({ id }) => String(id) === call.params.reaction_id);
  if (reaction === undefined) throw notFound();
  if (reaction.account !== call.by.account) throw forbidden('You can only delete your own reactions.');
  acts.deleteReaction(call, reaction);
  return noContent();
}

export const reactionRoutes: readonly Route[] = subjects.flatMap(routesFor);
