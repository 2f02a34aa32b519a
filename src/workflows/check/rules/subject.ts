// What an event asks to be verified. Every field of a payload is somebody else's word until it was looked at. Pure.

/** A run of GitHub Actions, told apart from its own repetition. */
export interface ActionsRun {
  readonly id: string;
  readonly attempt: string;
}

/** A commit to be verified, and where it came from. */
export interface Subject {
  readonly head: string;
  /** The tip of the base branch when the event happened. */
  readonly base: string;
  /** The number of the pull request; a merge group has none. */
  readonly pull?: number | undefined;
}

/** A run that is over, whose check may still have to be published. */
export interface Finished {
  readonly run: ActionsRun;
  readonly head: string;
  /** How the whole run ended. */
  readonly conclusion: string;
  /** The branch that it was about, where that is another repository's. */
  readonly fork?: { readonly owner: string; readonly branch: string } | undefined;
}

type Json = { readonly [key: string]: unknown };
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const commit = (value: unknown): string => (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text(value)) ? text(value) : '');
const whole = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** What happens to a pull request that makes its head worth verifying. */
const ACTIONS = ['opened', 'synchronize', 'reopened', 'ready_for_review'];

/** What an event asks to be verified, or null. */
export function subjectOf(name: string, payload: unknown): Subject | null {
  const body = record(payload);
  if (name === 'merge_group') {
    const group = record(body.merge_group);
    return body.action === 'checks_requested' ? told(commit(group.head_sha), commit(group.base_sha)) : null;
  }
  if (name !== 'pull_request' || !isNews(body)) return null;
  const pull = record(body.pull_request);
  const number = whole(pull.number);
  const found = told(commit(record(pull.head).sha), commit(record(pull.base).sha));
  return found && number ? { ...found, pull: number } : null;
}

/** An edit counts where it names another base: against that one nothing has been verified yet. */
function isNews({ action, changes }: Json): boolean {
  if (action === 'edited') return Object.keys(record(record(changes).base)).length > 0;
  return ACTIONS.includes(text(action));
}

const told = (head: string, base: string): Subject | null => (head && base ? { head, base } : null);

/** Events whose runs have a check. */
const CHECKED = ['pull_request', 'merge_group'];

/** Ended without having begun: nobody let it start yet, or nothing in it was for this event. That is no verdict, not even an empty one. */
const NEVER_BEGAN = ['action_required', 'skipped'];

/** The run that a `workflow_run` tells of, as far as it has a check, or null. */
export function finishedOf(payload: unknown): Finished | null {
  const body = record(payload);
  const over = record(body.workflow_run);
  const [id, attempt, head] = [whole(over.id), whole(over.run_attempt), commit(over.head_sha)];
  const conclusion = text(over.conclusion);
  if (body.action !== 'completed' || !CHECKED.includes(text(over.event)) || NEVER_BEGAN.includes(conclusion))
    return null;
  if (!id || !attempt || !head) return null;
  const home = text(record(body.repository).full_name);
  const from = text(record(over.head_repository).full_name);
  // A repository that is gone is none of ours.
  const isOwn = home !== '' && from === home;
  const fork = isOwn ? undefined : { owner: from.split('/')[0] ?? '', branch: text(over.head_branch) };
  return { run: { id: String(id), attempt: String(attempt) }, head, conclusion, fork };
}

/** GitHub runs nothing again more often. */
const MOST = 100;

/** A run in all its attempts so far, the newest first: what passed is not run again with what failed, and what it left stays. */
export const attemptsOf = ({ id, attempt }: ActionsRun): readonly ActionsRun[] =>
  Array.from({ length: Math.min(Number(attempt), MOST) }, (_, n) => ({ id, attempt: String(Number(attempt) - n) }));

/** What crew calls the verification of a run: what its check and its document are known by. */
export const nameOf = ({ id, attempt }: ActionsRun): string => `review-${id}-${attempt}`;
