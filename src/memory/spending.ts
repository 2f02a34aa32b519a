// The cost ledger: one JSON line when a run reserves money and one when it has ended. Used by src/runs for daily limits, and by
// src/workflows/instant.ts for `/crew status`. Created by src/services/wire.ts.
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
  /** Rounds of the debug loop until the checks passed, if the run verified. */
  loops: z.number().optional(),
});
export type SpendingEntry = Readonly<z.output<typeof entry>>;

/** Reads and appends to the cost ledger. */
export interface Spending {
  read(): Promise<readonly SpendingEntry[]>;
  /** Appends an entry, or the one that the function makes from those present. After a concurrent write it is called again. */
  append(added: SpendingEntry | ((present: readonly SpendingEntry[]) => SpendingEntry)): Promise<void>;
}

/** The daily limits in dollars. */
export interface DayLimits {
  readonly userUsd?: number | undefined;
  readonly repositoryUsd?: number | undefined;
}

/** Parses the ledger. Invalid lines are skipped. */
export const readEntries = (text: string): readonly SpendingEntry[] => parseLines(text, entry);

/** The dollars that the daily limits leave for a run, at most `usd`. The reservation of a running run counts in full. Pure. */
export function leftToday(
  entries: readonly SpendingEntry[],
  input: {
    readonly run: string;
    readonly user: string;
    readonly repo: string;
    /** `YYYY-MM-DD`. */
    readonly day: string;
    readonly usd: number;
  },
  limits: DayLimits,
): DailyAllowance {
  const lastOfDay = new Map(entries.filter(({ at }) => at.slice(0, 10) === input.day).map((each) => [each.run, each]));
  // The entry of an ending has all that the run spent, also on earlier days.
  const spentEarlier = new Map(
    entries.filter(({ kind, at }) => kind === 'ended' && at.slice(0, 10) < input.day).map(({ run, usd }) => [run, usd]),
  );
  const others = [...lastOfDay.values()]
    .filter(({ run }) => run !== input.run)
    .map((each) =>
      each.kind === 'ended' ? { ...each, usd: Math.max(0, each.usd - (spentEarlier.get(each.run) ?? 0)) } : each,
    );
  const left = (limit = Number.POSITIVE_INFINITY, counts: (each: SpendingEntry) => boolean) =>
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

/** A ledger in this process, for dry runs and tests. */
export const memorySpending = (): Spending => spendingOn(processLines());
