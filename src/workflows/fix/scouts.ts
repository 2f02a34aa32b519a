// The Scouts answer questions of the Editor, with citations. Scout A reads the code; Scout B also runs it. An answer with a citation that
// does not exist goes back to the Scout; the third such answer ends the question. Used by editor.ts and start.ts.

import * as z from 'zod';
import type { AnswerDecision } from '../../agent/agent.js';
import { AgentStop } from '../../agent/agent-end.js';
import { type GuardedTool, guarded } from '../../agent/guarded-tool.js';
import { isTest } from '../../agent/map/tests-of.js';
import { fenced } from '../../agent/quote.js';
import type { Role } from '../../agent/role.js';
import { type AgentEnd, runAgent } from '../../agent/run.js';
import type { Tool, ToolContext, ToolResult } from '../../agent/tool.js';
import { questionId } from '../../agent/tool.js';
import { linesIn } from '../../agent/tools/file-facts.js';
import { toolsFor } from '../../agent/tools/index.js';
import * as kinds from '../../agent/tools/input-schemas.js';
import { read } from '../../agent/tools/read.js';
import type { Workspace } from '../../ports/tree.js';
import { type FixWork, toolContextOf } from './context.js';
import { PLAN_QUESTION, questionText } from './rules/brief.js';
import { unresolvedPlaces } from './rules/editor-replies.js';
import {
  type Citation,
  type PlanAnswer,
  planAnswer,
  type Question,
  type RecordedScoutAnswer,
  type ScoutAnswer,
  scoutAAnswer,
  scoutBAnswer,
  scoutQuestion,
  unresolvedCitations,
} from './rules/schemas.js';
import { matchesGlobs } from './rules/scope.js';

/** The part of the remaining budget that one question may cost. */
const BUDGET_SHARE = 0.25;
const MAX_TRIES = 3;

/** Asks a Scout. If the same question comes again before the next verification, the first answer is returned at no cost. */
export function askScout(fixWork: FixWork, question: Question): Promise<ToolResult> {
  const { scoutA, scoutB } = fixWork.roles;
  const role = question.who === 'A' ? scoutA : scoutB;
  const by = `${role.name}.${questionId('q', String(fixWork.state.loops), question.question).slice(2)}`;
  const previous = [...fixWork.scoutAnswers.values()].at(-1) ?? Promise.resolve();
  // One question at a time: parallel ones could both reserve the rest of the budget.
  const answer =
    fixWork.scoutAnswers.get(by) ?? previous.then(() => answerQuestion(fixWork, { ...question, by, role }));
  fixWork.scoutAnswers.set(by, answer);
  return answer;
}

async function answerQuestion(
  fixWork: FixWork,
  { by, role, ...question }: Question & { by: string; role: Role },
): Promise<ToolResult> {
  const { who } = question;
  const answer: z.ZodType<ScoutAnswer> = who === 'A' ? scoutAAnswer : scoutBAnswer;
  const mayRunCommands = who === 'B' && !fixWork.copy && fixWork.environment.sandbox.strength === 'sealed';
  const ownCopy = mayRunCommands ? await copyForScout(fixWork) : undefined;
  try {
    const task = {
      by,
      role: ownCopy ? role : withoutShell(role),
      question: question.question,
      toolContext: ownCopy?.toolContext,
    };
    const ended = await runScout(fixWork, task, answer);
    const sliceFiles = ended.ended === 'answered' ? await sliceFilesOf(fixWork, ended.answer) : [];
    return toolResultOf(ended, { ...question, by, sliceFiles });
  } finally {
    await ownCopy?.close();
  }
}

/** Asks Scout A for a plan that a person approves. */
export const askForPlan = (fixWork: FixWork): Promise<AgentEnd<PlanAnswer>> =>
  runScout<PlanAnswer>(
    fixWork,
    { by: 'scout-a.plan', role: fixWork.roles.scoutA, question: PLAN_QUESTION, toolContext: undefined },
    planAnswer,
  );

interface ScoutTask {
  /** The Scout's name in the journal; each question has its own, such as `scout-a.1f2e3d`. */
  readonly by: string;
  readonly role: Role;
  readonly question: string;
  /** What the tools act on; undefined for the tree of the run. */
  readonly toolContext: ToolContext | undefined;
}

const withoutShell = (role: Role): Role => ({ ...role, tools: role.tools.filter((name) => name !== 'shell') });

async function runScout<A extends ScoutAnswer>(
  fixWork: FixWork,
  { by, role, question, toolContext }: ScoutTask,
  answer: z.ZodType<A>,
) {
  const { ctx, environment, allowance, models, model, job, map } = fixWork;
  let tries = 0;
  return runAgent<A>({
    role: { ...role, tools: [...role.tools, 'log'] },
    who: by,
    models,
    model,
    answer,
    task: questionText({ question, task: job.task, map }),
    tools: [
      ...toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
      guarded(logTool(environment.verifier.storedArtifacts)),
    ],
    run: ctx.run,
    budget: allowance.budget.share(BUDGET_SHARE),
    toolContext: toolContext ?? toolContextOf(fixWork),
    onProgress: ctx.show,
    judge: (scoutAnswer) => {
      tries += 1;
      return judgeCitations(fixWork, { by, tries, cites: citationsOf(scoutAnswer) });
    },
  });
}

