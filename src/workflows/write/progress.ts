// Writes state.json and progress.json: the position of the run, and what its page, the terminal and the thread show.

import type { WriteContext } from './context.js';
import { files } from './rules/files.js';
import type { Scorecard } from './rules/reviewers.js';
import { keyOf } from './rules/reviewers.js';
import { type AgentProgress, type ProgressInput, progressOf, type Status, stateOf } from './rules/state.js';
import type { EditorSummary, PastRound } from './rules/summary.js';

/** Writes both state files. */
export async function showState(
  { files: folder, thresholds, say }: WriteContext,
  shown: Omit<ProgressInput, 'maxRounds'>,
): Promise<void> {
  await folder.json(files.state, stateOf(shown.at, thresholds));
  await folder.json(files.progress, progressOf({ ...shown, maxRounds: thresholds.max_rounds }, say.progress));
}

export interface RoundProgress {
  readonly round: number;
  readonly status: Status;
  /** With this round's average, once it is known. */
  readonly history: readonly PastRound[];
  readonly cards?: readonly Scorecard[] | undefined;
  readonly working?: Readonly<Record<string, AgentProgress>> | undefined;
  readonly message?: string | null | undefined;
}

export function showRound(
  context: WriteContext,
  { n, chosen }: { readonly n: number; readonly chosen: { readonly path: { readonly id: string } } },
  roundProgress: RoundProgress,
): Promise<void> {
  const { round, status, history, cards = [], working = {}, message } = roundProgress;
  const done = cards.map(({ agent, score }): [string, AgentProgress] => [agent, { status: 'done', score }]);
  const past = history.filter((each) => each.round < round);
  return showState(context, {
    at: {
      ...{ phase: 4, chapter: n, round, path: chosen.path.id, status, time: context.time() },
      active: Object.keys(working),
      completed: cards.map(({ agent }) => agent),
    },
    average: history.find((each) => each.round === round)?.avg ?? null,
    previous: past.at(-1)?.avg ?? null,
    agents: { ...Object.fromEntries(done), ...working },
    message,
  });
}

/** Shows the scores of the last chapter, and a message if any chapter was passed by force. */
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
      ...{ phase: 4, chapter: chapters.length, round: summary?.round ?? 0, path, status: 'done', active: [] },
      ...{ completed: scores.map(([name]) => name), time: context.time() },
    },
    average: summary?.average ?? null,
    previous: summary?.round_history.at(-2)?.avg ?? null,
    agents: Object.fromEntries(scores),
    message: chapters.some((each) => each.summary.forced_pass) ? say.progress.forced : null,
  });
}
