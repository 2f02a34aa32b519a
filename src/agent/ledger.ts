// What people and repositories have spent on a day: an append-only log of grants and settlements, a line each.
// A grant counts as spent until it is settled, so that runs that began at the same moment cannot spend the same dollar.
import * as z from 'zod';
import { Conflict } from '../errors.js';
import type { Store } from '../ports.js';

const entry = z.strictObject({
  /** ISO date on which it was granted; what is spent after midnight is still of that day, until something is granted anew. */
  day: z.iso.date(),
  run: z.string(),
  user: z.string(),
  repo: z.string(),
  /** What it may spend of that day, and with `settled`, what it spent of it. The last line of a run counts. */
  usd: z.number().min(0),
  settled: z.boolean(),
});
export type Entry = Readonly<z.output<typeof entry>>;

export interface DayLimits {
  readonly userUsd?: number | undefined;
  readonly repositoryUsd?: number | undefined;
}

/** Whose day is spent. */
export type DayEnd = 'user-day' | 'repository-day';

/** A log a day, so that no run ever reads the spending of years. */
const logOf = (day: string): string => `ledger/${day}`;

/** What stands in a ledger; a line that is none is passed over, since losing one count is better than losing them all. */
export function readLedger(text: string): readonly Entry[] {
  return text.split('\n').flatMap((line) => {
    const read = entry.safeParse(jsonOf(line));
    return read.success ? [read.data] : [];
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** How much is left for a run today, by what others have spent or hold, and whose limit says so. Pure. */
export function leftToday(
  entries: readonly Entry[],
  of: Omit<Entry, 'usd' | 'settled'>,
  limits: DayLimits,
): { readonly usd: number; readonly by: DayEnd } {
  const last = new Map(entries.map((entry) => [entry.run, entry]));
  const others = [...last.values()].filter(({ day, run }) => day === of.day && run !== of.run);
  const spent = (by: (entry: Entry) => boolean) => others.filter(by).reduce((sum, { usd }) => sum + usd, 0);
  const left = (limit = Number.POSITIVE_INFINITY, by: (entry: Entry) => boolean) => Math.max(0, limit - spent(by));
  const user = left(limits.userUsd, (entry) => entry.user === of.user);
  const repository = left(limits.repositoryUsd, (entry) => entry.repo === of.repo);
  return user <= repository ? { usd: user, by: 'user-day' } : { usd: repository, by: 'repository-day' };
}

/** Takes out what a run asks for, or what is left of it, and writes that down; asked again, it is the same grant. */
export async function grant(
  store: Store,
  { asked, limits }: { asked: Omit<Entry, 'settled'>; limits: DayLimits },
): Promise<{ readonly usd: number; readonly by?: DayEnd }> {
  let by: DayEnd | undefined;
  const { usd } = await onto(store, asked.day, (entries) => {
    const left = leftToday(entries, asked, limits);
    by = left.usd < asked.usd ? left.by : undefined;
    return { ...asked, usd: Math.min(asked.usd, left.usd), settled: false };
  });
  return { usd, ...(by === undefined ? {} : { by }) };
}

/** Writes down what a run has really spent; what it did not need is free for others again. */
export async function settle(store: Store, spent: Omit<Entry, 'settled'>): Promise<void> {
  await onto(store, spent.day, () => ({ ...spent, settled: true }));
}

/** One line more, decided on what stands there; somebody else's line in between, and it is decided again. */
async function onto(store: Store, day: string, decide: (entries: readonly Entry[]) => Entry): Promise<Entry> {
  const log = logOf(day);
  for (;;) {
    const found = await store.read(log);
    const next = decide(readLedger(found?.text ?? ''));
    try {
      await store.append(log, `${JSON.stringify(next)}\n`, found?.at ?? null);
      return next;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
