// The publish phase of `fix`. Nothing is published without a document of the verify job about exactly this change. On a branch of crew: one
// commit, one check, one pull request, and a reply in each review thread. On another person's pull request: suggestions or a patch.

import type { Applied, PullChange } from '../../ports/change.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { GitHubReader, PublishContext, WorkDiff, WorkResult } from '../../ports/workflow.js';
import { textAfterDiff } from '../../text/diff.js';
import { endedCheck } from '../../view/check/index.js';
import { ended as checkOf } from '../check/rules/check-run.js';
import type { FixOrder } from './gate.js';
import type { Messages } from './messages.en.js';
import { fixMessages } from './messages.js';
import { diffParts, page } from './rules/ending-text.js';
import { roundOf } from './rules/job.js';
import {
  admit,
  draftsOf,
  mayHaveNotices,
  type Notice,
  noticesOf,
  type Proof,
  proofOf,
  provenAs,
  redIn,
} from './rules/publish-checks.js';
import { bodyOf, editorWordsIn, repliesTo, TEMPLATES, titleOf } from './rules/pull-request.js';
import { verifyFailures } from './rules/review.js';
import { stuckReportFromVerify } from './rules/stuck-report.js';
import { type CommitRequest, commitChange, compareUrl, signOffOf, suggestionsIn, type Target } from './rules/target.js';
import { chooseTarget } from './target.js';

type Ctx = PublishContext & { readonly messages: Messages };

interface Publication {
  readonly outcome: Outcome;
  readonly order: FixOrder & { readonly target: Target };
  readonly diff: WorkDiff;
  readonly proof: Proof;
  /** The page of the check. */
  readonly shown: { readonly title: string; readonly summary: string };
  readonly details: string;
}

/** Publishes an accepted change. Every other outcome is returned as it is. */
export async function publish(context: PublishContext, order: FixOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('a fix without a result is not published');
  const { outcome, diff } = result;
  if (outcome.name !== 'done' || !order.target) return outcome;
  const ctx: Ctx = { ...context, messages: fixMessages(context.settings.lang) };
  const { settings, run, jobs } = ctx;
  if (!diff) return { name: 'stuck', says: ctx.messages.end({ is: 'no-change' }) };
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const isMerge = diff.base === order.target.merges;
  const why = admit(diff, { ...rules, workflowFiles: fix['workflow-files'], isMerge });
  if (why) return { ...outcome, name: 'refused', says: ctx.messages.thread.notAdmitted(why) };
  const { base } = diff;
  const target = await targetOf(context, order.target, base);
  const proof = proofOf({ run, diff: diff.sha256, fixed: fixedIn(outcome), files: diff.files }, jobs);
  const shown = endedCheck(proof.ending, { lang: settings.lang, details: jobs.url });
  const delivery: Publication = { outcome, order: { ...order, target }, diff, proof, shown, details: jobs.url };
  if (proof.tree === undefined) return heldBack(ctx, delivery);
  const published = target.how === 'branch' ? await commit(ctx, delivery, proof.tree) : await suggest(ctx, delivery);
  return published;
}

/**
 * The target as the work job found it: another run may have created or moved the branch while this one waited. `base` comes from the work
 * job and counts only if the branch is at that commit now.
 */
async function targetOf(
  { github, issue, repo, settings }: PublishContext,
  target: Target,
  base: string,
): Promise<Target> {
  // A merge is committed on the head that the gate saw. If the branch moved since, nothing is pushed.
  if (base === target.merges) return target;
  const asAtGate = { ...target, commit: base };
  if (target.how !== 'branch' || base === (target.at ?? target.commit)) return asAtGate;
  if (target.asked === 'issue' || target.follows !== undefined) {
    const now = await chooseTarget({ issue, repo, settings }, github, { base: target.base });
    return now.commit === base ? now : asAtGate;
  }
  return (await github.branches.head(target.branch)) === base ? { ...asAtGate, at: base } : asAtGate;
}

/** Tests that the work job reports as fixed. The verify job must see them fixed too. */
function fixedIn({ result }: Outcome): readonly string[] {
  const { fixed } = (typeof result === 'object' && result !== null ? result : {}) as { fixed?: unknown };
  return Array.isArray(fixed) ? fixed.filter((each): each is string => typeof each === 'string') : [];
}

const resultOf = ({ result }: Outcome): object => (typeof result === 'object' && result !== null ? result : {});

