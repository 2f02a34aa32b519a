import { GraphQLError } from 'graphql';
import { type Account, findAccount, findRepository, type Node, type Project, type Repository } from '../../state.js';
import { sees } from '../../who/authorize.js';
import { actorOf } from '../../who/credential.js';
import type { Fields, Sight } from '../sight.js';
import { checkBoards, seesBoard } from './board-access.js';

/** Where every query begins. */
export function queryType(sight: Sight): Fields {
  const { world, show } = sight;
  const accountCalled = (login: string, kind: Account['kind']): Fields => {
    const account = findAccount(world.state, login);
    if (account?.kind === kind) return show(account);
    throw notFound(kind === 'User' ? 'a User' : 'an Organization', `login of '${login}'`);
  };
  return {
    viewer: () => viewer(sight),
    rateLimit: () => rateLimit(sight),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = findRepository(world.state, `${owner}/${name}`);
      if (repository !== undefined && sees(sight.who, repository)) return show(repository);
      throw notFound('a Repository', `name '${owner}/${name}'`);
    },
    user: ({ login }: { login: string }) => accountCalled(login, 'User'),
    organization: ({ login }: { login: string }) => accountCalled(login, 'Organization'),
    node: ({ id }: { id: string }) => nodeWith(sight, id),
    nodes: ({ ids }: { ids: readonly string[] }) => nodesWith(sight, ids),
  };
}

const notFound = (what: string, by: string): GraphQLError =>
  new GraphQLError(`Could not resolve to ${what} with the ${by}.`, { extensions: { type: 'NOT_FOUND' } });

/** GitHub shows bots, too, as the user they act as. */
function viewer(sight: Sight): Fields {
  const account = actorOf(sight.who)?.account;
  if (account === undefined) throw new GraphQLError('Resource not accessible by integration', forbidden);
  return { ...sight.show(account), __typename: 'User' };
}

const forbidden = { extensions: { type: 'FORBIDDEN' } };

function rateLimit({ cost, rateLimit }: Sight): Fields {
  return {
    cost: cost.points,
    nodeCount: cost.nodes,
    limit: rateLimit.limit,
    remaining: rateLimit.remaining,
    used: rateLimit.used,
    resetAt: new Date(rateLimit.reset * 1000).toISOString(),
  };
}

function nodesWith(sight: Sight, ids: readonly string[]) {
  if (ids.length > 100) {
    throw new GraphQLError(`You may not provide more than 100 node ids; you provided ${ids.length}.`, {
      extensions: { type: 'ARGUMENT_LIMIT' },
    });
  }
  return ids.map((id) => {
    try {
      return nodeWith(sight, id);
    } catch (problem) {
      // Thrown inside a list, an error would lose all of it; returned, it leaves one hole, as at GitHub.
      if (problem instanceof GraphQLError) return problem;
      throw problem;
    }
  });
}

function nodeWith(sight: Sight, id: string): Fields {
  const node = sight.world.state.nodes.get(id);
  const home = node === undefined ? null : homeOf(node);
  const board = node === undefined ? null : boardOf(node);
  if (board !== null) checkBoards(sight.who, { owner: board.owner, field: 'node' });
  const seen = board === null || seesBoard(sight.world, { who: sight.who, project: board });
  if (node !== undefined && seen && (home === null || sees(sight.who, home))) return sight.show(node);
  throw notFound('a node', `global id of '${id}'`);
}

/** The repository a thing lives in, which decides who may see it. */
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

/** The board a thing belongs to, for which there are permissions of their own. */
function boardOf(node: Node): Project | null {
  if (node.kind === 'ProjectV2') return node;
  return node.kind === 'ProjectV2Item' ? node.project : null;
}
