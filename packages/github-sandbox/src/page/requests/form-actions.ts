import { createComment } from '../../github/acts/comments.js';
import { addBlocker, removeBlocker } from '../../github/acts/dependencies.js';
import { openIssue, setState } from '../../github/acts/issues.js';
import { setLabels } from '../../github/acts/labels.js';
import { mergePull } from '../../github/acts/merge.js';
import { enqueuePull } from '../../github/acts/merge-queue.js';
import { setField } from '../../github/acts/projects.js';
import { setDraft, setPullState } from '../../github/acts/pulls.js';
import * as acts from '../../github/acts/reactions.js';
import { createReview } from '../../github/acts/reviews.js';
import { ruleOf } from '../../github/pulls/checks-of.js';
import { canMergeNow } from '../../github/pulls/mergeability.js';
import { MAX_TITLE } from '../../github/rest/check-runs.js';
import {
  type Issue,
  mergeMethods,
  type Project,
  type PullRequest,
  type Repository,
  reaches,
  reactionContents,
  roleOf,
  type Thread,
} from '../../github/state.js';
import type { Act } from '../../github/world.js';
import { whyNot } from '../parts/merge-box.js';
import { isLockedFor, pathOf, pathOfBoard, type Scene } from '../scene.js';
import { newIssue } from '../views/issue.js';
import { refusedPage } from '../views/problem.js';
import { type Form, textIn, tooLong } from './csrf.js';
import { isAtHome, threadAt } from './find.js';
import { type Shown, threadPage } from './page-at.js';

type Given = { readonly act: Act; readonly thread: Thread; readonly form: Form };

export const nothingToSend = 'The comment cannot be blank.';

/** Comments, and closes, reopens or reviews as the pressed button says. */
export async function comment(scene: Scene, { act, thread, form }: Given): Promise<Shown> {
  const body = textIn(form, 'body');
  const then = form.get('then') ?? 'stay';
  const no = refusal(scene, { thread, then });
  if (no !== null) return refusedPage(403, no);
  const mayBeEmpty = then !== 'stay' && then !== 'refuse';
  const problem = body === '' && !mayBeEmpty ? nothingToSend : tooLong(body);
  if (problem !== null) return threadPage(scene, { thread, draft: { body, problem } });
  if (isOpinion(then) && thread.kind === 'PullRequest') return judge(scene, { act, pull: thread, then, body });
  const made = body === '' ? null : createComment(act, { issue: thread, body });
  if (then === 'close') turn(act, { thread, state: 'closed' });
  if (then === 'reopen') turn(act, { thread, state: 'open' });
  return { redirect: `${scene.pathOf(thread)}${made === null ? '' : `#issuecomment-${made.id}`}` };
}

const isOpinion = (then: string): then is 'approve' | 'refuse' => then === 'approve' || then === 'refuse';

/** Why the viewer may not do this; null if allowed. */
function refusal({ viewer }: Scene, { thread, then }: { thread: Thread; then: string }): string | null {
  const role = roleOf(thread.repository, viewer);
  if (isLockedFor(viewer, thread)) return 'This conversation is locked.';
  if ((then === 'close' || then === 'reopen') && !reaches(role, 'triage') && thread.author !== viewer) {
    return 'Only the author and people with triage access can close or reopen this.';
  }
  if (!isOpinion(then)) return null;
  if (thread.kind === 'Issue' || thread.state === 'closed') return 'Only an open pull request can be reviewed.';
  return thread.author === viewer ? 'You cannot approve or request changes on your own pull request.' : null;
}

function turn(act: Act, { thread, state }: { thread: Thread; state: Thread['state'] }): void {
  if (thread.kind === 'Issue') setState(act, { issue: thread, state, reason: null });
  else setPullState(act, { pull: thread, state });
}

type Judgement = { act: Act; pull: PullRequest; then: 'approve' | 'refuse'; body: string };

function judge(scene: Scene, { act, pull, then, body }: Judgement): Shown {
  const made = createReview(act, { pull, state: then === 'approve' ? 'APPROVED' : 'CHANGES_REQUESTED', body });
  return { redirect: `${scene.pathOf(pull)}#pullrequestreview-${made.id}` };
}

/** Sets the labels to the ticked ones; unknown names are ignored. */
export function label(scene: Scene, { act, thread, form }: { act: Act; thread: Thread; form: Form }): Shown {
  if (!reaches(roleOf(thread.repository, scene.viewer), 'triage')) {
    return refusedPage(403, 'Only people with triage access can edit labels.');
  }
  const ticked = new Set(form.getAll('label'));
  const names = thread.repository.labels.map(({ name }) => name).filter((name) => ticked.has(name));
  setLabels(act, { issue: thread, names });
  return { redirect: scene.pathOf(thread) };
}

/** Adds or removes a reaction. */
export function react({ act, thread, form }: { act: Act; thread: Thread; form: Form }): Shown {
  const subject = [thread, ...thread.comments].find(({ id }) => String(id) === form.get('subject'));
  const content = reactionContents.find((one) => one === form.get('content'));
  if (subject === undefined || content === undefined) return null;
  const { reaction, made } = acts.react(act, { subject, content });
  if (!made) acts.deleteReaction(act, reaction);
  const anchor = subject.kind === 'IssueComment' ? `#issuecomment-${subject.id}` : '';
  return { redirect: `${pathOf(thread)}${anchor}` };
}

/** Opens an issue. */
export function open(scene: Scene, { act, repository, form }: { act: Act; repository: Repository; form: Form }): Shown {
  const title = textIn(form, 'title').trim();
  const body = textIn(form, 'body');
  const problem = problemOf(title) ?? tooLong(body);
  if (problem !== null) return newIssue(scene, { repository, draft: { title, body, problem } });
  const draft = { title, body: body === '' ? null : body, labels: [], assignees: [], milestone: null };
  return { redirect: scene.pathOf(openIssue(act, { repository, draft })) };
}

function problemOf(title: string): string | null {
  if (title === '') return 'The title cannot be blank.';
  return [...title].length > MAX_TITLE ? `The title is too long (maximum is ${MAX_TITLE} characters).` : null;
}

/** Marks a draft as ready for review. */
export function ready(scene: Scene, { act, pull }: { act: Act; pull: PullRequest }): Shown {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write') && pull.author !== scene.viewer) {
    return refusedPage(403, 'Only the author and people with write access can mark this as ready for review.');
  }
  setDraft(act, { pull, draft: false });
  return { redirect: scene.pathOf(pull) };
}

