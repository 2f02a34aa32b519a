// The commits and the pull request of a build, as data. Texts of the work job are parsed with a schema and marked as not verified. Pure.
// Used by ../publish.ts.
import * as z from 'zod';
import type { BranchChange } from '../../../ports/change.js';
import type { WorkCommit } from '../../../ports/workflow.js';
import { titleOf } from '../../fix/rules/pull-request.js';
import { type CommitRequest, commitChange } from '../../fix/rules/target.js';
import type { Messages } from '../messages.en.js';

const text = (most: number) => z.string().max(most);

const publishedDocument = z.looseObject({
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

export type PublishedDocument = z.output<typeof publishedDocument>;

/** The parts of a build's document that its pull request shows; null if the result is not such a document. */
export function readDocument(result: unknown): PublishedDocument | null {
  const read = publishedDocument.safeParse(result);
  return read.success ? read.data : null;
}

/** A build has no Editor's explanation, because its report has the texts of the agents. */
export const NO_WORDS = { title: '', what: '', why: '' };

/** A title of one line, in which closing keywords and mentions have no effect. */
export const titleLine = (words: string): string => titleOf(NO_WORDS, words);

/** One commit for each task; a single commit if the last one is not the verified change. */
export function branchOf(request: CommitRequest, commits: readonly WorkCommit[]): BranchChange {
  const messageOf = (each: WorkCommit) => commitChange({ ...request, title: titleLine(each.title) }).message;
  const last = commits.at(-1);
  const singleCommit = commitChange(request);
  if (!last || last.diff.sha256 !== request.change.diff) return singleCommit;
  const earlierCommits = commits.slice(0, -1).map((each) => ({ message: messageOf(each), diff: each.diff.sha256 }));
  return { ...singleCommit, message: messageOf(last), earlierCommits };
}

/** The content of the pull request's text. `document` is null if the work job's result could not be read. */
export interface PullBody {
  readonly document: PublishedDocument | null;
  /** How many tasks have a commit. */
  readonly landed: number;
  readonly subIssues: readonly number[];
  readonly say: Messages;
}

/** The beginning of the pull request's text: how many tasks it has, their table, and the sub-issues that it closes. */
export function pullBody({ document, landed, subIssues, say }: PullBody): string {
  if (!document) return '';
  const { tasks, summary } = document;
  const closes = subIssues.length === 0 ? [] : ['', subIssues.map(say.closes).join(', ')];
  return [say.landed(landed, tasks.length), '', say.report({ summary, table: say.waveTable(tasks) }), ...closes].join(
    '\n',
  );
}
