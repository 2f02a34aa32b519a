// Implements the port Reviews: reads review threads, replies in them, and posts reviews with line comments.

import type { Remark, Reviews } from '../../ports/index.js';
import type { Client, RepositoryName } from './client.js';
import { readReviews } from './review-threads.js';
import { commentOf } from './thread.js';

/** A file of a pull request. Without a patch (binary or too long) no line can have a comment. */
interface ChangedFile {
  readonly filename: string;
  readonly patch?: string | undefined;
}

/** Splits comments into those inside and those outside the diff. GitHub refuses a whole review if one comment is outside. */
export function splitByDiff<R extends Remark>(
  remarks: readonly R[],
  files: readonly ChangedFile[],
): { readonly inside: readonly R[]; readonly outside: readonly R[] } {
  const hunks = new Map(files.map(({ filename, patch = '' }) => [filename, hunksOf(patch)]));
  const isInside = ({ path, line, startLine = line }: R) =>
    startLine <= line && (hunks.get(path) ?? []).some(([first, last]) => first <= startLine && line <= last);
  return { inside: remarks.filter(isInside), outside: remarks.filter((remark) => !isInside(remark)) };
}

/** The first and the last line number of each hunk, in the new version of the file. */
const hunksOf = (patch: string): readonly (readonly [number, number])[] =>
  [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, count = '1']) => {
    const first = Number(from);
    return [first, first + Number(count) - 1];
  });

/**
 * The review's body followed by comments outside the diff. A hidden marker in the last line stays last, because crew recognizes its
 * reviews by it.
 */
export function bodyWithOutsideRemarks(body: string, outside: readonly Remark[]): string {
  const [, visibleBody = body, hidden = ''] = /^([\s\S]*?)(\n\n<!-- [^\n]* -->)?$/.exec(body) ?? [];
  const outsideTexts = outside.map(
    ({ path, startLine, line, body: text }) => `\`${path.replaceAll('`', "'")}:${spanOf(startLine, line)}\`\n\n${text}`,
  );
  return [visibleBody, ...outsideTexts].join('\n\n') + hidden;
}

const spanOf = (startLine: number | undefined, line: number): string =>
  startLine === undefined || startLine === line ? String(line) : `${startLine}-${line}`;

/** Reviews and review comments of a pull request. */
export function githubReviews(client: Client, repository: RepositoryName): Reviews {
  const { rest, paginate } = client;
  return {
    read: (pull) => readReviews(client, { owner: repository.owner, name: repository.repo, pull }),
    async reply(pull, { thread, body }) {
      const parameters = { ...repository, pull_number: pull, comment_id: thread, body };
      return commentOf((await rest.pulls.createReplyForReviewComment(parameters)).data);
    },
    async create(pull, { head, body, remarks }) {
      const parameters = { ...repository, pull_number: pull };
      // Checked before sending: GitHub may refuse a review and still store a part of it.
      const files = remarks.length > 0 ? await paginate(rest.pulls.listFiles, { ...parameters, per_page: 100 }) : [];
      const { inside, outside } = splitByDiff(remarks, files);
      const created = await rest.pulls.createReview({
        ...parameters,
        commit_id: head,
        event: 'COMMENT',
        body: bodyWithOutsideRemarks(body, outside),
        comments: inside.map(rawOf),
      });
      return commentOf(created.data);
    },
  };
}

/** A comment in the form of the REST API. */
const rawOf = ({ path, startLine, line, body }: Remark) => ({
  path,
  line,
  side: 'RIGHT',
  ...(startLine === undefined || startLine === line ? {} : { start_line: startLine, start_side: 'RIGHT' }),
  body,
});
