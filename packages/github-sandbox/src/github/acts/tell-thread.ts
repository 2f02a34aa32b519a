import type { Account, Label, Thread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { tell } from './tell.js';

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
export function tellThread(act: Act, thread: Thread, news: News): void {
  thread.updatedAt = stamp(act.world);
  const { kind, action, detail, changes, assignee, label, requested_reviewer, extra } = news;
  const isPull = thread.kind === 'PullRequest';
  const own = isPull ? { pull_request: thread } : { issue: thread };
  const more = { ...extra, ...(changes === undefined ? {} : { changes }) };
  tell(act, {
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
