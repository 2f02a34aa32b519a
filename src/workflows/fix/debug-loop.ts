// What becomes of an answer of the Editor: the debug loop of specs/editor.md. A change that passes the loop's verification is accepted.
// An accepted change without a proving test goes back once; whatever comes back, an accepted change is never discarded.

import type { Judged } from '../../agent/agent.js';
import { loadersOf } from '../../agent/map/index.js';
import { visible } from '../../agent/tools/shown.js';
import type { Workspace } from '../../ports/tree.js';
import { iso } from '../../runs/record.js';
import { findTest, type NamedTest } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Found } from '../../verify/tamper/index.js';
import { roleOf } from '../../verify/tamper/role.js';
import type { Site } from './context.js';
import { saidIn, type Task } from './rules/brief.js';
import {
  CONTEXT_FOLDER,
  type ContextWhy,
  contextFile,
  excludedIn,
  filesInQuestion,
  isContext,
  isProse,
  type Next,
  type Seen,
  stillFailing,
  verdictOf,
} from './rules/debug-loop.js';
import * as words from './rules/editor-replies.js';
import { objectionTo } from './rules/rejections.js';
import type { EditorAnswer } from './rules/schemas.js';

const TAKEN: Judged = { is: 'taken' };

/** Looks at an answer: taken, back with what is wrong, or over. After a change was accepted, an answer that is worse ends the loop. */
export async function judge(site: Site, answer: EditorAnswer): Promise<Judged> {
  const { course } = site;
  const judged = await judgeAnswer(site, answer);
  // What came back is not accepted: the accepted change is restored (work.ts).
  return course.accepted && judged.is !== 'taken' && course.isSentBack && course.answers > course.accepted.answers
    ? TAKEN
    : judged;
}

async function judgeAnswer(site: Site, answer: EditorAnswer): Promise<Judged> {
  const { course, tree, job, ctx } = site;
  course.answers += 1;
  course.take(answer, await tree.snapshot(`${course.answers}`));
  if (course.isStopped || answer.result === 'cannot') return TAKEN;
  if (answer.result === 'already-so') return alreadySo(site, answer);
  const found = job.dryRun ? [] : await site.prover.tampering(`${course.answers}`);
  course.tampered(found);
  const { config } = ctx.settings;
  const bounds = { scope: job.scope, config, asked: askedOf(site), isMerge: job.merge !== undefined };
  const objection = objectionTo(course, bounds) ?? bent(found);
  if (objection !== null) return refuse(site, objection);
  return job.dryRun ? TAKEN : verified(site, answer);
}

/** The task, and what the person has answered since. */
const askedOf = ({ job, ctx }: Site, other: Partial<Task> = {}): string =>
  [
    saidIn({ ...job.task, ...other }),
    ...ctx.run.signals.flatMap((word) => (word.is === 'answer' ? [word.text] : [])),
  ].join('\n');

function refuse({ course }: Site, text: string): Judged {
  return course.refuse() ? { is: 'over' } : { is: 'back', text: visible(text) };
}

function bent(found: readonly Found[]): string | null {
  const blocks = found.filter(({ weight }) => weight === 'blocks');
  return blocks.length > 0 ? words.bent(blocks) : null;
}

/** Verifies the change. Failed: back to the Editor. Passed: accepted, and back once where no test proves it. */
async function verified(site: Site, answer: EditorAnswer): Promise<Judged> {
  const { course } = site;
  const known = course.green;
  const seen = known ?? (await verify(site, answer));
  if (known) {
    // The same bytes, with another answer: it may name or exclude targets.
    const targets = await failingTargets(site, answer, known);
    if (targets.length > 0) return refuse(site, words.stillRed(targets));
    await counted(site, course.passed());
  } else if (seen.follows !== undefined && seen.follows.is !== 'done')
    return fixForward(site, { ...seen, follows: seen.follows });
  const { record } = seen;
  course.excluded = excludedIn(answer, seen);
  const proof = await site.prover.proof(`${course.answers}`, record);
  course.accept(answer, proof, record);
  if (course.isProven || isProse(course.last?.files ?? []) || course.isSentBack) return TAKEN;
  course.isSentBack = true;
  return { is: 'back', text: visible(words.addTest(record.steps.length > 0)) };
}

