// What a journal says about its run, in a line. Pure.
import { beginOf, endOf, type Journal } from './journal.js';
import { outcomes } from './outcome.js';
import type { RunSummary } from './workflow.js';

/** ISO time without what nobody reads. */
export const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** The run of a journal in a line, or null for a journal that holds nothing yet. */
export function summaryOf(journal: Journal): RunSummary | null {
  const begin = beginOf(journal);
  if (!begin) return null;
  const { run, workflow, repo, issue, at } = begin;
  const end = endOf(journal);
  return { run, workflow, repo, issue, status: end ? outcomes[end.outcome].status : 'running', startedAt: iso(at) };
}
