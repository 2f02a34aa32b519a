// ask: answers a question about the code or the issue, read-only, with citations that were checked.
//
//   gate      the question and the issue it is asked on
//   work      the explorer reads; every `file:line` of its answer is looked up (work.ts)
//   publish   the answer, in a comment
import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import type { Outcome, Request } from '../../ports/run.js';
import type { GateContext, Ordered, PublishContext, Workflow, WorkResult } from '../../ports/workflow.js';
import { sanitize } from '../../text/sanitize.js';
import { type AskOrder, answerText, askResult } from './rules.js';

/** The job `gate` loads only the gate: `work` is imported where it runs. */
export const ask: Workflow<AskOrder> = {
  name: 'ask',
  version: 1,
  exclusive: false,
  gate,
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish,
};

async function gate(ctx: GateContext, { command, event }: Request): Promise<Outcome | Ordered<AskOrder>> {
  const { github, issue: number, place } = ctx;
  const { text } = command.args as { text: string };
  const plain = (words = '') => sanitize(words).text.trim();
  const seen = 'seen' in event ? event.seen : undefined;
  const pull = place === 'thread' && github && number !== undefined ? await github.pulls.read(number) : null;
  await ctx.allowance(readRole(filesOfRole('explorer')).limits.usd);
  const ref = pull?.state === 'open' ? pull.head.sha : await github?.repository.defaultBranch();
  const issue = seen && { title: plain(seen.title), body: plain(seen.body) };
  return { order: { question: plain(text), issue }, ref: place === 'thread' ? ref : undefined };
}

async function publish(ctx: PublishContext, _order: AskOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('an answer that is missing is not published');
  const { outcome } = result;
  const answered = askResult.safeParse(outcome.result);
  // The text is made here, from what the work job found, so that nothing but an answer is posted.
  return outcome.name === 'done' && answered.success
    ? { ...outcome, says: answerText(answered.data, ctx.settings.lang) }
    : outcome;
}
