import type { Reviews } from '../../../ports.js';
import type { Client } from '../client.js';
import { commentOf } from '../comment-of.js';
import { placed, type Remark, withApart } from './placed.js';
import { readReviews } from './read.js';

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
