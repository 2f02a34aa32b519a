import type { Issue, PullRequest, Thread } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { icons } from './icons.js';

/** The drawing of where an issue or pull request stands. */
export const stateIcon = (thread: Thread): Html => stateOf(thread).icon;

/** The same as a badge with a word. */
export function stateBadge(thread: Thread): Html {
  const { icon, word, tone } = stateOf(thread);
  return html`<span class="state is-${tone}">${icon}${word}</span>`;
}

type Shown = { readonly icon: Html; readonly word: string; readonly tone: 'open' | 'closed' | 'draft' | 'dropped' };

export const stateOf = (thread: Thread): Shown => (thread.kind === 'Issue' ? ofIssue(thread) : ofPull(thread));

const closedAs = { completed: 'Done', not_planned: 'Not planned', duplicate: 'Duplicate', reopened: 'Closed' } as const;

function ofIssue({ state, stateReason }: Issue): Shown {
  if (state === 'open') return { icon: icons.open, word: 'Open', tone: 'open' };
  const icon = stateReason === 'completed' ? icons.done : icons.dropped;
  return { icon, word: closedAs[stateReason ?? 'completed'], tone: 'closed' };
}

function ofPull({ state, draft, merge }: PullRequest): Shown {
  if (merge !== null) return { icon: icons.merged, word: 'Merged', tone: 'closed' };
  if (state === 'closed') return { icon: icons.unmerged, word: 'Closed', tone: 'dropped' };
  return draft ? { icon: icons.draft, word: 'Draft', tone: 'draft' } : { icon: icons.pull, word: 'Open', tone: 'open' };
}
