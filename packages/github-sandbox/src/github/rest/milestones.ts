// REST routes of milestones, and milestones as JSON, also for issues and pull requests.

import { notFound } from '../api-error.js';
import { reads } from '../auth/required-permission.js';
import { ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { type Route, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { fullName, type Milestone } from '../state.js';
import { simpleUser } from './users.js';

/** A milestone with its counts. */
export function milestoneJson(urls: Urls, milestone: Milestone) {
  const { repository, number } = milestone;
  const url = `${urls.api}/repos/${fullName(repository)}/milestones/${number}`;
  const inside = [...repository.threadsByNumber.values()].filter((thread) => thread.milestone === milestone);
  return {
    url,
    html_url: `${urls.html}/${fullName(repository)}/milestone/${number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: milestone.nodeId,
    number,
    state: milestone.closedAt === null ? 'open' : 'closed',
    title: milestone.title,
    description: milestone.description,
    creator: simpleUser(urls, milestone.creator),
    open_issues: inside.filter(({ state }) => state === 'open').length,
    closed_issues: inside.filter(({ state }) => state === 'closed').length,
    created_at: milestone.createdAt,
    updated_at: milestone.createdAt,
    closed_at: milestone.closedAt,
    due_on: milestone.dueOn,
  };
}

export const milestoneRoutes: readonly Route[] = [
  repositoryRoute('GET …/milestones', { operation: 'issues/list-milestones', need: reads('issues') }, (call) => {
    const state = call.query.get('state') ?? 'open';
    const shown = call.repository.milestones.filter(
      ({ closedAt }) => state === 'all' || (closedAt === null ? 'open' : 'closed') === state,
    );
    return page(call, shown, (one) => milestoneJson(call.world.urls, one));
  }),
  repositoryRoute(
    'GET …/milestones/{milestone_number}',
    { operation: 'issues/get-milestone', need: reads('issues') },
    (call) => {
      const found = call.repository.milestones.find(({ number }) => String(number) === call.params.milestone_number);
      if (found === undefined) throw notFound();
      return ok(milestoneJson(call.world.urls, found));
    },
  ),
];