/** The verify job did not pass. The first time one follow-up round starts; otherwise the run ends and a person decides. */
function heldBack(ctx: Ctx, { outcome, proof, shown, order, diff, details }: Publication): Outcome {
  const { messages, run, record } = ctx;
  const { thread } = messages;
  const found = redIn(proof);
  const { unheld } = proof;
  const seen = [...(unheld.length > 0 ? [thread.unheld(unheld)] : []), `### ${shown.title}`, shown.summary];
  const result = { ...resultOf(outcome), heldBack: shown.title };
  if (!found) return { name: proof.outcome, says: [thread.unableAgain, ...seen].join('\n\n'), result };
  const leftUsd = (record.budget?.usd ?? 0) - (record.spent?.usd ?? 0);
  if (record.follows?.why !== 'verify' && leftUsd > 0) {
    const job = roundOf(order.job, {
      news: verifyFailures(found, unheld),
      previousChange: { ...diff, files: [...diff.files] },
    });
    return { name: 'failed', says: thread.oneMore, result, followUp: { why: 'verify', order: { ...order, job } } };
  }
  const report = stuckReportFromVerify(found, { run, asked: order.asked, diff, details });
  const ways = [{ is: 'hint' }, { is: 'split' }, { is: 'retry', run }] as const;
  const next = page([{ heading: 'next' }, { items: ways.map((each) => messages.option(each)) }], messages);
  return { name: 'stuck', says: [thread.redAgain, ...seen, next].join('\n\n'), result: { ...result, report } };
}

async function commit(ctx: Ctx, of: Publication, tree: string): Promise<Outcome> {
  const { run, settings, messages, github } = ctx;
  const { order, outcome, diff, details } = of;
  const { target } = order;
  const me = await github.people.me();
  const login = ctx.record.request.by?.login;
  const request: CommitRequest = {
    ...{ run, target, login, title: titleOf(editorWordsIn(outcome.result), order.title) },
    issue: isTheirs(target) ? undefined : ctx.issue,
    merges: diff.base === target.merges ? diff.base : undefined,
    change: { diff: diff.sha256, tree },
    signOff: settings.config.fix['sign-off'] ? signOffOf(me) : undefined,
    ...{ url: details, by: ctx.record.request.by },
  };
  const gone = await closedMeanwhile(github, target);
  if (gone) return { ...outcome, name: 'refused', says: messages.thread.gone(gone) };
  const [placed] = await ctx.apply([commitChange(request)]);
  const { sha, verified, isGone = placed?.existing === null } = madeOf<Placed>(placed);
  if (sha === undefined)
    return { ...outcome, name: 'refused', says: messages.thread[isGone ? 'deleted' : 'moved'](target) };
  const proof = provenAs(of.proof, sha);
  const shown = endedCheck(proof.ending, { lang: settings.lang, details });
  const startsNone = me.login === ACTIONS;
  const noticed = await noticesIn(github, diff);
  const pull = await publishPullRequest(ctx, { ...of, proof, shown }, { request, sha, startsNone, noticed });
  const replies = { pull: pull.number ?? 0, slot: `reply:${run.slice(-10)}`, sha, files: diff.files };
  if (pull.number !== undefined) await ctx.apply(repliesTo(order.threads, replies, messages.thread));
  const says = [
    // Without a pull request, the summary goes into the thread.
    ...(pull.number === undefined || keepsText(ctx, of) ? [outcome.says ?? ''] : []),
    publishedSentence(ctx, { ...pull, sha, target, details }),
    // The pull request keeps its text, so the notices go into the thread.
    ...(keepsText(ctx, of) ? noticed.map(messages.thread.notice) : []),
    ...(pull.notAsked.length > 0 ? [messages.thread.notAsked(pull.notAsked)] : []),
    ...(pull.number !== undefined && startsNone ? [messages.thread.noChecks] : []),
  ].join('\n\n');
  const { number = null, check } = pull;
  const handed = { sha, verified, branch: target.branch, base: target.base, pull: number, check };
  return { ...outcome, says, result: { ...resultOf(outcome), ...handed } };
}

/** The result of placing a commit; without `sha` it was not placed, and `isGone` says whether the branch still exists. */
interface Placed {
  readonly sha: string;
  readonly verified: boolean;
  readonly isGone: boolean;
}

/** The pull request of the target, if it was closed or merged while crew worked. */
async function closedMeanwhile({ pulls }: GitHubReader, { pull }: Target) {
  const there = pull && (await pulls.read(pull.number));
  return there && there.state !== 'open' ? { pull: there.number, state: there.state, isCrews: pull.isCrews } : null;
}

/** GitHub starts no workflow for a push by this identity. */
const ACTIONS = 'github-actions[bot]';

const isTheirs = ({ pull }: Target): boolean => pull !== undefined && !pull.isCrews;

/**
 * Whether the text of the pull request stays: on another person's, and when a new run adds a commit. A follow-up round of the same run
 * updates it.
 */
const keepsText = ({ record }: Ctx, { order: { target } }: Publication): boolean =>
  isTheirs(target) || (target.pull !== undefined && record.follows === undefined);

interface PullRequestParts {
  readonly request: CommitRequest;
  readonly sha: string;
  /** The push starts no workflow. */
  readonly startsNone: boolean;
  readonly noticed: readonly Notice[];
}

