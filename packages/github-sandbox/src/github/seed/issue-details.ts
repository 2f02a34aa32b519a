// Adds labels, assignees, comments and events of a seed to an issue or pull request. Used by seed.ts, seed/issues.ts and seed/pulls.ts.

import { buildComment } from '../acts/comments.js';
import { addTimelineEvent, type EventDetail } from '../acts/emit.js';
import { buildLabel, findLabel } from '../acts/labels.js';
import { crossReference, resolveReferences } from '../acts/references.js';
import { addAccount } from '../add-account.js';
import { accountWithEmail } from '../commit-author.js';
import { historyOf } from '../git/history.js';
import { readRef } from '../git/refs.js';
import { type Account, fullName, type Label, type Repository, type Thread } from '../state.js';
import type { World } from '../world.js';
import { actAt } from './accounts.js';
import type { EventSeed, ThreadSeed } from './shape.js';

/** Adds labels, assignees, comments and other shared data to a new issue or pull request. */
export function addDetails(world: World, { thread, seed }: { thread: Thread; seed: ThreadSeed }): void {
  const { repository, author, createdAt } = thread;
  const who = (login: string | undefined): Account => (login === undefined ? author : addAccount(world, { login }));
  for (const label of seed.labels ?? []) {
    const { name, by, at = createdAt } = typeof label === 'string' ? { name: label } : label;
    const found = labelNamed(world, { repository, name });
    thread.labels = [...thread.labels, found];
    // Without `by`, no event shows who set a label.
    if (by !== undefined)
      addTimelineEvent(actAt(world, { by: who(by), at }), thread, { kind: 'LabeledEvent', label: found });
  }
  for (const one of seed.assignees ?? []) {
    const { login, by, at = createdAt } = typeof one === 'string' ? { login: one } : one;
    const assignee = addAccount(world, { login });
    thread.assignees = [...thread.assignees, assignee];
    addTimelineEvent(actAt(world, { by: who(by), at }), thread, { kind: 'AssignedEvent', assignee });
  }
  for (const { author: login, by, at, body } of seed.comments ?? []) {
    buildComment(actAt(world, { by: who(login ?? by), at: at ?? seed.createdAt }), { issue: thread, body });
  }
  for (const event of seed.events ?? []) {
    addTimelineEvent(
      actAt(world, { by: who(event.by), at: event.at ?? createdAt }),
      thread,
      detailOf(world, { event, repository }),
    );
  }
  thread.locked = seed.locked ?? false;
  thread.lastEditedAt = seed.lastEditedAt ?? null;
  thread.milestone = milestoneNamed(repository, seed.milestone);
}

function labelNamed(world: World, { repository, name }: { repository: Repository; name: string }): Label {
  return findLabel(repository, name) ?? buildLabel({ world }, { repository, draft: { name } });
}

function milestoneNamed(repository: Repository, title: string | undefined) {
  if (title === undefined) return null;
  const found = repository.milestones.find((one) => one.title === title);
  if (found === undefined) throw new Error(`${fullName(repository)} has no milestone ${title}, which the seed names`);
  return found;
}

function detailOf(world: World, { event, repository }: { event: EventSeed; repository: Repository }): EventDetail {
  switch (event.type) {
    case 'labeled':
    case 'unlabeled': {
      const label = labelNamed(world, { repository, name: event.label });
      return { kind: event.type === 'labeled' ? 'LabeledEvent' : 'UnlabeledEvent', label };
    }
    case 'assigned':
    case 'unassigned': {
      const assignee = addAccount(world, { login: event.assignee });
      return { kind: event.type === 'assigned' ? 'AssignedEvent' : 'UnassignedEvent', assignee };
    }
    case 'renamed':
      return { kind: 'RenamedTitleEvent', previousTitle: event.from, currentTitle: event.to };
    case 'locked':
      return { kind: 'LockedEvent', lockReason: null };
    case 'unlocked':
      return { kind: 'UnlockedEvent' };
    case 'milestoned':
    case 'demilestoned': {
      const kind = event.type === 'milestoned' ? 'MilestonedEvent' : 'DemilestonedEvent';
      return { kind, milestoneTitle: event.milestone };
    }
  }
}

/** Sets updatedAt: from the seed, otherwise to the newest event, comment or review. */
export function setUpdatedAt(thread: Thread, seed: ThreadSeed): void {
  const times = [
    thread.createdAt,
    thread.closedAt,
    thread.lastEditedAt,
    ...thread.timeline.filter(({ kind }) => kind !== 'CrossReferencedEvent').map(({ at }) => at),
    ...thread.comments.map(({ createdAt }) => createdAt),
    ...(thread.kind === 'PullRequest' ? thread.reviews.map(({ createdAt }) => createdAt) : []),
  ];
  const last = times.reduce<string>((latest, at) => (at !== null && at > latest ? at : latest), thread.createdAt);
  thread.updatedAt = seed.updatedAt ?? last;
}

/** Adds cross-references for mentions in seeded texts and commits. */
export async function addMentionEvents(world: World, repository: Repository): Promise<void> {
  for (const thread of repository.threadsByNumber.values()) addCrossReferences(world, thread);
  const tip = await readRef(repository.gitDir, `refs/heads/${repository.defaultBranch}`);
  // A fork shares its parent's history, which is handled there.
  if (tip === null || repository.parent !== null) return;
  for (const { sha, message, author, committer } of await historyOf(repository.commits, { head: tip.sha })) {
    const account = accountWithEmail(world.state.accounts.values(), author) ?? null;
    for (const { target } of resolveReferences(world, { repository, text: message })) {
      const event = { kind: 'ReferencedEvent', sha, commitRepository: repository, isDirect: true } as const;
      addTimelineEvent({ world, by: { account } }, target, { ...event, at: committer.date });
    }
  }
}

function addCrossReferences(world: World, source: Thread): void {
  const texts = [
    { by: source.author, at: source.createdAt, text: source.body },
    ...source.comments.map(({ author, createdAt, body }) => ({ by: author, at: createdAt, text: body })),
  ];
  for (const { by, at, text } of texts) crossReference(actAt(world, { by, at }), { source, text });
}
