// Implements the interface that the runner needs (RunnerHost) on the embedded GitHub: files, secrets, tokens, and records of runs.
// Used by the entry of this folder.

import { createPublicKey } from 'node:crypto';
import { findWorkflow } from '../github/actions/workflow-files.js';
import { readBlob, readTree } from '../github/git/objects.js';
import { resolveObject } from '../github/git/refs.js';
import { clientId } from '../github/ids.js';
import { createRun, type GitHub, readCommit, resolveCommit } from '../github/index.js';
import { notGranted, type Permissions, permissionNames } from '../github/permissions.js';
import { type App, findAccount, findRepository, type Installation } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import {
  type AppToken,
  type AppTokenRequest,
  createArtifactStore,
  type RunDraft,
  type RunEntry,
  type RunnerHost,
  type Permissions as WorkflowPermissions,
} from '../runner/index.js';
import { mirrorRun, type OpenRunRecords } from './run-records.js';

/** The interface that the runner needs, implemented by the embedded GitHub. Artifacts are stored in `dir`. */
export function createHost(github: GitHub, { dir, records }: { dir: string; records: OpenRunRecords }): RunnerHost {
  const { world } = github;
  return {
    ...filesOf(github),
    urls: { server: github.url, api: github.apiUrl, graphql: github.graphqlUrl },
    gitUrl: (repo) => `${github.url}/${repo}.git`,
    secrets: (repo) => ({ ...github.repository(repo).actions.secrets }),
    variables: (repo) => ({ ...github.repository(repo).actions.variables }),
    enter: (draft) => enterRun(world, draft),
    token: ({ repo, permissions }) => github.tokenFor({ workflow: repo, permissions: tokenPermissions(permissions) }),
    appToken: (request) => mintAppToken(github, request),
    revoke: (token) => world.tokens.revoke(token),
    update(run) {
      records.update(run);
      mirrorRun(world, run);
    },
    log: records.log,
    summary: records.summary,
    artifacts: createArtifactStore(dir),
  };
}

/** Converts the permissions of a workflow to those of a token: `pull-requests` becomes `pull_requests`, and `none` is left out. */
export function tokenPermissions(workflowPermissions: WorkflowPermissions): Permissions {
  return Object.fromEntries(
    permissionNames.flatMap((name) => {
      const access = workflowPermissions[name.replaceAll('_', '-')];
      return access === undefined || access === 'none' ? [] : [[name, access]];
    }),
  );
}

/** Refs and files, read from the bare repositories that jobs clone. */
export function filesOf(github: GitHub): Pick<RunnerHost, 'defaultBranch' | 'resolve' | 'list' | 'read'> {
  const dirOf = (repo: string): string => github.repository(repo).gitDir;
  return {
    defaultBranch: (repo) => github.repository(repo).defaultBranch,
    async resolve(repo, ref) {
      const dir = findRepository(github.state, repo)?.gitDir;
      return dir === undefined ? undefined : ((await resolveCommit(dir, ref)) ?? undefined);
    },
    async list(repo, sha, folder) {
      const tree = await resolveObject(dirOf(repo), `${sha}:${folder}`);
      const entries = tree === null ? [] : await readTree(dirOf(repo), { sha: tree, deep: false });
      return entries.filter(({ type }) => type === 'blob').map(({ path }) => `${folder}/${path}`);
    },
    async read(repo, sha, path) {
      const blob = await resolveObject(dirOf(repo), `${sha}:${path}`);
      return blob === null ? undefined : (await readBlob(dirOf(repo), blob)).toString();
    },
  };
}

/** Creates GitHub's record of a run that an event started. Its id is GITHUB_RUN_ID of the job. */
export async function enterRun(world: World, { repo, workflow, event, ref, sha }: RunDraft): Promise<RunEntry> {
  const repository = repositoryNamed(world, repo);
  const file = await findWorkflow(world, { repository, named: workflow.path, at: sha });
  const account = findAccount(world.state, event.actor);
  if (file === null || account === undefined)
    throw new Error(`${event.actor} cannot start ${workflow.path} in ${repo}`);
  const headCommit = await readCommit(repository.gitDir, sha);
  const headBranch = ref.replace(/^refs\/(heads|tags)\//, '');
  const act = { world, by: { account, app: null, isWorkflow: false } };
  return createRun(act, {
    repository,
    workflow: file,
    event: event.name,
    headBranch,
    headCommit,
    payload: event.payload,
  });
}

/** Creates an installation token for the owner of the App's key, with at most the permissions of the installation. */
export function mintAppToken(github: GitHub, request: AppTokenRequest): AppToken {
  const app = appOf(github, request);
  const installation = installationOf(github, { app, owner: request.owner });
  const permissions = permissionsOf(request, installation);
  const { owner, repositories } = request;
  const token = github.tokenFor({
    app: app.slug,
    on: owner,
    permissions,
    ...(repositories.length > 0 ? { repositories: repositories.map((name) => `${owner}/${name}`) } : {}),
  });
  return { token, installationId: installation.id, appSlug: app.slug };
}

function appOf(github: GitHub, { app: named, privateKey }: AppTokenRequest): App {
  const app = [...github.state.apps.values()].find(({ id }) => String(id) === named || clientId(id) === named);
  if (app === undefined) throw new Error('Integration not found');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  if (publicKey.trim() !== app.publicKey.trim()) throw new Error('A JSON web token could not be decoded');
  return app;
}

function installationOf(github: GitHub, { app, owner }: { app: App; owner: string }): Installation {
  const all = [...github.state.installations.values()];
  const found = all.find((one) => one.app === app && one.account.login.toLowerCase() === owner.toLowerCase());
  if (found === undefined || found.suspended) throw new Error(`${app.slug} is not installed on ${owner}`);
  return found;
}

/** The requested permissions; without any, all of the installation. Throws if one is not granted. */
function permissionsOf({ permissions }: AppTokenRequest, { permissions: granted }: Installation): Permissions {
  const named = permissionNames.flatMap((name) => {
    const level = permissions[name];
    return level === 'read' || level === 'write' || level === 'admin' ? [[name, level] as const] : [];
  });
  if (named.length === 0) return granted;
  const requested: Permissions = Object.fromEntries(named);
  const missing = notGranted(granted, requested);
  if (missing.length === 0) return { metadata: 'read', ...requested };
  throw new Error(`The permissions requested are not granted to this installation: ${missing.join(', ')}`);
}
