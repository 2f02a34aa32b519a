import type { Subjects } from '../events/happening.js';
import { nodeId } from '../ids.js';
import { type Account, fullName, type Label, type Repository, type Thread, type TimelineEvent } from '../state.js';
import { type Act, stamp } from '../world.js';

/** What an act did: the line in the log of effects, and, where GitHub sends one, the event about it. */
type Deed = {
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

/** Writes a deed down and tells everybody who listens. Every act ends here, so no door can change something in silence. */
export function emit({ world, by }: Act, deed: Deed): void {
  const { repository, kind, subject, detail = {}, event } = deed;
  world.effects.record({ actor: by.account.login, kind, repo: fullName(repository), subject, detail });
  if (event === undefined) return;
  world.happenings.emit({
    name: event.name,
    ...(event.action === undefined ? {} : { action: event.action }),
    repository,
    sender: by.account,
    byWorkflow: by.workflow,
    subjects: event.subjects ?? {},
    ...(event.extra === undefined ? {} : { extra: event.extra }),
  });
}

type News = {
  /** Of effects: `issue.` or `pull.` is put before it, unless it has a word of its own before a dot. */
  readonly kind: string;
  readonly action: string;
  readonly detail?: { readonly [name: string]: unknown };
  readonly changes?: unknown;
  readonly assignee?: Account;
  readonly label?: Label;
  readonly requested_reviewer?: Account;
  readonly extra?: { readonly [name: string]: unknown };
};

/** Tells of an issue as `issues`, of a pull request as `pull_request`: the same news under two names. */
export function emitThread(act: Act, thread: Thread, news: News): void {
  thread.updatedAt = stamp(act.world);
  const { kind, action, detail, changes, assignee, label, requested_reviewer, extra } = news;
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

type Undated<Event> = Event extends TimelineEvent ? Omit<Event, 'id' | 'nodeId' | 'actor' | 'at'> : never;
export type EventDetail = Undated<TimelineEvent>;

/** Writes what happened into a thread's timeline; a seed says when and who, an act is now. */
export function note(
  { world, by }: { readonly world: Act['world']; readonly by: { readonly account: Account | null } },
  thread: Thread,
  { at, ...detail }: EventDetail & { readonly at?: string },
): void {
  const id = world.ids.next();
  thread.timeline.push({ ...detail, id, nodeId: nodeId('EV', id), actor: by.account, at: at ?? stamp(world) });
}
