// REST routes of issue dependencies. Loaded by rest/index.ts.

import { z } from 'zod';
import { addBlocker, removeBlocker } from '../acts/dependencies.js';
import { notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { issueOf, issueWithId } from './find.js';
import { issueJson } from './issue-json.js';

function add(call: RepositoryAct) {
  const issue = issueOf(call);
  const blocker = issueWithId(call, readBody(call, z.object({ issue_id: z.number() })).issue_id);
  if (blocker === issue) throw unprocessable('An issue cannot be blocked by itself');
  if (!addBlocker(call, { issue, blocker })) throw unprocessable('Issue is already blocked by this issue');
  return created(issueJson(call.world.urls, blocker));
}

function remove(call: RepositoryAct) {
  const issue = issueOf(call);
  const blocker = issue.blockedBy.find(({ id }) => String(id) === call.params.issue_id);
  if (blocker === undefined) throw notFound();
  removeBlocker(call, { issue, blocker });
  return ok(issueJson(call.world.urls, blocker));
}

const basePath = '…/issues/{issue_number}/dependencies';

export const dependencyRoutes: readonly Route[] = [
  repositoryRoute(
    `GET ${basePath}/blocked_by`,
    { operation: 'issues/list-dependencies-blocked-by', need: reads('issues') },
    (call) => page(call, issueOf(call).blockedBy, (issue) => issueJson(call.world.urls, issue)),
  ),
  repositoryAct(
    `POST ${basePath}/blocked_by`,
    { operation: 'issues/add-blocked-by-dependency', need: writes({ role: 'triage' }, 'issues') },
    add,
  ),
  repositoryAct(
    `DELETE ${basePath}/blocked_by/{issue_id}`,
    { operation: 'issues/remove-dependency-blocked-by', need: writes({ role: 'triage' }, 'issues') },
    remove,
  ),
  repositoryRoute(
    `GET ${basePath}/blocking`,
    { operation: 'issues/list-dependencies-blocking', need: reads('issues') },
    (call) => page(call, issueOf(call).blocking, (issue) => issueJson(call.world.urls, issue)),
  ),
];
