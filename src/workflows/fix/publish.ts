// fix-delivery: a proven change goes to GitHub. No workflow for itself: the last part of a fix that was asked for in a thread.
//
//   it needs         a document of the job that verified once more, about exactly this change; without one nothing leaves
//   it makes         one commit, one check on it, one pull request; on somebody else's pull request suggestions, or a patch
//   it answers       beside each remark that the task was about, whether its file was touched
//   it goes back     once, where the change did not pass there: one more round begins with what was found
import type { Applied } from '../../core/apply.js';
import { followedBy } from '../../core/follow.js';
import type { Outcome } from '../../core/outcome.js';
import { lastOf, type Recorded } from '../../core/recorded.js';
import type { Aftermath, Ctx, Follows, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import { endedCheck } from '../../view/check/index.js';
import { diffParts } from './rules/endings.js';
import { leftUsd } from './rules/job.js';
import { NEWS, verifyNews } from './rules/news.js';
import { page } from './rules/page.js';
import { handedIn, summaryIn } from './rules/handed-in.js';
import type { Target } from './rules/target.js';
import { ended as checkOf } from '../review/change.js';
import { admit } from './rules/admit.js';
import { commitOf, compareOf, type HandIn, pullOf, signOffOf, titleOf } from './rules/hand-in.js';
import { draftsOf, type Proof, proofOf, provenAs, redIn } from './rules/proof.js';
import { type Remarked, repliesTo } from './rules/replies.js';
import { reportOf } from './rules/report.js';
import { suggestionsOf } from './rules/suggest.js';
import { TEMPLATES } from './rules/templates.js';

/** What it has to know of the rest of the story. */
export interface Ordered {
  readonly title: string;
  /** In the words of whoever asked. */
  readonly asked: string;
  readonly target: Target;
  /** Remarks beside lines that the task was about. */
  readonly threads: readonly Remarked[];
}

interface Delivery {
  readonly outcome: Outcome;
  readonly ordered: Ordered;
  readonly login: string | undefined;
  /** One more round of a run that has handed in already. */
  readonly isRound: boolean;
  /** What rounds before this one have handed in already, in the words of their summaries. */
  readonly before: readonly string[];
  readonly diff: Recorded['diff'];
  readonly proof: Proof;
  /** The page of the check. */
  readonly shown: { readonly title: string; readonly summary: string };
  readonly details: string;
}

/** Nothing leaves that was not verified once more, in a job that nothing of the work can reach. */
export async function deliver(
  ctx: Ctx,
  { event, follows }: Input,
  of: Pick<Delivery, 'outcome' | 'ordered'>,
): Promise<Outcome> {
  const { known, run } = ctx;
  const aftermath = aftermathOf(ctx);
  const { details } = ctx;
  const journal = await ctx.recall(run.id);
  const diff = journal && lastOf(journal, 'diff');
  if (!diff) throw new Error('there is no change to hand in');
  const { fix, facilitate } = known.config;
  const rules = { configFile: known.configFile, agents: facilitate.agentDiscoveryPath };
  const why = admit(diff, { ...rules, workflowFiles: fix['workflow-files'] });
  if (why) return { ...of.outcome, name: 'refused', says: ctx.say.fix.thread.notAdmitted(why) };
  const { fixed = [] } = lastOf(journal, 'comparison') ?? {};
  const proof = proofOf({ run: run.id, diff: diff.sha256, fixed }, aftermath);
  const shown = endedCheck(proof.ending, { lang: known.lang, details });
  const login = 'actor' in event ? event.actor.login : undefined;
  const delivery = {
    ...of,
    login,
    isRound: follows !== undefined,
    diff,
    proof,
    shown,
    details,
    before: await summariesBefore(ctx, follows),
  };
  if (proof.tree === undefined) {
    const mayGoOn = follows?.why !== 'verify' && (leftUsd(journal) ?? 0) > 0;
    return heldBack(ctx, delivery, mayGoOn);
  }
  return of.ordered.target.how === 'branch' ? commit(ctx, delivery, proof.tree) : suggest(ctx, delivery);
}

/** The newest first. What did not come through handed nothing in. */
async function summariesBefore(
  { recall }: Pick<Ctx, 'recall'>,
  follows: Follows | undefined,
): Promise<readonly string[]> {
  const journal = follows && (await recall(follows.run));
  if (!journal) return [];
  const summary = handedIn(journal) && summaryIn(journal);
  return [...(summary ? [summary] : []), ...(await summariesBefore({ recall }, followedBy(journal)))];
}

function aftermathOf({ aftermath }: Ctx): Aftermath {
  if (aftermath) return aftermath;
  throw new Error('only the job that publishes hands anything in');
}

const resultOf = ({ result }: Outcome): object => (typeof result === 'object' && result !== null ? result : {});

/** Red for the first time, it goes on from there; red twice, or where nothing could be said of it, a person has to look. */
async function heldBack(ctx: Ctx, of: Delivery, mayGoOn: boolean): Promise<Outcome> {
  const { say, run } = ctx;
  const { outcome, proof, shown, ordered, diff, details } = of;
  const { thread } = say.fix;
  const found = redIn(proof);
  const { unheld } = proof;
  const seen = [...(unheld.length > 0 ? [thread.unheld(unheld)] : []), `### ${shown.title}`, shown.summary];
  const result = { ...resultOf(outcome), heldBack: shown.title };
  if (!found) return { name: proof.outcome, says: [thread.unableAgain, ...seen].join('\n\n'), result };
  if (mayGoOn) {
    await run.step(NEWS, async () => verifyNews(found, unheld));
    return { name: 'failed', says: thread.oneMore, result, goesOn: await ctx.follow('verify') };
  }
  const report = reportOf(found, { run: run.id, asked: ordered.asked, diff, details });
  const ways = [{ is: 'hint' }, { is: 'split' }, { is: 'retry', run: run.id }] as const;
  const next = page([{ heading: 'next' }, { items: ways.map((each) => say.fix.can(each)) }], say.fix);
  return { name: 'stuck', says: [thread.redAgain, ...seen, next].join('\n\n'), result: { ...result, report } };
}

async function commit(ctx: Ctx, of: Delivery, tree: string): Promise<Outcome> {
  const { run, known, say } = ctx;
  const { ordered, outcome, diff, details } = of;
  const { target } = ordered;
  const me = await run.look('me', async () => (await ctx.hub?.people.me()) ?? null);
  const hand: HandIn = {
    ...{ run: run.id, target, login: of.login, title: titleOf(ordered.title) },
    issue: isTheirs(target) ? undefined : ctx.issue,
    change: { diff: diff.sha256, tree },
    signOff: known.config.fix['sign-off'] && me ? signOffOf(me) : undefined,
  };
  const gone = await run.look('gone', () => goneIn(ctx, target));
  if (gone) return { ...outcome, name: 'refused', says: say.fix.thread.gone(gone) };
  const [placed] = await ctx.apply([commitOf(hand)]);
  const { sha, verified, isGone = placed?.standing === null } = madeOf<Placed>(placed);
  if (sha === undefined)
    return { ...outcome, name: 'refused', says: say.fix.thread[isGone ? 'deleted' : 'moved'](target) };
  const proof = provenAs(of.proof, sha);
  const shown = endedCheck(proof.ending, { lang: known.lang, details });
  const startsNone = me?.login === ACTIONS;
  const pull = await hold(ctx, { ...of, proof, shown }, { hand, sha, startsNone });
  const replies = { pull: pull.number ?? 0, slot: `reply:${run.id.slice(-10)}`, sha, files: diff.files };
  if (pull.number !== undefined) await ctx.apply(repliesTo(ordered.threads, replies, say.fix.thread));
  const says = [
    // Where no pull request tells it, the thread is the place for the summary.
    ...(pull.number === undefined || keepsItsWords(of) ? [outcome.says ?? ''] : []),
    saidOf(ctx, { ...pull, sha, target, details }),
    ...(pull.notAsked.length > 0 ? [say.fix.thread.notAsked(pull.notAsked)] : []),
    ...(pull.number !== undefined && startsNone ? [say.fix.thread.noChecks] : []),
  ].join('\n\n');
  const { number = null, check } = pull;
  const handed = { sha, verified, branch: target.branch, base: target.base, pull: number, check };
  return { ...outcome, says, result: { ...resultOf(outcome), ...handed } };
}

/** A commit on its branch; or that it came onto none, and whether there is still one. */
interface Placed {
  readonly sha: string;
  readonly verified: boolean;
  readonly isGone: boolean;
}

/** The pull request that it is for, where somebody closed or merged it meanwhile: its branch is done with. */
async function goneIn({ hub }: Ctx, { pull }: Target) {
  const there = pull && (await hub?.pulls.read(pull.number));
  return there && there.state !== 'open' ? { pull: there.number, state: there.state, isCrews: pull.isCrews } : null;
}

/** What it pushes starts no workflow: GitHub's own guard against circles. */
const ACTIONS = 'github-actions[bot]';

const isTheirs = ({ pull }: Target): boolean => pull !== undefined && !pull.isCrews;

/** What a pull request says of its first commit stays true when another comes; only a round of the same run tells it anew. */
const keepsItsWords = ({ ordered: { target }, isRound }: Delivery): boolean =>
  isTheirs(target) || (target.pull !== undefined && !isRound);

interface Held {
  readonly hand: HandIn;
  readonly sha: string;
  /** Whoever pushed it, the push starts no check. */
  readonly startsNone: boolean;
}

/** The pull request, which is there or is opened, and the check on its new commit. */
async function hold(ctx: Ctx, of: Delivery, { hand, sha, startsNone }: Held) {
  const { run, known, say } = ctx;
  const { details, proof, outcome } = of;
  const { fix } = known.config;
  const check = {
    ...checkOf({ head: sha, name: run.id, details, lang: known.lang }, proof.ending),
    own: true,
  } as const;
  const { target } = hand;
  if (keepsItsWords(of)) {
    const [told] = await ctx.apply([check]);
    return { number: target.pull?.number, isDraft: false, notAsked: [], check: madeOf<{ id: number }>(told).id };
  }
  const drafts = draftsOf(proof, (resultOf(outcome) as { shown?: boolean }).shown === true);
  const change = pullOf(
    {
      ...{ ...hand, details, says: outcome.says ?? '', before: of.before, verified: of.shown },
      drafts: drafts.map((why) => say.fix.thread.draftFor[why]),
      noChecks: startsNone ? [say.fix.thread.noChecks] : [],
      isDraft: fix.draft || drafts.length > 0,
      template: await run.look('template', () => templateIn(ctx, target)),
      ...{ reviewers: fix.reviewers, labels: fix.labels },
    },
    say.fix.thread,
  );
  const [opened, told] = await ctx.apply([change, check]);
  const { number, notAsked = [] } = madeOf<{ number: number; notAsked: readonly string[] }>(opened);
  const { id } = madeOf<{ id: number }>(told);
  return { number: target.pull?.number ?? number, isDraft: change.draft, notAsked, check: id };
}

const madeOf = <T>(applied: Applied | undefined): Partial<T> => (applied?.made ?? {}) as Partial<T>;

/** The repository's own words for pull requests, where it has some. */
async function templateIn({ hub }: Ctx, { commit: at }: Target): Promise<string | null> {
  const [found] = (await hub?.branches.files(at, TEMPLATES)) ?? [];
  return found?.bytes ? new TextDecoder().decode(found.bytes) : null;
}

function saidOf(
  { say }: Ctx,
  of: { number: number | undefined; isDraft: boolean; sha: string; target: Target; details: string },
): string {
  const { thread } = say.fix;
  const { number, isDraft, sha, target, details } = of;
  if (number === undefined) return thread.forbidden({ branch: target.branch, compare: compareOf(details, target) });
  return target.pull ? thread.added({ pull: number, sha }) : thread.ready({ pull: number, draft: isDraft });
}

/** Somebody else's branch is theirs: they take over what they like. */
async function suggest(ctx: Ctx, { ordered, outcome, diff }: Delivery): Promise<Outcome> {
  const { say, run } = ctx;
  const { target } = ordered;
  const { thread } = say.fix;
  const { suggestions, left } = suggestionsOf(diff.text);
  const patch = page([{ lead: thread.patch }, ...diffParts(diff.text, { run: run.id, repo: ctx.repo })], say.fix);
  const result = { ...resultOf(outcome), pull: target.pull?.number };
  if (target.how === 'patch' || suggestions.length === 0)
    return { ...outcome, says: `${outcome.says ?? ''}\n\n${patch}`, result };
  const body = thread.suggests({ count: suggestions.length, left });
  const about = { pull: target.pull?.number ?? 0, head: target.commit, slot: `suggest:${run.id.slice(-10)}` };
  const isThere = await ctx.apply([{ kind: 'remarks', ...about, body, remarks: suggestions }]).then(
    () => true,
    // Beside a line that the pull request does not show, nothing can stand.
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  const says = isThere && left.length === 0 ? body : `${isThere ? body : ''}\n\n${patch}`;
  return { ...outcome, says: `${outcome.says ?? ''}\n\n${says.trim()}`, result };
}
