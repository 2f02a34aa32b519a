// Runs the Editor's conversation. The Editor changes the tree and answers; debug-loop.ts judges each answer. The conversation ends when an
// answer is accepted, a person is needed, or a limit is reached. Used by work.ts and start.ts.

import { AgentStop } from '../../agent/agent-end.js';
import { guarded } from '../../agent/guarded-tool.js';
import { type AgentEnd, runAgent } from '../../agent/run.js';
import type { Tool, ToolResult } from '../../agent/tool.js';
import { toolsFor } from '../../agent/tools/index.js';
import { withMemory } from '../../memory/services.js';
import type { Web } from '../../ports/environment.js';
import type { Picture } from '../../ports/model.js';
import type { RunTree, Snapshot } from '../../verify/run-tree.js';
import { type FixWork, toolContextOf } from './context.js';
import { judgeEditorAnswer } from './debug-loop.js';
import { type ApprovedPlan, briefText, hypothesesText, taskWords } from './rules/brief.js';
import { isUploadStorage, mediaTypeOf } from './rules/conversation.js';
import * as replies from './rules/editor-replies.js';
import { loopHasEnded } from './rules/editor-replies.js';
import { recordCall } from './rules/fix-state.js';
import { recordsOf } from './rules/outcome.js';
import { type EditorAnswer, editorAnswer, type Question } from './rules/schemas.js';
import { scopeGate } from './rules/scope.js';
import { askScout, logTool, scoutTool } from './scouts.js';

/** What the first message contains besides the task. */
interface EditStart {
  readonly plan?: ApprovedPlan | undefined;
  /** A description of a change that is already in the tree. */
  readonly applied?: string;
}

/** Runs the Editor and returns how its conversation ended. */
export async function edit(fixWork: FixWork, { plan, applied }: EditStart): Promise<AgentEnd<EditorAnswer>> {
  const { ctx, environment, job, state, roles, models, model, allowance, map, repositoryNotes } = fixWork;
  const baseline = job.dryRun ? undefined : await fixWork.prover.baseline();
  const { scope, dryRun, task, report } = job;
  ctx.show({ kind: 'part', name: 'editor' });
  const brief = briefText({
    repositoryNotes,
    task,
    map,
    scope,
    baseline,
    plan,
    report,
    applied,
    isDryRun: dryRun,
    lang: ctx.settings.lang,
  });
  const errors: unknown[] = [];
  const ended = await runAgent<EditorAnswer>({
    role: roles.editor,
    models,
    model,
    run: ctx.run,
    budget: allowance.budget,
    answer: editorAnswer,
    task: await withMemory(ctx, brief, { who: 'editor', text: taskWords(task), taskKind: 'fix' }),
    pictures: await picturesOf(task.issue?.images ?? [], environment.web),
    tools: toolsOf(fixWork, (question) => askScout(fixWork, question)),
    toolContext: {
      ...toolContextOf(fixWork),
      guard: scopeGate(environment.guard, {
        root: environment.workspace.root,
        scope: () => ({ scope, slices: state.slices.flatMap(({ paths }) => paths), files: state.sliceFiles }),
      }),
    },
    // An error in the debug loop ends the conversation and is thrown below, after the cost is counted.
    judge: (answer) => judgeEditorAnswer(fixWork, answer).catch(endKeepingError(errors)),
    observe: (call) => recordCall(fixWork, call),
    extraNotes: () => takeoverNotes(fixWork),
    onProgress: ctx.show,
  });
  state.addUsage(ended.spent.usage);
  if (errors.length > 0) throw errors[0];
  return ended;
}

/** Returns a note for the next turn if a person changed files while the run was stopped, else nothing. */
async function takeoverNotes({ tree }: FixWork): Promise<readonly { readonly name: string; readonly text: string }[]> {
  await tree.ready();
  const taken = tree.adoptedChange();
  return taken ? [{ name: `taken over ${taken.sha256}`, text: replies.takenOver(taken.files) }] : [];
}

/** Returns an error handler that keeps the error in the list and ends the conversation. */
const endKeepingError = (errors: unknown[]) => (error: unknown) => {
  if (error instanceof AgentStop) throw error;
  errors.push(error);
  throw new AgentStop({ ended: 'cancelled', why: 'cancelled' });
};

/** Turns of the conversation that only asks for hypotheses. */
const HYPOTHESES_TURNS = 3;

