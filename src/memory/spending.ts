// The cost ledger: one JSON line when a run reserves money and one when it has ended. Status, daily budgets and the facilitator's history
// read it.
import * as z from 'zod';
import type { Refs } from '../ports/index.js';
import type { DailyAllowance } from '../ports/workflow.js';
import { folderLines, type JsonLines, lineText, parseLines, processLines, refsLines } from './json-lines.js';

const entry = z.looseObject({
  kind: z.enum(['reserved', 'ended']),
  run: z.string(),
  at: z.iso.datetime(),
  workflow: z.string(),
  user: z.string(),
  repo: z.string(),
  issue: z.number().optional(),
  /** For `reserved`: the dollars that the run may spend. For `ended`: the dollars that it spent. */
  usd: z.number().min(0),
  outcome: z.string().optional(),
  pull: z.number().optional(),
  /** Rounds of the debug loop until the first green, where the run verified. */
  loops: z.number().optional(),
});
export type Entry = Readonly<z.output<typeof entry>>;

/** The cost ledger. */
export interface Spending {
  read(): Promise<readonly Entry[]>;
  /** Appends an entry, or the one that the function makes from those present. After a concurrent write it is called again. */
  append(added: Entry | ((present: readonly Entry[]) => Entry)): Promise<void>;
}

/** The daily limits in dollars. */
export interface DayLimits {
  readonly userUsd?: number | undefined;
  readonly repositoryUsd?: number | undefined;
}

/** Parses the ledger. Invalid lines are skipped. */
export const readEntries = (text: string): readonly Entry[] => parseLines(text, entry);

/** What the daily limits leave for a run. The reservation of a running run counts in full. Pure. */
export function leftToday(
  entries: readonly Entry[],
  input: {
    readonly run: string;
    readonly user: string;
    readonly repo: string;
    readonly day: string;
    readonly usd: number;
  },
  limits: DayLimits,
): DailyAllowance {
  const last = new Map(entries.filter(({ at }) => at.slice(0, 10) === input.day).map((each) => [each.run, each]));
  // An ending counts all that its run spent; what it spent on earlier days is not of this day.
  const before = new Map(
    entries.filter(({ kind, at }) => kind === 'ended' && at.slice(0, 10) < input.day).map(({ run, usd }) => [run, usd]),
  );
  const others = [...last.values()]
    .filter(({ run }) => run !== input.run)
    .map((each) =>
      each.kind === 'ended' ? { ...each, usd: Math.max(0, each.usd - (before.get(each.run) ?? 0)) } : each,
    );
  const left = (limit = Number.POSITIVE_INFINITY, counts: (each: Entry) => boolean) =>
    Math.max(0, limit - others.filter(counts).reduce((sum, { usd }) => sum + usd, 0));
  const user = left(limits.userUsd, (each) => each.user === input.user);
  const repository = left(limits.repositoryUsd, (each) => each.repo === input.repo);
  const least = Math.min(user, repository);
  if (least >= input.usd) return { usd: input.usd };
  return { usd: least, by: user <= repository ? 'user-day' : 'repository-day' };
}

const FILE = 'runs.jsonl';

const spendingOn = (lines: JsonLines): Spending => ({
  read: async () => readEntries(await lines.read()),
  append: (added) =>
    lines.append((present) => lineText(typeof added === 'function' ? added(readEntries(present)) : added)),
});

/** The ledger of a repository, in `refs/crew/ledger`. */
export const refsSpending = (refs: Refs): Spending => spendingOn(refsLines(refs, FILE));

/** The ledger of the command line. */
export const folderSpending = (home: string): Spending => spendingOn(folderLines(home, FILE));

/** A ledger in memory. */
export const memorySpending = (): Spending => spendingOn(processLines());
