// Phase 4 (specs folio-editor) for one chapter: draft, reviews and quality gate, repeated until the gate passes or the last round has failed (a forced pass).
// Called by work.ts.
import { promptLanguageOf } from './choose-path.js';
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
import { runFiles } from './rules/files.js';
import type { Action } from './rules/gate.js';
import type { Scorecard } from './rules/reviewers.js';
import type { AgentProgress } from './rules/state.js';
import {
  type AgentFinding,
  markUnresolved,
  type PastRound,
  revisionNotes,
  summarize,
  unresolvedOf,
} from './rules/summary.js';

/** Writes a chapter in rounds and returns it with its last summary. */
export async function writeChapter(context: WriteContext, input: ChapterInput): Promise<Chapter> {
  const history: PastRound[] = [];
  let previous: PreviousRound | null = null;
  for (let round = 1; ; round += 1) {
    const draft = await writeDraft(context, input, round, previous, history);
    const reviewed = await assessRound(context, { ...input, round, draft, previous: previous?.cards ?? [], history });
    const { cards, programFindings, facts } = reviewed;
    const reviewedRound = { chapter: input.n, round, cards, programFindings, history, polish: context.settings.polish };
    const { summary, verdict } = summarize(
      { ...reviewedRound, expected: context.reviewers.map(({ name }) => name) },
      context.thresholds,
    );
    await context.files.json(runFiles.summary(input.n, round), summary);
    history.push(...summary.round_history.slice(-1));
    if (verdict.isFinished)
      return finishChapter(context, input, { draft, summary, verdict, cards, programFindings, facts });
    const notes = revisionNotes(reviewedRound, verdict, context.thresholds);
    await context.files.write(runFiles.notes(input.n, round), notes);
    previous = { draft, notes, cards };
  }
}

/** Writes the final text of a chapter. After a forced pass it marks what is unresolved. */
async function finishChapter(
  context: WriteContext,
  input: ChapterInput,
  chapter: Pick<Chapter, 'summary' | 'verdict' | 'facts'> & {
    readonly draft: string;
    readonly cards: readonly Scorecard[];
    readonly programFindings: readonly AgentFinding[];
  },
): Promise<Chapter> {
  const { summary, verdict, draft, facts } = chapter;
  const isForced = verdict.action === 'force_pass';
  const open = isForced ? unresolvedOf(chapter, verdict) : [];
  const text = isForced ? markUnresolved(draft, open) : draft;
  await context.files.write(runFiles.final(input.n), text);
  const { forced, converged } = context.say.progress;
  const messages: Readonly<Partial<Record<Action, string>>> = { force_pass: forced, converged };
  await showRound(context, input, {
    round: summary.round,
    status: 'chapter_passed',
    history: summary.round_history,
    cards: chapter.cards,
    message: messages[verdict.action] ?? null,
  });
  return { n: input.n, title: input.title, text, summary, verdict, unresolved: open, facts };
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
    chapter: n,
    round,
    profile,
    draft,
    previous,
    lang: promptLanguageOf(chosen.idea),
    place: roundToAssess.place,
    // The repository comes before the draft, so that the prompt's beginning stays the same in each round and can be cached.
    common: [...roundToAssess.repository, ...chosenFiles(chosen), ...earlierChapters(roundToAssess.before, chosen)],
    progress: ({ working: names, cards }) =>
      showRound(context, roundToAssess, { round, status: 'reviewing', history, cards, working: working(names) }),
  });
}
