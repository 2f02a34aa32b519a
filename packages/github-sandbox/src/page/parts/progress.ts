import type { Conclusion, Status } from '../../runner/model.js';
import type { Html } from '../html/html.js';
import { icons } from './icons.js';

const waiting = { icon: icons.waiting, word: 'waiting' };

const moving: { readonly [Name in Status]: { icon: Html; word: string } } = {
  queued: waiting,
  pending: waiting,
  in_progress: { icon: icons.running, word: 'running' },
  completed: { icon: icons.done, word: 'ended' },
};

const ended: { readonly [Name in Conclusion]: { icon: Html; word: string } } = {
  success: { icon: icons.good, word: 'succeeded' },
  failure: { icon: icons.failed, word: 'failed' },
  cancelled: { icon: icons.dropped, word: 'cancelled' },
  skipped: { icon: icons.blocked, word: 'skipped' },
  startup_failure: { icon: icons.failed, word: 'could not start' },
};

/** How far a run, a job or a step is, as a drawing and in a word. */
export function progress(part: { status: Status; conclusion: Conclusion | null }): { icon: Html; word: string } {
  return part.conclusion === null ? moving[part.status] : ended[part.conclusion];
}
