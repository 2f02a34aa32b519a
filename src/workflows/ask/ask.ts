// ask: answers a question about the code or the issue, read-only, with citations that were checked.
//
//   gate      reads the question and the issue on which it was asked
//   work      runs the explorer, a role that only reads; looks up every `file:line` of its answer
//   publish   returns the answer as the text of a comment

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
  type CheckedCitations,
  missingCitationsText,
  questionText,
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
    return { outcome: await askExplorer(ctx, environment, order), spent: NO_SPENDING };
  } finally {
    await environment.close();
  }
}

/** An answer with wrong citations goes back to the explorer. Of the third answer, only correct citations are kept. */
const MAX_TRIES = 3;

async function askExplorer(ctx: WorkContext, environment: WorkEnvironment, order: AskOrder): Promise<Outcome> {
  const { run, settings, clock, step, signals, place } = ctx;
  const { model } = environment;
  const role = readRole(await step('role', async () => filesOfRole('explorer')));
  const { budget } = allowanceOf({ allowed: ctx.allowed, run: ctx });
  let checked: CheckedCitations = { existing: [], missing: [] };
  let tries = 0;
  const judge = async (answer: AskAnswer) => {
    tries += 1;
    checked = await step(`${role.name} cites ${tries}`, () => checkCitations(environment.workspace, answer));
    if (checked.missing.length === 0 || tries >= MAX_TRIES) return { is: 'taken' } as const;
    return { is: 'back', text: missingCitationsText(checked.missing) } as const;
  };
  const { tools: remoteTools } = await environment.remote();
  ctx.show({ kind: 'part', name: role.displayName });
  const ended = await runAgent<AskAnswer>({
    models: modelsOf(settings.config.models),
    model,
    answer: askAnswer,
    role: { ...role, tools: [...role.tools, ...remoteTools.map(({ name }) => name)] },
    task: questionText(order),
    tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile, remote: remoteTools }),
    run: { step, signals },
    budget,
    judge,
    onProgress: ctx.show,
    toolContext: {
      workspace: environment.workspace,
      guard: environment.guard,
      sandbox: environment.sandbox,
      clock,
      signal: ctx.stop,
      approvals: openApprovals(signals),
    },
  });
  const say = messages(settings.lang);
  if (ended.ended !== 'answered')
    return outcomeWithoutAnswer(ended, { role: role.displayName, run, limitUsd: budget.limitUsd, say, place });
  const { answer, open } = ended.answer;
  const result = { answer, open, evidence: checked.existing, dropped: checked.missing.length };
  return { name: 'done', says: answerText(result, settings.lang), result };
}

async function checkCitations(tree: Workspace, { evidence }: AskAnswer): Promise<CheckedCitations> {
  const existing: AskAnswer['evidence'][number][] = [];
  const missing: AskAnswer['evidence'][number][] = [];
  for (const each of evidence) {
    const bytes = await tree.read(each.file).catch((error: unknown) => {
      if (error instanceof UserError) return null;
      throw error;
    });
    const lines = bytes === null ? 0 : new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n').length;
    (each.line <= lines ? existing : missing).push(each);
  }
  return { existing, missing };
}

export async function publish(ctx: PublishContext, _order: AskOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('an answer that is missing is not published');
  const { outcome } = result;
  const parsed = askResult.safeParse(outcome.result);
  // The text is made here from the parsed answer, so that nothing else of the work job is posted.
  return outcome.name === 'done' && parsed.success
    ? { ...outcome, says: answerText(parsed.data, ctx.settings.lang) }
    : outcome;
}
