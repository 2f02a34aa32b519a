import type { State } from '../github/state.js';
import type { RunBook, RunPages } from '../page/index.js';
import { runsWithoutRunner } from '../page/run-book.js';
import type { Run, RunnerHost } from '../runner/index.js';

type Line = { readonly job: string; readonly text: string };
type Summary = { readonly job: string; readonly markdown: string };

/** The book of runs, and the pens that the runner writes it with. */
export type OpenRunBook = RunBook & Pick<RunnerHost, 'update' | 'log' | 'summary'>;

/** Keeps all that the runner says. GitHub's own list decides which runs there are and in which order. */
export function openRunBook(state: State): OpenRunBook {
  const told = new Map<number, Run>();
  const pages = new Map<number, { summaries: Summary[]; logs: Line[] }>();
  const listed = runsWithoutRunner(state);

  const pagesOf = (runId: number): { summaries: Summary[]; logs: Line[] } => {
    const found = pages.get(runId) ?? { summaries: [], logs: [] };
    pages.set(runId, found);
    return found;
  };

  return {
    list: (repo) => listed.list(repo).map((run) => told.get(run.id) ?? run),
    pages: (runId): RunPages => pages.get(runId) ?? { summaries: [], logs: [] },
    update: (run) => void told.set(run.id, run),
    log: ({ runId, job, text }) => void pagesOf(runId).logs.push({ job, text }),
    summary: ({ runId, job, markdown }) => void pagesOf(runId).summaries.push({ job, markdown }),
  };
}
