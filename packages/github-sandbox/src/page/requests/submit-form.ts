// Finds the form for the URL path of a POST and executes it. Used by the pages' entry.

import type { Issue, PullRequest, Repository, Thread } from '../../github/state.js';
import type { Act, World } from '../../github/world.js';
import type { Scene } from '../scene.js';
import { boardAt, repositoryAt, threadAt } from './find-by-path.js';
import {
  createIssue,
  markReady,
  mergePullRequest,
  moveCard,
  setBlockers,
  setThreadLabels,
  submitComment,
  toggleReaction,
} from './form-actions.js';
import type { Form } from './form-fields.js';
import type { PageResult } from './page-at.js';
import { finishReview, reply, resolveThread, reviewComment } from './review-actions.js';

/** Executes a submitted form as the viewer; null if no form has this path. */
export async function submitForm(
  scene: Scene,
  { world, path, form }: { world: World; path: string; form: Form },
): Promise<PageResult> {
  const parts = path.split('/').slice(1);
  const act = { world, by: { account: scene.viewer, app: null, isWorkflow: false } };
  const project = parts.length === 5 && parts[4] === 'cards' ? boardAt(scene, parts) : null;
  if (project !== null) return moveCard(scene, { act, project, form });
  const repository = repositoryAt(scene, parts);
  const [section, number, what, ...more] = parts.slice(2);
  if (repository === null || more.length > 0) return null;
  if (section === 'issues' && number === undefined) return createIssue(scene, { act, repository, form });
  const thread = threadIn(repository, { section, number });
  return thread === null ? null : onThread(scene, { act, thread, what, form });
}

const kinds: { readonly [section: string]: Thread['kind'] } = { issues: 'Issue', pull: 'PullRequest' };

function threadIn(
  repository: Repository,
  { section = '', number = '' }: { section: string | undefined; number: string | undefined },
): Thread | null {
  const thread = threadAt(repository, number);
  return thread !== null && thread.kind === kinds[section] ? thread : null;
}

type ThreadForm<One extends Thread> = { act: Act; thread: One; what: string | undefined; form: Form };

async function onThread(scene: Scene, { act, thread, what, form }: ThreadForm<Thread>): Promise<PageResult> {
  switch (what) {
    case 'comments':
      return submitComment(scene, { act, thread, form });
    case 'labels':
      return setThreadLabels(scene, { act, thread, form });
    case 'reactions':
      return toggleReaction({ act, thread, form });
    default:
      return thread.kind === 'Issue'
        ? onIssue(scene, { act, thread, what, form })
        : onPull(scene, { act, thread, what, form });
  }
}

function onIssue(scene: Scene, { act, thread, what, form }: ThreadForm<Issue>): PageResult {
  return what === 'blocked-by' ? setBlockers(scene, { act, issue: thread, form }) : null;
}

async function onPull(scene: Scene, { act, thread, what, form }: ThreadForm<PullRequest>): Promise<PageResult> {
  const given = { act, pull: thread, form };
  switch (what) {
    case 'merge':
      return mergePullRequest(scene, given);
    case 'review-comments':
      return reviewComment(scene, given);
    case 'replies':
      return reply(scene, given);
    case 'resolutions':
      return resolveThread(scene, given);
    case 'reviews':
      return finishReview(scene, given);
    default:
      return what === 'ready' ? markReady(scene, given) : null;
  }
}
