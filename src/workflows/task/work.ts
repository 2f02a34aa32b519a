// The work phase of `task`: connects the components with the tree, the model, the ledger and the workflows that execute.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { answerTo } from '../../agent/signals.js';
import { type Ledger, type LedgerEntry, nextEntryId } from '../../memory/ledger.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { iso, sumOf } from '../../runs/record.js';
import { inLanguage } from '../../text/lang/index.js';
import { PROPOSED } from '../fix/rules/job.js';
import type { EditorAnswer } from '../fix/rules/schemas.js';
import { work as fixWork } from '../fix/work.js';
import { askAgent } from './agents.js';
import { type Components, EXECUTE_STEP, type LedgerDraft, type TaskEnd } from './components.js';
import { type Definitions, readDefinitions } from './definitions.js';
import { runTask } from './engine.js';
import { type ExecutorResult, execute } from './executors.js';
import { en, type TaskMessages } from './messages.en.js';
import { ja } from './messages.ja.js';
import type { TaskOrder, WorkOutput } from './order.js';
import { classify } from './rules/classify.js';
import { classification, selection, verdict } from './rules/contract.js';
import { outcomeOf, reportLines } from './rules/page.js';
import { choosePersonas } from './rules/personas.js';
import { classifierPrompt, selectorPrompt, watcherPrompt } from './rules/prompts.js';
import { DEFAULT_SESSION, type Session, selectSession } from './rules/session.js';
import { isRefusal } from './rules/session-init.js';
import { initSession, readyId } from './session-init.js';

/** The services of a task, in addition to its context. */
export interface TaskServices {
  /** The learning ledger that `work` reads and appends to. It must not need write access to GitHub, which a work job lacks. */
  readonly ledger: (ctx: Pick<WorkContext, 'folder'>) => Ledger;
  /** The ledger that `publish` writes; null if `work` has already written it. */
  readonly publishLedger: Ledger | null;
  /** Standard error. */
  readonly complain: (line: string) => void;
}

/** What the components of a task share. */
interface TaskRun {
  readonly ctx: WorkContext;
  readonly order: TaskOrder;
  readonly environment: WorkEnvironment;
  readonly say: TaskMessages;
  readonly ledger: Ledger;
  readonly definitions: Definitions;
  /** Entries of this run. */
  readonly entries: LedgerEntry[];
}

/** The work phase with these services. */
export const workOf =
  (services: TaskServices) =>
  async (ctx: WorkContext, order: TaskOrder): Promise<WorkResult> => {
    if (order.round) return workOnRound(ctx, order.round);
    const environment = await ctx.environment();
    try {
      return await workOnTask({ ctx, order, environment }, services);
    } finally {
      await environment.close();
    }
  };

/** A further round after failed checks: only the fix runs, and the task document of the first round stays. */
async function workOnRound(ctx: WorkContext, { fix, handed }: NonNullable<TaskOrder['round']>): Promise<WorkResult> {
  const result = await fixWork(ctx, fix);
  if (result.outcome.name !== 'done') return result;
  const { name, says, result: value } = result.outcome;
  const executed = { by: 'fix' as const, outcome: { name, says, result: value as z.JSONType | undefined } };
  return { ...result, outcome: { name, says, result: { ...handed, executed } } };
}

/** Runs the task to its end and returns its result. */
async function workOnTask(
  taskRun: Pick<TaskRun, 'ctx' | 'order' | 'environment'>,
  services: TaskServices,
): Promise<WorkResult> {
  const { ctx, order, environment } = taskRun;
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const definitions = await ctx.step('task definitions', () => readDefinitions(environment.agentsFolder));
  const task: TaskRun = { ...taskRun, say, definitions, ledger: services.ledger(ctx), entries: [] };
  const end = await runTask(order.request, componentsOf(task), {
    clock: ctx.clock,
    say,
    stop: ctx.stop,
    step: ctx.step,
    complain: services.complain,
    startAnswer: () => startConfirmation(ctx),
    showFindings: (findings) => {
      for (const line of reportLines(findings, say)) ctx.show({ kind: 'part', name: line });
    },
  });
  await writeFiles(ctx, end);
  const proposal = order.dryRun ? undefined : await proposalOf(task, end);
  const outcome = outcomeOf(end, { say, run: ctx.run, dryRun: order.dryRun, proposal: proposal?.sha256 });
  const output = workOutputOf(task, end);
  const spent = sumOf(ctx.steps().map((step) => step.spent));
  const commits = executionsOf(task).findLast(({ change }) => change !== undefined)?.commits;
  return {
    outcome: withResult(ctx, outcome, output),
    spent,
    diff: end.change,
    ...(end.change && commits && { commits }),
  };
}

/** At a terminal the result is task.json; the publish job gets the whole work output. */
function withResult({ place }: WorkContext, outcome: Outcome, output: WorkOutput): Outcome {
  if (outcome.name === 'awaiting') return outcome;
  return { ...outcome, result: place === 'terminal' ? output.task : output };
}

/** The executions of this run so far, from the journal. */
const executionsOf = ({ ctx }: TaskRun): readonly ExecutorResult[] =>
  ctx
    .steps()
    .filter(({ name }) => name.startsWith(EXECUTE_STEP))
    .map(({ value }) => (value as { readonly value: ExecutorResult }).value);

