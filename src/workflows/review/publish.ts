// The publish phase of `review`, which `task` uses too: concludes the check, posts new findings as one review, and reports to the requester.

import { UserError } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { outcomes } from '../../runs/outcome.js';
import { inLanguage } from '../../text/lang/index.js';
import { type ConcludedCheck, concludeCheck, outcomeName } from '../check/index.js';
import { earlierReviewsOn, type ReviewOrder } from './gate.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { workResultSchema } from './rules/findings.js';
import { newFindings } from './rules/new-findings.js';
import { quotedWords, type ReviewToPost, reviewChange, withFindings } from './rules/review-text.js';
import type { ReviewTarget } from './rules/task.js';

export async function publish(
  ctx: PublishContext,
  { target }: ReviewOrder,
  result: WorkResult | null,
): Promise<Outcome> {
  if (!result) throw new Error('a review without a result is not published');
  const messages = inLanguage(ctx.settings.lang, { en, ja });
  const workOutcome = result.outcome;
  const concluded = await concludeReviewCheck(ctx, target);
  const details = ctx.jobs.url;
  const check = { verified: concluded.title, details };
  const { commit, pull } = target;
  const withText = (outcome: Outcome, says: string): Outcome => ({
    ...outcome,
    says,
    result: { ...resultOf(workOutcome), check: checkOf(concluded) },
  });
  if (workOutcome.name !== 'done')
    return withText(workOutcome, messages.unread({ says: workOutcome.says ?? '', ...check }));
  const { findings: all, notReviewed = '' } = workResultSchema.parse(workOutcome.result);
  // Statements about results come from the check only.
  const unread = quotedWords(notReviewed);
  const findings = newFindings(all, await earlierReviewsOn(ctx, ctx.github, pull));
  const currentPull = await ctx.github.pulls.read(pull);
  const hasNewerHead = currentPull?.head.sha !== commit;
  const state = currentPull?.state ?? 'closed';
  const name = outcomeName(concluded);
  // If the check asks a maintainer to look at lines, its outcome is `awaiting`. The review itself waits for no answer.
  const isChecked = name === 'awaiting' || outcomes[name].status === 'succeeded';
  const outcome: Outcome = isChecked ? { name: name === 'awaiting' ? 'done' : name } : { name, published: '' };
  const before = all.length - findings.length;
  if (findings.length === 0) return withText(outcome, messages.nothing({ commit, before, unread, ...check }));
  if (state !== 'open') {
    const lead = messages.late({ count: findings.length, state, ...check });
    return withText(outcome, withFindings(lead, findings, messages));
  }
  const { event, by } = ctx.record.request;
  const login = 'actor' in event && !event.actor.bot ? by?.login : undefined;
  const says = await postReview(ctx, { target, findings, login, unread, hasNewerHead, ...check });
  const published = findings.map(({ path, line, claim, holds }) => ({ path, line, claim, holds }));
  // The outcome has no text of its own, because GitHub notifies the requester of the review.
  const posted = isChecked
    ? {}
    : { published: messages.posted({ hasFailed: name === 'failed', count: findings.length, ...check }) };
  return {
    ...outcome,
    ...posted,
    result: { ...resultOf(workOutcome), said: published, says, check: checkOf(concluded) },
  };
}

/** Concludes the check of a run whose review is not published. */
export async function concludes(ctx: PublishContext, { target }: ReviewOrder): Promise<void> {
  await concludeReviewCheck(ctx, target);
}

/** Concludes the check from the verify job's document, whatever the result of that job. */
function concludeReviewCheck(
  ctx: PublishContext,
  { commit: head, against: base, pull }: ReviewTarget,
): Promise<ConcludedCheck> {
  const { verify, work, url } = ctx.jobs;
  // Without the digest that its job reported, the origin of a document is unknown, so it is not read.
  const { document: bytes, digest = '' } = verify;
  // If the run is cancelled while the reviewer reads, the verify job is skipped.
  const result = verify.result === 'skipped' && work === 'cancelled' ? work : verify.result;
  const headOf = async (number: number) => {
    const currentPull = await ctx.github.pulls.read(number);
    return currentPull?.state === 'open' ? currentPull.head.sha : null;
  };
  return concludeCheck(
    { apply: ctx.apply, checks: { headOf } },
    { head, name: ctx.run, details: url, lang: ctx.settings.lang },
    { commit: { head, base, pull }, verifyJob: { result, bytes, digest } },
  );
}

/** Posts the review and returns its text. If GitHub no longer shows a line, the text contains every finding. */
async function postReview(ctx: PublishContext, review: ReviewToPost): Promise<string> {
  const messages = inLanguage(ctx.settings.lang, { en, ja });
  const change = reviewChange(review, messages);
  const isPosted = await ctx.apply([change]).then(
    () => true,
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  if (isPosted) return change.body;
  const withoutLineComments = reviewChange({ ...review, hasNewerHead: true }, messages);
  await ctx.apply([withoutLineComments]);
  return withoutLineComments.body;
}

const resultOf = ({ result }: Outcome): object => (typeof result === 'object' && result !== null ? result : {});

const checkOf = ({ applied }: ConcludedCheck): number | undefined => (applied?.made as { id?: number } | undefined)?.id;
