// The work phase of `write`: lets a person choose a path, writes its chapters, and writes them into the tree. With `--review` it only
// reviews one file. A task that is a text calls it too.
import { choiceFor, costOf, modelsOf } from '../../agent/cost.js';
import type { Price } from '../../config/prices.js';
import { EndWork } from '../../ports/errors.js';
import type { Outcome, Spent } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { sanitize } from '../../text/sanitize.js';
import { writeChapter } from './chapter.js';
import { choosePath, type WriteOrder } from './choose-path.js';
import { awaitBudget, openContext, type WriteContext } from './context.js';
import type { Chapter } from './draft.js';
import type { ChapterReport } from './messages.en.js';
import { showEnd } from './progress.js';
import { readRepository, writeChapters } from './repository.js';
import { assessDraft } from './review.js';
import { scoresChart, scoresSvg } from './rules/chart.js';
import { placeOf, runFiles } from './rules/files.js';
import type { Path } from './rules/paths.js';
import type { Profile } from './rules/reviewers.js';
import { type EditorSummary, NO_REVIEW, summarize } from './rules/summary.js';

/** The result that `publish` and the pages read. */
export interface WriteResult {
  readonly title: string;
  readonly path: string;
  readonly chapters: readonly (ChapterReport & { readonly summary: EditorSummary })[];
  /** How many facts are right, how many are wrong, and which ones could not be checked. */
  readonly checked: { readonly right: number; readonly wrong: number; readonly unchecked: readonly string[] };
  /** Scores over rounds, as SVG. */
  readonly chart: string;
}

/** Does the work of an order and returns its result. A run that waits for an answer or was cancelled returns that outcome. */
export async function work(ctx: WorkContext, order: WriteOrder): Promise<WorkResult> {
  const environment = await ctx.environment();
  try {
    const context = await openContext(ctx, environment);
    return await (order.review === undefined ? writeAll(context, order) : reviewFile(context, order.review));
  } catch (error) {
    if (error instanceof EndWork) return { outcome: error.outcome, spent: spentOf(ctx) };
    throw error;
  } finally {
    await environment.close();
  }
}

/** Writes all chapters, and puts them into the tree unless it is a dry run. */
async function writeAll(context: WriteContext, order: WriteOrder): Promise<WorkResult> {
  const { ctx, environment } = context;
  const { repository, target } = await readRepository(context, order);
  const chosen = await choosePath(context, order, repository);
  const chapters: Chapter[] = [];
  const promptFiles = chosen.idea.profile === 'docs' ? repository : [];
  const planned = chosen.path.chapters.map((each) =>
    chapterFile(context, each, chosen.idea.title, chosen.path.chapters.length, target),
  );
  for (const [index, { n, title }] of chosen.path.chapters.entries()) {
    endIfOverBudget(context, n, chapters);
    const place = { document: planned[index] ?? '', planned };
    chapters.push(
      await writeChapter(context, { chosen, order, n, title, place, before: chapters, repository: promptFiles }),
    );
  }
  const reports = chapters.map((chapter, index) => chapterReport(context, chapter, planned[index] ?? ''));
  const diff = order.dryRun
    ? undefined
    : await writeChapters(
        environment,
        reports.map(({ file }, index) => ({ file, text: chapters[index]?.text ?? '' })),
      );
  await showEnd(context, chosen.path.id, chapters);
  return {
    outcome: outcomeOf(context, { title: chosen.idea.title, path: chosen.path.id, chapters, reports }),
    diff,
    spent: spentOf(ctx),
  };
}

/** What the report says about a chapter. */
const chapterReport = (
  { say }: WriteContext,
  { n, title, summary, verdict, unresolved }: Chapter,
  file: string,
): ChapterReport => ({
  n,
  title,
  file,
  rounds: summary.round,
  average: summary.average,
  how: verdict.action === 'force_pass' || verdict.action === 'converged' ? verdict.action : 'pass',
  open: unresolved.map(({ agent, location, issue }) =>
    issue === NO_REVIEW ? `${agent}: ${say.noReview}` : `${agent} ${location}: ${issue}`,
  ),
});

/** The file of a chapter: the document that the request names, or a new one by the layout. */
function chapterFile(
  { settings }: WriteContext,
  { n, title: chapterTitle }: Path['chapters'][number],
  title: string,
  chapters: number,
  target: string | null,
): string {
  if (target !== null && chapters === 1) return target;
  return placeOf(settings.layout, { title, chapter: n, chapters, chapterTitle });
}

