import type { Event } from '../event.js';
import { digestOf } from '../text/digest.js';

/** A run's name comes from what it answers: the same event, however often it is delivered, is the same run. */
export function runName(workflow: string, event: Event, text: string): string {
  const repo = 'at' in event ? event.at.repo : (event.repo ?? '');
  return `${workflow}-${issueOf(event) ?? 'here'}-${digestOf([repo, event.key, text].join('\n')).slice(0, 10)}`;
}

const ROUND = /\.r\d+$/;

/** The run that was asked for, of which this is it or one more round. */
export const rootOf = (run: string): string => run.replace(ROUND, '');

/** The n-th round of a run. */
export const roundName = (run: string, n: number): string => `${rootOf(run)}.r${n}`;

/** The issue that an event is about, if it is about one. */
export function issueOf(event: Event): number | undefined {
  if ('at' in event) return event.at.issue;
  return event.kind === 'typed' || event.kind === 'dispatched' ? event.issue : undefined;
}

/** The repository that an event is about, if it is about one. */
export function repoOf(event: Event): string | undefined {
  return 'at' in event ? event.at.repo : event.repo;
}
