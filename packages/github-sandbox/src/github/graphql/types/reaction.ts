// Reactions in GraphQL. Used by types/index.ts, and for the reactions of issues, pull requests and comments.

import { actorOf } from '../../auth/credential.js';
import { type Comment, type Reaction, type ReactionContent, reactionContents, type Thread } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';

const words: { readonly [content in ReactionContent]: string } = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

/** A reaction. */
export function reactionType({ show }: QueryContext, reaction: Reaction): Fields {
  return {
    __typename: 'Reaction',
    id: reaction.nodeId,
    databaseId: reaction.id,
    content: words[reaction.content],
    createdAt: reaction.createdAt,
    user: () => (reaction.account.kind === 'User' ? show(reaction.account) : null),
    reactable: () => show(reaction.subject),
  };
}

/** The reaction fields of issues, pull requests and comments. */
export function reactableFields(context: QueryContext, subject: Thread | Comment): Fields {
  const reactionsWith = (content: ReactionContent) => subject.reactions.filter((one) => one.content === content);
  const byMe = (reactions: readonly Reaction[]) =>
    reactions.some(({ account }) => account === actorOf(context.who)?.account);
  return {
    viewerCanReact: actorOf(context.who) !== null,
    reactions: connection(
      ({ content }: PageArguments & { content?: string | null }) =>
        subject.reactions.filter((one) => content == null || words[one.content] === content),
      context.show,
    ),
    reactionGroups: () =>
      reactionContents.map((content) => ({
        content: words[content],
        createdAt: reactionsWith(content)[0]?.createdAt ?? null,
        viewerHasReacted: byMe(reactionsWith(content)),
        subject: () => context.show(subject),
        reactors: connection(
          () => reactionsWith(content),
          ({ account }) => context.show(account),
        ),
        users: connection(
          () => reactionsWith(content),
          ({ account }) => context.show(account),
        ),
      })),
  };
}
