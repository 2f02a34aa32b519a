// The icons of the pages, and the icon and word for the state of an issue, pull request, run, job or step. Used by most views and parts.

import type { Issue, PullRequest, Thread } from '../../github/state.js';
import type { Conclusion, Status } from '../../runner/model.js';
import { type Html, html } from '../html/html.js';

const icon = (name: string, shape: Html): Html =>
  html`<svg class="icon ${name}" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;

/** The shape that all pull request icons share. */
const branchShape = html`<circle cx="4.5" cy="4" r="1.8"/><circle cx="4.5" cy="12" r="1.8"/><circle cx="11.5" cy="11.8" r="1.8"/><path d="M4.5 5.9v4.2"/>`;

/** The icons by meaning. They are hidden from screen readers, because text stands beside each of them. */
export const icons = {
  open: icon('is-open', html`<circle cx="8" cy="8" r="5.75"/><circle class="solid" cx="8" cy="8" r="1.75"/>`),
  good: icon('is-good', html`<circle cx="8" cy="8" r="5.75"/><path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`),
  done: icon('is-done', html`<circle cx="8" cy="8" r="5.75"/><path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`),
  dropped: icon('is-dropped', html`<circle cx="8" cy="8" r="5.75"/><path d="m4.2 11.8 7.6-7.6"/>`),
  talk: icon('is-talk', html`<path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z"/>`),
  blocked: icon('is-blocked', html`<circle cx="8" cy="8" r="5.75"/><path d="M5 8h6"/>`),
  waiting: icon('is-waiting', html`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/>`),
  running: icon('is-running', html`<path d="M13.75 8A5.75 5.75 0 1 1 8 2.25"/>`),
  failed: icon('is-failed', html`<circle cx="8" cy="8" r="5.75"/><path d="m6 6 4 4m0-4-4 4"/>`),
  pull: icon('is-open', html`${branchShape}<path d="M11.5 10V6.5c0-1.4-.9-2.2-2.2-2.2H8m1.6-1.8L7.8 4.3l1.8 1.8"/>`),
  draft: icon('is-draft', html`${branchShape}<path stroke-dasharray="1.4 2.2" d="M11.5 9.8V4.5"/>`),
  merged: icon('is-done', html`${branchShape}<path d="M4.5 5.9c.3 2.6 2.4 5 5.2 5.6"/>`),
  unmerged: icon('is-dropped', html`${branchShape}<path d="M11.5 10V7.6M9.9 2.6l3.2 3.2m0-3.2L9.9 5.8"/>`),
  commit: icon('is-commit', html`<circle cx="8" cy="8" r="2.6"/><path d="M1.5 8h3.9m5.2 0h3.9"/>`),
  note: icon('is-note', html`<path d="M3 2.5h10v8.2L10.2 13.5H3zM10 13.3v-2.8h2.8"/>`),
  smile: icon(
    'is-smile',
    html`<circle cx="8" cy="8" r="5.75"/><path d="M5.7 9.3c1.2 1.6 3.4 1.6 4.6 0M6.2 6.3v.4m3.6-.4v.4"/>`,
  ),
};

/** The logo: a boat. */
export const boat = html`<svg class="boat" viewBox="0 0 40 28" aria-hidden="true"><path class="hull" d="M3 14h34c-3 6.5-9 9-17 9S6 20.5 3 14Z"/><path d="m10 3 5 11M20 2v12M30 3l-5 11"/><path class="wave" d="M1 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0 5 2 8 0 4-2 6 0"/></svg>`;

/** The icon of an issue's or pull request's state. */
export const stateIcon = (thread: Thread): Html => stateOf(thread).icon;

/** The state as a badge. */
export function stateBadge(thread: Thread): Html {
  const { icon, word, tone } = stateOf(thread);
  return html`<span class="state is-${tone}">${icon}${word}</span>`;
}

type StateDisplay = {
  readonly icon: Html;
  readonly word: string;
  readonly tone: 'open' | 'closed' | 'draft' | 'dropped';
};

export const stateOf = (thread: Thread): StateDisplay => (thread.kind === 'Issue' ? ofIssue(thread) : ofPull(thread));

const closedAs = {
  completed: 'Closed',
  not_planned: 'Closed as not planned',
  duplicate: 'Closed as duplicate',
  reopened: 'Closed',
} as const;

function ofIssue({ state, stateReason }: Issue): StateDisplay {
  if (state === 'open') return { icon: icons.open, word: 'Open', tone: 'open' };
  const icon = stateReason === 'completed' ? icons.done : icons.dropped;
  return { icon, word: closedAs[stateReason ?? 'completed'], tone: 'closed' };
}

function ofPull({ state, draft, merge }: PullRequest): StateDisplay {
  if (merge !== null) return { icon: icons.merged, word: 'Merged', tone: 'closed' };
  if (state === 'closed') return { icon: icons.unmerged, word: 'Closed', tone: 'dropped' };
  return draft ? { icon: icons.draft, word: 'Draft', tone: 'draft' } : { icon: icons.pull, word: 'Open', tone: 'open' };
}

const waitingDisplay = { icon: icons.waiting, word: 'waiting' };

const statusDisplay: { readonly [Name in Status]: { icon: Html; word: string } } = {
  queued: waitingDisplay,
  pending: waitingDisplay,
  in_progress: { icon: icons.running, word: 'running' },
  completed: { icon: icons.done, word: 'ended' },
};

const conclusionDisplay: { readonly [Name in Conclusion]: { icon: Html; word: string } } = {
  success: { icon: icons.good, word: 'succeeded' },
  failure: { icon: icons.failed, word: 'failed' },
  cancelled: { icon: icons.dropped, word: 'cancelled' },
  skipped: { icon: icons.blocked, word: 'skipped' },
  action_required: { icon: icons.waiting, word: 'waiting for approval' },
  startup_failure: { icon: icons.failed, word: 'could not start' },
};

/** The icon and word for the status of a run, job or step. */
export function runStatus(part: { status: Status; conclusion: Conclusion | null }): { icon: Html; word: string } {
  return part.conclusion === null ? statusDisplay[part.status] : conclusionDisplay[part.conclusion];
}
