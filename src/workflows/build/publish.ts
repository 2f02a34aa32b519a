// The publish phase of a build: one branch with one commit for each task, one check, one pull request. Nothing is pushed unless the verify
// job verified exactly this change. The task workflow publishes its builds with it too.
import type { Applied, Change, PullChange } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { endedCheck } from '../../view/check/index.js';
import { concludedCheck as checkOf } from '../check/rules/check-run.js';
import { fixMessages } from '../fix/messages.js';
import { draftReasons, reasonNotToPublish, reportForCommit, verifyReportOf } from '../fix/rules/publish-checks.js';
import { bodyOf, commitLink } from '../fix/rules/pull-request.js';
import { type CommitRequest, compareUrl } from '../fix/rules/target.js';
import type { OrderedBuild } from './gate.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { branchOf, NO_WORDS, pullBody, readDocument, titleLine } from './rules/pull-request.js';

/** Publishes the landed commits. Outcomes other than done and partial are returned unchanged. */
export async function publish(ctx: PublishContext, order: OrderedBuild, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('a build without a result is not published');
  const { outcome, diff, commits = [] } = result;
  const { target } = order;
  const isPublishable = (outcome.name === 'done' || outcome.name === 'partial') && target !== undefined;
  if (!isPublishable || !diff || target.how !== 'branch') return outcome;
  const { settings, jobs, run } = ctx;
  const say = inLanguage(settings.lang, { en, ja });
  const { thread } = fixMessages(settings.lang);
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const why = reasonNotToPublish(diff, { ...rules, workflowFiles: fix['workflow-files'] });
  if (why) return { ...outcome, name: 'refused', says: thread.notAdmitted(why) };
  const verifyReport = verifyReportOf({ run, diff: diff.sha256, fixed: [], files: diff.files }, jobs);
  const check = endedCheck(verifyReport.ending, { lang: settings.lang, details: jobs.url });
  // The verify job did not confirm the change.
  if (verifyReport.tree === undefined) {
    const name = verifyReport.outcome === 'failed' ? 'stuck' : verifyReport.outcome;
    return { ...outcome, name, says: say.heldBack({ isRed: name === 'stuck', ...check, report: outcome.says ?? '' }) };
  }
  const verifiedTarget = { ...target, commit: diff.base };
  const title = titleLine(say.title(order.issue, order.request.split('\n')[0] ?? ''));
  const request: CommitRequest = {
    run,
    target: verifiedTarget,
    title,
    login: order.by,
    signOff: undefined,
    issue: target.asked === 'issue' ? ctx.issue : undefined,
    change: { diff: diff.sha256, tree: verifyReport.tree },
    url: jobs.url,
    by: ctx.record.request.by,
  };
  const [applied] = await ctx.apply([branchOf(request, commits)]);
  const { sha, isGone } = createdBy<{ sha: string; isGone: boolean }>(applied);
  if (sha === undefined)
    return { ...outcome, name: 'refused', says: thread[isGone ? 'deleted' : 'moved'](verifiedTarget) };
  const subIssues = await subIssuesOf(ctx, { outcome, target, landed: commits.map(({ task }) => task) });
  return openPull(ctx, { order, outcome, request, sha, verifyReport, subIssues, tasks: commits.length });
}

/**
 * Creates sub-issues for the tasks, if that is configured and the build was requested on an issue (`target.asked`). Returns the numbers of those
 * whose task landed; merging the pull request closes them.
 */
async function subIssuesOf(
  { settings, issue, run, apply }: PublishContext,
  { outcome, target, landed }: { outcome: Outcome; target: { readonly asked: string }; landed: readonly number[] },
): Promise<readonly number[]> {
  const { tasks = [] } = readDocument(outcome.result) ?? {};
  if (!settings.config.build['sub-issues'] || issue === undefined || target.asked !== 'issue') return [];
  const body = inLanguage(settings.lang, { en, ja }).subIssue({ run });
  const changes = tasks.slice(0, MAX_SUB_ISSUES).map(({ id, title }): Change => {
    return { kind: 'issue', slot: `build:${run}:${id}`, parent: issue, title: titleLine(title), body };
  });
  const made = (await apply(changes)).map((each) => createdBy<{ number: number }>(each).number);
  return made.flatMap((number, n) => (number !== undefined && landed.includes(tasks[n]?.id ?? 0) ? [number] : []));
}

