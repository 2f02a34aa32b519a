// The root fields of GraphQL queries. Used by endpoints/graphql.ts.

import { GraphQLError } from 'graphql';
import { canSee } from '../../auth/authorize.js';
import { actorOf } from '../../auth/credential.js';
import { type Account, findAccount, findRepository, type Node, type Project, type Repository } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';
import { checkBoards, seesBoard } from './board-access.js';

/** The root query fields. */
export function queryType(context: QueryContext): Fields {
  const { world, show } = context;
  const accountCalled = (login: string, kind: Account['kind']): Fields => {
    const account = findAccount(world.state, login);
    if (account?.kind === kind) return show(account);
    throw notFound(kind === 'User' ? 'a User' : 'an Organization', `login of '${login}'`);
  };
  return {
    viewer: () => viewer(context),
    rateLimit: () => rateLimit(context),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = findRepository(world.state, `${owner}/${name}`);
      if (repository !== undefined && canSee(context.who, repository)) return show(repository);
      throw notFound('a Repository', `name '${owner}/${name}'`);
    },
    user: ({ login }: { login: string }) => accountCalled(login, 'User'),
    organization: ({ login }: { login: string }) => accountCalled(login, 'Organization'),
    node: ({ id }: { id: string }) => nodeWith(context, id),
    nodes: ({ ids }: { ids: readonly string[] }) => nodesWith(context, ids),
  };
}

const notFound = (what: string, by: string): GraphQLError =>
  new GraphQLError(`Could not resolve to ${what} with the ${by}.`, { extensions: { type: 'NOT_FOUND' } });

/** GitHub shows bots as users here. */
function viewer(context: QueryContext): Fields {
  const account = actorOf(context.who)?.account;
  if (account === undefined) throw new GraphQLError('Resource not accessible by integration', forbidden);
  return { ...context.show(account), __typename: 'User' };
}

const forbidden = { extensions: { type: 'FORBIDDEN' } };

function rateLimit({ cost, rateLimit }: QueryContext): Fields {
  return {
    cost: cost.points,
    nodeCount: cost.nodes,
    limit: rateLimit.limit,
    remaining: rateLimit.remaining,
    used: rateLimit.used,
    resetAt: new Date(rateLimit.reset * 1000).toISOString(),
  };
}

function nodesWith(context: QueryContext, ids: readonly string[]) {
  if (ids.length > 100) {
    throw new GraphQLError(`You may not provide more than 100 node ids; you provided ${ids.length}.`, {
      extensions: { type: 'ARGUMENT_LIMIT' },
    });
  }
  return ids.map((id) => {
    try {
      return nodeWith(context, id);
    } catch (problem) {
      // An error returned in a list affects only its element; a thrown one would fail the whole list.
      if (problem instanceof GraphQLError) return problem;
      throw problem;
    }
  });
}

function nodeWith(context: QueryContext, id: string): Fields {
  const node = context.world.state.nodes.get(id);
  const home = node === undefined ? null : homeOf(node);
  const board = node === undefined ? null : boardOf(node);
  if (board !== null) checkBoards(context.who, { owner: board.owner, field: 'node' });
  const seen = board === null || seesBoard(context.world, { who: context.who, project: board });
  if (node !== undefined && seen && (home === null || canSee(context.who, home))) return context.show(node);
  throw notFound('a node', `global id of '${id}'`);
}

/** The repository that decides who can see a node. */
function homeOf(node: Node): Repository | null {
  switch (node.kind) {
    case 'Repository':
      return node;
    case 'Issue':
    case 'PullRequest':
    case 'Label':
    case 'Milestone':
      return node.repository;
    case 'PullRequestReview':
    case 'PullRequestReviewThread':
      return node.pull.repository;
    case 'PullRequestReviewComment':
      return node.thread.pull.repository;
    case 'IssueComment':
      return node.issue.repository;
    case 'Reaction':
      return homeOf(node.subject);
    default:
      return null;
  }
}

/** The board of a node; boards have their own permissions. */
function boardOf(node: Node): Project | null {
  if (node.kind === 'ProjectV2') return node;
  return node.kind === 'ProjectV2Item' ? node.project : null;
}
