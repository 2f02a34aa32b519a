// The work of `write`: intake, paths, selection, chapters, and the files in the tree.
import { choiceFor, costOf, modelsOf, type Price } from '../../agent/cost.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Outcome, Spent } from '../../ports/run.js';
import type { WorkContext, WorkDiff, WorkResult } from '../../ports/workflow.js';
import { sanitize } from '../../text/sanitize.js';
import { choose, requestText, showState, type WriteOrder } from './begin.js';
import { assessDraft, type Chapter, writeChapter } from './chapter.js';
import type { ChapterSaid } from './messages.en.js';
import { scoresChart, scoresSvg } from './rules/chart.js';
import { files, placeOf } from './rules/files.js';
import type { Path } from './rules/paths.js';
import type { Given } from './rules/prompts.js';
import { keyOf, type Profile } from './rules/reviewers.js';
import type { AgentProgress } from './rules/state.js';
import { type EditorSummary, summarize } from './rules/summary.js';
import { awaitBudget, Ends, openStudio, type Studio } from './studio.js';

/** What `publish` and pages read of a finished run. */
export interface WriteResult {
  readonly title: string;
  readonly path: string;
  readonly chapters: readonly (ChapterSaid & { readonly summary: EditorSummary })[];
  readonly checked: { readonly right: number; readonly wrong: number; readonly unchecked: readonly string[] };
  /** Scores over rounds, as SVG. */
  readonly chart: string;
}

export async function work(ctx: WorkContext, order: WriteOrder): Promise<WorkResult> {
  const environment = await ctx.environment();
  try {
    const studio = await openStudio(ctx, environment);
    return await (order.review === undefined ? writeAll(studio, order) : reviewFile(studio, order.review));
  } catch (error) {
    if (error instanceof Ends) return { outcome: error.outcome, spent: spentOf(ctx) };
    throw error;
  } finally {
    await environment.close();
  }
}

async function writeAll(studio: Studio, order: WriteOrder): Promise<WorkResult> {
  const { ctx, environment } = studio;
  const { repository, target } = await repositoryOf(studio, order);
  const chosen = await choose(studio, order, repository);
  const chapters: Chapter[] = [];
  const given = chosen.idea.profile === 'docs' ? repository : [];
  const planned = chosen.path.chapters.map((each) =>
    fileOf(studio, each, chosen.idea.title, chosen.path.chapters.length, target),
  );
  for (const [index, { n, title }] of chosen.path.chapters.entries()) {
    refuseOverBudget(studio, n, chapters);
    const place = { document: planned[index] ?? '', planned };
    chapters.push(await writeChapter(studio, { chosen, order, n, title, place, before: chapters, repository: given }));
  }
  const said = chapters.map((chapter, index) => saidOf(chapter, planned[index] ?? ''));
  const diff = order.dryRun
    ? undefined
    : await layOut(
        environment,
        said.map(({ file }, index) => ({ file, text: chapters[index]?.text ?? '' })),
      );
  await showEnd(studio, chosen.path.id, chapters);
  return {
    outcome: endOf(studio, { title: chosen.idea.title, path: chosen.path.id, chapters, said }),
    diff,
    spent: spentOf(ctx),
  };
}

/** The last chapter's scores stay in sight; a forced pass of any chapter is said. */
function showEnd(studio: Studio, path: string, chapters: readonly Chapter[]): Promise<void> {
  const { reviewers, say } = studio;
  const summary = chapters.at(-1)?.summary;
  const scores = reviewers.flatMap(({ name }): [string, AgentProgress][] => {
    const score = summary?.crew_scores[keyOf(name)];
    return score === undefined ? [] : [[name, { status: 'done', score }]];
  });
  return showState(studio, {
    at: {
      ...{ phase: 4, chapter: chapters.length, round: summary?.round ?? 0, path, status: 'done', active: [] },
      ...{ completed: scores.map(([name]) => name), time: studio.time() },
    },
    average: summary?.average ?? null,
    previous: summary?.round_history.at(-2)?.avg ?? null,
    agents: Object.fromEntries(scores),
    message: chapters.some((each) => each.summary.forced_pass) ? say.progress.forced : null,
  });
}

