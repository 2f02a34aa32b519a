// The Editor's conversation: it changes the tree and answers, and every answer goes through the debug loop (loop.ts). It ends when an
// answer is taken, when a person is needed, or when a limit is reached.

import { Ends } from '../../agent/ended.js';
import { guarded } from '../../agent/gate.js';
import { type Ended, runAgent } from '../../agent/run.js';
import type { Acted, Tool } from '../../agent/tool.js';
import { toolsFor } from '../../agent/tools/index.js';
import { withMemory } from '../../memory/services.js';
import type { Picture } from '../../ports/model.js';
import type { Web } from '../../ports/tree.js';
import type { RunsTree, Snapshot } from '../../verify/run-tree.js';
import { type Site, surroundingsOf } from './context.js';
import { judge } from './debug-loop.js';
import { type ApprovedPlan, briefText, hypothesesText, saidIn } from './rules/brief.js';
import { leadsToUpload, mediaTypeOf } from './rules/conversation.js';
import * as words from './rules/editor-replies.js';
import { isOver } from './rules/editor-replies.js';
import { observe } from './rules/fix-state.js';
import { recordsOf } from './rules/outcome.js';
import { type EditorAnswer, editorAnswer, type Question } from './rules/schemas.js';
import { scopeGate } from './rules/scope.js';
import { askScout, log, scout } from './scouts.js';

/** What the conversation starts from, where that is more than the task. */
interface From {
  readonly plan?: ApprovedPlan | undefined;
  /** What is in the tree already, in words. */
  readonly applied?: string;
}

/** Lets the Editor work, until its conversation is over. */
export async function edit(site: Site, { plan, applied }: From): Promise<Ended<EditorAnswer>> {
  const { ctx, environment, job, course, roles, models, model, allowance, map, conditions } = site;
  const baseline = job.dryRun ? undefined : await site.prover.baseline();
  const { scope, dryRun, task, report } = job;
  ctx.show({ kind: 'part', name: 'editor' });
  const brief = briefText({
    conditions,
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
    task: await withMemory(ctx, brief, { who: 'editor', text: saidIn(task), taskKind: 'fix' }),
    pictures: await picturesOf(task.issue?.images ?? [], environment.web),
    tools: toolsOf(site, (question) => askScout(site, question)),
    at: {
      ...surroundingsOf(site),
      gate: scopeGate(environment.gate, {
        root: environment.workspace.root,
        of: () => ({ scope, slices: course.slices.flatMap(({ paths }) => paths), files: course.sliced }),
      }),
    },
    // What breaks off the judgement ends the conversation, so that what it has cost is known.
    judge: (answer) => judge(site, answer).catch(endsWith(broken)),
    observe: (call) => observe(site, call),
    extraNotes: () => asideOf(site),
    onProgress: ctx.show,
  });
  course.used(ended.spent.usage);
  if (broken.length > 0) throw broken[0];
  return ended;
}

/** What the Editor has to know of the tree before it goes on. */
async function asideOf({ tree }: Site): Promise<readonly { readonly name: string; readonly text: string }[]> {
  await tree.ready();
  const taken = tree.taken();
  return taken ? [{ name: `taken over ${taken.sha256}`, text: words.takenOver(taken.files) }] : [];
}

const endsWith = (broken: unknown[]) => (error: unknown) => {
  if (error instanceof Ends) throw error;
  broken.push(error);
  throw new Ends({ ended: 'cancelled', why: 'cancelled' });
};

/** A short conversation: it names hypotheses and does nothing else. */
const HYPOTHESES_TURNS = 3;

/**
 * A run that ends stuck asks the Editor once for hypotheses, unless it has named some or the twelfth verification has asked already.
 * Where it names none, the ending stays as it is.
 */
export async function askHypotheses(site: Site): Promise<void> {
  const { ctx, course, roles, models, model, allowance, job } = site;
  if (course.isStopped || (course.answer?.hypotheses ?? []).length > 0) return;
  const { editor } = roles;
  const failed = recordsOf(site).verifications.findLast(({ ref, status }) => ref !== 'baseline' && status === 'FAIL');
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
      diff: course.last?.text,
      said: course.answer,
      lang: ctx.settings.lang,
    }),
    ...{ tools: [], at: surroundingsOf(site), onProgress: ctx.show },
  });
  course.used(ended.spent.usage);
  if (ended.ended === 'answered' && ended.answer.hypotheses.length > 0) course.hypotheses = ended.answer.hypotheses;
}

/** All of them, each on the tree as the run left it; when it is over, none does anything any more. */
function toolsOf(
  { environment, tree, course, remote }: Site,
  ask: (question: Question) => Promise<Acted>,
): readonly Tool[] {
  const all: readonly Tool[] = [
    ...toolsFor({ net: environment.web, keep: environment.keep, remote }).map((tool) =>
      tool.name === 'shell' ? remembered(tool, { tree, calls: () => course.calls.length }) : tool,
    ),
    guarded(log(environment.bench.evidence)),
    scout(ask),
  ];
  return all.map((tool) => ({
    ...tool,
    act: (input, at) => (course.isStopped ? Promise.resolve(OVER) : tree.ready().then(() => tool.act(input, at))),
  }));
}

const OVER: Acted = { text: isOver, failed: true };

/**
 * A tool whose work cannot be done again from its input, as that of a command: what it changed in the tree is written down with the
 * call itself, so that it is there on a fresh machine too. `calls` counts those before it.
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

/** The service takes 5 MB; more is a photograph of something. */
const MOST_BYTES = 3_500_000;
const MOST_HOPS = 3;
const PATIENCE_MS = 15_000;

/** Those that can be had; one that cannot is left out, since the text says what it is about. */
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