/**
 * Asks the Editor once for hypotheses when a run ends stuck, and adds them to the state. Does nothing if the last answer has hypotheses, or
 * if the loop stopped at its limit, because crew's last message to the Editor asked for them.
 */
export async function askHypotheses(fixWork: FixWork): Promise<void> {
  const { ctx, state, roles, models, model, allowance, job } = fixWork;
  if (state.isStopped || (state.answer?.hypotheses ?? []).length > 0) return;
  const { editor } = roles;
  const failed = recordsOf(fixWork).verifications.findLast(
    ({ ref, status }) => ref !== 'baseline' && status === 'FAIL',
  );
  const ended = await runAgent({
    role: { ...editor, tools: [], limits: { ...editor.limits, turns: HYPOTHESES_TURNS } },
    who: `${editor.name}.hypotheses`,
    models,
    model,
    run: ctx.run,
    budget: allowance.budget,
    answer: editorAnswer,
    task: hypothesesText({
      task: job.task,
      failed,
      diff: state.last?.text,
      lastAnswer: state.answer,
      lang: ctx.settings.lang,
    }),
    tools: [],
    toolContext: toolContextOf(fixWork),
    onProgress: ctx.show,
  });
  state.addUsage(ended.spent.usage);
  if (ended.ended === 'answered' && ended.answer.hypotheses.length > 0) state.hypotheses = ended.answer.hypotheses;
}

/**
 * The Editor's tools. Each call first waits until the tree is ready. After the debug loop has stopped, each call only returns that the work
 * has ended.
 */
function toolsOf(
  { environment, tree, state, remoteTools }: FixWork,
  ask: (question: Question) => Promise<ToolResult>,
): readonly Tool[] {
  const all: readonly Tool[] = [
    ...toolsFor({ net: environment.web, storeOutput: environment.newOutputFile, remote: remoteTools }).map((tool) =>
      tool.name === 'shell' ? recordingTreeChanges(tool, { tree, calls: () => state.calls.length }) : tool,
    ),
    guarded(logTool(environment.verifier.storedArtifacts)),
    scoutTool(ask),
  ];
  return all.map((tool) => ({
    ...tool,
    run: (input, at) =>
      state.isStopped ? Promise.resolve(LOOP_HAS_ENDED) : tree.ready().then(() => tool.run(input, at)),
  }));
}

const LOOP_HAS_ENDED: ToolResult = { text: loopHasEnded, failed: true };

/**
 * Wraps a tool whose effect cannot be repeated from its input, such as `shell`. The snapshot of the changed tree is recorded with the call,
 * so that another machine can restore it. `calls` returns the number of earlier calls.
 */
const recordingTreeChanges = (tool: Tool, { tree, calls }: { tree: RunTree; calls: () => number }): Tool => ({
  ...tool,
  run: (input, at) =>
    tree
      .changeDuring(() => tool.run(input, at))
      .then(({ result, change }) =>
        change === null ? result : { ...result, data: { left: { ...change, calls: calls() + 1 } satisfies Snapshot } },
      ),
});

/** The model service accepts 5 MB in base64. */
const MAX_PICTURE_BYTES = 3_500_000;
const MAX_REDIRECTS = 3;
const FETCH_TIMEOUT_MS = 15_000;

/**
 * Fetches the pictures of an issue. A picture that cannot be fetched is left out. A continued run fetches them again, because the journal
 * contains text only.
 */
export async function picturesOf(addresses: readonly string[], web: Pick<Web, 'get'>): Promise<readonly Picture[]> {
  const all = await Promise.all(addresses.map((address) => pictureAt(address, web).catch(() => null)));
  return all.flatMap((each) => each ?? []);
}

async function pictureAt(address: string, web: Pick<Web, 'get'>): Promise<Picture | null> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  let next = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const reply = await web.get(next, {
      redirect: 'manual',
      signal,
      headers: { accept: 'image/*', 'user-agent': 'crew' },
    });
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null) return reply.ok ? await readPicture(reply) : null;
    await reply.body?.cancel();
    if (!isUploadStorage(location)) return null;
    next = location;
  }
  return null;
}

async function readPicture(reply: Response): Promise<Picture | null> {
  if (Number(reply.headers.get('content-length') ?? 0) > MAX_PICTURE_BYTES) return null;
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const mediaType = bytes.length > MAX_PICTURE_BYTES ? undefined : mediaTypeOf(bytes);
  return mediaType === undefined ? null : { kind: 'image', mediaType, data: Buffer.from(bytes).toString('base64') };
}
