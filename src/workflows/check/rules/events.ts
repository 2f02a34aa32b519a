// What the check reads from the payloads of Actions events: the commit to verify, and the ended run of `workflow_run`. Each field of a
// payload is checked before it is used. Pure. Used by ../index.ts and src/action.

/** An Actions run and its attempt. */
export interface ActionsRun {
  readonly id: string;
  readonly attempt: string;
}

/** A commit to verify. */
export interface CommitToVerify {
  readonly head: string;
  /** The head of the base branch at the event. */
  readonly base: string;
  /** The number of the pull request; a merge group has none. */
  readonly pull?: number | undefined;
}

/** An ended run whose check may not be published yet. */
export interface EndedRun {
  readonly run: ActionsRun;
  readonly head: string;
  /** The conclusion of the run. */
  readonly conclusion: string;
  /** The branch, if it is in another repository. */
  readonly fork?: { readonly owner: string; readonly branch: string } | undefined;
}

type Json = { readonly [key: string]: unknown };
/** Each returns the value if it has the expected form, else an empty object, '' or 0. */
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const commit = (value: unknown): string => (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text(value)) ? text(value) : '');
const positiveInteger = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;

/** Pull request actions after which the head is verified. */
const VERIFIED_ACTIONS = ['opened', 'synchronize', 'reopened', 'ready_for_review'];

/** The commit that an event asks to verify, or null. */
export function commitToVerify(name: string, payload: unknown): CommitToVerify | null {
  const body = record(payload);
  if (name === 'merge_group') {
    const group = record(body.merge_group);
    return body.action === 'checks_requested' ? commitWithBase(commit(group.head_sha), commit(group.base_sha)) : null;
  }
  if (name !== 'pull_request' || !needsVerification(body)) return null;
  const pull = record(body.pull_request);
  const number = positiveInteger(pull.number);
  const found = commitWithBase(commit(record(pull.head).sha), commit(record(pull.base).sha));
  return found && number ? { ...found, pull: number } : null;
}

/** Whether an action of a pull request needs a verification. An edit needs one if it changes the base. */
function needsVerification({ action, changes }: Json): boolean {
  if (action === 'edited') return Object.keys(record(record(changes).base)).length > 0;
  return VERIFIED_ACTIONS.includes(text(action));
}

const commitWithBase = (head: string, base: string): CommitToVerify | null => (head && base ? { head, base } : null);

/** Events whose runs have a check. */
const EVENTS_WITH_CHECK = ['pull_request', 'merge_group'];

/** Conclusions of runs that did not start: waiting for approval, or skipped. They say nothing about the commit. */
const NEVER_STARTED = ['action_required', 'skipped'];

/** The run of a `workflow_run` event, if it has a check; else null. */
export function endedCheckRunOf(payload: unknown): EndedRun | null {
  const body = record(payload);
  const workflowRun = record(body.workflow_run);
  const [id, attempt, head] = [
    positiveInteger(workflowRun.id),
    positiveInteger(workflowRun.run_attempt),
    commit(workflowRun.head_sha),
  ];
  const conclusion = text(workflowRun.conclusion);
  if (
    body.action !== 'completed' ||
    !EVENTS_WITH_CHECK.includes(text(workflowRun.event)) ||
    NEVER_STARTED.includes(conclusion)
  )
    return null;
  if (!id || !attempt || !head) return null;
  const home = text(record(body.repository).full_name);
  const headRepository = text(record(workflowRun.head_repository).full_name);
  // If the fork's repository was deleted, `head_repository` is null. The run then counts as one of a fork.
  const isOwn = home !== '' && headRepository === home;
  const fork = isOwn ? undefined : { owner: headRepository.split('/')[0] ?? '', branch: text(workflowRun.head_branch) };
  return { run: { id: String(id), attempt: String(attempt) }, head, conclusion, fork };
}

/** GitHub's limit for re-runs. */
const MAX_ATTEMPTS = 100;

/** All attempts of a run so far, newest first. A re-run of failed jobs keeps the documents that other jobs left in earlier attempts. */
export const attemptsOf = ({ id, attempt }: ActionsRun): readonly ActionsRun[] =>
  Array.from({ length: Math.min(Number(attempt), MAX_ATTEMPTS) }, (_, n) => ({
    id,
    attempt: String(Number(attempt) - n),
  }));

/** The id of a run's verification: the external id of its check, and part of its document's name. */
export const verificationId = ({ id, attempt }: ActionsRun): string => `review-${id}-${attempt}`;
