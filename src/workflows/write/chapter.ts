// Phase 4 (specs folio-editor) for one chapter: draft, reviews and quality gate, repeated until the gate passes or the last round is forced.
import { promptsIn } from './choose-path.js';
import type { WriteContext } from './context.js';
import {
  type Chapter,
  type ChapterInput,
  chosenFiles,
  earlierChapters,
  type PreviousRound,
  writeDraft,
} from './draft.js';
import { showRound } from './progress.js';
import { type Assessed, assessDraft } from './review.js';
import { files } from './rules/files.js';
import type { Scorecard } from './rules/reviewers.js';
import type { AgentProgress } from './rules/state.js';
import {
  markUnresolved,
  type PastRound,
  type RaisedFinding,
  revisionNotes,
  summarize,
  unresolvedOf,
} from './rules/summary.js';

/** Rounds until the gate passes or the last one is forced. */
export async function writeChapter(context: WriteContext, input: ChapterInput): Promise<Chapter> {
  const history: PastRound[] = [];
  let before: PreviousRound | null = null;
  for (let round = 1; ; round += 1) {
    const draft = await writeDraft(context, input, round, before, history);
    const reviewed = await assessRound(context, { ...input, round, draft, previous: before?.cards ?? [], history });
    const { cards, found, facts } = reviewed;
    const of = { chapter: input.n, round, cards, found, history, polish: context.settings.polish };
    const { summary, verdict } = summarize(
      { ...of, expected: context.reviewers.map(({ name }) => name) },
      context.thresholds,
    );
    await context.files.json(files.summary(input.n, round), summary);
    history.push(...summary.round_history.slice(-1));
    if (verdict.passes) return finish(context, input, { draft, summary, verdict, cards, found, facts });
    const notes = revisionNotes(of, verdict, context.thresholds);
    await context.files.write(files.notes(input.n, round), notes);
    before = { draft, notes, cards };
  }
}

async function finish(
  context: WriteContext,
  input: ChapterInput,
  chapter: Pick<Chapter, 'summary' | 'verdict' | 'facts'> & {
    readonly draft: string;
    readonly cards: readonly Scorecard[];
    readonly found: readonly RaisedFinding[];
  },
): Promise<Chapter> {
  const { summary, verdict, draft, facts } = chapter;
  const forced = verdict.action === 'force_pass';
  const open = forced ? unresolvedOf(chapter, verdict) : [];
  const text = forced ? markUnresolved(draft, open) : draft;
  await context.files.write(files.final(input.n), text);
  const { forced: atLast, converged } = context.say.progress;
  const message = forced ? atLast : verdict.action === 'converged' ? converged : null;
  await showRound(context, input, {
    round: summary.round,
    status: 'chapter_passed',
    history: summary.round_history,
    cards: chapter.cards,
    message,
  });
  return { n: input.n, title: input.title, text, summary, verdict, open, facts };
}

interface RoundToAssess extends ChapterInput {
  readonly round: number;
  readonly draft: string;
  readonly previous: readonly Scorecard[];
  readonly history: readonly PastRound[];
}

/** Checks the facts, then runs the reviewers. */
async function assessRound(context: WriteContext, roundToAssess: RoundToAssess): Promise<Assessed> {
  const { chosen, n, round, draft, previous, history } = roundToAssess;
  const { profile } = chosen.idea;
  const working = (names: readonly string[]) =>
    Object.fromEntries(names.map((name): [string, AgentProgress] => [name, { status: 'reviewing', progress: 0 }]));
  return assessDraft(context, {
    ...{ chapter: n, round, profile, draft, previous, lang: promptsIn(chosen.idea), place: roundToAssess.place },
    // The repository comes before the draft, so that the prompt's beginning stays the same in each round and can be cached.
    common: [...roundToAssess.repository, ...chosenFiles(chosen), ...earlierChapters(roundToAssess.before, chosen)],
    progress: ({ working: names, cards }) =>
      showRound(context, roundToAssess, { round, status: 'reviewing', history, cards, working: working(names) }),
  });
}
