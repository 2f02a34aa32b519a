// Implements the port Reviews: reads review threads, replies in them, and posts reviews with line comments.

import type { Remark, Reviews } from '../../ports/index.js';
import type { Client } from './client.js';
import { readReviews } from './review-threads.js';
import { commentOf } from './thread.js';

/** A file of a pull request. Without a patch (binary or too long) no line can have a comment. */
interface ChangedFile {
  readonly filename: string;
  readonly patch?: string | undefined;
}

/** Separates comments on lines of the diff from others. GitHub refuses a whole review if one comment is outside the diff. */
export function splitByDiff<One extends Remark>(
  remarks: readonly One[],
  files: readonly ChangedFile[],
): { readonly inside: readonly One[]; readonly outside: readonly One[] } {
  const hunks = new Map(files.map(({ filename, patch = '' }) => [filename, hunksOf(patch)]));
  const fits = ({ path, line, startLine = line }: One) =>
    startLine <= line && (hunks.get(path) ?? []).some(([first, last]) => first <= startLine && line <= last);
  return { inside: remarks.filter(fits), outside: remarks.filter((one) => !fits(one)) };
}

/** First and last new line of each hunk. */
const hunksOf = (patch: string): readonly (readonly [number, number])[] =>
  [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, count = '1']) => {
    const first = Number(from);
    return [first, first + Number(count) - 1];
  });

/**
 * The review's body followed by comments outside the diff. A hidden marker in the last line stays last, because crew recognizes its
 * reviews by it.
 */
export function withOutside(body: string, outside: readonly Remark[]): string {
  const [, words = body, hidden = ''] = /^([\s\S]*?)(\n\n<!-- [^\n]* -->)?$/.exec(body) ?? [];
  const placeless = outside.map(
    ({ path, startLine, line, body: said }) => `\`${path.replaceAll('`', "'")}:${spanOf(startLine, line)}\`\n\n${said}`,
  );
  return [words, ...placeless].join('\n\n') + hidden;
}

const spanOf = (startLine: number | undefined, line: number): string =>
  startLine === undefined || startLine === line ? String(line) : `${startLine}-${line}`;

/** Reviews and review comments of a pull request. */
export function githubReviews(client: Client, repository: { owner: string; repo: string }): Reviews {
  const { rest, paginate } = client;
  return {
    read: (pull) => readReviews(client, { owner: repository.owner, name: repository.repo, pull }),
    async reply(pull, { thread, body }) {
      const ask = { ...repository, pull_number: pull, comment_id: thread, body };
      return commentOf((await rest.pulls.createReplyForReviewComment(ask)).data);
    },
    async create(pull, { head, body, remarks }) {
      const ask = { ...repository, pull_number: pull };
      // Checked before sending: GitHub may refuse a review and still store a part of it.
      const files = remarks.length > 0 ? await paginate(rest.pulls.listFiles, { ...ask, per_page: 100 }) : [];
      const { inside, outside } = splitByDiff(remarks, files);
      const made = await rest.pulls.createReview({
        ...ask,
        commit_id: head,
        event: 'COMMENT',
        body: withOutside(body, outside),
        comments: inside.map(rawOf),
      });
      return commentOf(made.data);
    },
  };
}

const rawOf = ({ path, startLine, line, body }: Remark) => ({
  path,
  line,
  side: 'RIGHT',
  ...(startLine === undefined || startLine === line ? {} : { start_line: startLine, start_side: 'RIGHT' }),
  body,
});
