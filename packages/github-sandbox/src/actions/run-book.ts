import type { State } from '../github/state.js';
import type { RunBook, RunPages } from '../page/index.js';
import { runsWithoutRunner } from '../page/run-book.js';
import type { Run, RunnerHost } from '../runner/index.js';

type OfJob = { readonly job: string; readonly attempt: number };
type Line = OfJob & { readonly text: string };
type Summary = OfJob & { readonly markdown: string };

/** The book of runs, and the pens that the runner writes it with. */
export type OpenRunBook = RunBook & Pick<RunnerHost, 'update' | 'log' | 'summary'>;

/** Keeps all that the runner says. GitHub's own list decides which runs there are and in which order. */
export function openRunBook(state: State): OpenRunBook {
  const told = new Map<number, Run>();
  const pages = new Map<number, { summaries: Summary[]; logs: Line[] }>();
  const listed = runsWithoutRunner(state);

  const attemptOf = (runId: number): number => told.get(runId)?.attempt ?? 1;
  const pagesOf = (runId: number): { summaries: Summary[]; logs: Line[] } => {
    const found = pages.get(runId) ?? { summaries: [], logs: [] };
    pages.set(runId, found);
    return found;
  };

  return {
    list: (repo) => listed.list(repo).map((run) => told.get(run.id) ?? run),
    pages: (runId): RunPages => {
      const { summaries, logs } = pages.get(runId) ?? { summaries: [], logs: [] };
      return { summaries: ofLastAttempt(summaries), logs: ofLastAttempt(logs) };
    },
    update: (run) => void told.set(run.id, run),
    log: ({ runId, job, text }) => void pagesOf(runId).logs.push({ job, text, attempt: attemptOf(runId) }),
    summary: ({ runId, job, markdown }) =>
      void pagesOf(runId).summaries.push({ job, markdown, attempt: attemptOf(runId) }),
  };
}

/** What a job said when it ran last; a job that passed says nothing more when others are run again. */
function ofLastAttempt<One extends OfJob>(all: readonly One[]): Omit<One, 'attempt'>[] {
  const last = new Map<string, number>();
  for (const { job, attempt } of all) last.set(job, Math.max(attempt, last.get(job) ?? 0));
  return all.flatMap(({ attempt, ...said }) => (last.get(said.job) === attempt ? [said] : []));
}