/** Merges a pull request if its base branch permits. */
export async function merge(
  scene: Scene,
  { act, pull, form }: { act: Act; pull: PullRequest; form: Form },
): Promise<Shown> {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write')) {
    return refusedPage(403, 'Only those with write access to this repository can merge pull requests.');
  }
  if (pull.state === 'closed') return refusedPage(409, 'This pull request is already closed.');
  const why = whyNot({ pull, merge: await canMergeNow(pull) });
  if (why !== null) return refusedPage(409, why);
  if (ruleOf(pull).mergeQueue === true) {
    await enqueuePull(act, pull);
    return { redirect: scene.pathOf(pull) };
  }
  const method = mergeMethods.find((one) => one === form.get('method')) ?? 'merge';
  const merged = await mergePull(act, { pull, method });
  return merged === null
    ? refusedPage(409, 'The base branch was modified. Review and try the merge again.')
    : { redirect: scene.pathOf(pull) };
}

/** Sets the blocking issues to the ticked ones and the added one. */
export function setBlockedBy(scene: Scene, { act, issue, form }: { act: Act; issue: Issue; form: Form }): Shown {
  if (!reaches(roleOf(issue.repository, scene.viewer), 'triage')) {
    return refusedPage(403, 'Only people with triage access can edit dependencies.');
  }
  const named = (form.get('more') ?? '').trim().replace(/^#/, '');
  const more = named === '' ? null : threadAt(issue.repository, named);
  if (named !== '' && (more?.kind !== 'Issue' || more === issue)) {
    return refusedPage(422, `An issue can be blocked by another issue; #${named} is none.`);
  }
  const kept = new Set(form.getAll('keep'));
  for (const blocker of issue.blockedBy.filter(({ id }) => !kept.has(String(id))))
    removeBlocker(act, { issue, blocker });
  if (more?.kind === 'Issue') addBlocker(act, { issue, blocker: more });
  return { redirect: scene.pathOf(issue) };
}

/** Moves a card to another column. */
export function move(scene: Scene, { act, project, form }: { act: Act; project: Project; form: Form }): Shown {
  if (!isAtHome(scene, project))
    return refusedPage(403, `Only members of ${project.owner.login} can move items of this project.`);
  const item = project.items.find(({ id }) => String(id) === form.get('card'));
  const status = project.fields.find(({ name }) => name === 'Status');
  const column = status?.options.find(({ name }) => name === form.get('column'));
  if (item === undefined || column === undefined) return null;
  setField(act, { item, field: 'Status', value: column.name });
  return { redirect: pathOfBoard(project) };
}