const saidOf = ({ n, title, summary, verdict, open }: Chapter, file: string): ChapterSaid => ({
  ...{ n, title, file, rounds: summary.round, average: summary.average },
  how: verdict.action === 'force_pass' ? 'force_pass' : verdict.action === 'converged' ? 'converged' : 'pass',
  open: open.map(({ agent, location, issue }) => `${agent} ${location}: ${issue}`),
});

function fileOf(
  { settings }: Studio,
  { n, title }: Path['chapters'][number],
  work: string,
  chapters: number,
  target: string | null,
): string {
  if (target !== null && chapters === 1) return target;
  return placeOf(settings.layout, { title: work, chapter: n, chapters, chapterTitle: title });
}

function endOf(
  { say, thresholds }: Studio,
  of: {
    readonly title: string;
    readonly path: string;
    readonly chapters: readonly Chapter[];
    readonly said: readonly ChapterSaid[];
  },
): Outcome {
  const { chapters, said } = of;
  const facts = chapters.flatMap((each) => each.facts);
  const checked = {
    right: facts.filter(({ verdict }) => verdict === 'right').length,
    wrong: facts.filter(({ verdict }) => verdict === 'wrong').length,
    unchecked: facts.filter(({ verdict }) => verdict === 'not checked').map(({ what }) => what),
  };
  const rounds = chapters.flatMap(({ n, summary }) => summary.round_history.map((each) => ({ ...each, chapter: n })));
  const forced = said.filter(({ how }) => how === 'force_pass');
  const says = [
    say.written(said),
    ...(forced.length > 0 ? [say.unresolved(forced)] : []),
    ...(facts.length > 0 ? [say.checked(checked)] : []),
    ...(rounds.length > 1 ? [`**${say.scores}**\n\n${scoresChart(rounds, thresholds.min_overall)}`] : []),
  ].join('\n\n');
  const result: WriteResult = {
    ...{ title: of.title, path: of.path, checked },
    chapters: said.map((each, index) => ({ ...each, summary: summaryOf(chapters[index]) })),
    chart: scoresSvg(rounds, thresholds.min_overall, say.scores),
  };
  return { name: forced.length > 0 ? 'partial' : 'done', says, result };
}

function summaryOf(chapter: Chapter | undefined): EditorSummary {
  if (!chapter) throw new Error('a chapter without a summary');
  return chapter.summary;
}

/** Tokens of a round: a draft, then a review by each reviewer, who reads what is common from the cache. */
const ROUND = { draft: { in: 12_000, out: 8_000 }, review: { in: 1_500, out: 1_200, cacheRead: 12_000 } } as const;

/** What a chapter will cost: as much as those before it, else one round at the price of its model. */
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

/** A chapter that would not fit into what is left is not begun; one that is begun goes on. */
function refuseOverBudget(
  { ctx, budget, say, reviewers, roles }: Studio,
  chapter: number,
  before: readonly Chapter[],
): void {
  const steps = ctx.steps();
  if (steps.some(({ name }) => name.startsWith(`ch${chapter} draft `))) return;
  const usd = steps.reduce((sum, { name, spent }) => sum + (/^ch\d+ /.test(name) ? (spent?.usd ?? 0) : 0), 0);
  const { price } = choiceFor(roles.writer, modelsOf(ctx.settings.config.models));
  const needUsd = chapterCost(price, reviewers.length, { usd, chapters: before.length });
  const leftUsd = budget.leftUsd();
  if (leftUsd < needUsd) throw new Ends(awaitBudget(ctx.run, say.overBudget({ chapter, needUsd, leftUsd })));
}

/** Most characters of a file that is given as context. */
const MOST_GIVEN = 20_000;
const MANIFESTS = [
  'README.md',
  'readme.md',
  'Readme.md',
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'Makefile',
];

