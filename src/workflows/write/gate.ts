// The gate of `write`: decides what is written, on which branch and commit, and with which budget. Used by index.ts and publish.ts, and by
// gate.ts and order.ts of src/workflows/task.
import { branchOf, isByCrew, isCommittedByCrew } from '../../changes/own-pull.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome, Request } from '../../ports/run.js';
import type { GateContext, GateOrder, GitHubReader } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { readSubject } from '../fix/subject.js';
import type { WriteOrder } from './choose-path.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';

/** The order of `write`. The run record stores it. */
export interface Order extends WriteOrder {
  readonly target?: Target | undefined;
}

/** The budget of a run in dollars, unless the configuration sets a lower one. */
const LIMIT_USD = 10;

/** Returns the order of `write`, or the outcome `refused` if nothing was asked for. */
export async function gate(ctx: GateContext, request: Request): Promise<Outcome | GateOrder<Order>> {
  const { github, issue, place, dryRun, settings } = ctx;
  const { what, review } = argsOf(request);
  const thread = issueIn(request, issue) ?? (await issueOnBoard(ctx, request));
  const hasText = what !== '' || (thread !== undefined && thread.body.trim() !== '');
  if (!hasText && review === undefined)
    return { name: 'refused', says: inLanguage(settings.lang, { en, ja }).nothingAsked };
  const target =
    place === 'thread' && github && issue !== undefined
      ? await chooseTarget(github, issue, settings.config.fix.base)
      : undefined;
  await ctx.allowance(LIMIT_USD);
  const { by, at } = request;
  const order: Order = {
    what,
    issue: thread,
    at,
    dryRun,
    ...(by && { requester: { login: by.login, id: by.id } }),
    ...(review === undefined ? {} : { review }),
    ...(target && { target }),
  };
  // A branch name instead of a commit: the work starts from the branch's head at that time.
  return { order, ref: target && (target.at === null ? target.base : target.branch) };
}

/** The arguments of `/crew write`: what to write, or which file to review. */
function argsOf({ command }: Request): { readonly what: string; readonly review: string | undefined } {
  if (command.name !== 'write')
    throw new UserError({ expected: '/crew write', found: command.name, remedy: 'Nothing was started.' });
  const { what, review } = command.args as { readonly what?: string | undefined; readonly review?: string | undefined };
  return { what: what?.trim() ?? '', review };
}

/** The issue as the event has it. Later edits are not part of the request. */
function issueIn({ event }: Request, number: number | undefined): WriteOrder['issue'] {
  const seen = 'seen' in event ? event.seen : undefined;
  return seen && number !== undefined ? { number, title: seen.title, body: seen.body } : undefined;
}

/** The issue as it is now, for a request without an event: `--issue` at a terminal. */
async function issueOnBoard(ctx: GateContext, { event }: Request): Promise<WriteOrder['issue']> {
  if (ctx.issue === undefined || !ctx.board) return undefined;
  const found = await readSubject(ctx, event, undefined);
  return found ? { number: ctx.issue, title: found.text.title, body: found.text.body } : undefined;
}

/** The branch that the document is published on. */
export interface Target {
  readonly branch: string;
  /** The head of the branch; null if the branch does not exist. */
  readonly at: string | null;
  /** The base of the pull request. */
  readonly base: string;
  /** The commit that the work starts from. */
  readonly commit: string;
}

/**
 * The branch to write to. On a pull request by crew it is that pull request's branch. An issue has one branch and one pull request at a
 * time; after that pull request is merged or closed, the next run gets a new branch.
 */
export async function chooseTarget(github: GitHubReader, number: number, base: string | undefined): Promise<Target> {
  const pull = await github.pulls.read(number);
  if (pull) {
    if (!(await isByCrew(github, pull))) throw notAnIssue(number);
    return { branch: pull.head.branch, at: pull.head.sha, base: pull.base.branch, commit: pull.head.sha };
  }
  const baseBranch = base ?? (await github.repository.defaultBranch());
  // The first branch of crew's series for this issue that has an open pull request of crew, or none yet.
  for (let n = 1; ; n += 1) {
    const branch = branchOf(number, n);
    const pulls = await github.pulls.listByBranch(branch);
    const open = pulls.find(({ state }) => state === 'open');
    if (pulls.length > 0 && !open) continue;
    if (open && !(await isByCrew(github, open))) continue;
    const at = await github.branches.head(branch);
    if (at !== null && !open && !(await isCommittedByCrew(github, at))) continue;
    const commit = at ?? (await github.branches.head(baseBranch));
    if (commit === null) throw noBranch(baseBranch);
    return { branch, at, base: open?.base.branch ?? baseBranch, commit };
  }
}

const notAnIssue = (number: number): UserError =>
  new UserError({
    expected: 'an issue, or a pull request of crew',
    found: `pull request #${number}`,
    remedy: 'Open an issue that says what is to be written, and ask there.',
    ends: 'refused',
  });

const noBranch = (branch: string): UserError =>
  new UserError({
    expected: `the branch ${branch}`,
    found: 'none of that name',
    remedy: 'Set `fix.base` in the configuration to a branch that exists.',
    ends: 'refused',
  });