/** Tests that failed before, that the task covers, and that fail still. */
async function failingTargets(site: Site, answer: EditorAnswer, seen: Seen): Promise<readonly string[]> {
  const { ctx, course, job, environment, tree } = site;
  // The news of a round and the description of a pull request list whatever failed, also what the task is not about.
  const { review, issue } = job.task;
  const asked = askedOf(site, { news: undefined, issue: review ? undefined : issue });
  const tests = filesInQuestion(answer, seen);
  const changed = course.last?.files ?? [];
  const loaders =
    tests.length === 0
      ? []
      : await ctx.run.step(`loaders ${course.answers}`, async () => {
          await tree.ready();
          return loadersOf(environment.workspace, { tests, changed });
        });
  return stillFailing(answer, seen, { asked, loaders });
}

/** A verification of the loop. One that had nothing to run is none. */
async function verify(site: Site, answer: EditorAnswer): Promise<Seen> {
  const { ctx, course, prover } = site;
  course.loops += 1;
  const loop = course.loops;
  ctx.show({ kind: 'part', name: `loop-${loop}` });
  const { record, comparison } = await prover.verify(loop);
  if (record.steps.length === 0) return { record, comparison };
  const isGreen = verdictOf(comparison) === 'PASS';
  const targets = isGreen ? await failingTargets(site, answer, { record, comparison }) : [];
  const verdict = isGreen && targets.length === 0 ? 'PASS' : 'FAIL';
  const follows = course.verified({ record, comparison, verdict, isGreen });
  await counted(site, follows);
  return { record, comparison, follows, targets };
}

const counted = ({ ctx, course }: Site, { counters }: Next): Promise<unknown> =>
  ctx.run.step(`counters loop-${course.loops}.${course.answers}`, async () => counters);

/** Red: it goes on from where it is, with what was found, or in another way, or one last time to say what it thinks. */
async function fixForward(
  site: Site,
  { record, comparison, follows, targets = [] }: Seen & { readonly follows: Next },
): Promise<Judged> {
  const { course } = site;
  const found = words.failure(record, comparison, targets.length > 0 ? [words.stillRed(targets)] : []);
  const back = (text: string): Judged => ({ is: 'back', text: visible(`${found}\n\n${text}`) });
  if (follows.is === 'again') return back(words.keepWhatIsRight);
  if (follows.is === 'stop') return back(words.hardStop);
  await keepContext(site, 'replan');
  return back(words.replan([...new Set(course.failedPlans.map(({ approach }) => approach))]));
}

/** Nothing was to be done, and a test on the commit below shows it. */
async function alreadySo(site: Site, answer: EditorAnswer): Promise<Judged> {
  const { course, prover, job } = site;
  const others = (course.last?.files ?? []).filter((file) => !OF_TESTS.includes(roleOf(file, '')));
  if (others.length > 0) return refuse(site, words.onlyTests(others));
  if (answer.shownBy.length === 0 || job.dryRun) return refuse(site, words.notSo([]));
  const proof = await prover.reproduce(`${course.answers}`, answer.shownBy);
  course.reproduced(proof, undefined);
  const isSo = proof.tests.every(({ base }) => base === 'passed');
  if (!isSo) return refuse(site, words.notSo(proof.tests));
  const baseline = await prover.baseline();
  const old = answer.shownBy.filter((named) => !isNew(named, course.last?.files ?? [], baseline));
  return old.length === 0 ? TAKEN : refuse(site, words.notNew(old.map(({ test }) => test)));
}

/** Written for this task: its file is part of the change, and before it no test of that name ran. */
const isNew = (named: NamedTest, changed: readonly string[], baseline: VerificationRecord): boolean =>
  changed.includes(named.file) && findTest(baseline, named).length === 0;

const OF_TESTS: readonly string[] = ['test', 'support', 'fixture', 'record'];

/** Writes the next context file: what the Scouts have said so far, word for word. */
export async function keepContext(site: Site, why: ContextWhy): Promise<void> {
  const { ctx, course, environment, tree } = site;
  course.contexts += 1;
  const n = course.contexts;
  await ctx.run.step(`context ${n}`, async () => {
    await tree.ready();
    if (why === 'start') await clearContexts(environment.workspace);
    const { path, text } = contextFile({ n, at: iso(ctx.clock.now()), why, payloads: course.payloads });
    await environment.workspace.write(path, Buffer.from(text));
    return { path };
  });
}

/** What an earlier run left there would read as this one's. */
async function clearContexts(tree: Workspace): Promise<void> {
  if ((await tree.look(CONTEXT_FOLDER))?.kind !== 'folder') return;
  for (const { name } of await tree.list(CONTEXT_FOLDER))
    if (isContext(name)) await tree.remove(`${CONTEXT_FOLDER}/${name}`);
}
