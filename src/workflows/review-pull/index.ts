// review: reads a pull request when somebody asks for it, and verifies it.
//
//   a person types   /crew review, on a pull request
//   they see         the check crew/verify, and one review with what the reviewer found beside the lines; or a line that it found nothing
//   it stops         when both are there; whatever the reviewer says, it approves nothing and blocks nothing
//   many who ask     while one is under way for the same commit join that one
//
// The check is the same as that of every pull request (workflows/review). The reviewer (workflows/review-reader) works where it may
// only read; another job looks at what it hands in and says what was not said yet.
import { type First, firstOf } from '../../core/first-of.js';
import { endOf } from '../../core/journal.js';
import type { Outcome } from '../../core/outcome.js';
import { cameToWork } from '../../core/put-down.js';
import { replyTo, threadOf } from '../../core/reply.js';
import { LONGEST_JOB } from '../../core/run.js';
import { isCancelled } from '../../core/word.js';
import type { Aftermath, Ctx, Hub, Input, Workflow } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { sanitize } from '../../text/sanitize.js';
import { brokenOffBy } from '../agent/say.js';
import { speakersOf } from '../fix/rules/review.js';
import { word } from '../fix/rules/comments.js';
import { lost, writersAmong } from '../fix/aim.js';
import { begin, type Concluded, conclude, outcomeName } from '../review/index.js';
import { handedIn } from '../review-reader/answer.js';
import { readChange } from '../review-reader/index.js';
import type { Offered } from '../review-reader/task-text.js';
import { type HandIn, remarksOf, withAll } from './hand-in.js';
import { foundIn, news, openThreads, type Talk } from './news.js';
import { type ReviewTarget, reviewTarget, type WhyNone } from './target.js';

export const review: Workflow = {
  name: 'review',
  story: 1,
  needs: ['model', 'workspace'],
  claims: false,
  async tell(ctx, input) {
    const { run, hub, say } = ctx;
    if (input.event.kind === 'typed') throw noPull();
    const target = await run.look('target', () => aim(ctx));
    if ('why' in target) return refuse(ctx, input, target.why);
    if (!ctx.workshop && !ctx.aftermath) {
      // Fifty who ask for the same need no fifty reviews: the one that comes is theirs, too.
      const first = await run.step('first', () => firstOn(ctx, target));
      await ctx.apply(replyTo(input.event, input.asked, null));
      if (first !== run.id) return { name: 'done', result: { joined: first } };
    }
    const offered = await run.look('offered', () => offeredOn(ctx, target));
    if (hub && ctx.aftermath) return handIn(ctx, input, { target, left: ctx.left ?? (await lost(ctx)) });
    // The first part of the story is told where somebody asked, the next one where there is a tree.
    if (!ctx.workshop) {
      await begin(ctx, aboutOf(ctx, target));
      return { next: 'work' };
    }
    const shop = await ctx.workshop();
    try {
      const user = loginOf(input.event) ?? 'you';
      const { ended, findings, role, limitUsd } = await readChange(ctx, shop, { ...target, offered, user });
      const spent = { usd: ended.spent.usd, turns: ended.turns };
      if (ended.ended === 'answered') return { name: 'done', result: { findings, ...spent } };
      return brokenOffBy(ended, { role, run: run.id, limitUsd, say, place: 'thread' });
    } finally {
      await shop.close();
    }
  },
};

const noPull = (): UserError =>
  new UserError({
    expected: 'a pull request on GitHub to write to',
    found: 'a terminal',
    remedy: 'Write `/crew review` on it. Here, `crew verify --base REF` compares, and `crew agent reviewer "…"` reads.',
    ends: 'refused',
  });

const loginOf = (event: Event): string | undefined => ('actor' in event ? event.actor.login : undefined);

/** Where it aims, looked up where somebody asked; it is held to from then on. */
async function aim({ hub, issue = 0 }: Ctx): Promise<ReviewTarget | { readonly why: WhyNone }> {
  if (!hub) throw new Error('nobody looked up what is reviewed');
  const pull = issue > 0 ? await hub.pulls.read(issue) : null;
  return reviewTarget(pull, pull && (await hub.branches.head(pull.base.branch)));
}

/** Who was to begin it, and has not put it down for whoever works within so long, never will. */
const NEVER_BEGAN = 15 * 60 * 1000;

/** The run that reviews this head: one at a time, whoever asks, in whatever words. */
async function firstOn({ run, recall, shared, clock }: Ctx, { pull, commit }: ReviewTarget): Promise<string> {
  const isOver = async (first: First): Promise<boolean> => {
    const journal = await recall(first.run);
    if (journal && endOf(journal)) return true;
    return clock.now() - first.at > (journal && cameToWork(journal) ? LONGEST_JOB : NEVER_BEGAN);
  };
  return firstOf(shared, `review-${pull}`, { run: run.id, about: commit, at: clock.now(), isOver });
}

async function refuse({ apply, say }: Ctx, { event, asked }: Input, why: WhyNone): Promise<Outcome> {
  const says = say.review.refused(why);
  await apply(replyTo(event, asked, says));
  return { name: 'refused', says, result: { why } };
}

const aboutOf = ({ run, details, known }: Ctx, { commit }: ReviewTarget) => ({
  head: commit,
  name: run.id,
  details,
  lang: known.lang,
});

/** The change as it is offered, and what was said of it until now. */
async function offeredOn(ctx: Ctx, { pull: number }: ReviewTarget): Promise<Offered> {
  const hub = hubOf(ctx);
  const pull = await hub.pulls.read(number);
  const plain = (text = '') => sanitize(text).text.trim();
  const by = pull?.author.login ?? 'somebody';
  return { title: plain(pull?.title), body: plain(pull?.body), by, ...(await talkOn(ctx, number)) };
}

