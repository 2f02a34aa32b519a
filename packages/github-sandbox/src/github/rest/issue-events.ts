// REST routes of issue events and timelines. Loaded by rest/index.ts.

import { reads } from '../auth/required-permission.js';
import { page } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { fullName, type Thread, type TimelineEvent } from '../state.js';
import { type TimelineItem, timelineOf, toSnakeCase } from '../timeline/timeline.js';
import { commentJson } from './comments.js';
import { commitJson } from './commits.js';
import { threadOf } from './find.js';
import { issueJson } from './issue-json.js';
import { labelJson } from './labels.js';
import { reviewJson } from './review-json.js';
import { simpleUser } from './users.js';

type EventContext = { readonly call: RepositoryCall; readonly thread: Thread };

/** Events whose REST name differs from the GraphQL name in snake case. */
const renamed: { readonly [kind: string]: string } = {
  CrossReferencedEvent: 'cross-referenced',
  RenamedTitleEvent: 'renamed',
};

const nameOf = (kind: string): string => renamed[kind] ?? toSnakeCase(kind).replace(/_event$/, '');

/** An event as JSON. */
function eventJson({ call, thread }: EventContext, event: TimelineEvent) {
  const { urls } = call.world;
  const commit = commitIn(event);
  const repository = `${urls.api}/repos/${fullName(thread.repository)}`;
  return {
    id: event.id,
    node_id: event.nodeId,
    url: `${repository}/issues/events/${event.id}`,
    actor: simpleUser(urls, event.actor ?? thread.author),
    event: nameOf(event.kind),
    commit_id: commit,
    commit_url: commit === null ? null : `${repository}/commits/${commit}`,
    created_at: event.at,
    performed_via_github_app: null,
    ...detailOf(call, event),
  };
}

function commitIn(event: TimelineEvent): string | null {
  if (event.kind === 'ReferencedEvent' || event.kind === 'MergedEvent') return event.sha;
  if (event.kind !== 'ClosedEvent' || event.closer === null) return null;
  return event.closer.kind === 'commit' ? event.closer.sha : (event.closer.pull.merge?.sha ?? null);
}

function detailOf({ world: { urls } }: RepositoryCall, event: TimelineEvent): object {
  switch (event.kind) {
    case 'LabeledEvent':
    case 'UnlabeledEvent': {
      const { name, color } = labelJson(urls, event.label);
      return { label: { name, color } };
    }
    case 'AssignedEvent':
    case 'UnassignedEvent': {
      const assigner = event.actor ?? event.assignee;
      return { assignee: simpleUser(urls, event.assignee), assigner: simpleUser(urls, assigner) };
    }
    case 'ReviewRequestedEvent':
    case 'ReviewRequestRemovedEvent': {
      const requester = event.actor ?? event.reviewer;
      return { review_requester: simpleUser(urls, requester), requested_reviewer: simpleUser(urls, event.reviewer) };
    }
    case 'MilestonedEvent':
    case 'DemilestonedEvent':
      return { milestone: { title: event.milestoneTitle } };
    case 'RenamedTitleEvent':
      return { rename: { from: event.previousTitle, to: event.currentTitle } };
    case 'LockedEvent':
      return { lock_reason: event.lockReason };
    case 'ClosedEvent':
    case 'ReopenedEvent':
      return { state_reason: event.stateReason };
    case 'CrossReferencedEvent':
      return { updated_at: event.at, source: { type: 'issue', issue: issueJson(urls, event.source) } };
    default:
      return {};
  }
}

/** A timeline item, which may also be a comment, review or commit. */
async function itemJson(about: EventContext, item: TimelineItem): Promise<object> {
  const { call, thread } = about;
  const { urls } = call.world;
  switch (item.kind) {
    case 'IssueComment': {
      const comment = commentJson(urls, item);
      return { ...comment, event: 'commented', actor: comment.user };
    }
    case 'PullRequestReview':
      return { ...reviewJson(urls, item), state: item.state.toLowerCase(), event: 'reviewed' };
    case 'PullRequestCommit': {
      const { commit, ...shown } = commitJson(call, await thread.repository.commits.read(item.sha));
      const { sha, node_id, html_url, url } = shown;
      const { author, committer, message, tree, verification } = commit;
      const parents = shown.parents.map((one) => ({ sha: one.sha, url: one.url, html_url: one.html_url }));
      const git = { author, committer, message, tree, verification, parents };
      return { event: 'committed', sha, node_id, url, html_url, ...git };
    }
    default:
      return eventJson(about, item);
  }
}

async function timeline(call: RepositoryCall) {
  const thread = threadOf(call);
  const shown = await Promise.all((await timelineOf(thread)).map((item) => itemJson({ call, thread }, item)));
  return page(call, shown, (one) => one);
}

/** Cross-references appear in the timeline only. */
const isListed = ({ kind }: TimelineEvent): boolean => kind !== 'CrossReferencedEvent';

export const issueEventRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/issues/{issue_number}/timeline',
    { operation: 'issues/list-events-for-timeline', need: reads('issues', 'pull_requests') },
    timeline,
  ),
  repositoryRoute(
    'GET …/issues/{issue_number}/events',
    { operation: 'issues/list-events', need: reads('issues', 'pull_requests') },
    (call) => {
      const thread = threadOf(call);
      return page(call, thread.timeline.filter(isListed), (event) => eventJson({ call, thread }, event));
    },
  ),
];
