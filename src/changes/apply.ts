// Applies changes (Change[]) to GitHub. Each one is looked for first, then created, updated or skipped, so applying twice has the same
// effect as once. Used by `apply` of src/runs/services.ts.

import type { Applied, Change, RemarksChange, ReplyChange } from '../ports/change.js';
import { UnansweredWrite, UserError } from '../ports/errors.js';
import type { Clock, Comment, ReviewRead } from '../ports/index.js';
import { checkEffect } from './check.js';
import { branchEffect, filesEffect, pullEffect } from './code.js';
import type { Effect, EffectContext, Found } from './effect.js';
import { readMarker, withMarker } from './marker.js';
import { keyOf } from './plan.js';
import { commentEffect, issueEffect, labelEffect, reactionEffect } from './thread.js';

/**
 * A comment in a review thread, or a review: one for each slot. `candidates` returns the comments to search for crew's own; null if the
 * thread is gone.
 */
function reviewEffect(
  { pull, slot, body }: Pick<ReplyChange, 'pull' | 'slot' | 'body'>,
  { github, repo, markerKey, outgoing }: EffectContext,
  {
    candidates,
    post,
  }: {
    candidates: (read: ReviewRead) => readonly Comment[] | null;
    post: (body: string) => Promise<Pick<Comment, 'url'>>;
  },
): Effect {
  return {
    async find() {
      const me = await github.people.me();
      const comments = candidates(await github.reviews.read(pull));
      if (!comments) return { is: 'skipped', why: 'the review thread is gone' };
      const own = comments.filter((each) => each.author.id === me.id && readMarker(each.body)?.slot === slot);
      if (own[0]) return { is: 'there', count: own.length, made: { url: own[0].url } };
      const marked = withMarker(outgoing(body), { slot, place: `${repo}#${pull}`, key: markerKey });
      return { is: 'due', repeatable: false, make: async () => ({ url: (await post(marked)).url }) };
    },
  };
}

const replyEffect = (change: ReplyChange, target: EffectContext): Effect =>
  reviewEffect(change, target, {
    candidates: ({ threads }) => threads.find(({ id }) => id === change.thread)?.comments ?? null,
    post: (body) => target.github.reviews.reply(change.pull, { thread: change.thread, body }),
  });

/** Creates a review with line comments; it does not approve or request changes. */
const remarksEffect = (change: RemarksChange, target: EffectContext): Effect =>
  reviewEffect(change, target, {
    candidates: ({ reviews }) => reviews,
    post: (body) => {
      const remarks = change.remarks.map((each) => ({ ...each, body: target.outgoing(each.body) }));
      return target.github.reviews.create(change.pull, { head: change.head, body, remarks });
    },
  });

/** GitHub's lists may lag this long behind a write, in milliseconds. */
const LIST_LAG = 35_000;
const MAX_TRIES = 4;

/** Applies changes in order. */
export async function applyChanges(
  changes: readonly Change[],
  { target, clock }: { target: EffectContext; clock: Clock },
): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  for (const change of changes)
    applied.push({ key: keyOf(change), ...(await applyOne(effectOf(change, target), clock)) });
  return applied;
}

/** One effect for each kind of change. */
function effectOf(change: Change, target: EffectContext): Effect {
  switch (change.kind) {
    case 'comment':
      return commentEffect(change, target);
    case 'issue':
      return issueEffect(change, target);
    case 'label':
      return labelEffect(change, target);
    case 'reaction':
      return reactionEffect(change, target);
    case 'check':
      return checkEffect(change, target);
    case 'branch':
      return branchEffect(change, target);
    case 'files':
      return filesEffect(change, target);
    case 'pull':
      return pullEffect(change, target);
    case 'reply':
      return replyEffect(change, target);
    case 'remarks':
      return remarksEffect(change, target);
  }
}

/**
 * Applies one change. After a lost reply (`Unanswered`) it looks again before it repeats the change, and it removes duplicates until
 * GitHub's list lag has passed.
 */
async function applyOne(effect: Effect, clock: Clock): Promise<Omit<Applied, 'key'>> {
  /** The number of replies that did not arrive. */
  let lost = 0;
  for (;;) {
    const found = await find(effect, { lost, clock });
    if (found.is === 'skipped') return { did: 'skipped', why: found.why, existing: found.existing };
    if (found.is === 'there') {
      if (found.count > 1 || lost > 0) await removeDuplicates(effect, { lost, clock });
      return { did: lost > 0 ? 'written' : 'there', made: found.made };
    }
    try {
      const made = await found.make();
      // A lost attempt may have written too, or more than one outdated copy is there.
      const mayBeDuplicated = (lost > 0 && !found.repeatable) || (found.count ?? 0) > 1;
      if (mayBeDuplicated) await removeDuplicates(effect, { lost, clock });
      return { did: 'written', made };
    } catch (error) {
      if (!(error instanceof UnansweredWrite)) throw error;
      lost += 1;
      if (lost === MAX_TRIES) throw neverAnswered(error);
      await clock.sleep(1000 * 2 ** (lost - 1));
    }
  }
}

/**
 * Finds the change on GitHub. An effect without `removeDuplicates` cannot remove duplicates, so after a lost reply it is looked for again when the
 * list lag has passed.
 */
async function find(effect: Effect, { lost, clock }: { lost: number; clock: Clock }): Promise<Found> {
  const found = await effect.find();
  if (found.is !== 'due' || found.repeatable || effect.removeDuplicates || lost === 0) return found;
  await clock.sleep(LIST_LAG);
  return effect.find();
}

/** Removes duplicates, if the effect can: once, or after a lost reply until the list lag has passed. */
async function removeDuplicates(
  { removeDuplicates: remove }: Effect,
  { lost, clock }: { lost: number; clock: Clock },
): Promise<void> {
  if (!remove) return;
  const until = clock.now() + (lost > 0 ? LIST_LAG : 0);
  for (let wait = 1000; clock.now() < until; wait *= 2) {
    await remove();
    await clock.sleep(Math.min(wait, until - clock.now()));
  }
  await remove();
}

const neverAnswered = (cause: UnansweredWrite): UserError =>
  new UserError(
    {
      expected: 'an answer from GitHub',
      found: `none to ${MAX_TRIES} attempts`,
      remedy: 'Try again when GitHub is reachable.',
      ends: 'infra_error',
    },
    { cause },
  );
