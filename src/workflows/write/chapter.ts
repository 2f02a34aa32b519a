// One chapter: draft, reviews, gate, notes, and again.
import { sanitize } from '../../text/sanitize.js';
import { type Chosen, promptsIn, showState, type WriteOrder } from './begin.js';
import { type CheckedFact, checkFacts, criticalsIn, type Lies } from './facts.js';
import { reviewRound } from './review.js';
import { addressedIn } from './rules/addressed.js';
import { chapterFolder, files, named } from './rules/files.js';
import type { Verdict } from './rules/gate.js';
import { draftAnswer } from './rules/paths.js';
import { draftPrompt, filesText, type Given } from './rules/prompts.js';
import type { Scorecard } from './rules/reviewers.js';
import type { AgentProgress, Status } from './rules/state.js';
import {
  type EditorSummary,
  markUnresolved,
  type PastRound,
  type Priority,
  paragraphsOf,
  type Raised,
  revisionNotes,
  summarize,
  unresolvedOf,
} from './rules/summary.js';
import { askWriter, type Studio } from './studio.js';

export interface Chapter {
  readonly n: number;
  readonly title: string;
  readonly text: string;
  readonly summary: EditorSummary;
  readonly verdict: Verdict;
  readonly open: readonly Priority[];
  readonly facts: readonly CheckedFact[];
}

export interface ChapterAsked {
  readonly chosen: Chosen;
  readonly order: WriteOrder;
  readonly n: number;
  readonly title: string;
  /** Where it will lie in the repository, and the other chapters. */
  readonly place: Lies;
  /** Finished chapters before this one. */
  readonly before: readonly Chapter[];
  readonly repository: readonly Given[];
}

/** What one round leaves for the next. */
interface Before {
  readonly draft: string;
  readonly notes: string;
  readonly cards: readonly Scorecard[];
}

/** Rounds until the gate passes or the last one is forced. */
export async function writeChapter(studio: Studio, asked: ChapterAsked): Promise<Chapter> {
  const history: PastRound[] = [];
  let before: Before | null = null;
  for (let round = 1; ; round += 1) {
    const draft = await draftOf(studio, asked, round, before, history);
    const reviewed = await assess(studio, { ...asked, round, draft, previous: before?.cards ?? [], history });
    const { cards, found, facts } = reviewed;
    const of = { chapter: asked.n, round, cards, found, history, polish: studio.settings.polish };
    const { summary, verdict } = summarize(
      { ...of, expected: studio.reviewers.map(({ name }) => name) },
      studio.thresholds,
    );
    await studio.files.json(files.summary(asked.n, round), summary);
    history.push(...summary.round_history.slice(-1));
    if (verdict.passes) return finish(studio, asked, { draft, summary, verdict, cards, found, facts });
    const notes = revisionNotes(of, verdict, studio.thresholds);
    await studio.files.write(files.notes(asked.n, round), notes);
    before = { draft, notes, cards };
  }
}

async function finish(
  studio: Studio,
  asked: ChapterAsked,
  it: Pick<Chapter, 'summary' | 'verdict' | 'facts'> & {
    readonly draft: string;
    readonly cards: readonly Scorecard[];
    readonly found: readonly Raised[];
  },
): Promise<Chapter> {
  const { summary, verdict, draft, facts } = it;
  const forced = verdict.action === 'force_pass';
  const open = forced ? unresolvedOf(it, verdict) : [];
  const text = forced ? markUnresolved(draft, open) : draft;
  await studio.files.write(files.final(asked.n), text);
  const { forced: atLast, converged } = studio.say.progress;
  const message = forced ? atLast : verdict.action === 'converged' ? converged : null;
  await show(studio, asked, {
    round: summary.round,
    status: 'chapter_passed',
    history: summary.round_history,
    cards: it.cards,
    message,
  });
  return { n: asked.n, title: asked.title, text, summary, verdict, open, facts };
}

