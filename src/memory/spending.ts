// The cost ledger: one JSON line when a run reserves money and one when it has ended. Status, daily budgets and the facilitator's history
// read it.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import type { Allowed } from '../ports/workflow.js';

const entry = z.looseObject({
  kind: z.enum(['reserved', 'ended']),
  run: z.string(),
  at: z.iso.datetime(),
  workflow: z.string(),
  user: z.string(),
  repo: z.string(),
  issue: z.number().optional(),
  /** For `reserved`: what the run may spend. For `ended`: what it spent. */
  usd: z.number().min(0),
  outcome: z.string().optional(),
  pull: z.number().optional(),
  /** Rounds of the debug loop until the first green, where the run verified. */
  loops: z.number().optional(),
});
export type Entry = Readonly<z.output<typeof entry>>;

export interface Spending {
  read(): Promise<readonly Entry[]>;
  append(entry: Entry): Promise<void>;
}

export interface DayLimits {
  readonly userUsd?: number | undefined;
  readonly repositoryUsd?: number | undefined;
}

/** Parses the ledger. Invalid lines are skipped. */
export function readEntries(text: string): readonly Entry[] {
  return text.split('\n').flatMap((line) => {
    const read = entry.safeParse(parsed(line));
    return read.success ? [read.data] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What the daily limits leave for a run. The reservation of a running run counts in full. Pure. */
export function leftToday(
  entries: readonly Entry[],
  of: {
    readonly run: string;
    readonly user: string;
    readonly repo: string;
    readonly day: string;
    readonly usd: number;
  },
  limits: DayLimits,
): Allowed {
  const last = new Map(entries.filter(({ at }) => at.slice(0, 10) === of.day).map((each) => [each.run, each]));
  const others = [...last.values()].filter(({ run }) => run !== of.run);
  const left = (limit = Number.POSITIVE_INFINITY, counts: (each: Entry) => boolean) =>
    Math.max(0, limit - others.filter(counts).reduce((sum, { usd }) => sum + usd, 0));
  const user = left(limits.userUsd, (each) => each.user === of.user);
  const repository = left(limits.repositoryUsd, (each) => each.repo === of.repo);
  const least = Math.min(user, repository);
  if (least >= of.usd) return { usd: of.usd };
  return { usd: least, by: user <= repository ? 'user-day' : 'repository-day' };
}

const REF = 'crew/ledger';
const FILE = 'runs.jsonl';

/** The ledger of a repository, in `refs/crew/ledger`. A concurrent write is repeated on top of the newer version. */
export function refsSpending(refs: Refs): Spending {
  const current = async () => {
    const at = await refs.tip(REF);
    return { at, text: at === null ? '' : await fileAt(refs, at) };
  };
  return {
    read: async () => readEntries((await current()).text),
    async append(line) {
      for (;;) {
        const { at, text } = await current();
        try {
          await refs.commit(REF, {
            files: { [FILE]: `${text}${JSON.stringify(line)}\n` },
            at,
            message: 'crew: ledger',
          });
          return;
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
        }
      }
    },
  };
}

/** Empty if the commit does not contain the file. */
async function fileAt(refs: Refs, at: string): Promise<string> {
  try {
    return (await refs.read(REF, FILE, at))?.text ?? '';
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) return '';
    throw error;
  }
}

/** The ledger of the command line. */
export function folderSpending(home: string): Spending {
  const file = path.join(home, 'ledger', FILE);
  return {
    read: async () => readEntries(await readFile(file, 'utf8').catch(() => '')),
    async append(line) {
      await mkdir(path.dirname(file), { recursive: true });
      await appendFile(file, `${JSON.stringify(line)}\n`);
    },
  };
}

/** A ledger in memory. */
export function memorySpending(): Spending {
  const entries: Entry[] = [];
  return {
    read: async () => entries,
    async append(line) {
      entries.push(line);
    },
  };
}
