// The door of the App: a delivery is on the disk before it is answered; then it travels the road.
import type { Probot } from 'probot';
import { mayAsk } from '../commands/asked.js';
import { type Event, fromWebhook } from '../event.js';
import type { Log, Store } from '../ports.js';
import { type Inbox, openInbox } from './inbox.js';

export interface AppOptions {
  readonly store: Store;
  readonly log: Log;
  /** Takes an event its way, for one installation. */
  readonly travel: (event: Event, at: Installation) => Promise<void>;
}

/** Where the App is installed, and the one repository that a token is asked for. */
export interface Installation {
  readonly installation: number;
  readonly repository: number;
}

const NAMES = [
  'issue_comment',
  'issues',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
] as const;

/** Listens to what may concern crew, and takes up again what was left lying. */
export async function crewApp(probot: Probot, { store, log, travel }: AppOptions): Promise<Inbox> {
  const inbox = openInbox({ store, log, handle: ({ name, payload }) => handle(name, payload, travel) });
  for (const name of NAMES) {
    probot.on(name, async ({ id, payload }) => {
      const event = fromWebhook(name, payload);
      if (event && mayAsk(event)) await inbox.put({ id, name, payload: kept(payload) });
    });
  }
  await inbox.resume();
  return inbox;
}

async function handle(name: string, payload: unknown, travel: AppOptions['travel']): Promise<void> {
  const event = fromWebhook(name, payload);
  const at = installationOf(payload);
  if (event && at) await travel(event, at);
}

type Part = Readonly<Record<string, unknown>>;
const part = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {});

function installationOf(payload: unknown): Installation | null {
  const installation = part(part(payload).installation).id;
  const repository = part(part(payload).repository).id;
  return typeof installation === 'number' && typeof repository === 'number' ? { installation, repository } : null;
}

/** As much of a delivery as the road reads; the rest is kept by GitHub. */
function kept(payload: unknown): Part {
  const { action, issue, pull_request, comment, review, label, assignee, sender, repository, installation } =
    part(payload);
  const named = (value: unknown) => ({ id: part(value).id, full_name: part(value).full_name });
  const subject = (value: unknown) => value && { number: part(value).number, updated_at: part(value).updated_at };
  return {
    action,
    issue: subject(issue),
    pull_request: subject(pull_request),
    comment,
    review,
    label,
    assignee,
    sender,
    repository: named(repository),
    installation: { id: part(installation).id },
  };
}
