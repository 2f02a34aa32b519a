// The Editor's conversation. It changes the tree and answers; the debug loop (debug-loop.ts) judges each answer. It ends when an answer is
// accepted, a person is needed, or a limit is reached.

import { Ends } from '../../agent/ended.js';
import { guarded } from '../../agent/gate.js';
import { type Ended, runAgent } from '../../agent/run.js';
import type { Acted, Tool } from '../../agent/tool.js';
import { toolsFor } from '../../agent/tools/index.js';
import { withMemory } from '../../memory/services.js';
import type { Web } from '../../ports/environment.js';
import type { Picture } from '../../ports/model.js';
import type { RunsTree, Snapshot } from '../../verify/run-tree.js';
import { type FixWork, surroundingsOf } from './context.js';
import { judge } from './debug-loop.js';
import { type ApprovedPlan, briefText, hypothesesText, taskWords } from './rules/brief.js';
import { leadsToUpload, mediaTypeOf } from './rules/conversation.js';
import * as replies from './rules/editor-replies.js';
import { loopHasEnded } from './rules/editor-replies.js';
import { observe } from './rules/fix-state.js';
import { recordsOf } from './rules/outcome.js';
import { type EditorAnswer, editorAnswer, type Question } from './rules/schemas.js';
import { scopeGate } from './rules/scope.js';
import { askScout, log, scout } from './scouts.js';

/** What the conversation starts with beside the task. */
interface From {
  readonly plan?: ApprovedPlan | undefined;
  /** A description of a change that is already in the tree. */
  readonly applied?: string;
}

/** Runs the Editor until its conversation ends. */
export async function edit(fixWork: FixWork, { plan, applied }: From): Promise<Ended<EditorAnswer>> {
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
  const broken: unknown[] = [];
  const ended = await runAgent<EditorAnswer>({
    ...{ role: roles.editor, models, model, run: ctx.run, budget: allowance.budget, answer: editorAnswer },
    task: await withMemory(ctx, brief, { who: 'editor', text: taskWords(task), taskKind: 'fix' }),
    pictures: await picturesOf(task.issue?.images ?? [], environment.web),
    tools: toolsOf(fixWork, (question) => askScout(fixWork, question)),
    at: {
      ...surroundingsOf(fixWork),
      gate: scopeGate(environment.gate, {
        root: environment.workspace.root,
        of: () => ({ scope, slices: state.slices.flatMap(({ paths }) => paths), files: state.sliceFiles }),
      }),
    },
    // An error in the loop ends the conversation first, so that its cost is counted.
    judge: (answer) => judge(fixWork, answer).catch(endsWith(broken)),
    observe: (call) => observe(fixWork, call),
    extraNotes: () => asideOf(fixWork),
    onProgress: ctx.show,
  });
  state.addUsage(ended.spent.usage);
  if (broken.length > 0) throw broken[0];
  return ended;
}

/** Notes before the next turn: files that a person changed while the run was stopped. */
async function asideOf({ tree }: FixWork): Promise<readonly { readonly name: string; readonly text: string }[]> {
  await tree.ready();
  const taken = tree.taken();
  return taken ? [{ name: `taken over ${taken.sha256}`, text: replies.takenOver(taken.files) }] : [];
}

const endsWith = (broken: unknown[]) => (error: unknown) => {
  if (error instanceof Ends) throw error;
  broken.push(error);
  throw new Ends({ ended: 'cancelled', why: 'cancelled' });
};

/** Turns of the conversation that only asks for hypotheses. */
const HYPOTHESES_TURNS = 3;

/**
 * Asks the Editor once for hypotheses when a run ends stuck, unless its answer has some or the loop stopped at its limit (which asks
 * already). Without an answer the ending stays as it is.
 */
