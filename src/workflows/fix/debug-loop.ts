// The debug loop (the Editor specification): judges each answer of the Editor. A change that passes the loop's verification is accepted.
// An accepted change without a proving test goes back once, and is never discarded.

import type { Judged } from '../../agent/agent.js';
import { loadersOf } from '../../agent/map/index.js';
import { visible } from '../../agent/tools/shown.js';
import type { Workspace } from '../../ports/tree.js';
import { iso } from '../../runs/record.js';
import { findTest, type NamedTest } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Found } from '../../verify/tamper/index.js';
import { roleOf } from '../../verify/tamper/role.js';
import type { FixWork } from './context.js';
import { type Task, taskWords } from './rules/brief.js';
import {
  CONTEXT_FOLDER,
  type ContextWhy,
  contextFile,
  excludedTests,
  isContext,
  isProseOnly,
  type LoopVerification,
  type NextStep,
  stillFailing,
  testFilesToLookUp,
  verdictOf,
} from './rules/debug-loop.js';
import * as replies from './rules/editor-replies.js';
import { rejectionOf } from './rules/rejections.js';
import { asksForNoChange, unansweredNumbers } from './rules/requests.js';
import type { EditorAnswer } from './rules/schemas.js';

const TAKEN: Judged = { is: 'taken' };

/** Judges an answer: taken, sent back with the reason, or over. After an accepted change was sent back, a worse answer ends the loop. */
export async function judge(fixWork: FixWork, answer: EditorAnswer): Promise<Judged> {
  const { state } = fixWork;
  const judged = await judgeAnswer(fixWork, answer);
  // The worse change is not accepted: work.ts restores the accepted one.
  return state.accepted && judged.is !== 'taken' && state.wasSentBack && state.answers > state.accepted.answers
    ? TAKEN
    : judged;
}

async function judgeAnswer(fixWork: FixWork, answer: EditorAnswer): Promise<Judged> {
  const { state, tree, job, ctx } = fixWork;
  state.answers += 1;
  state.recordAnswer(answer, await tree.snapshot(`${state.answers}`));
  if (state.isStopped || answer.result === 'cannot') return TAKEN;
  if (answer.result === 'already-so') return alreadySo(fixWork, answer);
  if (answer.result === 'no-change') return noChange(fixWork, answer);
  const found = job.dryRun ? [] : await fixWork.prover.tampering(`${state.answers}`);
  state.recordTamper(found);
  const { config } = ctx.settings;
  const { review, news } = job.task;
  const bounds = {
    ...{ scope: job.scope, config, asked: requestWithAnswers(fixWork), isMerge: job.merge !== undefined },
    isFollowUp: review !== undefined || news !== undefined,
  };
  const objection = rejectionOf(state, bounds) ?? weakenedTests(found);
  if (objection !== null) return reject(fixWork, objection);
  const missing = unansweredNumbers(job.task.review?.requests ?? [], answer);
  if (missing.length > 0 && !state.warned.has('requests')) {
    state.warned.add('requests');
    return { is: 'back', text: visible(replies.answerRequests(missing)) };
  }
  return job.dryRun ? TAKEN : verified(fixWork, answer);
}

/** The request, with the answers of the person. */
const requestWithAnswers = ({ job, ctx }: FixWork, other: Partial<Task> = {}): string =>
  [
    taskWords({ ...job.task, ...other }),
    ...ctx.run.signals.flatMap((word) => (word.is === 'answer' ? [word.text] : [])),
  ].join('\n');

function reject({ state }: FixWork, text: string): Judged {
  return state.reject() ? { is: 'over' } : { is: 'back', text: visible(text) };
}

function weakenedTests(found: readonly Found[]): string | null {
  const blocks = found.filter(({ weight }) => weight === 'blocks');
  return blocks.length > 0 ? replies.weakenedTests(blocks) : null;
}

/** Verifies the change. If it fails, it goes back to the Editor. If it passes, it is accepted; without a proving test it goes back once. */
async function verified(fixWork: FixWork, answer: EditorAnswer): Promise<Judged> {
  const { state } = fixWork;
  const known = state.green;
  const seen = known ?? (await verify(fixWork, answer));
  if (known) {
    // The same bytes with another answer, which may name or exclude target tests.
    const targets = await failingTargets(fixWork, answer, known);
    if (targets.length > 0) return reject(fixWork, replies.targetsStillFail(targets));
    await counted(fixWork, state.recordTargetsExcluded());
  } else if (seen.follows !== undefined && seen.follows.is !== 'done')
    return fixForward(fixWork, { ...seen, follows: seen.follows });
  const { record } = seen;
  state.excluded = excludedTests(answer, seen);
  const proof = await fixWork.prover.proof(`${state.answers}`, record);
  state.accept(answer, proof, record);
  if (state.isProven || isProseOnly(state.last?.files ?? []) || state.wasSentBack) return TAKEN;
  state.wasSentBack = true;
  return {
    is: 'back',
    text: visible(replies.addProvingTest({ hasTests: record.steps.length > 0, answers: state.answersInCode })),
  };
}

