// REST routes of sub-issues. Loaded by rest/index.ts.

import { z } from 'zod';
import { addSubIssue, isAncestor, removeSubIssue } from '../acts/sub-issues.js';
import { notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Issue } from '../state.js';
import { issueOf, issueWithId } from './find.js';
import { issueJson } from './issue-json.js';

const MAX_SUB_ISSUES = 100;
const draft = z.object({ sub_issue_id: z.number(), replace_parent: z.boolean().default(false) });

function add(call: RepositoryAct) {
  const parent = issueOf(call);
  const { sub_issue_id: id, replace_parent: replace } = readBody(call, draft);
  const child = issueWithId(call, id);
  checkParent({ parent, child, replace });
  addSubIssue(call, { parent, child });
  return created(issueJson(call.world.urls, parent));
}

function checkParent({ parent, child, replace }: { parent: Issue; child: Issue; replace: boolean }): void {
  const refused = (why: string) =>
    unprocessable(`An error occurred while adding the sub-issue to the parent issue. ${why}`);
  if (child === parent || isAncestor(child, parent)) throw refused('Sub issue cannot be its own ancestor');
  if (parent.subIssues.includes(child)) throw refused('Issue may not contain duplicate sub-issues');
  if (child.parent !== null && !replace) throw refused('Sub issue may only have one parent');
  if (parent.subIssues.length >= MAX_SUB_ISSUES)
    throw refused(`Parent cannot have more than ${MAX_SUB_ISSUES} sub-issues`);
}

function remove(call: RepositoryAct) {
  const parent = issueOf(call);
  const { sub_issue_id: id } = readBody(call, z.object({ sub_issue_id: z.number() }));
  const child = issueWithId(call, id);
  if (child.parent !== parent) throw notFound();
  removeSubIssue(call, { parent, child });
  return ok(issueJson(call.world.urls, parent));
}

const mayWrite = writes({ role: 'triage' }, 'issues');

export const subIssueRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/issues/{issue_number}/sub_issues',
    { operation: 'issues/list-sub-issues', need: reads('issues') },
    (call) => page(call, issueOf(call).subIssues, (issue) => issueJson(call.world.urls, issue)),
  ),
  repositoryAct('POST …/issues/{issue_number}/sub_issues', { operation: 'issues/add-sub-issue', need: mayWrite }, add),
  repositoryAct(
    'DELETE …/issues/{issue_number}/sub_issue',
    { operation: 'issues/remove-sub-issue', need: mayWrite },
    remove,
  ),
  repositoryRoute(
    'GET …/issues/{issue_number}/parent',
    { operation: 'issues/get-parent', need: reads('issues') },
    (call) => {
      const { parent } = issueOf(call);
      if (parent === null) throw notFound();
      return ok(issueJson(call.world.urls, parent));
    },
  ),
];
