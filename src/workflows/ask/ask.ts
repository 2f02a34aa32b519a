// ask: answers a question about the code or the issue, read-only, with citations that were checked.
//
//   gate      the question and the issue it is asked on
//   work      the explorer reads; every `file:line` of its answer is looked up
//   publish   the answer, in a comment

import { outcomeWithoutAnswer } from '../../agent/agent-end.js';
import { openApprovals } from '../../agent/approvals.js';
import { allowanceOf } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import { runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { WorkEnvironment } from '../../ports/environment.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome, Request } from '../../ports/run.js';
import type { Workspace } from '../../ports/tree.js';
import type { GateContext, GateOrder, PublishContext, WorkContext, WorkResult } from '../../ports/workflow.js';
import { NO_SPENDING } from '../../runs/record.js';
import { messages } from '../../text/lang/index.js';
import { sanitize } from '../../text/sanitize.js';
import {
  type AskAnswer,
  type AskOrder,
  answerText,
  askAnswer,
  askResult,
  type Cited,
  questionText,
  uncited,
} from './rules/answer.js';

export async function gate(ctx: GateContext, { command, event }: Request): Promise<Outcome | GateOrder<AskOrder>> {
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

export async function work(ctx: WorkContext, order: AskOrder): Promise<WorkResult> {
  const environment = await ctx.environment();
  try {
    return { outcome: await answered(ctx, environment, order), spent: NO_SPENDING };
  } finally {
    await environment.close();
  }
}

/** Answers with wrong citations are returned to the explorer. Of the third answer, only correct citations count. */
const MOST_TRIES = 3;

async function answered(ctx: WorkContext, environment: WorkEnvironment, order: AskOrder): Promise<Outcome> {
  const { run, settings, clock, step, signals, place } = ctx;
  const { model } = environment;
  const role = readRole(await step('role', async () => filesOfRole('explorer')));
  const { budget } = allowanceOf({ allowed: ctx.allowed, run: ctx });
  let cited: Cited = { seen: [], missing: [] };
  let tries = 0;
  const judge = async (answer: AskAnswer) => {
    tries += 1;
    cited = await step(`${role.name} cites ${tries}`, () => lookedUp(environment.workspace, answer));
    if (cited.missing.length === 0 || tries >= MOST_TRIES) return { is: 'taken' } as const;
    return { is: 'back', text: uncited(cited.missing) } as const;
  };
  const { tools: remote } = await environment.remote();
  ctx.show({ kind: 'part', name: role.displayName });
  const ended = await runAgent<AskAnswer>({
    ...{ models: modelsOf(settings.config.models), model, answer: askAnswer },
    role: { ...role, tools: [...role.tools, ...remote.map(({ name }) => name)] },
    task: questionText(order),
    tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile, remote }),
    ...{ run: { step, signals }, budget: budget, judge, onProgress: ctx.show },
    toolContext: {
      ...{
        workspace: environment.workspace,
        guard: environment.guard,
        sandbox: environment.sandbox,
        clock,
        signal: ctx.stop,
      },
      approvals: openApprovals(signals),
    },
  });
  const say = messages(settings.lang);
  if (ended.ended !== 'answered')
    return outcomeWithoutAnswer(ended, { role: role.displayName, run, limitUsd: budget.limitUsd, say, place });
  const { answer, open } = ended.answer;
  const result = { answer, open, evidence: cited.seen, dropped: cited.missing.length };
  return { name: 'done', says: answerText(result, settings.lang), result };
}

async function lookedUp(tree: Workspace, { evidence }: AskAnswer): Promise<Cited> {
  const seen: AskAnswer['evidence'][number][] = [];
  const missing: AskAnswer['evidence'][number][] = [];
  for (const each of evidence) {
    const bytes = await tree.read(each.file).catch((error: unknown) => {
      if (error instanceof UserError) return null;
      throw error;
    });
    const lines = bytes === null ? 0 : new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n').length;
    (each.line <= lines ? seen : missing).push(each);
  }
  return { seen, missing };
}

export async function publish(ctx: PublishContext, _order: AskOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('an answer that is missing is not published');
  const { outcome } = result;
  const answered = askResult.safeParse(outcome.result);
  // The text is made here from the parsed answer, so that nothing else of the work job is posted.
  return outcome.name === 'done' && answered.success
    ? { ...outcome, says: answerText(answered.data, ctx.settings.lang) }
    : outcome;
}