function hubOf({ hub }: Ctx): Hub {
  if (hub) return hub;
  throw new Error('only where GitHub can be looked at');
}

/** What stands beside its lines, and what earlier reviews have found. */
async function talkOn(ctx: Ctx, number: number): Promise<Talk> {
  const hub = hubOf(ctx);
  const read = await hub.reviews.read(number);
  const writers = await writersAmong(hub, speakersOf(read));
  const { login: own } = await hub.people.me();
  const found = [];
  for (const { run, workflow } of await ctx.runs(number)) {
    const journal = workflow === review.name && run !== ctx.run.id ? await ctx.recall(run) : null;
    if (journal) found.push(...foundIn(journal));
  }
  return { threads: openThreads(read, (login) => login === own || writers.has(login)), found };
}

/** The check is concluded, what is new is said, and whoever asked hears of it. */
async function handIn(ctx: Ctx, { event }: Input, { target, left }: { target: ReviewTarget; left: Outcome }) {
  const { run, say, details } = ctx;
  const concluded = await verified(ctx, target);
  const of: Handing = { ctx, event, target, left, concluded };
  const check = { verified: concluded.title, details };
  const { commit } = target;
  if (isCancelled(run.words()))
    return over(of, say.review.unread({ says: say.agent.cancelled({ run: run.id }), ...check }));
  if (left.name !== 'done') return over(of, say.review.unread({ says: left.says ?? '', ...check }));
  const { fresh, before, state, moved } = await run.look(`news ${run.words().length}`, () => newsOf(of));
  if (fresh.length === 0) return over(of, say.review.nothing({ commit, before, ...check }));
  if (state !== 'open')
    return over(of, withAll(say.review.late({ count: fresh.length, state, ...check }), fresh, say.review));
  const says = await remark(ctx, { target, findings: fresh, login: personOf(event), moved, ...check });
  const said = fresh.map(({ path, line, claim, holds }) => ({ path, line, claim, holds }));
  return { ...outcomeOf(of), says, result: { ...resultOf(left), said, check: checkOf(concluded) } };
}

interface Handing {
  readonly ctx: Ctx;
  readonly event: Event;
  readonly target: ReviewTarget;
  readonly left: Outcome;
  readonly concluded: Concluded;
}

/** The check, from what the job that ran the tests left, whatever became of that job. */
function verified(ctx: Ctx, target: ReviewTarget): Promise<Concluded> {
  const { verify, work } = aftermathOf(ctx);
  // A document whose digest nobody told may be anybody's, and fits none.
  const { bytes, digest = '' } = verify;
  // Who calls the whole run off while the reviewer reads, calls off what was to come after it.
  const result = verify.result === 'skipped' && work === 'cancelled' ? work : verify.result;
  const { commit: head, against: base, pull } = target;
  const of = { subject: { head, base, pull }, left: { result, bytes, digest } };
  return conclude({ apply: ctx.apply, checks: { headOf: (n) => headOf(ctx, n) } }, aboutOf(ctx, target), of);
}

function aftermathOf({ aftermath }: Ctx): Aftermath {
  if (aftermath) return aftermath;
  throw new Error('only the job that publishes hands anything in');
}

async function headOf(ctx: Ctx, number: number): Promise<string | null> {
  const pull = await hubOf(ctx).pulls.read(number);
  return pull?.state === 'open' ? pull.head.sha : null;
}

/** What of the findings nobody has said yet, and whether there is a place for them. */
async function newsOf({ ctx, target, left }: Handing) {
  const { findings } = handedIn.parse(left.result);
  const fresh = news(findings, await talkOn(ctx, target.pull));
  const now = await hubOf(ctx).pulls.read(target.pull);
  const moved = now?.head.sha !== target.commit;
  return { fresh, before: findings.length - fresh.length, state: now?.state ?? 'closed', moved };
}

/** Gives the words of the review. Where GitHub shows a line no more, they hold everything themselves. */
async function remark(ctx: Ctx, of: HandIn): Promise<string> {
  const change = remarksOf(of, ctx.say.review);
  const isThere = await ctx.apply([change]).then(
    () => true,
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  if (isThere) return change.body;
  const whole = remarksOf({ ...of, moved: true }, ctx.say.review);
  await ctx.apply([whole]);
  return whole.body;
}

/** No review: a line to whoever asked. */
async function over(of: Handing, says: string): Promise<Outcome> {
  const { ctx, event, left, concluded } = of;
  const { run, say } = ctx;
  const issue = threadOf(event);
  const login = personOf(event);
  const body = [...(login === undefined ? [] : [say.fix.thread.to(login)]), says].join('\n\n');
  if (issue !== undefined) await ctx.apply([word({ issue, run: run.id }, body, run.words().length)]);
  return { ...outcomeOf(of), says, result: { ...resultOf(left), check: checkOf(concluded) } };
}

const personOf = (event: Event): string | undefined =>
  'actor' in event && !event.actor.bot ? event.actor.login : undefined;

const resultOf = ({ result }: Outcome): object => (typeof result === 'object' && result !== null ? result : {});

const checkOf = ({ applied }: Concluded): number | undefined => (applied?.made as { id?: number } | undefined)?.id;

/** What the reviewer came to; where it came to an answer, what the check did. What it found decides nothing. */
function outcomeOf({ ctx, left, concluded }: Handing): Outcome {
  if (isCancelled(ctx.run.words())) return { name: 'cancelled' };
  if (left.name !== 'done') return left;
  const name = outcomeName(concluded);
  // That a person should look at something is no question of this run.
  return { name: name === 'awaiting' ? 'done' : name };
}