/** What `publish` gets. */
function workOutputOf(task: TaskRun, end: TaskEnd): WorkOutput {
  const executions = executionsOf(task);
  const { entries } = task;
  // The execution whose change is kept; without a change, the review or the last one.
  const execution =
    executions.findLast(({ change, by }) => (end.change ? change !== undefined : by === 'review')) ?? executions.at(-1);
  const executed = execution?.outcome
    ? { by: execution.by, outcome: execution.outcome as NonNullable<WorkOutput['executed']>['outcome'] }
    : null;
  const { document, iterations, personas, documents } = end;
  return { task: document, iterations, personas: [...personas], documents: [...documents], ledger: entries, executed };
}

/** The person's answer to the question whether to start; undefined if there is none. */
const startConfirmation = ({ signals, run }: WorkContext): 'yes' | 'no' | undefined => {
  const answer = answerTo(signals, readyId(run));
  if (answer === undefined) return undefined;
  return isRefusal(answer) ? 'no' : 'yes';
};

/** The components of the engine, on this run. */
function componentsOf(task: TaskRun): Components {
  const { ctx, environment, order, definitions, say } = task;
  return {
    selectSession: (request) => chooseSession(task, request),
    init: (session) => initSession({ ...task, tree: environment.workspace, session, sessions: definitions.sessions }),
    classify: async (request) =>
      classify(request) ??
      askAgent(ctx, environment, {
        role: 'classifier',
        who: 'task classifier',
        task: classifierPrompt(request),
        answer: classification,
        stop: ctx.stop,
      }),
    choosePersonas: async (task_type, context) => choosePersonas(definitions.personas, { task_type, context }),
    execute: (input, stop) => execute({ ctx, environment, order, say }, input, stop),
    watch: (input) =>
      askAgent(ctx, environment, {
        role: 'watcher',
        who: `task watcher ${input.iteration}`,
        task: watcherPrompt(input),
        answer: verdict,
        stop: ctx.stop,
      }),
    record: (draft) => record(task, draft),
  };
}

/** SessionSelector: if no rule decides, a model is asked. */
async function chooseSession({ ctx, environment, definitions }: TaskRun, request: string) {
  const { sessions } = definitions;
  const fallback = ctx.settings.config.task?.['default-session'];
  const sessionNamed = (name: string): Session => sessions.find((session) => session.name === name) ?? DEFAULT_SESSION;
  const byRule = selectSession(request, { sessions, type: classify(request), fallback });
  if (byRule) return { selection: byRule, session: sessionNamed(byRule.session_type) };
  const answer = await askAgent(ctx, environment, {
    role: 'classifier',
    who: 'task selector',
    task: selectorPrompt(request, sessions),
    answer: selection,
    stop: ctx.stop,
  });
  const session = sessionNamed(answer.session_type);
  return { selection: { ...answer, session_type: session.name }, session };
}

/** Creates a ledger entry once. Appending it again has no effect. */
async function record({ ctx, ledger, entries }: TaskRun, draft: LedgerDraft): Promise<string> {
  const entry = await ctx.step(`task ledger ${entries.length + 1}`, async (): Promise<LedgerEntry> => {
    const time = iso(ctx.clock.now());
    const known = await ledger.read().catch(() => []);
    return { entry_id: nextEntryId([...known, ...entries], time), time, run: ctx.run, ...draft };
  });
  entries.push(entry);
  await ledger.append([entry]);
  return entry.entry_id;
}

/** Writes the documents and task.json to the run's folder. */
async function writeFiles({ folder }: WorkContext, { document, documents }: TaskEnd): Promise<void> {
  await mkdir(path.join(folder, 'documents'), { recursive: true });
  for (const { name, text } of documents) await writeFile(path.join(folder, 'documents', path.basename(name)), text);
  await writeFile(path.join(folder, 'task.json'), `${JSON.stringify(document, null, 2)}\n`);
}

/** A document as a change for `/crew apply`, recorded like the change of a dry run. */
async function proposalOf({ ctx, environment }: TaskRun, { documents, change, document: { status } }: TaskEnd) {
  const [document] = documents;
  if (!document || change || status === 'failed' || document.name === 'review.md') return undefined;
  await ctx.step(PROPOSED, async () => proposedAnswer(document.name));
  return ctx.step('diff of the document', async () => {
    const copy = environment.copy();
    try {
      await copy.write(
        `docs/${document.name}`,
        Buffer.from(document.text.endsWith('\n') ? document.text : `${document.text}\n`),
      );
      const { diff } = await copy.changes();
      return { base: diff.base, sha256: diff.sha256, files: [...diff.files], text: diff.text };
    } finally {
      await copy.close();
    }
  });
}

/** The description of a change that adds a document. */
const proposedAnswer = (name: string): EditorAnswer => ({
  result: 'changed',
  kind: 'other',
  title: `Add docs/${name}`,
  approach: `The document ${name} is added as it was written.`,
  what: `Adds docs/${name}.`,
  why: 'It is the result of a task, and belongs to the repository.',
  requests: [],
  pullTitle: '',
  pullWhat: '',
  shownBy: [],
  notTargets: [],
  notShown: 'It is a document.',
  hypotheses: [],
});
