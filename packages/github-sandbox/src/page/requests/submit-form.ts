import type { Issue, PullRequest, Repository, Thread } from '../../github/state.js';
import type { Act, World } from '../../github/world.js';
import type { Scene } from '../scene.js';
import type { Form } from './csrf.js';
import { boardAt, repositoryAt, threadAt } from './find.js';
import { comment, label, merge, move, open, react, ready, setBlockedBy } from './form-actions.js';
import type { Shown } from './page-at.js';
import { finishReview, reply, resolveThread, reviewComment } from './review-actions.js';

/** Executes a submitted form as its sender; null if the path has no form. */
export async function actOn(
  scene: Scene,
  { world, path, form }: { world: World; path: string; form: Form },
): Promise<Shown> {
  const parts = path.split('/').slice(1);
  const act = { world, by: { account: scene.viewer, app: null, workflow: false } };
  const project = parts.length === 5 && parts[4] === 'cards' ? boardAt(scene, parts) : null;
  if (project !== null) return move(scene, { act, project, form });
  const repository = repositoryAt(scene, parts);
  const [section, number, what, ...more] = parts.slice(2);
  if (repository === null || more.length > 0) return null;
  if (section === 'issues' && number === undefined) return open(scene, { act, repository, form });
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

type Asked<One extends Thread> = { act: Act; thread: One; what: string | undefined; form: Form };

async function onThread(scene: Scene, { act, thread, what, form }: Asked<Thread>): Promise<Shown> {
  switch (what) {
    case 'comments':
      return comment(scene, { act, thread, form });
    case 'labels':
      return label(scene, { act, thread, form });
    case 'reactions':
      return react({ act, thread, form });
    default:
      return thread.kind === 'Issue'
        ? onIssue(scene, { act, thread, what, form })
        : onPull(scene, { act, thread, what, form });
  }
}

function onIssue(scene: Scene, { act, thread, what, form }: Asked<Issue>): Shown {
  return what === 'blocked-by' ? setBlockedBy(scene, { act, issue: thread, form }) : null;
}

async function onPull(scene: Scene, { act, thread, what, form }: Asked<PullRequest>): Promise<Shown> {
  const given = { act, pull: thread, form };
  switch (what) {
    case 'merge':
      return merge(scene, given);
    case 'review-comments':
      return reviewComment(scene, given);
    case 'replies':
      return reply(scene, given);
    case 'resolutions':
      return resolveThread(scene, given);
    case 'reviews':
      return finishReview(scene, given);
    default:
      return what === 'ready' ? ready(scene, given) : null;
  }
}