export async function askHypotheses(fixWork: FixWork): Promise<void> {
  const { ctx, state, roles, models, model, allowance, job } = fixWork;
  if (state.isStopped || (state.answer?.hypotheses ?? []).length > 0) return;
  const { editor } = roles;
  const failed = recordsOf(fixWork).verifications.findLast(
    ({ ref, status }) => ref !== 'baseline' && status === 'FAIL',
  );
  const ended = await runAgent({
    ...{ role: { ...editor, tools: [], limits: { ...editor.limits, turns: HYPOTHESES_TURNS } } },
    ...{
      who: `${editor.name}.hypotheses`,
      models,
      model,
      run: ctx.run,
      budget: allowance.budget,
      answer: editorAnswer,
    },
    task: hypothesesText({
      task: job.task,
      failed,
      diff: state.last?.text,
      lastAnswer: state.answer,
      lang: ctx.settings.lang,
    }),
    ...{ tools: [], at: surroundingsOf(fixWork), onProgress: ctx.show },
  });
  state.addUsage(ended.spent.usage);
  if (ended.ended === 'answered' && ended.answer.hypotheses.length > 0) state.hypotheses = ended.answer.hypotheses;
}

/** The Editor's tools. Each prepares the tree first; after the loop has stopped, each only says so. */
function toolsOf(
  { environment, tree, state, remote }: FixWork,
  ask: (question: Question) => Promise<Acted>,
): readonly Tool[] {
  const all: readonly Tool[] = [
    ...toolsFor({ net: environment.web, keep: environment.keep, remote }).map((tool) =>
      tool.name === 'shell' ? remembered(tool, { tree, calls: () => state.calls.length }) : tool,
    ),
    guarded(log(environment.verifier.evidence)),
    scout(ask),
  ];
  return all.map((tool) => ({
    ...tool,
    act: (input, at) => (state.isStopped ? Promise.resolve(OVER) : tree.ready().then(() => tool.act(input, at))),
  }));
}

const OVER: Acted = { text: loopHasEnded, failed: true };

/**
 * Wraps a tool whose effect cannot be repeated from its input, such as a command. What it changed in the tree is recorded with the call,
 * so that a fresh machine can restore it. `calls` is the number of calls before it.
 */
const remembered = (tool: Tool, { tree, calls }: { tree: RunsTree; calls: () => number }): Tool => ({
  ...tool,
  act: (input, at) =>
    tree
      .around(() => tool.act(input, at))
      .then(({ done, left }) =>
        left === null ? done : { ...done, data: { left: { ...left, calls: calls() + 1 } satisfies Snapshot } },
      ),
});

/** The model service accepts 5 MB in base64. */
const MOST_BYTES = 3_500_000;
const MOST_HOPS = 3;
const PATIENCE_MS = 15_000;

/**
 * Fetches the pictures of an issue. They are fetched again when a run continues, because a journal holds redacted text only. A picture
 * that cannot be fetched is left out.
 */
export async function picturesOf(addresses: readonly string[], web: Pick<Web, 'get'>): Promise<readonly Picture[]> {
  const all = await Promise.all(addresses.map((address) => pictureAt(address, web).catch(() => null)));
  return all.flatMap((each) => each ?? []);
}

async function pictureAt(address: string, web: Pick<Web, 'get'>): Promise<Picture | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let next = address;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const reply = await web.get(next, {
      redirect: 'manual',
      signal,
      headers: { accept: 'image/*', 'user-agent': 'crew' },
    });
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null) return reply.ok ? await readPicture(reply) : null;
    await reply.body?.cancel();
    if (!leadsToUpload(location)) return null;
    next = location;
  }
  return null;
}

async function readPicture(reply: Response): Promise<Picture | null> {
  if (Number(reply.headers.get('content-length') ?? 0) > MOST_BYTES) return null;
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const mediaType = bytes.length > MOST_BYTES ? undefined : mediaTypeOf(bytes);
  return mediaType === undefined ? null : { kind: 'image', mediaType, data: Buffer.from(bytes).toString('base64') };
}