/** The outcome with the report: partial after a forced pass of a chapter. */
function outcomeOf(
  { say, thresholds }: WriteContext,
  input: {
    readonly title: string;
    readonly path: string;
    readonly chapters: readonly Chapter[];
    readonly reports: readonly ChapterReport[];
  },
): Outcome {
  const { chapters, reports } = input;
  const facts = chapters.flatMap((each) => each.facts);
  const checked = {
    right: facts.filter(({ verdict }) => verdict === 'right').length,
    wrong: facts.filter(({ verdict }) => verdict === 'wrong').length,
    unchecked: facts.filter(({ verdict }) => verdict === 'not checked').map(({ what }) => what),
  };
  const rounds = chapters.flatMap(({ n, summary }) => summary.round_history.map((each) => ({ ...each, chapter: n })));
  const forced = reports.filter(({ how }) => how === 'force_pass');
  const says = [
    say.written(reports),
    ...(forced.length > 0 ? [say.unresolved(forced)] : []),
    ...(facts.length > 0 ? [say.checked(checked)] : []),
    ...(rounds.length > 1 ? [`**${say.scores}**\n\n${scoresChart(rounds, thresholds.min_overall)}`] : []),
  ].join('\n\n');
  const result: WriteResult = {
    title: input.title,
    path: input.path,
    checked,
    chapters: reports.map((each, index) => ({ ...each, summary: summaryOf(chapters[index]) })),
    chart: scoresSvg(rounds, thresholds.min_overall, say.scores),
  };
  return { name: forced.length > 0 ? 'partial' : 'done', says, result };
}

function summaryOf(chapter: Chapter | undefined): EditorSummary {
  if (!chapter) throw new Error('a chapter without a summary');
  return chapter.summary;
}

/** Estimated tokens of a round: a draft, and a review by each reviewer, who reads the shared prompt part from the cache. */
const ROUND = { draft: { in: 12_000, out: 8_000 }, review: { in: 1_500, out: 1_200, cacheRead: 12_000 } } as const;

/** The expected cost of a chapter in dollars: the average of the chapters before, or one round at the price of the writer's model. */
export function chapterCost(
  price: Price,
  reviewers: number,
  before: { readonly usd: number; readonly chapters: number },
): number {
  if (before.chapters > 0) return before.usd / before.chapters;
  const draft = costOf({ ...ROUND.draft, cacheRead: 0, cacheWrite: 0 }, price);
  const review = costOf({ ...ROUND.review, cacheWrite: 0 }, price);
  return draft + reviewers * review;
}

/** Ends the run with a question if the next chapter would exceed the budget. A chapter that has begun is finished. */
function endIfOverBudget(
  { ctx, budget, say, reviewers, roles }: WriteContext,
  chapter: number,
  before: readonly Chapter[],
): void {
  const steps = ctx.steps();
  if (steps.some(({ name }) => name.startsWith(`ch${chapter} draft `))) return;
  const usd = steps.reduce((sum, { name, spent }) => sum + (/^ch\d+ /.test(name) ? (spent?.usd ?? 0) : 0), 0);
  const { price } = choiceFor(roles.writer, modelsOf(ctx.settings.config.models));
  const needUsd = chapterCost(price, reviewers.length, { usd, chapters: before.length });
  const leftUsd = budget.leftUsd();
  if (leftUsd < needUsd) throw new EndWork(awaitBudget(ctx.run, say.overBudget({ chapter, needUsd, leftUsd })));
}

/** Reviews a file in one round and changes nothing (`--review`). */
async function reviewFile(context: WriteContext, file: string): Promise<WorkResult> {
  const { ctx, environment, say, settings, thresholds, reviewers } = context;
  const bytes = await environment.workspace.read(file);
  if (bytes === null) return { outcome: { name: 'refused', says: say.noFile(file) }, spent: spentOf(ctx) };
  const draft = await ctx.step(
    'draft',
    async () => sanitize(new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')).text,
  );
  const profile: Profile = settings.profile ?? 'docs';
  await context.files.write(runFiles.draft(1, 1), draft);
  const round = {
    chapter: 1,
    round: 1,
    profile,
    lang: ctx.settings.lang,
    common: [],
    previous: [],
    draft,
    place: { document: file },
  };
  const { cards, programFindings, facts } = await assessDraft(context, { ...round, progress: async () => undefined });
  const reviewed = { chapter: 1, round: 1, cards, programFindings, history: [], polish: false };
  // The only round is never a forced pass.
  const limits = { ...thresholds, max_rounds: Number.POSITIVE_INFINITY };
  const { summary, verdict, priorities } = summarize(
    { ...reviewed, expected: reviewers.map(({ name }) => name) },
    limits,
  );
  await context.files.json(runFiles.summary(1, 1), summary);
  const { average, failures, isFinished } = verdict;
  const listed = priorities.map(
    ({ agent, location, severity, issue }) => `- **${agent}** ${location} (${severity}): ${issue}`,
  );
  const says = [say.reviewed({ file, average, failures, thresholds }), listed.join('\n')].join('\n\n').trim();
  return { outcome: { name: isFinished ? 'done' : 'failed', says, result: { summary, facts } }, spent: spentOf(ctx) };
}

/** The cost of the run so far, from its journal. */
function spentOf({ steps }: Pick<WorkContext, 'steps'>): Spent {
  const sum = (of: (spent: Spent) => number) =>
    steps().reduce((total, { spent }) => total + (spent ? of(spent) : 0), 0);
  return {
    usd: sum(({ usd }) => usd),
    tokens: {
      in: sum(({ tokens }) => tokens.in),
      out: sum(({ tokens }) => tokens.out),
      cacheRead: sum(({ tokens }) => tokens.cacheRead),
      cacheWrite: sum(({ tokens }) => tokens.cacheWrite),
    },
  };
}
