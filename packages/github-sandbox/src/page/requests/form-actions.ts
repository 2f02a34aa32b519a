// Executes the forms of issues, pull requests and boards, except those of line comments and reviews (see review-actions). submit-form
// calls them. Each checks what the viewer may do, and returns a redirect or a page with the problem.
//
// The form field `then` names the pressed button: stay, close, reopen, approve or refuse.

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
import { ruleOf } from '../../github/pulls/checks.js';
import { computedMergeabilityOf } from '../../github/pulls/mergeability.js';
import { MAX_TITLE } from '../../github/rest/text-limits.js';
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
import { mergeRefusal } from '../parts/merge-box.js';
import { isLockedFor, pathOf, pathOfBoard, type Scene } from '../scene.js';
import { newIssue } from '../views/issue.js';
import { refusedPage } from '../views/problem.js';
import { isOwnerOrCollaborator, threadAt } from './find-by-path.js';
import { type Form, nothingToSend, textIn, tooLong } from './form-fields.js';
import { type PageResult, threadPage } from './page-at.js';

type Given = { readonly act: Act; readonly thread: Thread; readonly form: Form };

/** Adds the comment, and closes, reopens or reviews if that button was pressed. */
export async function submitComment(scene: Scene, { act, thread, form }: Given): Promise<PageResult> {
  const body = textIn(form, 'body');
  const then = form.get('then') ?? 'stay';
  const refused = refusalOf(scene, { thread, then });
  if (refused !== null) return refusedPage(403, refused);
  const mayBeEmpty = then !== 'stay' && then !== 'refuse';
  const problem = body === '' && !mayBeEmpty ? nothingToSend : tooLong(body);
  if (problem !== null) return threadPage(scene, { thread, draft: { body, problem } });
  if (isVerdict(then) && thread.kind === 'PullRequest') return submitVerdict(scene, { act, pull: thread, then, body });
  const made = body === '' ? null : createComment(act, { issue: thread, body });
  if (then === 'close') setThreadState(act, { thread, state: 'closed' });
  if (then === 'reopen') setThreadState(act, { thread, state: 'open' });
  return { redirect: `${scene.pathOf(thread)}${made === null ? '' : `#issuecomment-${made.id}`}` };
}

const isVerdict = (then: string): then is 'approve' | 'refuse' => then === 'approve' || then === 'refuse';

/** Why the viewer may not do what the pressed button does; null if allowed. */
function refusalOf({ viewer }: Scene, { thread, then }: { thread: Thread; then: string }): string | null {
  const role = roleOf(thread.repository, viewer);
  if (isLockedFor(viewer, thread)) return 'This conversation is locked.';
  if ((then === 'close' || then === 'reopen') && !reaches(role, 'triage') && thread.author !== viewer) {
    return 'Only the author and people with triage access can close or reopen this.';
  }
  if (!isVerdict(then)) return null;
  if (thread.kind === 'Issue' || thread.state === 'closed') return 'Only an open pull request can be reviewed.';
  return thread.author === viewer ? 'You cannot approve or request changes on your own pull request.' : null;
}

function setThreadState(act: Act, { thread, state }: { thread: Thread; state: Thread['state'] }): void {
  if (thread.kind === 'Issue') setState(act, { issue: thread, state, reason: null });
  else setPullState(act, { pull: thread, state });
}

type VerdictForm = { act: Act; pull: PullRequest; then: 'approve' | 'refuse'; body: string };

function submitVerdict(scene: Scene, { act, pull, then, body }: VerdictForm): PageResult {
  const made = createReview(act, { pull, state: then === 'approve' ? 'APPROVED' : 'CHANGES_REQUESTED', body });
  return { redirect: `${scene.pathOf(pull)}#pullrequestreview-${made.id}` };
}

/** Sets the labels to the ticked ones; unknown names are ignored. */
export function setThreadLabels(
  scene: Scene,
  { act, thread, form }: { act: Act; thread: Thread; form: Form },
): PageResult {
  if (!reaches(roleOf(thread.repository, scene.viewer), 'triage')) {
    return refusedPage(403, 'Only people with triage access can edit labels.');
  }
  const ticked = new Set(form.getAll('label'));
  const names = thread.repository.labels.map(({ name }) => name).filter((name) => ticked.has(name));
  setLabels(act, { issue: thread, names });
  return { redirect: scene.pathOf(thread) };
}

/** Adds a reaction of the viewer, or removes it if it exists. */
export function toggleReaction({ act, thread, form }: { act: Act; thread: Thread; form: Form }): PageResult {
  const subject = [thread, ...thread.comments].find(({ id }) => String(id) === form.get('subject'));
  const content = reactionContents.find((one) => one === form.get('content'));
  if (subject === undefined || content === undefined) return null;
  const { reaction, isNew } = acts.addReaction(act, { subject, content });
  if (!isNew) acts.deleteReaction(act, reaction);
  const anchor = subject.kind === 'IssueComment' ? `#issuecomment-${subject.id}` : '';
  return { redirect: `${pathOf(thread)}${anchor}` };
}

/** Opens an issue. */
export function createIssue(
  scene: Scene,
  { act, repository, form }: { act: Act; repository: Repository; form: Form },
): PageResult {
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
export function markReady(scene: Scene, { act, pull }: { act: Act; pull: PullRequest }): PageResult {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write') && pull.author !== scene.viewer) {
    return refusedPage(403, 'Only the author and people with write access can mark this as ready for review.');
  }
  setDraft(act, { pull, draft: false });
  return { redirect: scene.pathOf(pull) };
}

/** Merges a pull request, or adds it to the merge queue if its base branch has one. */
export async function mergePullRequest(
  scene: Scene,
  { act, pull, form }: { act: Act; pull: PullRequest; form: Form },
): Promise<PageResult> {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write')) {
    return refusedPage(403, 'Only those with write access to this repository can merge pull requests.');
  }
  if (pull.state === 'closed') return refusedPage(409, 'This pull request is already closed.');
  const why = mergeRefusal({ pull, merge: await computedMergeabilityOf(pull) });
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

/**
 * Edits the issues that block this one: removes those that are no longer ticked (field `keep`) and adds the entered one (field `more`).
 */
export function setBlockers(scene: Scene, { act, issue, form }: { act: Act; issue: Issue; form: Form }): PageResult {
  if (!reaches(roleOf(issue.repository, scene.viewer), 'triage')) {
    return refusedPage(403, 'Only people with triage access can edit dependencies.');
  }
  const named = (form.get('more') ?? '').trim().replace(/^#/, '');
  const more = named === '' ? null : threadAt(issue.repository, named);
  if (named !== '' && (more?.kind !== 'Issue' || more === issue)) {
    return refusedPage(422, `An issue can be blocked by another issue; #${named} is none.`);
  }
  const ticked = new Set(form.getAll('keep'));
  for (const blocker of issue.blockedBy.filter(({ id }) => !ticked.has(String(id))))
    removeBlocker(act, { issue, blocker });
  if (more?.kind === 'Issue') addBlocker(act, { issue, blocker: more });
  return { redirect: scene.pathOf(issue) };
}

/** Moves a card to another column. */
export function moveCard(scene: Scene, { act, project, form }: { act: Act; project: Project; form: Form }): PageResult {
  if (!isOwnerOrCollaborator(scene, project))
    return refusedPage(403, `Only members of ${project.owner.login} can move items of this project.`);
  const item = project.items.find(({ id }) => String(id) === form.get('card'));
  const status = project.fields.find(({ name }) => name === 'Status');
  const column = status?.options.find(({ name }) => name === form.get('column'));
  if (item === undefined || column === undefined) return null;
  setField(act, { item, field: 'Status', value: column.name });
  return { redirect: pathOfBoard(project) };
}
