// What a build writes to GitHub, as data. Text of the work job is parsed with a schema and marked as not verified. Pure.
import * as z from 'zod';
import type { BranchChange } from '../../../ports/change.js';
import type { WorkCommit } from '../../../ports/workflow.js';
import { titleOf } from '../../fix/rules/pull-request.js';
import { type CommitRequest, commitChange } from '../../fix/rules/target.js';
import type { Messages } from '../messages.en.js';

const text = (most: number) => z.string().max(most);

const document = z.looseObject({
  tasks: z
    .array(
      z.looseObject({
        id: z.number(),
        title: text(2000),
        persona: text(40),
        wave: z.number(),
        status: text(40),
        error: text(2000).optional(),
      }),
    )
    .max(1000),
  summary: text(60_000),
});

export type DocumentShown = z.output<typeof document>;

/** The document of a build as far as it is shown; null where it is none. */
export function readDocument(result: unknown): DocumentShown | null {
  const read = document.safeParse(result);
  return read.success ? read.data : null;
}

/** A build has no Editor: what agents say stands in the report. */
export const NO_WORDS = { title: '', what: '', why: '' };

/** One line. Closing keywords and mentions have no effect in it. */
export const titleFrom = (words: string): string => titleOf(NO_WORDS, words);

/** One commit for each task; the last one has the tree that was verified. */
export function branchOf(hand: CommitRequest, commits: readonly WorkCommit[]): BranchChange {
  const one = (each: WorkCommit) => commitChange({ ...hand, title: titleFrom(each.title) }).message;
  const last = commits.at(-1);
  const whole = commitChange(hand);
  if (!last || last.diff.sha256 !== hand.change.diff) return whole;
  const before = commits.slice(0, -1).map((each) => ({ message: one(each), diff: each.diff.sha256 }));
  return { ...whole, message: one(last), before };
}

export interface PullBody {
  readonly document: DocumentShown | null;
  readonly landed: number;
  readonly subIssues: readonly number[];
  readonly say: Messages;
}

/** First sentences and table of the pull request, and the sub-issues that it closes. */
export function pullBody({ document: shown, landed, subIssues, say }: PullBody): string {
  if (!shown) return '';
  const { tasks, summary } = shown;
  const closes = subIssues.length === 0 ? [] : ['', subIssues.map(say.closes).join(', ')];
  return [say.landed(landed, tasks.length), '', say.report({ summary, table: say.waveTable(tasks) }), ...closes].join(
    '\n',
  );
}
