// The debug loop of the work phase (specs/editor.md, "Debug Loop"): judges each answer of the Editor. A change that passes the loop's
// verification is accepted and never discarded. An accepted change that no test proves goes back to the Editor once. Used by editor.ts,
// start.ts and work.ts.
import type { AnswerDecision } from '../../agent/agent.js';
import { testsThatLoad } from '../../agent/map/index.js';
import { escapeInvisible } from '../../agent/tools/visible-text.js';
import type { Workspace } from '../../ports/tree.js';
import { iso } from '../../runs/record.js';
import { findTest, type NamedTest } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Found } from '../../verify/tamper/index.js';
import { roleOf, TEST_ROLES } from '../../verify/tamper/role.js';
import type { FixWork } from './context.js';
import { type Task, taskWords } from './rules/brief.js';
import {
  CONTEXT_FOLDER,
  type ContextOccasion,
  contextFile,
  excludedTests,
  failingTargetTests,
  isContextFile,
  isProseOnly,
  type LoopVerification,
  type NextStep,
  testFilesToLookUp,
  verdictOf,
} from './rules/debug-loop.js';
import * as replies from './rules/editor-replies.js';
import { rejectionOf } from './rules/rejections.js';
import { isQuestion, unansweredNumbers } from './rules/requests.js';
import { isAnsweredWithoutChange } from './rules/resolutions.js';
import type { EditorAnswer } from './rules/schemas.js';

const ACCEPTED: AnswerDecision = { is: 'taken' };

/**
 * Judges an answer. Returns `taken` to end the conversation with it, `back` with a text for the Editor, or `over` after three rejected
 * answers in a row. If an accepted change was sent back and a later answer is not accepted, it also returns `taken`: work.ts then restores
 * the accepted change.
 */
export async function judgeEditorAnswer(fixWork: FixWork, answer: EditorAnswer): Promise<AnswerDecision> {
  const { state } = fixWork;
  const decision = await judgeAnswer(fixWork, answer);
  const isLaterAnswer = state.accepted !== undefined && state.answers > state.accepted.answers;
  return isLaterAnswer && state.wasSentBack ? ACCEPTED : decision;
}

async function judgeAnswer(fixWork: FixWork, answer: EditorAnswer): Promise<AnswerDecision> {
  const { state, tree, job, ctx } = fixWork;
  state.answers += 1;
  state.recordAnswer(answer, await tree.snapshot(`${state.answers}`));
  if (state.isStopped || answer.result === 'cannot') return ACCEPTED;
  if (answer.result === 'already-so') return judgeAlreadySo(fixWork, answer);
  if (answer.result === 'no-change') return judgeNoChange(fixWork, answer);
  const found = job.dryRun ? [] : await fixWork.prover.tampering(`${state.answers}`);
  state.recordTamper(found);
  const { config } = ctx.settings;
  const { review, news } = job.task;
  const bounds = {
    scope: job.scope,
    config,
    asked: requestWithAnswers(fixWork),
    isMerge: job.merge !== undefined,
    isFollowUp: review !== undefined || news !== undefined,
    hasQuestion: (review?.requests ?? []).some(isQuestion),
  };
  const rejection = rejectionOf(state, bounds) ?? weakenedTests(found);
  if (rejection !== null) return reject(fixWork, rejection);
  const missing = unansweredNumbers(job.task.review?.requests ?? [], answer);
  if (missing.length > 0 && !state.warned.has('requests')) {
    state.warned.add('requests');
    return { is: 'back', text: escapeInvisible(replies.answerRequests(missing)) };
  }
  return job.dryRun ? ACCEPTED : verifyChange(fixWork, answer);
}

/** The request with the answers of the requester, as one text. `other` replaces parts of the task. */
const requestWithAnswers = ({ job, ctx }: FixWork, other: Partial<Task> = {}): string =>
  [
    taskWords({ ...job.task, ...other }),
    ...ctx.run.signals.flatMap((signal) => (signal.is === 'answer' ? [signal.text] : [])),
  ].join('\n');

function reject({ state }: FixWork, text: string): AnswerDecision {
  return state.rejectAnswer() ? { is: 'over' } : { is: 'back', text: escapeInvisible(text) };
}

function weakenedTests(found: readonly Found[]): string | null {
  const blocks = found.filter(({ weight }) => weight === 'blocks');
  return blocks.length > 0 ? replies.weakenedTests(blocks) : null;
}

/** Verifies the change. A failed change goes back to the Editor. A passed change is accepted; it goes back once if no test proves it. */
async function verifyChange(fixWork: FixWork, answer: EditorAnswer): Promise<AnswerDecision> {
  const { state } = fixWork;
  const reusable = state.reusableVerification;
  const verification = reusable ?? (await verify(fixWork, answer));
  if (reusable) {
    // This change passed already. The new answer may name or exclude target tests.
    const targets = await failingTargets(fixWork, answer, reusable);
    if (targets.length > 0) return reject(fixWork, replies.targetsStillFail(targets));
    await recordCounters(fixWork, state.recordTargetsExcluded());
  } else if (verification.nextStep !== undefined && verification.nextStep.is !== 'done')
    return fixForward(fixWork, { ...verification, nextStep: verification.nextStep });
  const { record } = verification;
  state.excluded = excludedTests(answer, verification);
  const proof = await fixWork.prover.proof(`${state.answers}`, record, () =>
    fixWork.ctx.show({ kind: 'part', name: 'reproduction' }),
  );
  if (record.steps.length > 0 && proof.run_id === undefined && !state.wasSentBack)
    fixWork.ctx.show({ kind: 'part', name: 'no-new-tests' });
  state.accept(answer, proof, record);
  if (state.isProven || isProseOnly(state.last?.files ?? []) || state.wasSentBack) return ACCEPTED;
  state.wasSentBack = true;
  return {
    is: 'back',
    text: escapeInvisible(
      replies.addProvingTest({ hasTests: record.steps.length > 0, hardCodedResults: state.hardCodedResults }),
    ),
  };
}

