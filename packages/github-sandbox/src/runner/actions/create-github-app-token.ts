// The built-in action actions/create-github-app-token. run/load-action lists it.

import { textAt } from '../json.js';
import { type BuiltInAction, type BuiltInResult, type BuiltInStep, isYes } from './built-in-action.js';

const SCOPES = [
  'actions',
  'administration',
  'checks',
  'contents',
  'deployments',
  'issues',
  'members',
  'metadata',
  'organization-projects',
  'packages',
  'pull-requests',
  'repository-projects',
  'statuses',
  'workflows',
];

/** actions/create-github-app-token: requests an installation token and revokes it after the job. */
export const createGithubAppToken: BuiltInAction = {
  inputs: {
    'app-id': '',
    'client-id': '',
    'private-key': '',
    owner: '',
    repositories: '',
    enterprise: '',
    'skip-token-revoke': 'false',
    'github-api-url': '',
    ...Object.fromEntries(SCOPES.map((scope) => [`permission-${scope}`, ''])),
  },
  refused: ['enterprise', 'github-api-url'],
  run: createToken,
};

async function createToken(step: BuiltInStep): Promise<BuiltInResult> {
  const app = step.input('client-id') || step.input('app-id');
  const privateKey = step.input('private-key').replaceAll('\\n', '\n');
  if (app === '') throw new Error("Either 'client-id' or 'app-id' input must be set");
  if (privateKey === '') throw new Error('Input required and not supplied: private-key');
  const { owner, repositories } = tokenScope(step);
  const permissions = Object.fromEntries(
    SCOPES.map((scope) => [scope.replaceAll('-', '_'), step.input(`permission-${scope}`)]).filter(
      ([, level]) => level !== '',
    ),
  );
  const made = await step.host.appToken({ app, privateKey, owner, repositories, permissions });
  step.mask(made.token);
  const outputs = { token: made.token, 'installation-id': String(made.installationId), 'app-slug': made.appSlug };
  if (isYes(step.input('skip-token-revoke'))) return { outputs };
  return { outputs, post: async () => step.host.revoke(made.token) };
}

/** The repositories of the token. Default: this repository; with input `owner` only: all repositories of the owner's installation. */
function tokenScope(step: BuiltInStep): { owner: string; repositories: string[] } {
  const [ownOwner = '', ownName = ''] = textAt(step.github, 'repository').split('/');
  const owner = step.input('owner');
  const listed = step
    .input('repositories')
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (listed.length > 0)
    return { owner: owner || ownOwner, repositories: listed.map((name) => name.split('/').at(-1) ?? name) };
  return owner === '' ? { owner: ownOwner, repositories: [ownName] } : { owner, repositories: [] };
}
