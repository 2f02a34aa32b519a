// Records each change as an effect and emits its event. Used by nearly all files of acts/, and by seeds for timeline events.

import { nodeId } from '../ids.js';
import type { Subjects } from '../repository-event.js';
import { type Account, fullName, type Label, type Repository, type Thread, type TimelineEvent } from '../state.js';
import { type Act, stamp } from '../world.js';

/** A change: the entry of the effect log, and the event that GitHub sends for it, if any. */
type EffectDraft = {
  readonly repository: Repository;
  readonly kind: string;
  readonly subject: string;
  readonly detail?: { readonly [name: string]: unknown };
  readonly event?: {
    readonly name: string;
    readonly action?: string;
    readonly subjects?: Subjects;
    readonly extra?: { readonly [name: string]: unknown };
  };
};

/** Records a change and emits its event. Every change calls this function, so every API emits the same events. */
export function emit({ world, by }: Act, effect: EffectDraft): void {
  const { repository, kind, subject, detail = {}, event } = effect;
  world.effects.record({ actor: by.account.login, kind, repo: fullName(repository), subject, detail });
  if (event === undefined) return;
  world.repositoryEvents.emit({
    name: event.name,
    ...(event.action === undefined ? {} : { action: event.action }),
    repository,
    sender: by.account,
    byWorkflow: by.isWorkflow,
    subjects: event.subjects ?? {},
    ...(event.extra === undefined ? {} : { extra: event.extra }),
  });
}

type EventData = {
  /** The kind of effect. `emitThread` prepends `issue.` or `pull.` unless it contains a dot. */
  readonly kind: string;
  readonly action: string;
  readonly detail?: { readonly [name: string]: unknown };
  readonly changes?: unknown;
  readonly assignee?: Account;
  readonly label?: Label;
  readonly requested_reviewer?: Account;
  readonly extra?: { readonly [name: string]: unknown };
};

/** Emits an event of an issue (`issues`) or of a pull request (`pull_request`). */
export function emitThread(act: Act, thread: Thread, eventData: EventData): void {
  thread.updatedAt = stamp(act.world);
  const { kind, action, detail, changes, assignee, label, requested_reviewer, extra } = eventData;
  const isPull = thread.kind === 'PullRequest';
  const own = isPull ? { pull_request: thread } : { issue: thread };
  const more = { ...extra, ...(changes === undefined ? {} : { changes }) };
  emit(act, {
    repository: thread.repository,
    kind: kind.includes('.') ? kind : `${isPull ? 'pull' : 'issue'}.${kind}`,
    subject: `#${thread.number}`,
    ...(detail === undefined ? {} : { detail }),
    event: {
      name: isPull ? 'pull_request' : 'issues',
      action,
      subjects: {
        ...own,
        ...(assignee && { assignee }),
        ...(label && { label }),
        ...(requested_reviewer && { requested_reviewer }),
      },
      extra: isPull ? { number: thread.number, ...more } : more,
    },
  });
}

type UndatedEvent<Event> = Event extends TimelineEvent ? Omit<Event, 'id' | 'nodeId' | 'actor' | 'at'> : never;
export type EventDetail = UndatedEvent<TimelineEvent>;

/** Adds an event to a timeline. The actor may be null for seeded events. */
export function addTimelineEvent(
  { world, by }: { readonly world: Act['world']; readonly by: { readonly account: Account | null } },
  thread: Thread,
  { at, ...detail }: EventDetail & { readonly at?: string },
): void {
  const id = world.ids.next();
  thread.timeline.push({ ...detail, id, nodeId: nodeId('EV', id), actor: by.account, at: at ?? stamp(world) });
}
