import { nodeId } from '../ids.js';
import type { PullRequest, Review, ReviewState } from '../state.js';
import { type Act, stamp } from '../world.js';
import { note } from './note.js';
import { crossReference } from './references.js';
import { tell } from './tell.js';

type ReviewDraft = {
  readonly pull: PullRequest;
  readonly state: ReviewState;
  readonly body: string;
  readonly commit?: string;
};

/** Reviews a pull request; whoever was asked for it has answered. */
export function review(act: Act, draft: ReviewDraft): Review {
  const made = buildReview(act, draft);
  const { pull } = draft;
  if (made.state === 'PENDING') return made;
  pull.requested = pull.requested.filter((one) => one !== act.by.account);
  tellOf(act, made, 'submitted');
  crossReference(act, { source: pull, text: made.body });
  return made;
}

/** A review without anybody being told: what a seed puts there. */
export function buildReview({ world, by }: Act, { pull, state, body, commit }: ReviewDraft): Review {
  const id = world.ids.next();
  const at = stamp(world);
  const made: Review = {
    kind: 'PullRequestReview',
    id,
    nodeId: nodeId('PRR', id),
    pull,
    author: by.account,
    commit: commit ?? pull.head.sha,
    createdAt: at,
    body,
    state,
    submittedAt: state === 'PENDING' ? null : at,
  };
  pull.reviews.push(made);
  world.state.nodes.set(made.nodeId, made);
  return made;
}

/** Takes the weight from somebody's review. */
export function dismissReview(act: Act, { review: one, message }: { review: Review; message: string }): void {
  const previousState = one.state;
  one.state = 'DISMISSED';
  note(act, one.pull, { kind: 'ReviewDismissedEvent', review: one, previousState, message });
  tellOf(act, one, 'dismissed');
}

function tellOf(act: Act, one: Review, action: 'submitted' | 'dismissed'): void {
  const { pull } = one;
  pull.updatedAt = stamp(act.world);
  tell(act, {
    repository: pull.repository,
    kind: `review.${action}`,
    subject: `#${pull.number}`,
    detail: { id: one.id, state: one.state },
    event: { name: 'pull_request_review', action, subjects: { pull_request: pull, review: one } },
  });
}
