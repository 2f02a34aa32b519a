// REST routes of labels, of repositories and of issues; and labels as JSON, also for webhook payloads, issues, pull requests and timelines.

import { z } from 'zod';
import * as acts from '../acts/labels.js';
import { notFound, validationFailed } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { fullName, type Label } from '../state.js';
import { threadOf } from './find.js';

/** A label as JSON. */
export function labelJson(urls: Urls, label: Label) {
  return {
    id: label.id,
    node_id: label.nodeId,
    url: `${urls.api}/repos/${fullName(label.repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

const draft = z.object({
  name: z.string(),
  color: z.string().optional(),
  description: z.string().nullable().optional(),
});
const change = z.object({
  new_name: z.string().optional(),
  color: z.string().optional(),
  description: z.string().nullable().optional(),
});
const named = z
  .union([z.string(), z.object({ name: z.string() })])
  .transform((one) => (typeof one === 'string' ? one : one.name));
const list = z.union([
  z.object({ labels: z.array(named).default([]) }).transform(({ labels }) => labels),
  z.array(named),
]);

function labelOf(call: RepositoryCall): Label {
  const label = acts.findLabel(call.repository, call.params.name ?? '');
  if (label === undefined) throw notFound();
  return label;
}

function checkDraft(call: RepositoryCall, { name, color }: { name: string; color?: string | undefined }): void {
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(color)) {
    throw validationFailed({ resource: 'Label', code: 'invalid', field: 'color' });
  }
  if (name.length === 0) throw validationFailed({ resource: 'Label', code: 'missing_field', field: 'name' });
  checkLength(name);
  if (acts.findLabel(call.repository, name) !== undefined) {
    throw validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' });
  }
}

function checkLength(name: string): void {
  if (name.length > 50) throw validationFailed({ resource: 'Label', code: 'invalid', field: 'name', value: name });
}

/** Label names for an issue; missing labels are created. */
function namesIn(call: RepositoryAct): readonly string[] {
  const names = readBody(call, list);
  names.forEach(checkLength);
  return names;
}

const defined = <Value>(name: string, value: Value | undefined) => (value === undefined ? {} : { [name]: value });

const inRepository: readonly Route[] = [
  repositoryRoute('GET …/labels', { operation: 'issues/list-labels-for-repo', need: reads('issues') }, (call) =>
    page(call, call.repository.labels, (label) => labelJson(call.world.urls, label)),
  ),
  repositoryRoute('GET …/labels/{name}', { operation: 'issues/get-label', need: reads('issues') }, (call) =>
    ok(labelJson(call.world.urls, labelOf(call))),
  ),
  repositoryAct(
    'POST …/labels',
    { operation: 'issues/create-label', need: writes({ role: 'write' }, 'issues') },
    (call) => {
      const wanted = readBody(call, draft);
      checkDraft(call, wanted);
      const { name, color, description } = wanted;
      const label = acts.createLabel(call, {
        repository: call.repository,
        draft: { name, ...defined('color', color), ...defined('description', description) },
      });
      return created(labelJson(call.world.urls, label));
    },
  ),
  repositoryAct(
    'PATCH …/labels/{name}',
    { operation: 'issues/update-label', need: writes({ role: 'write' }, 'issues') },
    (call) => {
      const label = labelOf(call);
      const { new_name: name, color, description } = readBody(call, change);
      acts.editLabel(call, {
        label,
        change: { ...defined('name', name), ...defined('color', color), ...defined('description', description) },
      });
      return ok(labelJson(call.world.urls, label));
    },
  ),
  repositoryAct(
    'DELETE …/labels/{name}',
    { operation: 'issues/delete-label', need: writes({ role: 'write' }, 'issues') },
    (call) => {
      acts.deleteLabel(call, labelOf(call));
      return noContent();
    },
  ),
];

const issueLabels = writes({ role: 'triage' }, 'issues', 'pull_requests');

const onIssue: readonly Route[] = [
  repositoryRoute(
    'GET …/issues/{issue_number}/labels',
    { operation: 'issues/list-labels-on-issue', need: reads('issues', 'pull_requests') },
    (call) => page(call, threadOf(call).labels, (label) => labelJson(call.world.urls, label)),
  ),
  repositoryAct(
    'POST …/issues/{issue_number}/labels',
    { operation: 'issues/add-labels', need: issueLabels },
    (call) => {
      const issue = threadOf(call);
      acts.addLabels(call, { issue, names: namesIn(call) });
      return ok(issue.labels.map((label) => labelJson(call.world.urls, label)));
    },
  ),
  repositoryAct('PUT …/issues/{issue_number}/labels', { operation: 'issues/set-labels', need: issueLabels }, (call) => {
    const issue = threadOf(call);
    acts.setLabels(call, { issue, names: namesIn(call) });
    return ok(issue.labels.map((label) => labelJson(call.world.urls, label)));
  }),
  repositoryAct(
    'DELETE …/issues/{issue_number}/labels/{name}',
    { operation: 'issues/remove-label', need: issueLabels },
    (call) => {
      const issue = threadOf(call);
      const label = issue.labels.find(({ name }) => name.toLowerCase() === call.params.name?.toLowerCase());
      if (label === undefined) throw notFound('Label does not exist');
      acts.removeLabel(call, { issue, label });
      return ok(issue.labels.map((one) => labelJson(call.world.urls, one)));
    },
  ),
];

export const labelRoutes: readonly Route[] = [...inRepository, ...onIssue];