/** GitHub's limit for the sub-issues of an issue. */
const MAX_SUB_ISSUES = 100;

/** The fields of what a change created; none if it created nothing. */
const createdBy = <T>(applied: Applied | undefined): Partial<T> => (applied?.made ?? {}) as Partial<T>;

/** A build whose branch was pushed. */
interface PublishedBuild {
  readonly order: OrderedBuild;
  readonly outcome: Outcome;
  readonly request: CommitRequest;
  readonly sha: string;
  readonly verifyReport: ReturnType<typeof verifyReportOf>;
  /** Sub-issues that the pull request closes. */
  readonly subIssues: readonly number[];
  /** The number of tasks that have a commit. */
  readonly tasks: number;
}

/** Opens the pull request and adds the check to its last commit. Returns the outcome with their announcement. */
async function openPull(
  ctx: PublishContext,
  { order, outcome, request, sha, verifyReport, subIssues, tasks }: PublishedBuild,
): Promise<Outcome> {
  const { settings, jobs, run } = ctx;
  const { fix } = settings.config;
  const say = inLanguage(settings.lang, { en, ja });
  const document = readDocument(outcome.result);
  const proven = reportForCommit(verifyReport, sha);
  const verified = endedCheck(proven.ending, { lang: settings.lang, details: jobs.url });
  const isPartial = outcome.name === 'partial';
  const drafts = draftReasons(verifyReport);
  const { thread } = fixMessages(settings.lang);
  const { ending } = proven;
  const found = ending.is === 'told' && ending.document.found.is === 'verified' ? ending.document.found : undefined;
  const { budget, spent } = ctx.record;
  const body = bodyOf(
    {
      words: NO_WORDS,
      subject: request.title,
      rounds: [],
      requests: [],
      template: null,
      found,
      run,
      url: jobs.url,
      login: request.login,
      verified,
      // The issue stays open if a part is missing.
      closes: isPartial ? undefined : request.issue,
      usd: spent?.usd ?? 0,
      limitUsd: budget?.usd,
      diff: { base: request.target.commit, sha256: request.change.diff },
      fixed: verifyReport.fixed,
      notes: drafts.map((reason) => thread.draftFor[reason]),
    },
    thread,
  );
  const pull: PullChange = {
    kind: 'pull',
    branch: request.target.branch,
    base: request.target.base,
    title: request.title,
    body: `${pullBody({ document, landed: tasks, subIssues, say })}\n\n${body}`,
    draft: fix.draft || isPartial || drafts.length > 0,
    reviewers: fix.reviewers,
    labels: fix.labels,
  };
  const concluded = checkOf({ head: sha, name: run, details: jobs.url, lang: settings.lang }, ending);
  // A change that no test proves has a neutral check.
  const isNeutral = concluded.conclusion === 'success' && !verifyReport.isProven;
  const title = `${concluded.page.title}; ${thread.neutralFor.unproven}`;
  const neutral = { ...concluded, conclusion: 'neutral', page: { ...concluded.page, title } } as const;
  const check = isNeutral ? neutral : concluded;
  const changes: readonly Change[] = request.target.pull ? [check] : [pull, check];
  const applied = await ctx.apply(changes);
  const existing = request.target.pull;
  const number = existing?.number ?? createdBy<{ number: number }>(applied[0]).number;
  let announcement = thread.forbidden({ branch: request.target.branch, compare: compareUrl(jobs.url, request.target) });
  if (existing) announcement = thread.added({ pull: existing.number, commit: commitLink(sha, jobs.url) });
  else if (number !== undefined && isPartial)
    announcement = say.incomplete({ pull: number, landed: tasks, tasks: document?.tasks.length ?? tasks });
  else if (number !== undefined) announcement = thread.ready({ pull: number, draft: pull.draft });
  const published = { sha, branch: request.target.branch, base: request.target.base, pull: number ?? null };
  const value = typeof outcome.result === 'object' && outcome.result !== null ? outcome.result : {};
  return {
    ...outcome,
    says: [announcement, outcome.says ?? ''].join('\n\n'),
    result: { ...value, ...published, cmd_id: order.cmd },
  };
}
