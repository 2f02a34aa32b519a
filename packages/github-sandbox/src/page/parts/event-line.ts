import { fullName, type TimelineEvent } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import type { Scene } from '../scene.js';
import { avatar, pill, when } from './small.js';
import { reference } from './thread-lines.js';

/** A timeline event as one line; null for events that are not shown. */
export function eventLine(scene: Scene, event: TimelineEvent): Html | null {
  const what = said(event);
  if (what === null) return null;
  const { actor, at, id } = event;
  return html`<p class="event" id="event-${id}">${actor !== null && avatar(actor)}<span><strong>${actor?.login ?? 'Somebody'}</strong> ${what} <span class="when">${when(at, scene.now)}</span></span></p>`;
}

function said(event: TimelineEvent): Piece {
  switch (event.kind) {
    case 'LabeledEvent':
      return html`added ${pill(event.label)}`;
    case 'UnlabeledEvent':
      return html`took off ${pill(event.label)}`;
    case 'AssignedEvent':
      return event.assignee === event.actor ? 'took it' : html`gave it to <strong>${event.assignee.login}</strong>`;
    case 'UnassignedEvent':
      return event.assignee === event.actor ? 'let it go' : html`took it from <strong>${event.assignee.login}</strong>`;
    case 'ClosedEvent':
      return closed(event);
    case 'ReopenedEvent':
      return 'opened it again';
    case 'RenamedTitleEvent':
      return html`renamed it from <del>${event.previousTitle}</del>`;
    case 'MarkedAsDuplicateEvent':
      return html`found it to be ${reference(event.canonical)}`;
    case 'CrossReferencedEvent':
      return html`mentioned this in ${reference(event.source)}`;
    case 'ReferencedEvent':
      return html`mentioned this in ${commit(event.commitRepository, event.sha)}`;
    case 'BlockedByAddedEvent':
      return html`made it wait for ${reference(event.blockingIssue)}`;
    case 'BlockedByRemovedEvent':
      return html`made it wait no longer for ${reference(event.blockingIssue)}`;
    default:
      return onBoard(event);
  }
}

function onBoard(event: TimelineEvent): Piece {
  if (event.kind !== 'ProjectV2ItemStatusChangedEvent') return ofPull(event);
  // The first status of a card is not shown.
  if (event.previousStatus === '') return null;
  return html`moved it from <em>${event.previousStatus}</em> to <em>${event.status}</em>`;
}

function ofPull(event: TimelineEvent): Piece {
  switch (event.kind) {
    case 'ReviewRequestedEvent':
      return html`asked <strong>${event.reviewer.login}</strong> for a review`;
    case 'ReviewDismissedEvent':
      return html`set aside what ${event.review.author.login} had said`;
    case 'ReadyForReviewEvent':
      return 'called it ready for review';
    case 'ConvertToDraftEvent':
      return 'made it a draft again';
    case 'MergedEvent':
      return html`merged it into <code>${event.ref}</code> as <code>${event.sha.slice(0, 7)}</code>`;
    case 'HeadRefForcePushedEvent':
      return html`wrote its branch anew: <code>${event.before.slice(0, 7)}</code> is now <code>${event.after.slice(0, 7)}</code>`;
    default:
      return null;
  }
}

function closed({ closer, stateReason }: Extract<TimelineEvent, { kind: 'ClosedEvent' }>): Piece {
  const as = stateReason === 'not_planned' ? 'closed it as not planned' : 'closed it';
  if (closer === null) return as;
  return closer.kind === 'pull'
    ? html`${as} with ${reference(closer.pull)}`
    : html`${as} with ${commit(closer.repository, closer.sha)}`;
}

function commit(repository: Parameters<typeof fullName>[0], sha: string): Html {
  return html`<a href="/${fullName(repository)}/commit/${sha}"><code>${sha.slice(0, 7)}</code></a>`;
}