interface Showing {
  readonly round: number;
  readonly status: Status;
  /** With this round's average, once it is known. */
  readonly history: readonly PastRound[];
  readonly cards?: readonly Scorecard[] | undefined;
  readonly working?: Readonly<Record<string, AgentProgress>> | undefined;
  readonly message?: string | null | undefined;
}

function show(studio: Studio, { n, chosen }: Pick<ChapterAsked, 'n' | 'chosen'>, of: Showing): Promise<void> {
  const { round, status, history, cards = [], working = {}, message } = of;
  const done = cards.map(({ agent, score }): [string, AgentProgress] => [agent, { status: 'done', score }]);
  const past = history.filter((each) => each.round < round);
  return showState(studio, {
    at: {
      ...{ phase: 4, chapter: n, round, path: chosen.path.id, status, time: studio.time() },
      active: Object.keys(working),
      completed: cards.map(({ agent }) => agent),
    },
    average: history.find((each) => each.round === round)?.avg ?? null,
    previous: past.at(-1)?.avg ?? null,
    agents: { ...Object.fromEntries(done), ...working },
    message,
  });
}

/** The draft of a round, as it stands when its reviews begin. */
async function draftOf(
  studio: Studio,
  asked: ChapterAsked,
  round: number,
  before: Before | null,
  history: readonly PastRound[],
): Promise<string> {
  const { n, chosen, order } = asked;
  await show(studio, asked, {
    round,
    status: 'drafting',
    history,
    working: { Plotter: { status: 'drafting', progress: 0 } },
  });
  const last = before
    ? await existing(studio, { n, round: round - 1, text: before.draft, moment: `before round ${round}` })
    : null;
  const remarks = await remarksOn(studio, order, `ch${n} round ${round} remarks`);
  const given: Given[] = [
    ...frame(chosen),
    ...earlier(asked.before, chosen),
    ...asked.repository,
    ...(last === null ? [] : [{ path: named(files.draft(n, round - 1)), text: numbered(last) }]),
    ...(before ? [{ path: named(files.notes(n, round - 1)), text: before.notes }] : []),
    { path: 'where this chapter will lie', text: asked.place.document },
    ...(remarks === '' ? [] : [{ path: 'comments of the requester since the last draft', text: remarks }]),
  ];
  const task = `${filesText(given)}\n\n${draftPrompt(promptsIn(chosen.idea), n, round)}`;
  const writing = { who: `ch${n} draft ${round}`, task, answer: draftAnswer };
  const { markdown } = await askWriter(studio, writing, chosen.idea.profile, studio.say.what.draft(n));
  // Text that no reader would see is not published, and not shown to reviewers either.
  const text = `${sanitize(unnumbered(markdown).replaceAll('\r\n', '\n')).text.trimEnd()}\n`;
  const file = files.draft(n, round);
  // At a terminal the file is the person's to edit: what they wrote stays.
  if (studio.ctx.place !== 'terminal' || (await studio.files.read(file)) === null) await studio.files.write(file, text);
  return existing(studio, { n, round, text, moment: 'for review' });
}

/** At a terminal: the draft as the person left it. Recorded, so that a continued run judges the same text. */
async function existing(
  { ctx, files: folder }: Studio,
  of: { readonly n: number; readonly round: number; readonly text: string; readonly moment: string },
): Promise<string> {
  if (ctx.place !== 'terminal') return of.text;
  const file = files.draft(of.n, of.round);
  const edited = await ctx.step(`ch${of.n} draft ${of.round} ${of.moment}`, async () => {
    const now = await folder.read(file);
    return now === null || now === of.text ? null : sanitize(now.replaceAll('\r\n', '\n')).text;
  });
  if (edited !== null) await folder.write(file, edited);
  return edited ?? of.text;
}

/** On GitHub: what the requester said in the thread since the request, read once. */
async function remarksOn({ ctx }: Studio, { requester, at }: WriteOrder, step: string): Promise<string> {
  const { github, issue } = ctx;
  if (!github || issue === undefined || !requester) return '';
  return ctx.step(step, async () => {
    const comments = await github.thread.read(issue);
    const own = comments.filter(
      ({ author, body, at: said }) =>
        author.id === requester.id && said !== undefined && said > at && !/^\s*\/crew\b/im.test(body),
    );
    return sanitize(own.map(({ body }) => body).join('\n\n')).text;
  });
}

