// A timeline event (labeled, closed, merged, …) as one line of text. Used by the timeline.

import { fullName, type Thread, type TimelineEvent } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { pathOf, type Scene } from '../scene.js';
import { avatar, pill, when } from './elements.js';
import { reference } from './thread-lines.js';

/** A timeline event as one line; null for events that are not shown. */
export function eventLine(scene: Scene, event: TimelineEvent): Html | null {
  const text = eventText(event);
  if (text === null) return null;
  const { actor, at, id } = event;
  return html`<p class="event" id="event-${id}">${actor !== null && avatar(actor)}<span><strong>${actor?.login ?? 'ghost'}</strong> ${text} <span class="when">${when(at, scene.now)}</span></span></p>`;
}

function eventText(event: TimelineEvent): Piece {
  switch (event.kind) {
    case 'LabeledEvent':
      return html`added the ${pill(event.label)} label`;
    case 'UnlabeledEvent':
      return html`removed the ${pill(event.label)} label`;
    case 'AssignedEvent':
      return event.assignee === event.actor
        ? 'self-assigned this'
        : html`assigned <strong>${event.assignee.login}</strong>`;
    case 'UnassignedEvent':
      return event.assignee === event.actor
        ? 'removed their assignment'
        : html`unassigned <strong>${event.assignee.login}</strong>`;
    case 'ClosedEvent':
      return closedText(event);
    case 'ReopenedEvent':
      return 'reopened this';
    case 'RenamedTitleEvent':
      return html`changed the title from <del>${event.previousTitle}</del>`;
    case 'MarkedAsDuplicateEvent':
      return html`marked this as a duplicate of ${reference(event.canonical)}`;
    case 'CrossReferencedEvent':
      return html`mentioned this in ${titledReference(event.source)}`;
    case 'ReferencedEvent':
      return html`referenced this in ${commitLink(event.commitRepository, event.sha, subjectOf(event))}`;
    case 'BlockedByAddedEvent':
      return html`marked this as blocked by ${reference(event.blockingIssue)}`;
    case 'BlockedByRemovedEvent':
      return html`marked this as no longer blocked by ${reference(event.blockingIssue)}`;
    default:
      return boardEventText(event);
  }
}

function boardEventText(event: TimelineEvent): Piece {
  if (event.kind !== 'ProjectV2ItemStatusChangedEvent') return pullEventText(event);
  // Adding a card sets its first status; this is not shown.
  if (event.previousStatus === '') return null;
  return html`moved this from <em>${event.previousStatus}</em> to <em>${event.status}</em>`;
}

function pullEventText(event: TimelineEvent): Piece {
  switch (event.kind) {
    case 'ReviewRequestedEvent':
      return html`requested a review from <strong>${event.reviewer.login}</strong>`;
    case 'ReviewDismissedEvent':
      return html`dismissed the review by <strong>${event.review.author.login}</strong>`;
    case 'ReadyForReviewEvent':
      return 'marked this pull request as ready for review';
    case 'ConvertToDraftEvent':
      return 'marked this pull request as draft';
    case 'MergedEvent':
      return html`merged commit <code>${event.sha.slice(0, 7)}</code> into <code>${event.ref}</code>`;
    case 'HeadRefForcePushedEvent':
      return html`force-pushed the branch from <code>${event.before.slice(0, 7)}</code> to <code>${event.after.slice(0, 7)}</code>`;
    default:
      return null;
  }
}

function closedText({ closer, stateReason }: Extract<TimelineEvent, { kind: 'ClosedEvent' }>): Piece {
  const as = stateReason === 'not_planned' ? 'closed this as not planned' : 'closed this';
  if (closer === null) return as;
  return closer.kind === 'pull'
    ? html`${as} in ${reference(closer.pull)}`
    : html`${as} in ${commitLink(closer.repository, closer.sha)}`;
}

/** The first line of the commit's message; empty if it has not been read yet. */
const subjectOf = ({ commitRepository, sha }: Extract<TimelineEvent, { kind: 'ReferencedEvent' }>): string =>
  commitRepository.commits.peek(sha)?.message.split('\n')[0] ?? '';

const titledReference = (thread: Thread): Html =>
  html`<a class="reference" href="${pathOf(thread)}">${thread.title} #${thread.number}</a>`;

function commitLink(repository: Parameters<typeof fullName>[0], sha: string, subject = ''): Html {
  return html`<a href="/${fullName(repository)}/commit/${sha}"><code>${sha.slice(0, 7)}</code>${subject !== '' && ` ${subject}`}</a>`;
}
