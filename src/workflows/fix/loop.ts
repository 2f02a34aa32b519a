// loop: what becomes of an answer of the Editor. No workflow for itself: the debug loop of a fix (specs/editor.md).
//
//   the Editor says  that it is changed, that it is so already, or that it cannot be done
//   it gets          what is wrong with it; what a verification found; after three failures, that another idea is needed
//   it stops         when the change is proven, or after the twelfth verification that did not accept it
//
// Told again, a run comes by here again: whatever is done is a step of it.
import type { Judged } from '../../agent/agent.js';
import { Ends } from '../../agent/ended.js';
import { questionId } from '../../agent/question-id.js';
import { answerTo } from '../../agent/signals.js';
import { visible } from '../../agent/tools/shown.js';
import type { Workspace } from '../../ports.js';
import { iso } from '../../runs/record.js';
import { findTest, type NamedTest } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import { stoppedAfter } from '../../verify/runs-tree.js';
import type { Found } from '../../verify/tamper/index.js';
import { roleOf } from '../../verify/tamper/role.js';
import type { EditorAnswer } from './rules/answers.js';
import { conditionIn } from './rules/condition.js';
import { CONTEXT_FOLDER, type ContextWhy, contextFile, isContext } from './rules/context-file.js';
import type { Seen } from './rules/course.js';
import { isProse, unnamed, unshown, verdictOf } from './rules/lacks.js';
import { objectionTo } from './rules/objection.js';
import { saidIn } from './rules/task-text.js';
import * as words from './rules/words.js';
import type { Site } from './site.js';

const TAKEN: Judged = { is: 'taken' };

/** Looks at an answer: taken, back with what is wrong, or over. */
export async function judge(site: Site, answer: EditorAnswer): Promise<Judged> {
  const { course, tree, job, ctx } = site;
  course.answers += 1;
  course.take(answer, await tree.snapshot(`${course.answers}`));
  if (course.isStopped || answer.result === 'cannot') return TAKEN;
  if (answer.result === 'already-so') return alreadySo(site, answer);
  const found = job.dryRun ? [] : await site.prover.tampering(`${course.answers}`);
  course.tampered(found);
  const bounds = { scope: job.scope, config: ctx.settings.config, asked: askedOf(site) };
  const objection = objectionTo(course, bounds) ?? bent(found);
  if (objection !== null) return refuse(site, objection);
  return job.dryRun ? TAKEN : verified(site, answer, found);
}

/** The task, and what the person has answered since. */
const askedOf = ({ job, ctx }: Site): string =>
  [saidIn(job.task), ...ctx.run.signals.flatMap((word) => (word.is === 'answer' ? [word.text] : []))].join('\n');

function refuse({ course }: Site, text: string): Judged {
  return course.refuse() ? { is: 'over' } : { is: 'back', text: visible(text) };
}

function bent(found: readonly Found[]): string | null {
  const blocks = found.filter(({ weight }) => weight === 'blocks');
  return blocks.length > 0 ? words.bent(blocks) : null;
}

/** The Verifier's word on the change; then what is still wanting of its proof. */
async function verified(site: Site, answer: EditorAnswer, found: readonly Found[]): Promise<Judged> {
  const { course } = site;
  const seen = course.green ?? (await verify(site));
  if (seen.record.steps.length === 0)
    return isProse(course.last?.files ?? []) ? TAKEN : refuse(site, words.nothingToRun);
  const { follows } = seen;
  if (follows !== undefined && follows.is !== 'done') return fixForward(site, { ...seen, follows });
  const wanting = await wantingOf(site, answer, seen);
  if (wanting.length > 0) return refuse(site, wanting.join('\n'));
  const unmeant = meant(site, found);
  return unmeant === null ? TAKEN : refuse(site, unmeant);
}

