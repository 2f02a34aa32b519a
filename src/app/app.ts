// The door of the App: a delivery is on the disk before it is answered; then it travels the road.
import type { Probot } from 'probot';
import { mayAsk } from '../commands/asked.js';
import { changedBy, type Event, fromWebhook } from '../event.js';
import type { Clock, Log, Store } from '../ports.js';
import { debounce } from './debounce.js';
import { openInbox } from './inbox.js';
import { type Pace, rounds } from './rounds.js';

export interface AppOptions {
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
  /** Takes an event its way, for one installation. */
  readonly travel: (event: Event, at: Installation) => Promise<void>;
  /** Looks at a field that changed, by whom. */
  readonly look: (change: { repo: string; at: Installation; by: readonly number[] }) => Promise<LookedAt | undefined>;
}

/** What came of a look, as far as the next one depends on it. None was made of what crew itself wrote. */
export interface LookedAt {
  readonly pace: Pace;
  readonly changed: boolean;
}

/** Where the App is installed, and the one repository that a token is asked for. */
export interface Installation {
  readonly installation: number;
  readonly repository: number;
}

export interface Listening {
  /** Resolves when nothing waits and nothing is being worked on. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

const LONGEST_WHY = 200;

/** Who changed something, and where. */
interface Trace {
  readonly by: number;
  readonly at: Installation;
}

/** Listens to what may concern crew, and takes up again what was left lying. */
export async function crewApp(probot: Probot, { store, log, clock, travel, look }: AppOptions): Promise<Listening> {
  const inbox = openInbox({ store, log, clock, handle: ({ name, payload }) => handle(name, payload, travel) });
  const again = rounds(clock, log);
  const lookAt = async (change: Parameters<typeof look>[0]): Promise<void> => {
    const looked = await look(change);
    if (looked) again.looked(change.repo, { ...looked, again: () => lookAt({ ...change, by: [] }) });
  };
  const changes = debounce<Trace>(async (repo, traces) => {
    const [last] = traces.slice(-1);
    again.wake(repo);
    if (last) await lookAt({ repo, at: last.at, by: traces.map(({ by }) => by) });
  }, log);
  probot.onAny(async ({ id, name, payload }) => {
    const event = fromWebhook(name, payload);
    if (event && mayAsk(event)) await inbox.put({ id, name, payload: kept(payload) });
    const changed = changedBy(name, payload);
    const at = installationOf(payload);
    // A look that is lost with the process is made up for by the next one, so it need not be kept.
    if (changed && at) changes.note(changed.repo, { by: changed.by, at });
  });
  // Whoever sends what is not GitHub's could fill a log: of each there is one line.
  probot.onError(({ message, event }) => log('delivery refused', { id: event.id, why: message.slice(0, LONGEST_WHY) }));
  await inbox.resume();
  const idle = async () => {
    await inbox.idle();
    await changes.idle();
  };
  const stop = () => {
    changes.stop();
    again.stop();
  };
  return { idle, stop };
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
  const subject = (value: unknown) => {
    const { number, updated_at, title, body } = part(value);
    // With what it said then: what is edited afterwards is not what was asked.
    return value && { number, updated_at, title, body };
  };
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
