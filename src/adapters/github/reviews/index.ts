import type { Reviews } from '../../../ports.js';
import type { Client } from '../client.js';
import { commentOf } from '../comment-of.js';
import { readReviews } from './read.js';

// GitHub takes a remark only beside a part of the difference, and refuses a whole review for one that is not. Pure.

/** A remark beside a line of the head, or beside several. */
interface Remark {
  readonly path: string;
  readonly from?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** A file of a pull request. Without a patch (bytes, or too long to show) nothing stands beside its lines. */
interface Changed {
  readonly filename: string;
  readonly patch?: string | undefined;
}

/** The remarks that have a place beside the difference, and those that have none. */
export function placed<One extends Remark>(
  remarks: readonly One[],
  files: readonly Changed[],
): { readonly beside: readonly One[]; readonly apart: readonly One[] } {
  const hunks = new Map(files.map(({ filename, patch = '' }) => [filename, hunksOf(patch)]));
  const fits = ({ path, line, from = line }: One) =>
    from <= line && (hunks.get(path) ?? []).some(([first, last]) => first <= from && line <= last);
  return { beside: remarks.filter(fits), apart: remarks.filter((one) => !fits(one)) };
}

/** The first and the last line that each part shows of the new text. */
const hunksOf = (patch: string): readonly (readonly [number, number])[] =>
  [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, count = '1']) => {
    const first = Number(from);
    return [first, first + Number(count) - 1];
  });

/**
 * A review's words, followed by the remarks that found no place beside the difference. What is hidden in the last line stays the
 * last: by that whoever wrote it knows it again.
 */
export function withApart(body: string, apart: readonly Remark[]): string {
  const [, words = body, hidden = ''] = /^([\s\S]*?)(\n\n<!-- [^\n]* -->)?$/.exec(body) ?? [];
  const placeless = apart.map(
    ({ path, from, line, body: said }) => `\`${path.replaceAll('`', "'")}:${spanOf(from, line)}\`\n\n${said}`,
  );
  return [words, ...placeless].join('\n\n') + hidden;
}

const spanOf = (from: number | undefined, line: number): string =>
  from === undefined || from === line ? String(line) : `${from}-${line}`;

/** What people say of a change, and what crew answers beside it. */
export function githubReviews(client: Client, at: { owner: string; repo: string }): Reviews {
  const { rest, paginate } = client;
  return {
    read: (pull) => readReviews(client, { owner: at.owner, name: at.repo, pull }),
    async reply(pull, { thread, body }) {
      const ask = { ...at, pull_number: pull, comment_id: thread, body };
      return commentOf((await rest.pulls.createReplyForReviewComment(ask)).data);
    },
    async remark(pull, { head, body, remarks }) {
      const ask = { ...at, pull_number: pull };
      // Looked at before and not after a refusal: GitHub has been seen to refuse a review and to keep a part of it.
      const files = remarks.length > 0 ? await paginate(rest.pulls.listFiles, { ...ask, per_page: 100 }) : [];
      const { beside, apart } = placed(remarks, files);
      const made = await rest.pulls.createReview({
        ...ask,
        commit_id: head,
        event: 'COMMENT',
        body: withApart(body, apart),
        comments: beside.map(rawOf),
      });
      return commentOf(made.data);
    },
  };
}

const rawOf = ({ path, from, line, body }: Remark) => ({
  path,
  line,
  side: 'RIGHT',
  ...(from === undefined || from === line ? {} : { start_line: from, start_side: 'RIGHT' }),
  body,
});