/** What the writer is shown of the repository, and the document that the request names, if it names one. Recorded once. */
async function repositoryOf({ ctx, environment }: Studio, order: WriteOrder) {
  const request = requestText(order);
  return ctx.step('repository', async () => {
    const all = await environment.workspace.files({});
    const target = namedDocument(request, all);
    const wanted = all.filter((file) => file === target || MANIFESTS.includes(file));
    const texts = await Promise.all(
      wanted.map(async (file): Promise<Given> => ({ path: file, text: await textAt(environment, file) })),
    );
    const list = { path: 'files of the repository', text: all.slice(0, 500).join('\n') };
    return { repository: all.length > 0 ? [list, ...texts] : [], target };
  });
}

async function textAt({ workspace }: Pick<WorkEnvironment, 'workspace'>, file: string): Promise<string> {
  const bytes = await workspace.read(file);
  return sanitize(new TextDecoder().decode(bytes ?? new Uint8Array())).text.slice(0, MOST_GIVEN);
}

/** The one existing document that a request names; null where it names none or several. */
export function namedDocument(request: string, all: readonly string[]): string | null {
  const known = new Set(all);
  const words = request.match(/[\p{L}\p{N}_./-]+\.(?:md|markdown|mdx)\b/gu) ?? [];
  const found = [...new Set(words.map((word) => word.replace(/^\.\//, '')))].filter((word) => known.has(word));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Writes the chapters into the tree and gives the change. A file that had CRLF keeps it. */
async function layOut(
  { workspace, below }: WorkEnvironment,
  chapters: readonly { readonly file: string; readonly text: string }[],
): Promise<WorkDiff | undefined> {
  const base = await below.head();
  const apart = base === null ? null : (await below.changedBefore(base)).apart;
  for (const { file, text } of chapters) {
    const before = await workspace.read(file);
    const crlf = before !== null && new TextDecoder().decode(before).includes('\r\n');
    await workspace.write(file, new TextEncoder().encode(crlf ? text.replaceAll('\n', '\r\n') : text));
  }
  if (base === null || apart === null) return undefined;
  const { diff } = await below.since(base, apart);
  return diff.text === '' ? undefined : { base, sha256: diff.sha256, files: diff.files, text: diff.text };
}

/** One round of reviews about a file, without a loop. */
async function reviewFile(studio: Studio, file: string): Promise<WorkResult> {
  const { ctx, environment, say, settings, thresholds, reviewers } = studio;
  const bytes = await environment.workspace.read(file);
  if (bytes === null) return { outcome: { name: 'refused', says: say.noFile(file) }, spent: spentOf(ctx) };
  const draft = await ctx.step(
    'draft',
    async () => sanitize(new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')).text,
  );
  const profile: Profile = settings.profile ?? 'docs';
  await studio.files.write(files.draft(1, 1), draft);
  const asked = {
    chapter: 1,
    round: 1,
    profile,
    lang: ctx.settings.lang,
    common: [],
    previous: [],
    draft,
    place: { document: file },
  };
  const { cards, found, facts } = await assessDraft(studio, { ...asked, progress: async () => undefined });
  const of = { chapter: 1, round: 1, cards, found, history: [], polish: false };
  const once = { ...thresholds, max_rounds: Number.POSITIVE_INFINITY };
  const { summary, verdict, priorities } = summarize({ ...of, expected: reviewers.map(({ name }) => name) }, once);
  await studio.files.json(files.summary(1, 1), summary);
  const { average, reason, passes } = verdict;
  const listed = priorities.map(
    ({ agent, location, severity, issue }) => `- **${agent}** ${location} (${severity}): ${issue}`,
  );
  const says = [say.reviewed({ file, average, passes, reason }), listed.join('\n')].join('\n\n').trim();
  return { outcome: { name: passes ? 'done' : 'failed', says, result: { summary, facts } }, spent: spentOf(ctx) };
}

/** Of the journal. */
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
