// The branch and the pull request of a build, as data. Text of the work job is parsed with a schema and marked as not verified. Pure.
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

export type PublishedDocument = z.output<typeof document>;

/** The parts of a build's document that its pull request shows; null if the result is not such a document. */
export function readDocument(result: unknown): PublishedDocument | null {
  const read = document.safeParse(result);
  return read.success ? read.data : null;
}

/** A build has no Editor's explanation, because its report has the texts of the agents. */
export const NO_WORDS = { title: '', what: '', why: '' };

/** One line. Closing keywords and mentions have no effect in it. */
export const titleFrom = (words: string): string => titleOf(NO_WORDS, words);

/** One commit for each task. The last commit has the tree that was verified. */
export function branchOf(request: CommitRequest, commits: readonly WorkCommit[]): BranchChange {
  const one = (each: WorkCommit) => commitChange({ ...request, title: titleFrom(each.title) }).message;
  const last = commits.at(-1);
  const whole = commitChange(request);
  if (!last || last.diff.sha256 !== request.change.diff) return whole;
  const before = commits.slice(0, -1).map((each) => ({ message: one(each), diff: each.diff.sha256 }));
  return { ...whole, message: one(last), earlierCommits: before };
}

export interface PullBody {
  readonly document: PublishedDocument | null;
  readonly landed: number;
  readonly subIssues: readonly number[];
  readonly say: Messages;
}

/** First sentences and table of the pull request, and the sub-issues that it closes. */
export function pullBody({ document: published, landed, subIssues, say }: PullBody): string {
  if (!published) return '';
  const { tasks, summary } = published;
  const closes = subIssues.length === 0 ? [] : ['', subIssues.map(say.closes).join(', ')];
  return [say.landed(landed, tasks.length), '', say.report({ summary, table: say.waveTable(tasks) }), ...closes].join(
    '\n',
  );
}