/** Target tests that failed before the change and still fail. */
async function failingTargets(
  fixWork: FixWork,
  answer: EditorAnswer,
  seen: LoopVerification,
): Promise<readonly string[]> {
  const { ctx, state, job, environment, tree } = fixWork;
  // Failures of an earlier round and the description of a pull request name tests that the task may not cover.
  const { review, issue } = job.task;
  const asked = requestWithAnswers(fixWork, { news: undefined, issue: review ? undefined : issue });
  const tests = testFilesToLookUp(answer, seen);
  const changed = state.last?.files ?? [];
  const loaders =
    tests.length === 0
      ? []
      : await ctx.run.step(`loaders ${state.answers}`, async () => {
          await tree.ready();
          return loadersOf(environment.workspace, { tests, changed });
        });
  return stillFailing(answer, seen, { asked, loaders });
}

/** Runs one verification of the loop. A verification without steps does not count. */
async function verify(fixWork: FixWork, answer: EditorAnswer): Promise<LoopVerification> {
  const { ctx, state, prover } = fixWork;
  state.loops += 1;
  const loop = state.loops;
  ctx.show({ kind: 'part', name: `loop-${loop}` });
  const { record, comparison } = await prover.verify(loop);
  if (record.steps.length === 0) return { record, comparison };
  const isGreen = verdictOf(comparison) === 'PASS';
  const targets = isGreen ? await failingTargets(fixWork, answer, { record, comparison }) : [];
  const verdict = isGreen && targets.length === 0 ? 'PASS' : 'FAIL';
  const follows = state.verified({ record, comparison, verdict, isGreen });
  await counted(fixWork, follows);
  return { record, comparison, follows, targets };
}

const counted = ({ ctx, state }: FixWork, { counters }: NextStep): Promise<unknown> =>
  ctx.run.step(`counters loop-${state.loops}.${state.answers}`, async () => counters);

/** After a failed verification: another attempt, another plan, or (after the last one) hypotheses. */
async function fixForward(
  fixWork: FixWork,
  { record, comparison, follows, targets = [] }: LoopVerification & { readonly follows: NextStep },
): Promise<Judged> {
  const { state } = fixWork;
  const found = replies.failure(record, comparison, targets.length > 0 ? [replies.targetsStillFail(targets)] : []);
  const back = (text: string): Judged => ({ is: 'back', text: visible(`${found}\n\n${text}`) });
  if (follows.is === 'again') return back(replies.keepWhatIsRight);
  if (follows.is === 'stop') return back(replies.hardStop);
  await writeContextFile(fixWork, 'replan');
  return back(replies.replan([...new Set(state.failedPlans.map(({ approach }) => approach))]));
}

/** Checks the answer `already-so`: a new test must pass on the base commit, and nothing but tests may be changed. */
async function alreadySo(fixWork: FixWork, answer: EditorAnswer): Promise<Judged> {
  const { state, prover, job } = fixWork;
  const others = (state.last?.files ?? []).filter((file) => !OF_TESTS.includes(roleOf(file, '')));
  if (others.length > 0) return reject(fixWork, replies.mayAddOnlyTests(others));
  if (answer.shownBy.length === 0 || job.dryRun) return reject(fixWork, replies.notAlreadySo([]));
  const proof = await prover.reproduce(`${state.answers}`, answer.shownBy);
  state.recordReproduction(proof, undefined);
  const isSo = proof.tests.every(({ base }) => base === 'passed');
  if (!isSo) return reject(fixWork, replies.notAlreadySo(proof.tests));
  const baseline = await prover.baseline();
  const old = answer.shownBy.filter((named) => !isNew(named, state.last?.files ?? [], baseline));
  return old.length === 0 ? TAKEN : reject(fixWork, replies.testIsNotNew(old.map(({ test }) => test)));
}

/** Checks the answer `no-change`: it replies to every review request, no check failed, and nothing is changed. */
function noChange(fixWork: FixWork, answer: EditorAnswer): Judged {
  const { review, news } = fixWork.job.task;
  const changed = fixWork.state.last?.files ?? [];
  if (changed.length > 0) return reject(fixWork, replies.restoreForNoChange(changed));
  const isAnswered = review !== undefined && asksForNoChange(review.requests, answer.requests);
  return isAnswered && review.red.length === 0 && !news ? TAKEN : reject(fixWork, replies.notAllAnswered);
}

/** The test is new: its file is part of the change, and the baseline ran no test of this name. */
const isNew = (named: NamedTest, changed: readonly string[], baseline: VerificationRecord): boolean =>
  changed.includes(named.file) && findTest(baseline, named).length === 0;

const OF_TESTS: readonly string[] = ['test', 'support', 'fixture', 'record'];

/** Writes the next context file: the questions and answers of the Scouts so far, word for word. */
export async function writeContextFile(fixWork: FixWork, why: ContextWhy): Promise<void> {
  const { ctx, state, environment, tree } = fixWork;
  state.contexts += 1;
  const n = state.contexts;
  await ctx.run.step(`context ${n}`, async () => {
    await tree.ready();
    if (why === 'start') await removeContextFiles(environment.workspace);
    const { path, text } = contextFile({ n, at: iso(ctx.clock.now()), why, payloads: state.payloads });
    await environment.workspace.write(path, Buffer.from(text));
    return { path };
  });
}

/** Removes the context files of an earlier run. */
async function removeContextFiles(tree: Workspace): Promise<void> {
  if ((await tree.look(CONTEXT_FOLDER))?.kind !== 'folder') return;
  for (const { name } of await tree.list(CONTEXT_FOLDER))
    if (isContext(name)) await tree.remove(`${CONTEXT_FOLDER}/${name}`);
}