const frame = ({ idea, path, remark, characters }: Chosen): readonly Given[] => [
  { path: named(files.idea), text: JSON.stringify(idea, null, 2) },
  { path: named(files.selectedPath), text: JSON.stringify(path, null, 2) },
  ...(remark === null ? [] : [{ path: named(files.userInput), text: remark }]),
  ...characters.map(({ name, sheet }) => ({ path: named(files.character(name)), text: `${name}\n\n${sheet}` })),
];

/** Characters of earlier chapters that are given whole, the latest first; of the others their beats. */
const EARLIER = 60_000;

function earlier(before: readonly Chapter[], { path }: Chosen): readonly Given[] {
  let left = EARLIER;
  const given = before.toReversed().map(({ n, text }): Given => {
    left -= text.length;
    const beats = path.chapters.find((each) => each.n === n)?.beats ?? [];
    return { path: `${named(chapterFolder(n))}/final.md`, text: left >= 0 ? text : beats.join('\n') };
  });
  return given.toReversed();
}

/** With the numbers of its paragraphs, as locations name them. */
export function numbered(draft: string): string {
  return paragraphsOf(draft)
    .map(({ start, end }, index) => `[¶${index + 1}]\n${draft.slice(start, end)}`)
    .join('\n\n');
}

/** A writer may copy the numbers. */
const unnumbered = (markdown: string): string => markdown.replace(/^\[¶\d+\]\r?\n/gm, '');

interface Assessing extends ChapterAsked {
  readonly round: number;
  readonly draft: string;
  readonly previous: readonly Scorecard[];
  readonly history: readonly PastRound[];
}

export interface Assessed {
  readonly cards: readonly Scorecard[];
  readonly found: readonly Raised[];
  readonly facts: readonly CheckedFact[];
}

/** What the program finds, then what the reviewers say. */
async function assess(studio: Studio, asked: Assessing): Promise<Assessed> {
  const { chosen, n, round, draft, previous, history } = asked;
  const { profile } = chosen.idea;
  const working = (names: readonly string[]) =>
    Object.fromEntries(names.map((name): [string, AgentProgress] => [name, { status: 'reviewing', progress: 0 }]));
  return assessDraft(studio, {
    ...{ chapter: n, round, profile, draft, previous, lang: promptsIn(chosen.idea), place: asked.place },
    // The repository stands in front of the draft: it stays the same from round to round.
    common: [...asked.repository, ...frame(chosen), ...earlier(asked.before, chosen)],
    progress: ({ working: names, cards }) =>
      show(studio, asked, { round, status: 'reviewing', history, cards, working: working(names) }),
  });
}

/** Used by `--review` too. */
export async function assessDraft(
  studio: Studio,
  asked: Omit<Parameters<typeof reviewRound>[1], 'facts' | 'addressed'> & {
    readonly draft: string;
    readonly place: Lies;
  },
): Promise<Assessed> {
  const { chapter, round, draft, profile } = asked;
  const addressed = addressedIn(draft);
  const facts =
    profile === 'docs'
      ? await studio.ctx.step(`ch${chapter} round ${round} facts`, () => checkFacts(studio, draft, asked.place))
      : [];
  if (profile === 'docs') await studio.files.json(files.facts(chapter, round), facts);
  const common = [...asked.common, { path: named(files.draft(chapter, round)), text: numbered(draft) }];
  const cards = await reviewRound(studio, { ...asked, common, addressed, facts: profile === 'docs' ? facts : null });
  const orders = addressed.map(
    ({ paragraph, quote }): Raised => ({
      ...{ agent: 'Editor', location: `¶${paragraph}`, severity: 'critical' },
      issue: `The text speaks to its reviewers: ${quote}`,
      suggestion: 'Remove it.',
    }),
  );
  return { cards, found: [...orders, ...criticalsIn(draft, facts)], facts };
}
