// The English texts of `review`. rules/review-text.ts uses them too.

import { nameAsCode } from '../../text/values.js';

/** The title of the check and its page. */
interface Check {
  readonly verified: string;
  readonly details: string;
}

interface Reviewed {
  readonly commit: string;
  /** What the reviewer could not review, as a quotation. */
  readonly unread?: string;
}

const notReviewed = (unread = ''): readonly string[] =>
  unread === '' ? [] : [`Not reviewed (reviewer’s words):\n\n${unread}`];

const check = ({ verified, details }: Check): string => `Check: [${verified}](${details})`;

const findings = (count: number): string => (count === 1 ? '1 finding' : `${count} findings`);

export const en = {
  /** On an issue, or on a closed or merged pull request. `pulls`: the open pull requests of the issue. */
  refused: (why: 'no pull request' | 'closed' | 'merged', pulls: readonly number[] = []) =>
    why === 'no pull request'
      ? `Nothing was reviewed: this is an issue. Write \`/crew review\` on ${pulls.length === 0 ? 'a pull request' : `its pull request ${pulls.map((pull) => `#${pull}`).join(' or ')}`}.`
      : `Nothing was reviewed: this pull request is ${why}.`,
  /** Above the findings. `hasNewerHead`: the pull request has newer commits. */
  review: ({
    login,
    commit,
    count,
    unread,
    hasNewerHead,
    ...page
  }: Check & Reviewed & { login: string | undefined; count: number; hasNewerHead: boolean }) =>
    [
      ...(login === undefined ? [] : [`@${login}`]),
      `Review of ${nameAsCode(commit.slice(0, 7))}: ${findings(count)}. The review does not block the merge.${hasNewerHead ? ' The pull request has newer commits; line numbers are those of the reviewed commit.' : ''} ${check(page)}`,
      ...notReviewed(unread),
    ].join('\n\n'),
  /** No new findings. `before`: how many findings were published earlier. What was not reviewed stands first: it may be the whole change. */
  nothing: ({ commit, before, unread = '', ...page }: Check & Reviewed & { before: number }) => {
    const review = `Review of ${nameAsCode(commit.slice(0, 7))}`;
    const earlier = before === 0 ? '' : ' Earlier findings are in the comments above.';
    if (unread === '')
      return `${review}: ${before === 0 ? 'the reviewer found nothing' : 'no new findings'}.${earlier} ${check(page)}`;
    const none = `The review has no ${before === 0 ? '' : 'new '}findings.`;
    return [`${review}. Not reviewed (reviewer’s words):`, unread, `${none}${earlier} ${check(page)}`].join('\n\n');
  },
  /** Closed or merged before the findings could be published. */
  late: ({ count, state, ...page }: Check & { count: number; state: 'closed' | 'merged' }) =>
    `The pull request was ${state} during the review, so ${count === 1 ? 'its finding is' : `its ${findings(count)} are`} listed here instead of beside the lines. ${check(page)}`,
  /** The reviewer gave no answer; the check has a result anyway. */
  unread: ({ says, ...page }: Check & { says: string }) => `${says}\n\n${check(page)}`,
  /** The review is published, but the check did not pass, so the run did not succeed. */
  posted: ({ hasFailed, count, verified, details }: Check & { hasFailed: boolean; count: number }) =>
    `The review has ${findings(count)}. The check ${nameAsCode('crew/verify')} ${hasFailed ? 'failed' : 'could not run'}: [${verified}](${details}). Findings do not affect the check.`,
  /** Heads a quoted finding. */
  severity: {
    bug: '**Bug** (reviewer’s words):',
    risk: '**Risk** (reviewer’s words):',
    question: '**Question** (reviewer’s words):',
  },
  /** Heads the cited lines below a quoted finding. The same words as in an answer of `ask`. */
  evidence: 'Citations (checked)',
  cite: ({ file, line, shows }: { file: string; line: number; shows: string }) =>
    `${nameAsCode(`${file}:${line}`)} contains ${nameAsCode(shows)}`,
  place: ({ path, line }: { path: string; line: number }) => `${nameAsCode(`${path}:${line}`)}`,
};

export type Messages = typeof en;