const citationsOf = (answer: ScoutAnswer): readonly Citation[] => [
  ...answer.findings.flatMap(({ cites }) => cites),
  ...('slices' in answer ? answer.slices.flatMap(({ cites }) => cites) : []),
];

/** Sends an answer back if a citation names no existing lines. The third such answer ends the question. */
async function judgeCitations(
  fixWork: FixWork,
  { by, tries, cites }: { by: string; tries: number; cites: readonly Citation[] },
): Promise<AnswerDecision> {
  const lines = await fixWork.ctx.run.step(`${by} cites ${tries}`, () => readLineCounts(fixWork, cites));
  const problems = unresolvedCitations(cites, (file, run_id) => lines[citationKey(file, run_id)] ?? null);
  if (problems.length === 0) return { is: 'taken' };
  return tries >= MAX_TRIES ? { is: 'over' } : { is: 'back', text: unresolvedPlaces(problems) };
}

const citationKey = (file: string, run_id = ''): string => `${run_id}:${file}`;

async function readLineCounts(
  fixWork: FixWork,
  cites: readonly Citation[],
): Promise<Readonly<Record<string, number | null>>> {
  const { workspace } = toolContextOf(fixWork);
  const lines: Record<string, number | null> = {};
  for (const cite of cites) {
    if ('file' in cite) lines[citationKey(cite.file)] ??= await linesIn(workspace, cite.file);
    else
      lines[citationKey(cite.log, cite.run_id)] ??= await linesIn(
        await fixWork.environment.verifier.storedArtifacts(),
        `${cite.run_id}/${cite.log}`,
      );
  }
  return lines;
}

/** A copy of the tree with its own sandbox, for a Scout that runs commands. The caller closes it. */
async function copyForScout({ ctx, environment, tree, approvals }: FixWork) {
  const { diff } = await environment.baseCommit.changesSince(tree.base, tree.checkoutDifferences);
  const worktree = await environment.baseCommit.checkOut(tree.base);
  const { tree: workspace } = worktree;
  if (diff.text !== '') await environment.apply(diff, workspace);
  const sandbox = await environment.verifier.sandbox(workspace.root);
  const { clock, signal } = ctx;
  const toolContext: ToolContext = {
    workspace,
    guard: environment.guardFor(workspace),
    sandbox,
    clock,
    signal,
    approvals,
  };
  return { toolContext, close: () => sandbox.close().finally(worktree.close) };
}

/** The maximum number of source files that the state keeps for the slices. Their names tell which tests belong to a slice. */
const MAX_SLICE_FILES = 200;

/** Returns the files of the tree, without tests, that match the slices of an answer. */
export async function sliceFilesOf(fixWork: FixWork, answer: ScoutAnswer): Promise<readonly string[]> {
  const globs = 'slices' in answer ? answer.slices.flatMap(({ paths }) => paths) : [];
  if (globs.length === 0) return [];
  const files = await toolContextOf(fixWork).workspace.files({});
  return files.filter((file) => !isTest(file) && matchesGlobs(file, globs)).slice(0, MAX_SLICE_FILES);
}

type QuestionToScout = Question & { readonly by: string; readonly sliceFiles: readonly string[] };

function toolResultOf(ended: AgentEnd<ScoutAnswer>, { who, question, by, sliceFiles }: QuestionToScout): ToolResult {
  if (ended.ended === 'cancelled') throw new AgentStop({ ended: 'cancelled', why: 'cancelled' });
  const data: RecordedScoutAnswer = { who, question, by, spent: ended.spent };
  if (ended.ended === 'answered') {
    const text = fenced(`Scout ${who} answered`, JSON.stringify(ended.answer, null, 1));
    return { text, data: { ...data, answer: ended.answer, sliceFiles } satisfies RecordedScoutAnswer };
  }
  const why = ended.ended === 'asked' ? 'it would have needed the permission of a person' : ended.why;
  return { text: `Scout ${who} came to no answer (${why}). Look for yourself.`, failed: true, data };
}

const logInput = z.strictObject({
  run_id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('the verification'),
  log: z
    .string()
    .regex(/^[\w][\w.-]{0,199}$/)
    .describe('the name of its log'),
  from: kinds.count(1_000_000_000).optional().describe('the first line, from 1'),
  lines: kinds.count(2_000).optional().describe('how many lines; 1000 unless told'),
});

/** The tool `log`: shows the log of a verification in the way in which `read` shows a file. */
export const logTool = (evidence: () => Promise<Workspace>): GuardedTool<z.output<typeof logInput>> => ({
  name: 'log',
  description: 'Shows the log of a verification, each line after its number and a tab. Of a long log name a range.',
  input: logInput,
  isReadOnly: true,
  // Logs are outside the tree, so the guard does not know them. The schema limits what can be named.
  touches: () => [],
  run: ({ run_id, log: name, ...range }, at) =>
    evidence().then((workspace) => read.run({ ...range, path: `${run_id}/${name}` }, { ...at, workspace })),
});

/** The Editor's tool that asks a Scout. */
export const scoutTool = (ask: (question: Question) => Promise<ToolResult>): Tool<Question> => ({
  name: 'scout',
  description:
    'Asks a Scout one question and waits for the answer, which names the places where it can be seen. A: the code (map, risks, what must stay true, the smallest safe slice, conventions, prior art, how it is tested). B: what happens when it runs (build, tests, a failure, the environment).',
  input: scoutQuestion,
  isReadOnly: true,
  run: ask,
});
