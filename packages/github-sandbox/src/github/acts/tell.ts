import type { Subjects } from '../events/happening.js';
import { fullName, type Repository } from '../state.js';
import type { Act } from '../world.js';

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
export function tell({ world, by }: Act, deed: Deed): void {
  const { repository, kind, subject, detail = {}, event } = deed;
  world.effects.record({ actor: by.account.login, kind, repo: fullName(repository), subject, detail });
  if (event === undefined) return;
  world.happenings.tell({
    name: event.name,
    ...(event.action === undefined ? {} : { action: event.action }),
    repository,
    sender: by.account,
    byWorkflow: by.workflow,
    subjects: event.subjects ?? {},
    ...(event.extra === undefined ? {} : { extra: event.extra }),
  });
}
