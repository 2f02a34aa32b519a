// REST routes of pull requests. Loaded by rest/index.ts.

import { z } from 'zod';
import { editIssue } from '../acts/issues.js';
import { tipOf } from '../acts/pull-commits.js';
import * as acts from '../acts/pulls.js';
import { forbidden, validationFailed } from '../api-error.js';
import { canSee } from '../auth/authorize.js';
import { reads, writes } from '../auth/required-permission.js';
import { compareCommits } from '../git/history.js';
import { created, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { mergeabilityOf } from '../pulls/mergeability.js';
import { changesOfPull } from '../pulls/review-decision.js';
import { type PullRequest, type Repository, reaches, roleOf } from '../state.js';
import { pullOf } from './find.js';
import { simplePullJson, webhookPullJson } from './pull-json.js';
import { checkText, MAX_BODY, MAX_TITLE } from './text-limits.js';

/** A single pull request with computed fields. */
async function fullPullJson(call: RepositoryCall, pull: PullRequest) {
  const { mergeable, state } = await mergeabilityOf(pull);
  const changes = await changesOfPull(pull);
  const sum = (name: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[name], 0);
  return {
    ...webhookPullJson(call.world.urls, pull),
    mergeable: mergeable === 'UNKNOWN' ? null : mergeable === 'MERGEABLE',
    rebaseable: null,
    mergeable_state: state.toLowerCase(),
    additions: sum('additions'),
    deletions: sum('deletions'),
    changed_files: changes.length,
  };
}

const draft = z.object({
  title: z.string(),
  head: z.string(),
  base: z.string(),
  body: z.string().nullable().optional(),
  draft: z.boolean().optional(),
});

/** `branch`, or `owner:branch` of a fork. */
function headOf(call: RepositoryAct, name: string): { repository: Repository; ref: string } | null {
  const [owner, ref] = name.includes(':') ? name.split(':', 2) : [call.repository.owner.login, name];
  if (owner === undefined || ref === undefined) return null;
  if (owner.toLowerCase() === call.repository.owner.login.toLowerCase()) return { repository: call.repository, ref };
  const fork = [...call.world.state.repositories.values()].find(
    (one) => one.parent === call.repository && one.owner.login.toLowerCase() === owner.toLowerCase(),
  );
  return fork === undefined || !canSee(call.who, fork) ? null : { repository: fork, ref };
}

async function open(call: RepositoryAct) {
  const wanted = readBody(call, draft);
  const { repository } = call;
  checkDraft(wanted);
  if (call.by.isWorkflow && !repository.actions.canApprovePullRequests) {
    throw forbidden('GitHub Actions is not permitted to create or approve pull requests.');
  }
  const head = headOf(call, wanted.head);
  const headSha = head === null ? null : await tipOf(head.repository, head.ref);
  const baseSha = await tipOf(repository, wanted.base);
  if (head === null || headSha === null) throw invalid('head');
  if (baseSha === null) throw invalid('base');
  await checkNew(call, { head, headSha, base: wanted.base, baseSha });
  const pull = await acts.openPull(call, {
    repository,
    title: wanted.title,
    body: wanted.body ?? null,
    draft: wanted.draft ?? false,
    base: { ref: wanted.base, sha: baseSha },
    head: { ...head, sha: headSha },
  });
  return created(await fullPullJson(call, pull));
}

const invalid = (field: string) => validationFailed({ resource: 'PullRequest', code: 'invalid', field });

type NewPullBranches = {
  head: { repository: Repository; ref: string };
  headSha: string;
  base: string;
  baseSha: string;
};

/** Refuses a second open pull request between two branches, and one without commits. */
async function checkNew(
  { repository }: RepositoryAct,
  { head, headSha, base, baseSha }: NewPullBranches,
): Promise<void> {
  const label = `${head.repository.owner.login}:${head.ref}`;
  const isDuplicate = repository.pulls.some(
    (pull) =>
      pull.state === 'open' &&
      pull.base.ref === base &&
      pull.head.ref === head.ref &&
      pull.head.repository === head.repository,
  );
  const custom = (message: string) => validationFailed({ resource: 'PullRequest', code: 'custom', message });
  if (isDuplicate) throw custom(`A pull request already exists for ${label}.`);
  // A fork's commits are fetched when the pull request is opened, so they cannot be compared before.
  if (head.repository !== repository) return;
  const { commits } = await compareCommits(repository.commits, { base: baseSha, head: headSha });
  if (commits.length === 0) throw custom(`No commits between ${base} and ${head.ref}`);
}

function checkDraft({ title, body }: { title?: string | undefined; body?: string | null | undefined }): void {
  if (title === '') throw validationFailed({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  checkText({ resource: 'PullRequest', field: 'title', text: title, longest: MAX_TITLE });
  checkText({ resource: 'PullRequest', field: 'body', text: body, longest: MAX_BODY });
}

const change = z.object({
  title: z.string().optional(),
  body: z.string().nullable().optional(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

async function update(call: RepositoryAct) {
  const pull = pullOf(call);
  const wanted = readBody(call, change);
  checkDraft(wanted);
  const mayWriteAll = call.who.kind !== 'user' || reaches(roleOf(call.repository, call.who.account), 'write');
  if (!mayWriteAll && pull.author !== call.by.account) throw forbidden('Must have admin rights to Repository.');
  editIssue(call, { issue: pull, title: wanted.title, body: wanted.body });
  if (wanted.base !== undefined) await acts.setBase(call, { pull, ref: wanted.base });
  if (wanted.state !== undefined) acts.setPullState(call, { pull, state: wanted.state });
  return ok(await fullPullJson(call, pull));
}

/** Filters and sorts pull requests; default: newest first. */
function select({ repository, query }: RepositoryCall): PullRequest[] {
  const state = query.get('state') ?? 'open';
  const [head, base] = [query.get('head'), query.get('base')];
  const fits = (pull: PullRequest) =>
    (state === 'all' || pull.state === state) &&
    (base === null || pull.base.ref === base) &&
    (head === null ||
      head === pull.head.ref ||
      head === `${(pull.head.repository?.owner ?? pull.author).login}:${pull.head.ref}`);
  const by = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const direction = query.get('direction') ?? (query.get('sort') === null ? 'desc' : 'asc');
  const rank = (a: PullRequest, b: PullRequest) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.number - b.number);
  return repository.pulls.filter(fits).sort((a, b) => (direction === 'asc' ? rank(a, b) : rank(b, a)));
}

const mayRead = reads('pull_requests');

export const pullRoutes: readonly Route[] = [
  repositoryRoute('GET …/pulls', { operation: 'pulls/list', need: mayRead }, (call) =>
    page(call, select(call), (pull) => simplePullJson(call.world.urls, pull)),
  ),
  repositoryAct('POST …/pulls', { operation: 'pulls/create', need: writes({ role: 'read' }, 'pull_requests') }, open),
  repositoryRoute('GET …/pulls/{pull_number}', { operation: 'pulls/get', need: mayRead }, async (call) =>
    ok(await fullPullJson(call, pullOf(call))),
  ),
  repositoryAct(
    'PATCH …/pulls/{pull_number}',
    { operation: 'pulls/update', need: writes({ role: 'read' }, 'pull_requests') },
    update,
  ),
];