/** Target tests that failed before the change and still fail. */
async function failingTargets(
  fixWork: FixWork,
  answer: EditorAnswer,
  verification: LoopVerification,
): Promise<readonly string[]> {
  const { ctx, state, job, environment, tree } = fixWork;
  // Tests that only an earlier round or the description of a pull request names are no targets.
  const { review, issue } = job.task;
  const request = requestWithAnswers(fixWork, { news: undefined, issue: review ? undefined : issue });
  const tests = testFilesToLookUp(answer, verification);
  const changed = state.last?.files ?? [];
  const loaders =
    tests.length === 0
      ? []
      : await ctx.run.step(`loaders ${state.answers}`, async () => {
          await tree.ready();
          return testsThatLoad(environment.workspace, { tests, changed });
        });
  return failingTargetTests(answer, verification, { request, loaders });
}

/** Runs one verification of the loop. Returns it without a next step if the project has no checks to run. */
async function verify(fixWork: FixWork, answer: EditorAnswer): Promise<LoopVerification> {
  const { ctx, state, prover } = fixWork;
  state.loops += 1;
  const loop = state.loops;
  ctx.show({ kind: 'part', name: `loop-${loop}` });
  const { record, comparison } = await prover.verify(loop);
  if (record.steps.length === 0) return { record, comparison };
  const brokeNothing = verdictOf(comparison) === 'PASS';
  const targets = brokeNothing ? await failingTargets(fixWork, answer, { record, comparison }) : [];
  const verdict = brokeNothing && targets.length === 0 ? 'PASS' : 'FAIL';
  const nextStep = state.recordLoopVerification({ record, comparison, verdict, brokeNothing });
  await recordCounters(fixWork, nextStep);
  return { record, comparison, nextStep, targets };
}

const recordCounters = ({ ctx, state }: FixWork, { counters }: NextStep): Promise<unknown> =>
  ctx.run.step(`counters loop-${state.loops}.${state.answers}`, async () => counters);

/** After a failed verification: another attempt, another plan, or (after the last one) hypotheses. */
async function fixForward(
  fixWork: FixWork,
  { record, comparison, nextStep, targets = [] }: LoopVerification & { readonly nextStep: NextStep },
): Promise<AnswerDecision> {
  const { state } = fixWork;
  const found = replies.failure(record, comparison, targets.length > 0 ? [replies.targetsStillFail(targets)] : []);
  const back = (text: string): AnswerDecision => ({ is: 'back', text: escapeInvisible(`${found}\n\n${text}`) });
  if (nextStep.is === 'again') return back(replies.keepWhatIsRight);
  if (nextStep.is === 'stop') return back(replies.hardStop);
  await writeContextFile(fixWork, 'replan');
  return back(replies.replan([...new Set(state.failedPlans.map(({ approach }) => approach))]));
}

/** Checks the answer `already-so`: a new test must pass on the base commit, and nothing but tests may be changed. */
async function judgeAlreadySo(fixWork: FixWork, answer: EditorAnswer): Promise<AnswerDecision> {
  const { state, prover, job } = fixWork;
  const others = (state.last?.files ?? []).filter((file) => !TEST_ROLES.includes(roleOf(file, '')));
  if (others.length > 0) return reject(fixWork, replies.mayAddOnlyTests(others));
  if (answer.shownBy.length === 0 || job.dryRun) return reject(fixWork, replies.notAlreadySo([]));
  const reproduced = await prover.reproduce(`${state.answers}`, answer.shownBy);
  state.recordReproduction(reproduced);
  const isSo = reproduced.tests.every(({ base }) => base === 'passed');
  if (!isSo) return reject(fixWork, replies.notAlreadySo(reproduced.tests));
  const baseline = await prover.baseline();
  const existing = answer.shownBy.filter((named) => !isNew(named, state.last?.files ?? [], baseline));
  return existing.length === 0 ? ACCEPTED : reject(fixWork, replies.testIsNotNew(existing.map(({ test }) => test)));
}

/** Checks the answer `no-change`: it replies to every review request, no check failed, and nothing is changed. */
function judgeNoChange(fixWork: FixWork, answer: EditorAnswer): AnswerDecision {
  const { review, news } = fixWork.job.task;
  const changed = fixWork.state.last?.files ?? [];
  if (changed.length > 0) return reject(fixWork, replies.restoreForNoChange(changed));
  const isAnswered = review !== undefined && isAnsweredWithoutChange(review.requests, answer.requests);
  return isAnswered && review.red.length === 0 && !news ? ACCEPTED : reject(fixWork, replies.notAllAnswered);
}

/** The test is new: its file is part of the change, and the baseline ran no test of this name. */
const isNew = (named: NamedTest, changed: readonly string[], baseline: VerificationRecord): boolean =>
  changed.includes(named.file) && findTest(baseline, named).length === 0;

/** Writes the next context file: the questions and answers of the Scouts so far, word for word. */
export async function writeContextFile(fixWork: FixWork, why: ContextOccasion): Promise<void> {
  const { ctx, state, environment, tree } = fixWork;
  state.contextFiles += 1;
  const n = state.contextFiles;
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
  if ((await tree.entryAt(CONTEXT_FOLDER))?.kind !== 'folder') return;
  for (const { name } of await tree.list(CONTEXT_FOLDER))
    if (isContextFile(name)) await tree.remove(`${CONTEXT_FOLDER}/${name}`);
}
