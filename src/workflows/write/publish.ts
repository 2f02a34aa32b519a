// The publish phase of `write`: chapters become one commit and one pull request. The task workflow publishes its documents with it too.

import * as z from 'zod';
import type { BranchChange, PullChange } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkDiff, WorkResult } from '../../ports/workflow.js';
import { hasLostAccess } from '../../runs/services.js';
import { inLanguage } from '../../text/lang/index.js';
import { readArtifact } from '../../verify/artifact.js';
import { originTrailers } from '../fix/rules/target.js';
import type { Order, Target } from './gate.js';
import type { WriteMessages } from './messages.en.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';

/** The part of the work job's result that the pull request shows. */
const shownResult = z.object({
  title: z.string().max(1000),
  chapters: z
    .array(
      z.object({
        n: z.number(),
        title: z.string().max(1000),
        file: z.string().max(1000),
        summary: z.looseObject({ crew_scores: z.record(z.string().max(80), z.number()) }),
      }),
    )
    .max(100),
});

/**
 * Whether a file may be published: only documents, no code and no configuration. Markdown in `.github/` and `.agent/`, AGENTS.md and CLAUDE.md
 * instruct GitHub or agents, so they are no documents.
 */
export const isDocument = (file: string): boolean =>
  /\.(?:md|markdown|mdx|rst|adoc|txt)$/i.test(file) &&
  !/^(?:\.github|\.agent|\.git)\//i.test(file) &&
  !/(?:^|\/)(?:AGENTS|CLAUDE)\.md$/i.test(file);

/** Publishes the chapters and returns the outcome of the run. */
export async function publish(ctx: PublishContext, order: Order, result: WorkResult | null): Promise<Outcome> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  if (!result) return { name: 'infra_error' };
  const { outcome, diff } = result;
  if (outcome.name !== 'done' && outcome.name !== 'partial') return outcome;
  // A review of a file changes nothing.
  if (order.dryRun || order.review !== undefined) return outcome;
  if (!diff || !order.target)
    return { ...outcome, name: 'stuck', says: [outcome.says, say.noDiff].filter(Boolean).join('\n\n') };
  const noDocument = diff.files.find((file) => !isDocument(file));
  if (noDocument !== undefined) return { name: 'refused', says: say.notADocument(noDocument), result: outcome.result };
  if (await hasLostAccess(ctx.record.request, ctx))
    return { name: 'refused', says: say.revoked(order.requester?.login ?? ''), result: outcome.result };
  const tree = verifiedTree(ctx, diff);
  if (tree === null) return { name: 'infra_error', says: say.notVerified, result: outcome.result };
  return publishChapters(ctx, { order, target: order.target, outcome, diff, tree, say });
}

/** The tree of the verify job, if it had exactly this change; else null. Its verdict is not used, because only documents changed. */
function verifiedTree({ run, jobs }: PublishContext, diff: WorkDiff): string | null {
  const { document, digest } = jobs.verify;
  const read = readArtifact(document, { run, head: { diff: diff.sha256 }, digest });
  return 'document' in read ? (read.document.change?.tree ?? null) : null;
}

/** The chapters to publish. `tree` is the tree that the verify job confirmed. */
interface ChapterChange {
  readonly order: Order;
  readonly target: Target;
  readonly outcome: Outcome;
  readonly diff: WorkDiff;
  readonly tree: string;
  readonly say: WriteMessages;
}

/** Pushes the commit and opens the pull request. Returns the outcome with their announcement. */
async function publishChapters(ctx: PublishContext, chapterChange: ChapterChange): Promise<Outcome> {
  const { outcome, say } = chapterChange;
  const head = await ctx.github.branches.head(chapterChange.target.branch);
  const [committed] = await ctx.apply([
    // `tip` null: the branch must not exist yet. If its head is not the base of the work, either an earlier attempt pushed this same commit, which
    // is then found and kept, or somebody else pushed, and the push is refused.
    commitChange(ctx, chapterChange, { tip: head === chapterChange.diff.base ? head : null }),
  ]);
  const { sha } = createdBy<{ sha: string }>(committed?.made);
  if (sha === undefined)
    return { name: 'refused', says: say.moved(chapterChange.target.branch), result: outcome.result };
  const [opened] = await ctx.apply([pullOf(ctx, chapterChange)]);
  const { number, forbidden } = createdBy<{ number: number; forbidden: boolean }>(opened?.made);
  const announcement =
    number === undefined || forbidden
      ? say.branchOnly(chapterChange.target.branch)
      : say.pull(number, outcome.name === 'partial');
  const published = { sha, branch: chapterChange.target.branch, base: chapterChange.target.base, pull: number ?? null };
  const result = typeof outcome.result === 'object' ? { ...outcome.result, ...published } : published;
  return { ...outcome, says: `${announcement}\n\n${outcome.says ?? ''}`.trim(), result };
}

/** The fields of what a change created; none if it created nothing. */
const createdBy = <T>(made: unknown): Partial<T> =>
  (typeof made === 'object' && made !== null ? made : {}) as Partial<T>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/** The title of commit and pull request: the work job's title or, without one, the request. */
function titleOf({ outcome, order }: Pick<ChapterChange, 'outcome' | 'order'>): string {
  const read = shownResult.safeParse(outcome.result);
  return oneLine(read.success ? read.data.title : order.what) || 'Documentation';
}

function commitChange(
  { run, issue, jobs, record }: PublishContext,
  chapterChange: ChapterChange,
  { tip }: Pick<BranchChange, 'tip'>,
): BranchChange {
  const { target, diff, tree } = chapterChange;
  const trailers = [
    ...(issue === undefined ? [] : [`Refs #${issue}`]),
    `Crew-Run: ${run}`,
    ...originTrailers({ url: jobs.url, by: record.request.by }),
  ];
  return {
    kind: 'branch',
    branch: target.branch,
    tip,
    parent: diff.base,
    tree,
    diff: diff.sha256,
    message: `${titleOf(chapterChange)}\n\n${trailers.join('\n')}\n`,
  };
}

function pullOf({ issue, settings, jobs, run }: PublishContext, chapterChange: ChapterChange): PullChange {
  const { target, outcome, order, say } = chapterChange;
  const { fix } = settings.config;
  // A chapter passed its last round although the quality gate failed.
  const hasForcedPass = outcome.name === 'partial';
  const read = shownResult.safeParse(outcome.result);
  const scores = (read.success ? read.data.chapters : []).map(({ n, summary }) => ({ n, scores: summary.crew_scores }));
  const closing = issue === undefined ? [] : [hasForcedPass ? `Refs #${issue}` : `Closes #${issue}`];
  const by = order.requester ? [say.requestedBy(order.requester.login)] : [];
  const body = [
    outcome.says ?? '',
    say.reviewerScores(scores),
    [...closing, ...by, `[${run}](${jobs.url})`].join(' · '),
  ];
  return {
    kind: 'pull',
    branch: target.branch,
    base: target.base,
    title: titleOf(chapterChange),
    body: body
      .filter((part) => part !== '')
      .join('\n\n')
      .slice(0, 60_000),
    draft: hasForcedPass || fix.draft,
    reviewers: fix.reviewers,
    labels: fix.labels,
  };
}
