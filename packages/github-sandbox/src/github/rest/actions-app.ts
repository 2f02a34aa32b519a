import { clientId } from '../ids.js';
import type { Account } from '../state.js';
import type { Urls } from '../urls.js';
import { simpleUser } from './users.js';

/** GitHub's own App, by the number and name that it has there: jobs are its checks, and what their token makes is its own, too. */
export const actionsApp = {
  id: 15_368,
  nodeId: 'MDM6QXBwMTUzNjg=',
  slug: 'github-actions',
  name: 'GitHub Actions',
} as const;

const github: Account = {
  kind: 'Organization',
  id: 9919,
  nodeId: 'MDEyOk9yZ2FuaXphdGlvbjk5MTk=',
  login: 'github',
  name: 'GitHub',
  email: null,
  createdAt: '2008-05-11T04:37:31Z',
};

/** It as others see it. */
export function actionsAppJson(urls: Urls) {
  const { id, nodeId, slug, name } = actionsApp;
  return {
    id,
    client_id: clientId(id),
    slug,
    node_id: nodeId,
    owner: simpleUser(urls, github),
    name,
    description: 'Automate your workflow from idea to production',
    external_url: 'https://help.github.com/en/actions',
    html_url: `${urls.html}/apps/${slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2025-03-07T16:35:00Z',
    permissions: { actions: 'write', checks: 'write', contents: 'write', metadata: 'read' },
    events: ['check_run', 'check_suite', 'push', 'workflow_dispatch'],
  };
}
