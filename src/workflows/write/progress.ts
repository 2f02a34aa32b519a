// Writes state.json and progress.json: the position of the run, and what its page, the terminal and the thread show. Used by
// choose-path.ts, chapter.ts, draft.ts and work.ts.

import type { WriteContext } from './context.js';
import { runFiles } from './rules/files.js';
import type { Scorecard } from './rules/reviewers.js';
import { keyOf } from './rules/reviewers.js';
import { type AgentProgress, type ProgressInput, progressOf, type Status, stateOf } from './rules/state.js';
import type { EditorSummary, PastRound } from './rules/summary.js';

/** Writes both state files. */
export async function showState(
  { files: folder, thresholds, say }: WriteContext,
  shown: Omit<ProgressInput, 'maxRounds'>,
): Promise<void> {
  await folder.json(runFiles.state, stateOf(shown.at, thresholds));
  await folder.json(runFiles.progress, progressOf({ ...shown, maxRounds: thresholds.max_rounds }, say.progress));
}

/** What a round has done so far. */
export interface RoundProgress {
  readonly round: number;
  readonly status: Status;
  /** The rounds so far, and this one once its average is known. */
  readonly history: readonly PastRound[];
  readonly cards?: readonly Scorecard[] | undefined;
  /** Agents at work. */
  readonly working?: Readonly<Record<string, AgentProgress>> | undefined;
  readonly message?: string | null | undefined;
}

/** Shows the position in a round of chapter `n`: scores that have arrived, agents at work, averages. */
export function showRound(
  context: WriteContext,
  { n, chosen }: { readonly n: number; readonly chosen: { readonly path: { readonly id: string } } },
  roundProgress: RoundProgress,
): Promise<void> {
  const { round, status, history, cards = [], working = {}, message } = roundProgress;
  const finished = cards.map(({ agent, score }): [string, AgentProgress] => [agent, { status: 'done', score }]);
  const earlier = history.filter((each) => each.round < round);
  return showState(context, {
    at: {
      phase: 4,
      chapter: n,
      round,
      pathId: chosen.path.id,
      status,
      time: context.time(),
      active: Object.keys(working),
      completed: cards.map(({ agent }) => agent),
    },
    average: history.find((each) => each.round === round)?.avg ?? null,
    previous: earlier.at(-1)?.avg ?? null,
    agents: { ...Object.fromEntries(finished), ...working },
    message,
  });
}

/** Shows the scores of the last chapter, and a message after a forced pass of any chapter. */
export function showEnd(
  context: WriteContext,
  path: string,
  chapters: readonly { readonly summary: EditorSummary }[],
): Promise<void> {
  const { reviewers, say } = context;
  const summary = chapters.at(-1)?.summary;
  const scores = reviewers.flatMap(({ name }): [string, AgentProgress][] => {
    const score = summary?.crew_scores[keyOf(name)];
    return score === undefined ? [] : [[name, { status: 'done', score }]];
  });
  return showState(context, {
    at: {
      phase: 4,
      chapter: chapters.length,
      round: summary?.round ?? 0,
      pathId: path,
      status: 'done',
      active: [],
      completed: scores.map(([name]) => name),
      time: context.time(),
    },
    average: summary?.average ?? null,
    previous: summary?.round_history.at(-2)?.avg ?? null,
    agents: Object.fromEntries(scores),
    message: chapters.some((each) => each.summary.forced_pass) ? say.progress.forced : null,
  });
}