/** A verification of the loop. One that had nothing to run is none. */
async function verify({ ctx, course, prover }: Site): Promise<Seen> {
  course.loops += 1;
  const loop = course.loops;
  ctx.show({ kind: 'part', name: `loop-${loop}` });
  const { record, comparison } = await prover.verify(loop);
  if (record.steps.length === 0) return { record, comparison };
  const follows = course.verified({ record, comparison, verdict: verdictOf(comparison) });
  await ctx.run.step(`counters loop-${loop}`, async () => follows.counters);
  return { record, comparison, follows };
}

/** Red: it goes on from where it is, with what was found, or in another way, or one last time to say what it thinks. */
async function fixForward(site: Site, { record, comparison, follows }: Required<Seen>): Promise<Judged> {
  const { course } = site;
  const found = words.failure(record, comparison, []);
  const back = (text: string): Judged => ({ is: 'back', text: visible(`${found}\n\n${text}`) });
  if (follows.is === 'again') return back(words.goOn);
  if (follows.is === 'stop') return back(words.hardStop);
  await keepContext(site, 'replan');
  return back(words.replan([...new Set(course.failedPlans.map(({ approach }) => approach))]));
}

/** Green, and not yet proven: a test that is named must have run and passed, and one that shows a bug must fail without the change. */
async function wantingOf(site: Site, answer: EditorAnswer, seen: Seen): Promise<readonly string[]> {
  const { course, prover } = site;
  const { record } = seen;
  const unseen = unnamed(answer, seen);
  if (unseen.length > 0 || answer.kind !== 'bug' || answer.shownBy.length === 0) return unseen;
  if (!record.steps.some(({ tests }) => tests !== undefined)) return [];
  const proof = await prover.reproduce(`${course.answers}`, answer.shownBy, record);
  course.reproduced(proof, record);
  return unshown(answer, proof);
}

/** What may have been meant, only a person can say; the run waits for it. Null when it was. */
function meant({ ctx, course }: Site, found: readonly Found[]): string | null {
  const asks = found.filter(({ weight }) => weight === 'ask');
  if (asks.length === 0) return null;
  const text = asks.map((each) => `- ${ctx.say.fix.claim({ is: 'tampered', ...each })}`).join('\n');
  const id = questionId('p', text);
  const answer = answerTo(ctx.run.signals, id);
  if (answer === undefined) throw new Ends({ ended: 'asked', question: { id, kind: 'approval', text } });
  if (!answer.startsWith('approved')) return words.notMeant(answer.replace(/^rejected:? ?/, ''));
  const how = conditionIn(answer);
  // Told once; where it answers the same again after that, it is as the person said.
  if (how === '' || course.warned.has(id)) return null;
  course.warned.add(id);
  return words.meantSo(how);
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

/** Puts what the Scouts have said so far, word for word, into the next context file. */
export async function keepContext(site: Site, why: ContextWhy): Promise<void> {
  const { ctx, course, shop, tree } = site;
  const isOnTheWay = why === 'start' || why === 'replan' || why === 'success';
  if (isOnTheWay) course.contexts += 1;
  // A story that is told again does not come by where it stopped; so that those have names of their own.
  const name = isOnTheWay ? course.contexts : stoppedAfter(ctx.run.signals.length);
  await ctx.run.step(`${CONTEXT} ${name}`, async () => {
    await tree.ready();
    if (why === 'start') await clearContexts(shop.workspace);
    const n = contextsSoFar(ctx) + 1;
    const { path, text } = contextFile({ n, at: iso(ctx.clock.now()), why, payloads: course.payloads });
    await shop.workspace.write(path, Buffer.from(text));
    return { path };
  });
}

const CONTEXT = 'context';

const contextsSoFar = ({ steps }: Site['ctx']): number =>
  steps().filter(({ name }) => name.startsWith(`${CONTEXT} `)).length;

/** What an earlier run left there would read as this one's. */
async function clearContexts(tree: Workspace): Promise<void> {
  if ((await tree.look(CONTEXT_FOLDER))?.kind !== 'folder') return;
  for (const { name } of await tree.list(CONTEXT_FOLDER))
    if (isContext(name)) await tree.remove(`${CONTEXT_FOLDER}/${name}`);
}
