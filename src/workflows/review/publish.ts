// The publish phase of `review`: concludes the check, posts new findings as one review, and reports to the requester.
import { UserError } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { outcomes } from '../../runs/outcome.js';
import { inLanguage } from '../../text/lang/index.js';
import { type Concluded, conclude, outcomeName } from '../check/index.js';
import { earlierReviewsOn, type ReviewOrder } from './gate.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { workResultSchema } from './rules/findings.js';
import { newFindings } from './rules/new-findings.js';
import { quotedWords, type ReviewToPost, remarksOf, withAll } from './rules/review-text.js';
import type { ReviewTarget } from './rules/task.js';

export async function publish(
  ctx: PublishContext,
  { target }: ReviewOrder,
  result: WorkResult | null,
): Promise<Outcome> {
  if (!result) throw new Error('a review without a result is not published');
  const messages = inLanguage(ctx.settings.lang, { en, ja });
  const worked = result.outcome;
  const concluded = await verified(ctx, target);
  const details = ctx.jobs.url;
  const check = { verified: concluded.title, details };
  const { commit, pull } = target;
  const ended = (says: string, of: Outcome = worked): Outcome => ({
    ...of,
    says,
    result: { ...resultOf(worked), check: checkOf(concluded) },
  });
  if (worked.name !== 'done') return ended(messages.unread({ says: worked.says ?? '', ...check }));
  const { findings, notReviewed = '' } = workResultSchema.parse(worked.result);
  // Statements about results come from the check only.
  const unread = quotedWords(notReviewed);
  const fresh = newFindings(findings, await earlierReviewsOn(ctx, ctx.github, pull));
  const now = await ctx.github.pulls.read(pull);
  const hasNewerHead = now?.head.sha !== commit;
  const state = now?.state ?? 'closed';
  const name = outcomeName(concluded);
  // If the check asks a maintainer to look at lines, this run still waits for nobody.
  const isChecked = name === 'awaiting' || outcomes[name].status === 'succeeded';
  const outcome: Outcome = isChecked ? { name: name === 'awaiting' ? 'done' : name } : { name, published: '' };
  const before = findings.length - fresh.length;
  if (fresh.length === 0) return ended(messages.nothing({ commit, before, unread, ...check }), outcome);
  if (state !== 'open')
    return ended(withAll(messages.late({ count: fresh.length, state, ...check }), fresh, messages), outcome);
  const { event, by } = ctx.record.request;
  const login = 'actor' in event && !event.actor.bot ? by?.login : undefined;
  const says = await remark(ctx, { target, findings: fresh, login, unread, hasNewerHead, ...check });
  const published = fresh.map(({ path, line, claim, holds }) => ({ path, line, claim, holds }));
  // The outcome has no text of its own, because GitHub notifies the requester of the review.
  const posted = isChecked ? {} : { published: messages.posted({ hasFailed: name === 'failed', ...check }) };
  return { ...outcome, ...posted, result: { ...resultOf(worked), said: published, says, check: checkOf(concluded) } };
}

/** Concludes the check of a run whose review is not published. */
export async function concludes(ctx: PublishContext, { target }: ReviewOrder): Promise<void> {
  await verified(ctx, target);
}

/** Concludes the check from the verify job's document, whatever the result of that job. */
function verified(ctx: PublishContext, { commit: head, against: base, pull }: ReviewTarget): Promise<Concluded> {
  const { verify, work, url } = ctx.jobs;
  // Without the digest that its job reported, the origin of a document is unknown, so it is not read.
  const { document: bytes, digest = '' } = verify;
  // If the run is cancelled while the reviewer reads, the verify job is skipped.
  const result = verify.result === 'skipped' && work === 'cancelled' ? work : verify.result;
  const about = { head, name: ctx.run, details: url, lang: ctx.settings.lang };
  const of = { subject: { head, base, pull }, verifyJob: { result, bytes, digest } };
  const headOf = async (number: number) => {
    const now = await ctx.github.pulls.read(number);
    return now?.state === 'open' ? now.head.sha : null;
  };
  return conclude({ apply: ctx.apply, checks: { headOf } }, about, of);
}

/** Posts the review and returns its text. If GitHub no longer shows a line, the text contains every finding. */
async function remark(ctx: PublishContext, of: ReviewToPost): Promise<string> {
  const messages = inLanguage(ctx.settings.lang, { en, ja });
  const change = remarksOf(of, messages);
  const isThere = await ctx.apply([change]).then(
    () => true,
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  if (isThere) return change.body;
  const whole = remarksOf({ ...of, hasNewerHead: true }, messages);
  await ctx.apply([whole]);
  return whole.body;
}

const resultOf = ({ result }: Outcome): object => (typeof result === 'object' && result !== null ? result : {});

const checkOf = ({ applied }: Concluded): number | undefined => (applied?.made as { id?: number } | undefined)?.id;