/** Opens or updates the pull request, and concludes the check on the new commit. */
async function publishPullRequest(ctx: Ctx, of: Publication, { request, sha, startsNone, noticed }: PullRequestParts) {
  const { run, settings, messages, github } = ctx;
  const { details, proof, outcome } = of;
  const { fix } = settings.config;
  const concluded = checkOf({ head: sha, name: run, details, lang: settings.lang }, proof.ending);
  // Done, not proven by a test: the check is neutral.
  const isNeutral = concluded.conclusion === 'success' && !proof.isProven;
  const check = isNeutral ? ({ ...concluded, conclusion: 'neutral' } as const) : concluded;
  const { target } = request;
  if (keepsText(ctx, of)) {
    const [concludedCheck] = await ctx.apply([check]);
    return {
      number: target.pull?.number,
      isDraft: false,
      notAsked: [],
      check: madeOf<{ id: number }>(concludedCheck).id,
    };
  }
  const drafts = draftsOf(proof);
  const { thread } = messages;
  const { ending } = of.proof;
  const found = ending.is === 'told' && ending.document.found.is === 'verified' ? ending.document.found : undefined;
  const { budget, spent } = ctx.record;
  const text = {
    ...{ words: editorWordsIn(outcome.result), found, run, url: details, login: request.login, ...referredBy(request) },
    ...{ costUsd: spent?.usd ?? 0, limitUsd: budget?.usd, diff: of.diff, verified: of.shown, fixed: proof.fixed },
    notes: [
      ...drafts.map((why) => thread.draftFor[why]),
      ...noticed.map(thread.notice),
      ...(startsNone ? [thread.noChecks] : []),
    ],
    template: await templateIn(github, target),
  };
  const change: PullChange = {
    kind: 'pull',
    ...{ branch: target.branch, base: target.base, title: request.title, body: bodyOf(text, thread) },
    ...{ draft: fix.draft || drafts.length > 0, reviewers: fix.reviewers, labels: fix.labels },
  };
  const [opened, concludedCheck] = await ctx.apply([change, check]);
  const { number, notAsked = [] } = madeOf<{ number: number; notAsked: readonly string[] }>(opened);
  const { id } = madeOf<{ id: number }>(concludedCheck);
  return { number: target.pull?.number ?? number, isDraft: change.draft, notAsked, check: id };
}

/** A pull request that follows a merged one names it; every other one closes its issue. */
const referredBy = ({ target: { follows }, issue }: CommitRequest) =>
  follows === undefined ? { closes: issue, refers: undefined } : { closes: undefined, refers: follows };

/** Notices for the reviewer, from the files before and after the change. */
async function noticesIn({ branches }: GitHubReader, { base, files, text }: WorkDiff): Promise<readonly Notice[]> {
  const noticeFiles = files.filter(mayHaveNotices);
  if (noticeFiles.length === 0) return [];
  const found = await branches.files(base, noticeFiles);
  return noticesOf(
    noticeFiles.map((path) => {
      const bytes = found.find((each) => each.path === path)?.bytes;
      const before = bytes ? new TextDecoder().decode(bytes) : null;
      return { path, before, after: textAfterDiff(text, path, before) };
    }),
  );
}

const madeOf = <T>(applied: Applied | undefined): Partial<T> => (applied?.made ?? {}) as Partial<T>;

/** The repository's pull request template, if it has one. */
async function templateIn({ branches }: GitHubReader, { commit: at }: Target): Promise<string | null> {
  const [found] = await branches.files(at, TEMPLATES);
  return found?.bytes ? new TextDecoder().decode(found.bytes) : null;
}

function publishedSentence(
  { messages }: Ctx,
  of: { number: number | undefined; isDraft: boolean; sha: string; target: Target; details: string },
): string {
  const { thread } = messages;
  const { number, isDraft, sha, target, details } = of;
  if (number === undefined) return thread.forbidden({ branch: target.branch, compare: compareUrl(details, target) });
  return target.pull ? thread.added({ pull: number, sha }) : thread.ready({ pull: number, draft: isDraft });
}

/** On another person's branch: suggestions in line comments, and a patch for the rest. */
async function suggest(ctx: Ctx, { order, outcome, diff }: Publication): Promise<Outcome> {
  const { messages, run } = ctx;
  const { target } = order;
  const { thread } = messages;
  const { suggestions, left } = suggestionsIn(diff.text);
  const patch = page([{ lead: thread.patch }, ...diffParts(diff.text, { run, repo: ctx.repo })], messages);
  const result = { ...resultOf(outcome), pull: target.pull?.number };
  if (target.how === 'patch' || suggestions.length === 0)
    return { ...outcome, says: `${outcome.says ?? ''}\n\n${patch}`, result };
  const body = thread.suggests({ count: suggestions.length, left });
  const about = { pull: target.pull?.number ?? 0, head: target.commit, slot: `suggest:${run.slice(-10)}` };
  const isThere = await ctx.apply([{ kind: 'remarks', ...about, body, remarks: suggestions }]).then(
    () => true,
    // GitHub refuses comments on lines that the pull request does not show.
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  const says = isThere && left.length === 0 ? body : `${isThere ? body : ''}\n\n${patch}`;
  return { ...outcome, says: `${outcome.says ?? ''}\n\n${says.trim()}`, result };
}
