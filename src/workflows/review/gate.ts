// The gate of `review`, which `task` uses too: reads the head of an open pull request, its open threads, and the findings of earlier
// reviews.

import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import { issueOfBranch } from '../../changes/own-pull.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome, Request } from '../../ports/run.js';
import type { GateContext, GateOrder, GitHubReader } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { sanitize } from '../../text/sanitize.js';
import { reviewersIn } from '../fix/rules/requests.js';
import { writersOf } from '../fix/target.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { type EarlierReviews, openThreads, publishedFindings } from './rules/new-findings.js';
import { type ReviewedPull, type ReviewTarget, reviewTarget } from './rules/task.js';

/** The order of a review. The run record stores it. */
export interface ReviewOrder {
  readonly target: ReviewTarget;
  /** The pull request as it was when the run started. */
  readonly offered: ReviewedPull;
}

/** Returns the order of a review with its check in progress; or `refused` if there is no open pull request. */
export async function gate(ctx: GateContext, _request: Request): Promise<Outcome | GateOrder<ReviewOrder>> {
  const { github, issue = 0, place, settings } = ctx;
  if (place === 'terminal' || !github) throw noPull();
  const pull = issue > 0 ? await github.pulls.read(issue) : null;
  const target = reviewTarget(pull, pull && (await github.branches.head(pull.base.branch)));
  if ('why' in target)
    return {
      name: 'refused',
      says: inLanguage(settings.lang, { en, ja }).refused(target.why, pull ? [] : await openPullsOf(issue, github)),
      result: { why: target.why },
    };
  await ctx.allowance(readRole(filesOfRole('reviewer')).limits.usd);
  const plain = (text = '') => sanitize(text).text.trim();
  const by = pull?.author.login ?? 'the author';
  const offered = {
    title: plain(pull?.title),
    body: plain(pull?.body),
    by,
    ...(await earlierReviewsOn(ctx, github, target.pull)),
  };
  // Loaded here, because other gates do not need the page of a check.
  const { checkInProgress } = await import('../check/rules/check-run.js');
  const begins = [checkInProgress({ head: target.commit, name: ctx.run, details: ctx.url, lang: settings.lang })];
  return { order: { target, offered }, ref: target.commit, against: target.against, begins };
}

/** At most three open pull requests of an issue: from crew's branch of the issue, or with a text that closes it. */
async function openPullsOf(issue: number, github: GitHubReader): Promise<readonly number[]> {
  const closing = new RegExp(`\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\\s+#${issue}\\b`, 'i');
  const open = await github.pulls.listOpenByPrefix('');
  return open
    .filter(({ title, body, head }) => issueOfBranch(head.branch) === issue || closing.test(`${title}\n${body}`))
    .map(({ number }) => number)
    .slice(0, 3);
}

const noPull = (): UserError =>
  new UserError({
    expected: 'a pull request on GitHub',
    found: 'a terminal',
    remedy: 'Write `/crew review` on the pull request. Here, `crew verify --base REF` compares two commits.',
    ends: 'refused',
  });

/** Open review threads by people with write access and by crew, and the findings of crew's earlier reviews. */
export async function earlierReviewsOn(
  { history, run }: Pick<GateContext, 'history' | 'run'>,
  github: GitHubReader,
  number: number,
): Promise<EarlierReviews> {
  const read = await github.reviews.read(number);
  const writers = await writersOf(github, reviewersIn(read));
  const { login: ownLogin } = await github.people.me();
  const earlier = (await history.list(number)).filter((each) => each.workflow === 'review' && each.run !== run);
  return {
    threads: openThreads(read, (login) => login === ownLogin || writers.has(login)),
    found: earlier.flatMap(publishedFindings),
  };
}
